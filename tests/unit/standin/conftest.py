"""A running stand-in server with a log, as if just started for every test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.standin import Standin, standin

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standin]:
    """One server with a log for all tests of a module."""
    with standin(log=tmp_path_factory.mktemp("standin") / "log.jsonl") as server:
        yield server


@pytest.fixture
def server(running: Standin) -> Standin:
    """The server as if just started."""
    running.change(reset=True)
    return running
