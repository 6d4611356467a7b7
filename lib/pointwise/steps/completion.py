"""Fan-out and fan-in, read off the objects: no counter, no lock.

Whoever stores a judgement lists those of its response. If they are all there it writes the response's
marker and lists the markers of the prompt; the last marker queues the aggregation of the prompt, the last
prompt that of the run. Lists see every write before them, so whoever writes last sees everything; two last
writers only aggregate twice, to the same bytes.

A list that cannot decide is not made. A worker that has another task of the same response under way leaves
it to that one, which stores something itself or finds it stored, and lists later: it sees both. Of all tasks
of a response that a worker is at, the last one lists, so the last writer of all does. No other one needs to:
- a task that comes after a list has begun is no longer left to, because whoever lists has left before;
- a task that fails to end, or dies with its worker, is not answered to the queue, comes again, and lists;
- a judge that failed for good may have stand-ins to be queued, and lists always;
- so does a task that found its judgement stored: it may stand in for a worker that died.
One case remains to the sweeper: a delivery of a task that was completed elsewhere at the same time was left
to, and the worker dies before it ends. The queue has no reason to repeat it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pointwise.judging.panel import next_seats
from pointwise.keys import FAILED, RunKeys
from pointwise.planning.progress import NOTHING, Outstanding, outstanding, read_names
from pointwise.steps.reading import read_rubric
from pointwise.tasks import Aggregate, Generate, JudgePoint, Lane, Queued, RunChecks

Standing = Literal["new", "found", "revised"]

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan
    from pointwise.services import Services, Visit
    from pointwise.tasks import Cell


@dataclass(frozen=True, slots=True)
class Deed:
    """What a task did for a response.

    Attributes:
        is_new: Whether it stored something, rather than found it stored.
        failed: Where a judge failed, on which point.
    """

    is_new: bool
    failed: int | None = None


def visit(run: str, cell: Cell, services: Services) -> Visit:
    """Work on the judgements of a response, to be entered before anything is awaited."""
    # Counts what this process is doing, not what is done: it is wrong about nobody else, and gone with it.
    return services.under_way.visit((run, cell))


async def begin(plan: Plan, cell: Cell, services: Services) -> None:
    """Queue all judgements of a response that was just stored, or settle it where there are none."""
    rubric = await read_rubric(plan, cell.prompt, services)
    await _queue_or_settle(plan, cell, outstanding(rubric, plan.panel, NOTHING), services)


async def go_on(plan: Plan, cell: Cell, services: Services) -> None:
    """Queue whatever judgements of a response are still missing, or settle it. One list operation."""
    missing, _ = await _missing(plan, cell, services)
    await _queue_or_settle(plan, cell, missing, services)


async def conclude(plan: Plan, cell: Cell, deed: Deed, own: Visit, services: Services) -> None:
    """Settle a response if what was just stored is its last judgement. At most one list operation.

    Where a judge failed for good, those who stand in for it on that point are queued; all others are
    queued already.

    Args:
        plan: The run.
        cell: The response.
        deed: What the caller did.
        own: The caller's visit to the response, which ends here.
        services: The outside.
    """
    # Before the list: whoever stores something after it began must not leave it to this one.
    is_last = own.leave()
    if is_last or deed.failed is not None or not deed.is_new:
        await _decide(plan, cell, deed, services)


async def _decide(plan: Plan, cell: Cell, deed: Deed, services: Services) -> None:
    missing, has_failures = await _missing(plan, cell, services)
    if not missing and has_failures:
        # What was stored may come after a failure in its place that everybody has gone on from.
        await settle(plan, cell, services, standing="revised")
    elif not missing:
        await settle(plan, cell, services, standing="new" if deed.is_new else "found")
    elif deed.failed is not None:
        at_first = set(next_seats(plan.panel, {}))
        stand_ins = tuple((p, s) for p, s in missing.judgements if p == deed.failed and s not in at_first)
        await services.queue.enqueue(
            judging_tasks(plan, cell, Outstanding(checks=False, judgements=stand_ins))
        )


async def _queue_or_settle(plan: Plan, cell: Cell, missing: Outstanding, services: Services) -> None:
    if missing:
        await services.queue.enqueue(judging_tasks(plan, cell, missing))
    else:
        await settle(plan, cell, services)


async def _missing(plan: Plan, cell: Cell, services: Services) -> tuple[Outstanding, bool]:
    """What a response lacks, and whether anything of it has failed."""
    rubric = await read_rubric(plan, cell.prompt, services)
    prefix = RunKeys(plan.run).judgements_of(plan.cell_segment(cell))
    names = await services.store.keys(prefix)
    settled = read_names((name.removeprefix(prefix) for name in names), plan.panel)
    return outstanding(rubric, plan.panel, settled), any(name.endswith(FAILED) for name in names)


def judging_tasks(plan: Plan, cell: Cell, missing: Outstanding) -> list[Queued]:
    """One task per point and judge, one for all checks."""
    judged = [
        Queued(
            lane=Lane(kind="judge", provider=plan.panel.seats[seat].provider),
            task=JudgePoint(run=plan.run, cell=cell, point=point, judge=seat),
        )
        for point, seat in missing.judgements
    ]
    checks = Queued(lane=Lane(kind="checks"), task=RunChecks(run=plan.run, cell=cell))
    return [checks, *judged] if missing.checks else judged


async def settle(plan: Plan, cell: Cell, services: Services, *, standing: Standing = "found") -> None:
    """Mark a response as settled and queue what that completes.

    Args:
        plan: The run.
        cell: The response.
        services: The outside.
        standing: How the caller came by what completes the response. Of many who see at the same moment
            that it is complete (`new`), the one that makes the marker goes on. One that found it stored
            (`found`) may stand in for a worker that died after it made the marker, and goes on unless the
            prompt was aggregated since. What may change results that are there (`revised`) always goes on.
    """
    keys = RunKeys(plan.run)
    made = await services.store.create(keys.marker(plan.cell_segment(cell)), b"")
    if not made and standing != "revised":
        coverage = keys.coverage(plan.prompt_segment(cell.prompt))
        if standing == "new" or await services.store.keys(coverage):
            return
    if await prompt_is_settled(plan, cell.prompt, services):
        await services.queue.enqueue([aggregation(plan, cell.prompt)])


async def prompt_is_settled(plan: Plan, prompt: int, services: Services) -> bool:
    """Whether every response to a prompt is marked; one list operation."""
    markers = await services.store.keys(RunKeys(plan.run).markers_of(plan.prompt_segment(prompt)))
    return len(markers) >= sum(1 for _ in plan.cells_of(prompt))


async def run_is_covered(plan: Plan, services: Services) -> bool:
    """Whether the results of every prompt are there; one list operation."""
    covered = await services.store.keys(RunKeys(plan.run).coverages)
    return len(covered) >= len(plan.blueprint.prompts)


def generation(plan: Plan, cell: Cell) -> Queued:
    """The task that asks a variant for its response."""
    lane = Lane(kind="generate", provider=plan.variant(cell).provider)
    return Queued(lane=lane, task=Generate(run=plan.run, cell=cell))


def aggregation(plan: Plan, prompt: int | None = None) -> Queued:
    """The task that writes the results of a prompt or of the run."""
    return Queued(lane=Lane(kind="aggregate"), task=Aggregate(run=plan.run, prompt=prompt))
