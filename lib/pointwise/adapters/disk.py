"""Files put on the disk in groups, so that many writers share one thread's turn."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict, deque
from typing import TYPE_CHECKING

from pointwise.adapters import files

if TYPE_CHECKING:
    from concurrent.futures import Executor

    Waiting = tuple[str, asyncio.Future[None]]
    Done = list[tuple[asyncio.Future[None], OSError | None]]

_GROUP = 32
"""Files that one thread sees to at a time; where more wait, another thread takes its share."""


class Disk:
    """Sees to it that files are on the disk. Callers may be on any event loop.

    A thread's turn costs the event loop 100 microseconds, a sync the disk 0.1 to 10 ms: whoever comes while
    a group is being synced waits for the next, and a whole group wakes its loop once.
    """

    def __init__(self, pool: Executor, threads: int) -> None:
        self._pool = pool
        self._threads = threads
        self._waiting: deque[Waiting] = deque()
        self._busy = 0
        self._lock = threading.Lock()

    async def keep(self, path: str) -> None:
        """Return when the content of a file, and its name, are on the disk.

        Raises:
            OSError: The disk refused. A file that is gone by now is no error.
        """
        future = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append((path, future))
            starts = self._busy == 0 or (self._busy < self._threads and len(self._waiting) > _GROUP)
            self._busy += starts
        if starts:
            self._pool.submit(self._work)
        await future

    def _work(self) -> None:
        while group := self._taken():
            by_loop: dict[asyncio.AbstractEventLoop, Done] = defaultdict(list)
            for path, future in group:
                by_loop[future.get_loop()].append((future, _synced(path)))
            for loop, done in by_loop.items():
                _wake(loop, done)

    def _taken(self) -> list[Waiting]:
        """The next group; a thread that gets none is done."""
        with self._lock:
            group = [self._waiting.popleft() for _ in range(min(_GROUP, len(self._waiting)))]
            self._busy -= not group
        return group


def _synced(path: str) -> OSError | None:
    try:
        files.sync(path)
    except OSError as exc:
        return exc
    return None


def _wake(loop: asyncio.AbstractEventLoop, done: Done) -> None:
    try:
        loop.call_soon_threadsafe(_settle, done)
    except RuntimeError:  # closed: nobody waits any more
        return


def _settle(done: Done) -> None:
    for future, error in done:
        if future.done():  # cancelled
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
