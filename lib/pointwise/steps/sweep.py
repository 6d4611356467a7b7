"""Find runs that stand still, and queue exactly what they lack; give up what never moves.

A run stands still where it has no more objects than at the last look: a queue lost a task, a worker died at
its last attempt, nothing was ever queued, or a provider makes everybody wait. Queueing anew is harmless in
every case: what is done is found done. It helps in none where a task fails by a mistake of ours, so it is
not done for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pointwise.events import RunStoodStill
from pointwise.keys import ACTIVE, RunKeys
from pointwise.steps.start import scheduling
from pointwise.tasks import GiveUp, Lane, Queued

if TYPE_CHECKING:
    from pointwise.events import Deed
    from pointwise.services import Services

MOST_TRIES = 12
"""How often in a row a run is queued anew without moving. With an hourly cron it is given up after half a
day: an outage over night is waited out, and a task has failed 120 deliveries by then."""
_APART = timedelta(minutes=40)
"""How long a queue goes on with a task. Looks that come sooner, such as those of a cron that failed and is
called again within seconds, are part of the same try."""


@dataclass(frozen=True, slots=True)
class Swept:
    """Runs that stood still.

    Attributes:
        stalled: Queued anew.
        given_up: What they lack is being stored as failures.
        let_go: Even that changed nothing: they are not looked after any more.
    """

    stalled: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()
    let_go: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """What was seen of a run.

    Attributes:
        objects: How many it had.
        tries: How often in a row they were found unchanged.
        since: When the last of these tries, or the first look, was; seconds since 1970.
    """

    objects: int
    tries: int
    since: int

    def after(self, objects: int, now: int) -> _Look:
        """What is seen now, after this."""
        if objects != self.objects:
            return _Look(objects, 0, now)
        if self.tries and now - self.since < _APART.total_seconds():
            return self
        return _Look(objects, self.tries + 1, now)


async def mark_active(run: str, services: Services) -> None:
    """Have the sweeper look after a run, with new patience. To be called before its first task is queued."""
    await services.store.replace(RunKeys(run).active, b"")


async def active_runs(services: Services) -> list[str]:
    """Runs that may be unfinished: started, and not found over by the last sweep."""
    return [key.removeprefix(ACTIVE) for key in await services.store.keys(ACTIVE)]


async def sweep(services: Services) -> Swept:
    """Queue the scheduling of runs that stand still, or their giving up after so many tries.

    Finished and cancelled runs are let go without a word.
    """
    tries = {run: await _tries(run, services) for run in await active_runs(services)}
    swept = Swept(
        stalled=tuple(run for run, count in tries.items() if 0 < count <= MOST_TRIES),
        given_up=tuple(run for run, count in tries.items() if count == MOST_TRIES + 1),
        let_go=tuple(run for run, count in tries.items() if count > MOST_TRIES + 1),
    )
    await services.queue.enqueue([scheduling(run) for run in swept.stalled])
    await services.queue.enqueue([_giving_up(run) for run in swept.given_up])
    for run in swept.let_go:
        await services.store.delete(RunKeys(run).active)
    _tell(swept, services)
    return swept


def _tell(swept: Swept, services: Services) -> None:
    """At once: what the caller does next may fail, and the looks are not taken again."""
    told: tuple[tuple[Deed, tuple[str, ...]], ...] = (
        ("queued", swept.stalled),
        ("given_up", swept.given_up),
        ("let_go", swept.let_go),
    )
    for deed, runs in told:
        for run in runs:
            services.observer.notify(RunStoodStill(run, deed))


def _giving_up(run: str) -> Queued:
    return Queued(lane=Lane(kind="schedule"), task=GiveUp(run=run, tries=MOST_TRIES))


async def _tries(run: str, services: Services) -> int:
    """How often in a row a run was found unchanged, this look included; 0 where it is over or moves."""
    keys, store = RunKeys(run), services.store
    before = _read(await store.read(keys.active))
    if await _is_over(keys, before, services):
        await store.delete(keys.active)
        return 0
    objects, now = len(await store.keys(keys.root)), int(services.clock.now().timestamp())
    look = before.after(objects, now) if before else _Look(objects, 0, now)
    await store.replace(keys.active, b"%d %d %d" % (look.objects, look.tries, look.since))
    return look.tries


async def _is_over(keys: RunKeys, before: _Look | None, services: Services) -> bool:
    if await services.store.keys(keys.result) or await services.store.keys(keys.cancelled):
        return True
    # Marked by a worker that died before it stored the plan; whoever sent it there starts the run anew.
    return before is not None and before.objects == 0 and not await services.store.keys(keys.plan)


def _read(data: bytes | None) -> _Look | None:
    """The last look; None where there was none that can be read."""
    numbers = [int(number) for number in (data or b"").split()]
    return _Look(*numbers) if len(numbers) == 3 else None
