"""Stop cleanly when asked: Ctrl-C, or the signal that asks a process to end."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from pointwise.adapters.local_queue import LocalQueue
    from pointwise.entrypoints.cli.progress import ProgressObserver


async def run_until_told(
    work: Coroutine[None, None, None], queue: LocalQueue, progress: ProgressObserver
) -> bool:
    """Await what drains the queue to its end, or as far as signals let it; True where one came.

    The first lets the queue hand out nothing more, the second ends the calls that are under way.
    """
    told: list[int] = []
    running = asyncio.ensure_future(work)

    def stop() -> None:
        told.append(1)
        if len(told) == 1:
            queue.stop()
            progress.say("Stopping: waiting for calls that are under way. Ctrl-C again stops at once.")
        else:
            running.cancel()

    with _signals(stop):
        try:
            await running
        except asyncio.CancelledError:
            if not told:
                raise
    return bool(told)


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
