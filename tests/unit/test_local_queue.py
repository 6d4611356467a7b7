"""The in-process queue: at least once, limits, backoff, a clean stop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.local_queue import LocalQueue, QueueLimits
from pointwise.errors import CallInterrupted, StorageError
from pointwise.tasks import Cell, Generate, JudgePoint, Lane, Queued

if TYPE_CHECKING:
    from pointwise.tasks import Task

FAST = QueueLimits(calls=4, attempts=3, backoff=0.001)


def generation(number: int, provider: str = "x") -> Queued:
    task = Generate(run="r", cell=Cell(prompt=number, variant=0))
    return Queued(lane=Lane(kind="generate", provider=provider), task=task)


class Recorder:
    """A handler that remembers deliveries and how many ran at a time."""

    def __init__(self, seconds: float = 0.001) -> None:
        self.delivered: list[Task] = []
        self.running = self.most = 0
        self._seconds = seconds

    async def __call__(self, task: Task, *, last_attempt: bool) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        await asyncio.sleep(self._seconds)
        self.delivered.append(task)
        self.running -= 1


async def _drained(queue: LocalQueue, handler: Recorder, *tasks: Queued) -> None:
    await queue.enqueue(tasks)
    await queue.drain(handler)


def test_everything_is_delivered_and_no_more_at_a_time_than_allowed() -> None:
    """Fifty tasks, four at a time."""
    recorder = Recorder()
    tasks = [generation(n) for n in range(50)]
    asyncio.run(_drained(LocalQueue(FAST), recorder, *tasks))
    assert sorted(recorder.delivered, key=str) == sorted((q.task for q in tasks), key=str)
    assert recorder.most == 4


def test_a_lane_with_a_limit_of_its_own_never_exceeds_it() -> None:
    """A provider's limit holds whatever else is waiting."""
    recorder = Recorder()
    queue = LocalQueue(QueueLimits(calls=10, lanes={"slow": 1}))
    asyncio.run(_drained(queue, recorder, *(generation(n, "slow") for n in range(5))))
    assert recorder.most == 1


def test_a_task_that_waits_is_not_taken_twice() -> None:
    """Queued three times before it is delivered, delivered once."""
    recorder = Recorder()
    asyncio.run(_drained(LocalQueue(FAST), recorder, generation(1), generation(1), generation(1)))
    assert len(recorder.delivered) == 1


def test_judging_goes_before_generating() -> None:
    """What finishes a response is started before what begins another."""
    recorder = Recorder()
    judge = JudgePoint(run="r", cell=Cell(prompt=0, variant=0), point=0, judge=0)
    queued = Queued(lane=Lane(kind="judge", provider="x"), task=judge)
    asyncio.run(_drained(LocalQueue(QueueLimits(calls=1)), recorder, generation(1), queued))
    assert recorder.delivered[0] == judge


def test_a_transient_error_is_retried_and_the_last_attempt_is_announced() -> None:
    """Three deliveries, the third as the last; the task then counts as done."""
    seen: list[bool] = []

    async def handler(task: Task, *, last_attempt: bool) -> None:
        seen.append(last_attempt)
        if not last_attempt:
            raise CallInterrupted("timeout", "slow")

    async def run() -> None:
        queue = LocalQueue(FAST)
        await queue.enqueue([generation(1)])
        await queue.drain(handler)

    asyncio.run(run())
    assert seen == [False, False, True]


def test_a_provider_that_asks_to_wait_is_left_alone_and_others_are_not() -> None:
    """`retry_after` pauses the lane it came from, and only that one."""
    order: list[str] = []

    async def handler(task: Task, *, last_attempt: bool) -> None:
        assert isinstance(task, Generate)
        order.append(f"{'busy' if task.cell.prompt < 10 else 'free'}")
        if len(order) == 1:
            raise CallInterrupted("rate_limit", "busy", retry_after=0.1)

    async def run() -> None:
        queue = LocalQueue(QueueLimits(calls=1, backoff=0.001))
        await queue.enqueue(
            [generation(1, "busy"), generation(2, "busy"), *(generation(n, "free") for n in (11, 12))]
        )
        await queue.drain(handler)

    asyncio.run(run())
    assert order == ["busy", "free", "free", "busy", "busy"]


@pytest.mark.parametrize("error", [StorageError("full"), ZeroDivisionError("a bug")])
def test_anything_unexpected_stops_everything_at_once(error: Exception) -> None:
    """The first such error comes out of `drain`; nothing more is started."""
    started: list[Task] = []

    async def handler(task: Task, *, last_attempt: bool) -> None:
        started.append(task)
        await asyncio.sleep(0.001)
        raise error

    async def run() -> None:
        queue = LocalQueue(FAST)
        await queue.enqueue([generation(n) for n in range(50)])
        await queue.drain(handler)

    with pytest.raises(type(error)):
        asyncio.run(run())
    assert len(started) == 4


def test_a_stop_lets_what_runs_finish_and_starts_nothing_more() -> None:
    """After `stop`, those under way end and the rest stays undone."""
    recorder = Recorder(seconds=0.05)

    async def run() -> None:
        queue = LocalQueue(FAST)
        await queue.enqueue([generation(n) for n in range(50)])
        asyncio.get_running_loop().call_later(0.01, queue.stop)
        await queue.drain(recorder)

    asyncio.run(run())
    assert len(recorder.delivered) == 4


def test_a_task_may_queue_itself_again() -> None:
    """A handler that queues the same task again gets it again, for a task that runs is not waiting."""
    count = 0
    queue = LocalQueue(FAST)

    async def handler(task: Task, *, last_attempt: bool) -> None:
        nonlocal count
        count += 1
        if count < 3:
            await queue.enqueue([generation(1)])

    async def run() -> None:
        await queue.enqueue([generation(1)])
        await queue.drain(handler)

    asyncio.run(run())
    assert count == 3
