"""Every TaskQueue keeps the one contract."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from pointwise import tasks as messages
from pointwise.adapters.cloud_tasks import CloudTasksQueue, Destinations
from pointwise.adapters.local_queue import LocalQueue, QueueLimits
from pointwise.testing.memory import MemoryQueue
from tests.contract.google_cloud import real_queue
from tests.contract.task_queue_contract import CHECKS
from tests.contract.task_target import Target

# ruff: noqa: PLC0415 - Google's clients take half a second to import

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from contextlib import AbstractAsyncContextManager

    from pointwise.tasks import Lane, Task
    from tests.contract.task_queue_contract import Harness

LOCATION = "projects/p/locations/l"
KINDS = ("schedule", "generate", "judge", "checks", "aggregate")


class Remembered:
    """A memory queue as the contract looks at it."""

    def __init__(self) -> None:
        self.queue = MemoryQueue()

    async def taken(self, count: int) -> list[Task]:
        return list(self.queue.waiting)


class Drained:
    """A local queue as the contract looks at it."""

    def __init__(self) -> None:
        self.queue = LocalQueue(QueueLimits())

    async def taken(self, count: int) -> list[Task]:
        done: list[Task] = []

        async def handle(task: Task, *, last_attempt: bool) -> None:
            done.append(task)

        await self.queue.drain(handle)
        return done


class Delivered:
    """Queues of Cloud Tasks that deliver to this machine."""

    def __init__(self, queue: CloudTasksQueue, target: Target) -> None:
        self.queue = queue
        self._target = target

    async def taken(self, count: int) -> list[Task]:
        await asyncio.to_thread(self._target.wait, count)
        return [messages.read(delivered.body) for delivered in self._target.delivered]


class Listed:
    """A queue of Cloud Tasks that keeps its tasks."""

    def __init__(self, queue: CloudTasksQueue, name: str) -> None:
        self.queue = queue
        self._name = name

    async def taken(self, count: int) -> list[Task]:
        from google.cloud import tasks_v2

        client = tasks_v2.CloudTasksAsyncClient()
        asked = {"parent": self._name, "response_view": tasks_v2.Task.View.FULL}
        listed = await client.list_tasks(request=asked)
        bodies = [task.http_request.body async for task in listed]
        await client.transport.close()
        return [messages.read(body) for body in bodies]


@asynccontextmanager
async def memory() -> AsyncIterator[Harness]:
    yield Remembered()


@asynccontextmanager
async def local() -> AsyncIterator[Harness]:
    yield Drained()


def lane_queue(lane: Lane) -> str:
    return f"{lane.kind}-{lane.provider or 'none'}"


@asynccontextmanager
async def cloud_tasks_emulated() -> AsyncIterator[Harness]:
    from pointwise.testing.emulators.tasks import TasksEmulator

    with TasksEmulator() as emulator, Target() as target:
        for name in ("schedule-none", "checks-none", "aggregate-none", "judge-google"):
            emulator.create_queue(f"{LOCATION}/queues/{name}")
        for name in ("openai", "a", "b", "c"):
            emulator.create_queue(f"{LOCATION}/queues/generate-{name}")
        destinations = Destinations(LOCATION, lane_queue, dict.fromkeys(KINDS, target.url))
        queue = CloudTasksQueue(destinations, endpoint=emulator.address)
        yield Delivered(queue, target)
        await queue.close()


@asynccontextmanager
async def cloud_tasks_real() -> AsyncIterator[Harness]:
    with real_queue() as name:
        location, _, queue_id = name.partition("/queues/")
        urls = dict.fromkeys(KINDS, "https://example.com/")
        queue = CloudTasksQueue(Destinations(location, lambda _lane: queue_id, urls))
        yield Listed(queue, name)
        await queue.close()


@pytest.mark.parametrize(
    "opened", [memory, local, cloud_tasks_emulated, cloud_tasks_real], ids=lambda opened: opened.__name__
)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_queue_keeps_the_contract(
    check: Callable[[Harness], Awaitable[None]], opened: Callable[[], AbstractAsyncContextManager[Harness]]
) -> None:
    """Whatever delivers the tasks, the steps cannot tell."""

    async def run() -> None:
        async with opened() as harness:
            await check(harness)

    asyncio.run(run())
