"""One delivery of any task, as a queue needs it done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.errors import CallInterrupted
from pointwise.steps import aggregate, extract_points, generate, judge_point, run_checks, schedule
from pointwise.tasks import Aggregate, ExtractPoints, Generate, JudgePoint, RunChecks, Schedule

if TYPE_CHECKING:
    from pointwise.errors import CallError
    from pointwise.services import Services
    from pointwise.tasks import Task


async def perform(task: Task, services: Services, *, last_attempt: bool) -> None:
    """Do a task once.

    On the last attempt a transient failure of a model becomes a stored one, because the queue would drop
    the task without a word.

    Raises:
        CallInterrupted: The queue should deliver the task again.
        StorageError: The store refused.
    """
    try:
        await _step(task, services)
    except CallInterrupted as exc:
        if not last_attempt or not await _give_up(task, exc, services):
            raise


async def _step(task: Task, services: Services) -> None:
    match task:
        case Schedule():
            await schedule.schedule(task, services)
        case ExtractPoints():
            await extract_points.extract_points(task, services)
        case Generate():
            await generate.generate(task, services)
        case JudgePoint():
            await judge_point.judge_point(task, services)
        case RunChecks():
            await run_checks.run_checks(task, services)
        case Aggregate():
            await aggregate.aggregate(task, services)


async def _give_up(task: Task, error: CallError, services: Services) -> bool:
    """Store the failure of a unit; False where the task has no unit to fail."""
    match task:
        case ExtractPoints():
            await extract_points.give_up(task, error, services)
        case Generate():
            await generate.give_up(task, error, services)
        case JudgePoint():
            await judge_point.give_up(task, error, services)
        case _:
            return False
    return True
