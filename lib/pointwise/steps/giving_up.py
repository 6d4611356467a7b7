"""Store that units cannot be had: one whose last delivery failed, or all that a run lacks."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pointwise.errors import CallRefused
from pointwise.keys import RunKeys
from pointwise.planning.progress import outstanding, read_names
from pointwise.planning.rubric import needs_key_points
from pointwise.steps import completion, extract_points, generate, judge_point, run_checks
from pointwise.steps.reading import read_plan, read_response, read_rubric
from pointwise.tasks import ExtractPoints, Generate, JudgePoint, RunChecks

if TYPE_CHECKING:
    from pointwise.errors import CallError
    from pointwise.planning.plan import Plan
    from pointwise.services import Services
    from pointwise.tasks import Cell, GiveUp, Task


async def give_up_unit(task: Task, error: CallError, services: Services) -> bool:
    """Store the failure of a unit that is not stored, and go on; False where the task has no unit to fail.

    Raises:
        StorageError, SystemInterrupted: It could not be stored.
    """
    match task:
        case ExtractPoints():
            await extract_points.give_up(task, error, services)
        case Generate():
            await generate.give_up(task, error, services)
        case JudgePoint():
            await judge_point.give_up(task, error, services)
        case RunChecks():
            await run_checks.give_up(task, error, services)
        case _:
            return False
    return True


async def give_up_run(task: GiveUp, services: Services) -> None:
    """Give up every unit that a run waits for, as the last delivery of each would; then it goes on.

    What only follows from these units is not given up with them: responses whose key points are missing,
    judges who stand in for others. They are asked for now.

    Raises:
        UnknownRun: There is no such run.
        StorageError, SystemInterrupted: The store or the queue refused, or may answer later.
    """
    plan = await read_plan(task.run, services)
    error = CallRefused("given_up", _message(task.tries), attempts=0)
    keys = RunKeys(plan.run)
    done = set(await services.store.keys(keys.done))
    for prompt in range(len(plan.blueprint.prompts)):
        cells = [c for c in plan.cells_of(prompt) if keys.marker(plan.cell_segment(c)) not in done]
        if cells and await _lacks_key_points(plan, prompt, services):
            await give_up_unit(ExtractPoints(run=plan.run, prompt=prompt), error, services)
            continue
        for cell in cells:
            await _give_up_cell(plan, cell, error, services)


def _message(tries: int) -> str:
    times = f"{tries} time{'' if tries == 1 else 's'}"
    return (
        f"Given up by the sweeper: it was queued anew {times} and nothing of the run moved. "
        "The logs of the functions say why; resume tries again."
    )


async def _lacks_key_points(plan: Plan, prompt: int, services: Services) -> bool:
    if not needs_key_points(plan.blueprint.prompts[prompt]):
        return False
    return not await extract_points.is_settled(plan, prompt, services)


async def _give_up_cell(plan: Plan, cell: Cell, error: CallError, services: Services) -> None:
    if await read_response(plan, cell, services) is None:
        await give_up_unit(Generate(run=plan.run, cell=cell), error, services)
        return
    rubric = await read_rubric(plan, cell.prompt, services)
    prefix = RunKeys(plan.run).judgements_of(plan.cell_segment(cell))
    names = [key.removeprefix(prefix) for key in await services.store.keys(prefix)]
    missing = outstanding(rubric, plan.panel, read_names(names, plan.panel))
    if not missing:
        await completion.go_on(plan, cell, services)
    tasks = [queued.task for queued in completion.judging_tasks(plan, cell, missing)]
    await asyncio.gather(*(give_up_unit(unit, error, services) for unit in tasks))
