"""A store or a queue that is away: never a failure of the model that was asked meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pointwise.chat import ChatReply
from pointwise.errors import CallInterrupted, SystemInterrupted
from pointwise.keys import FAILED
from pointwise.steps.perform import perform
from pointwise.steps.start import scheduling, start
from pointwise.tasks import Fetch
from pointwise.testing.memory import MemoryQueue
from tests.steps.driver import MortalStore, World
from tests.steps.test_pipeline import IDEAL, blueprint, drawing, undisturbed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.chat import ChatRequest, Origin
    from pointwise.services import Services
    from pointwise.tasks import Queued, Task


class AwayStore(MortalStore):
    """A store that cannot write some keys for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.away: str | None = None

    async def create(self, key: str, data: bytes) -> bool:
        if self.away is not None and self.away in key:
            raise SystemInterrupted("service", "Cloud Storage: 503.")
        return await super().create(key, data)


class AwayQueue(MemoryQueue):
    """A queue that takes no task of some kind for a while."""

    def __init__(self) -> None:
        super().__init__()
        self.away: str | None = None

    async def enqueue(self, tasks: Sequence[Queued]) -> None:
        if any(queued.task.task == self.away for queued in tasks):
            raise SystemInterrupted("service", "Cloud Tasks: 503.")
        await super().enqueue(tasks)


def deliver_all_for_the_last_time(world: World) -> int:
    """Perform what waits until nothing does, each task at its last attempt; how many the system lost."""
    lost = 0

    async def act() -> None:
        nonlocal lost
        while world.queue.waiting:
            task = world.queue.waiting.popleft()
            assert not isinstance(task, Fetch)
            try:
                await perform(task, world.services, last_attempt=True)
            except SystemInterrupted:
                lost += 1

    asyncio.run(act())
    return lost


def failures(world: World) -> list[str]:
    return [key for key in world.store.objects if key.endswith(FAILED)]


@pytest.mark.parametrize("away", ["/responses/", "/judgements/", "/done/"])
def test_a_store_that_is_away_at_the_last_attempt_leaves_the_unit_missing(away: str) -> None:
    """No failure is stored; scheduling what the run lacks completes it, the same bytes, nobody blamed."""
    store = AwayStore()
    world = World(store=store)
    run = asyncio.run(start(world.plan(blueprint()), world.services))
    store.away = away
    assert deliver_all_for_the_last_time(world) > 0
    assert failures(world) == []
    store.away = None
    asyncio.run(world.queue.enqueue([scheduling(run)]))
    assert deliver_all_for_the_last_time(world) == 0
    assert world.result() == undisturbed()


@pytest.mark.parametrize("away", ["judge-point", "run-checks", "aggregate"])
def test_a_queue_that_is_away_after_the_unit_was_stored_does_not_fail_it(away: str) -> None:
    """The response or verdict is there; a failure beside it would contradict it."""
    world = World()
    queue = world.queue = AwayQueue()
    world.services = replace(world.services, queue=queue)
    run = asyncio.run(start(world.plan(blueprint()), world.services))
    queue.away = away
    assert deliver_all_for_the_last_time(world) > 0
    assert failures(world) == []
    queue.away = None
    asyncio.run(queue.enqueue([scheduling(run)]))
    assert deliver_all_for_the_last_time(world) == 0
    assert world.result() == undisturbed()


class Unequal:
    """A ChatModel that answers the first of two equal requests and, when it is told to, fails the second."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.told = asyncio.Event()

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        if request.digest in self.seen:
            await self.told.wait()
            raise CallInterrupted("timeout", "The second delivery got no answer.")
        self.seen.add(request.digest)
        return ChatReply(text=drawing(request, origin))


async def perform_twice_at_a_time(task: Task, services: Services) -> None:
    """Two last deliveries of a task: the second gets no answer once the first has stored its own."""
    assert not isinstance(task, Fetch)
    chat = Unequal()
    both = replace(services, chat=chat)
    first = asyncio.create_task(perform(task, both, last_attempt=True))
    second = asyncio.create_task(perform(task, both, last_attempt=True))
    await first
    chat.told.set()
    await second


def test_a_unit_that_another_delivery_stored_is_not_given_up() -> None:
    """What is stored stays the only word on it: of responses, verdicts and key points."""
    whole = World(answer=drawing)
    planned = blueprint(prompts=[*blueprint().prompts, IDEAL])
    whole.run(whole.plan(planned))
    world = World()

    async def act() -> None:
        await start(world.plan(planned), world.services)
        while world.queue.waiting:
            await perform_twice_at_a_time(world.queue.waiting.popleft(), world.services)

    asyncio.run(act())
    assert failures(world) == []
    assert world.result() == whole.result()
