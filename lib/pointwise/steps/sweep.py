"""Find runs that stand still, and queue exactly what they lack.

A run stands still where it has no more objects than at the last look: a queue lost a task, a worker died at
its last attempt, nothing was ever queued, or a provider makes everybody wait. Queueing anew is harmless in
every case: what is done is found done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.keys import ACTIVE, RunKeys
from pointwise.steps.start import scheduling

_EMPTY = b"0"

if TYPE_CHECKING:
    from pointwise.services import Services


async def mark_active(run: str, services: Services) -> None:
    """Have the sweeper look after a run. To be called before the run's first task is queued."""
    await services.store.create(RunKeys(run).active, b"")


async def active_runs(services: Services) -> list[str]:
    """Runs that may be unfinished: started, and not found over by the last sweep."""
    return [key.removeprefix(ACTIVE) for key in await services.store.keys(ACTIVE)]


async def sweep(services: Services) -> tuple[str, ...]:
    """Queue the scheduling of runs that stand still; their names. Finished and cancelled runs are let go."""
    stalled = []
    for run in await active_runs(services):
        if await _is_over(run, services):
            await services.store.delete(RunKeys(run).active)
        elif await _stands_still(run, services):
            stalled.append(run)
    await services.queue.enqueue([scheduling(run) for run in stalled])
    return tuple(stalled)


async def _is_over(run: str, services: Services) -> bool:
    keys, store = RunKeys(run), services.store
    if await store.keys(keys.result) or await store.keys(keys.cancelled):
        return True
    # Marked by a worker that died before it stored the plan; whoever sent it there starts the run anew.
    return await store.read(keys.active) == _EMPTY and not await store.keys(keys.plan)


async def _stands_still(run: str, services: Services) -> bool:
    """Whether a run has no more objects than at the last look, which this one replaces."""
    keys = RunKeys(run)
    before = await services.store.read(keys.active)
    now = b"%d" % len(await services.store.keys(keys.root))
    await services.store.replace(keys.active, now)
    return before == now
