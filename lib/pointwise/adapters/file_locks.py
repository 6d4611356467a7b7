"""Locks between processes that share a folder."""

from __future__ import annotations

import fcntl
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold the lock that a file stands for; the system lets go of it where a process dies.

    The file stays: to remove it would let two processes hold locks on different files of one name.
    """
    with open(path, "ab") as file:  # noqa: PTH123 - paths of the store are strings
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
