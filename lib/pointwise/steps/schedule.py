"""Queue whatever a planned run still lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.events import Planned, RunFinished
from pointwise.keys import RunKeys
from pointwise.planning.forecast import forecast
from pointwise.planning.progress import is_checks
from pointwise.planning.rubric import needs_key_points
from pointwise.steps import completion
from pointwise.steps.extract_points import extraction
from pointwise.steps.reading import read_plan
from pointwise.steps.retrying import set_failures_aside

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan
    from pointwise.services import Services
    from pointwise.tasks import Cell, Queued, Schedule

_BATCH = 1000
"""Tasks handed to the queue at a time."""


async def schedule(task: Schedule, services: Services) -> None:
    """Queue the responses of a run that are not settled, and the aggregations that are due.

    Raises:
        UnknownRun: There is no such run.
        StorageError: The store refused.
    """
    plan = await read_plan(task.run, services)
    if task.retry:
        await set_failures_aside(plan, services)
    await _announce(plan, services)
    due = await _due(plan, services)
    if not due:
        services.observer.notify(RunFinished(plan.run))
    for start in range(0, len(due), _BATCH):
        await services.queue.enqueue(due[start : start + _BATCH])


async def _announce(plan: Plan, services: Services) -> None:
    keys = RunKeys(plan.run)
    responses = await services.store.keys(keys.responses)
    judgements = await services.store.keys(keys.judgements)
    calls = forecast(plan)
    services.observer.notify(
        Planned(
            run=plan.run,
            responses=calls.responses,
            judgements=calls.judgements,
            responses_there=len(responses),
            judgements_there=sum(1 for key in judgements if not is_checks(key.rpartition("/")[2])),
        )
    )


async def _due(plan: Plan, services: Services) -> list[Queued]:
    """Responses that are not settled, and aggregations nobody will queue any more."""
    keys = RunKeys(plan.run)
    done = set(await services.store.keys(keys.done))
    covered = set(await services.store.keys(keys.coverages))
    due: list[Queued] = []
    for prompt in range(len(plan.blueprint.prompts)):
        cells = [c for c in plan.cells_of(prompt) if keys.marker(plan.cell_segment(c)) not in done]
        due += _due_of(plan, prompt, cells)
        if not cells and keys.coverage(plan.prompt_segment(prompt)) not in covered:
            due.append(completion.aggregation(plan, prompt))
    if not due and await services.store.read(keys.result) is None:
        due.append(completion.aggregation(plan))
    return due


def _due_of(plan: Plan, prompt: int, cells: list[Cell]) -> list[Queued]:
    """The responses themselves, or first the key points they are to be judged by."""
    if cells and needs_key_points(plan.blueprint.prompts[prompt]):
        return [extraction(plan, prompt)]
    return [completion.generation(plan, cell) for cell in cells]
