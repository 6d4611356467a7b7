"""Stop a run: a marker that every delivery looks for before it does anything."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from pointwise.keys import RunKeys
from pointwise.steps.reading import read_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from pointwise.ports import ObjectStore
    from pointwise.services import Services

_KEPT_SECONDS = 2.0
"""How long an instance trusts its last look: the longest that a cancelled run goes on starting calls."""
_MOST_RUNS = 256


class Cancellations:
    """Whether runs are cancelled, as one instance knows it: at most one read a run every two seconds.

    A run that is found cancelled is looked up every time, so that it goes on at once when it is resumed.
    """

    def __init__(self, store: ObjectStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._seen: dict[str, float] = {}

    async def hold(self, run: str) -> bool:
        """Whether a run is cancelled."""
        now = self._clock()
        if now - self._seen.get(run, -_KEPT_SECONDS) < _KEPT_SECONDS:
            return False
        if len(self._seen) >= _MOST_RUNS:
            self._seen.clear()
        # Before the read: tasks that arrive during it need not read as well.
        self._seen[run] = now
        cancelled = await self._store.read(RunKeys(run).cancelled) is not None
        if cancelled:
            self._seen.pop(run, None)
        return cancelled


async def cancel(run: str, services: Services) -> bool:
    """Have nothing more done for a run; False where it has its result already.

    Calls under way end and are stored. `uncancel` and scheduling go on where it stopped.

    Raises:
        UnknownRun: There is no such run.
    """
    await read_plan(run, services)
    keys = RunKeys(run)
    if await services.store.read(keys.result) is not None:
        return False
    await services.store.create(keys.cancelled, b"")
    return True


async def uncancel(run: str, services: Services) -> None:
    """Take the marker away; nothing is queued yet."""
    await services.store.delete(RunKeys(run).cancelled)
