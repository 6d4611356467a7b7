"""A running stand-in server, as if just started for every test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.standin import Standin, standin
from tests.contract.chat.talk import Talk

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def running() -> Iterator[Standin]:
    """One server for all tests; it starts in a tenth of a second."""
    with standin() as server:
        yield server


@pytest.fixture
def server(running: Standin) -> Standin:
    """The stand-in as if just started."""
    running.change(reset=True)
    return running


@pytest.fixture
def talk(server: Standin) -> Talk:
    """A router with the ordinary policy, which waits in no time."""
    return Talk(server)
