"""One delivery of any task, as a queue needs it done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.errors import CallInterrupted, SystemInterrupted
from pointwise.steps import aggregate, extract_points, generate, giving_up, judge_point, run_checks, schedule
from pointwise.tasks import Aggregate, ExtractPoints, Generate, GiveUp, JudgePoint, RunChecks, Schedule

if TYPE_CHECKING:
    from pointwise.services import Services
    from pointwise.tasks import Task


async def perform(task: Task, services: Services, *, last_attempt: bool) -> None:
    """Do a task once.

    On the last attempt a transient failure of a model becomes a stored one, because the queue would drop
    the task without a word. One of the store or the queue says nothing of the model: the unit stays missing,
    to be found so and queued anew.

    Raises:
        CallInterrupted: The queue should deliver the task again. After the last attempt it is one of the
            system's, or of a task that has no unit to fail.
        StorageError: The store refused.
    """
    try:
        await _step(task, services)
    except SystemInterrupted:
        raise
    except CallInterrupted as exc:
        if not last_attempt or not await giving_up.give_up_unit(task, exc, services):
            raise


async def _step(task: Task, services: Services) -> None:
    match task:
        case Schedule():
            await schedule.schedule(task, services)
        case GiveUp():
            await giving_up.give_up_run(task, services)
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
