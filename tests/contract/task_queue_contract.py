"""What every TaskQueue promises, as checks that run on any of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from pointwise.tasks import Aggregate, Cell, Generate, JudgePoint, Lane, Queued, RunChecks, Schedule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.ports import TaskQueue
    from pointwise.tasks import Task

RUN = "blueprint/label_2026-11-21T10-00-00-000Z"
CELL = Cell(prompt=3, variant=1, repeat=2)
EVERY_KIND = (
    Queued(lane=Lane(kind="schedule"), task=Schedule(run=RUN, retry=True)),
    Queued(lane=Lane(kind="generate", provider="openai"), task=Generate(run=RUN, cell=CELL)),
    Queued(lane=Lane(kind="judge", provider="google"), task=JudgePoint(run=RUN, cell=CELL, point=4, judge=1)),
    Queued(lane=Lane(kind="checks"), task=RunChecks(run=RUN, cell=CELL)),
    Queued(lane=Lane(kind="aggregate"), task=Aggregate(run=RUN)),
)


class Harness(Protocol):
    """A queue, and a look at what became of its tasks."""

    queue: TaskQueue

    async def taken(self, count: int) -> list[Task]:
        """Every task that was taken over, once there are so many; fewer if no more come."""


def generations(count: int, provider: str = "openai") -> list[Queued]:
    """Tasks of one lane, all different."""
    lane = Lane(kind="generate", provider=provider)
    return [Queued(lane=lane, task=Generate(run=RUN, cell=Cell(prompt=n, variant=0))) for n in range(count)]


def identities(tasks: Iterable[Task]) -> list[str]:
    """Tasks in an order of their own, so that lists compare whatever the order of arrival."""
    return sorted(task.model_dump_json() for task in tasks)


async def every_kind_of_task_arrives_as_it_was(harness: Harness) -> None:
    """What was queued is what comes, to the last field."""
    await harness.queue.enqueue(EVERY_KIND)
    taken = await harness.taken(len(EVERY_KIND))
    assert identities(taken) == identities(queued.task for queued in EVERY_KIND)


async def nothing_is_queued_by_nothing(harness: Harness) -> None:
    """No tasks are no error."""
    await harness.queue.enqueue(())
    assert await harness.taken(0) == []


async def many_tasks_arrive_complete(harness: Harness) -> None:
    """250 tasks at once, more than any one call of a service takes, come without a gap."""
    tasks = generations(250)
    await harness.queue.enqueue(tasks)
    assert identities(await harness.taken(250)) == identities(queued.task for queued in tasks)


async def several_may_enqueue_at_a_time(harness: Harness) -> None:
    """Callers that queue at the same time lose nothing of each other's."""
    parts = [generations(20, provider) for provider in ("a", "b", "c")]
    await asyncio.gather(*(harness.queue.enqueue(part[number::3]) for number, part in enumerate(parts)))
    expected = [queued.task for number, part in enumerate(parts) for queued in part[number::3]]
    assert identities(await harness.taken(len(expected))) == identities(expected)


CHECKS = (
    every_kind_of_task_arrives_as_it_was,
    nothing_is_queued_by_nothing,
    many_tasks_arrive_complete,
    several_may_enqueue_at_a_time,
)
