"""A run on several workers, each at many tasks at a time, in an order that a seed decides."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.adapters.caching import CachedChat
from pointwise.errors import CallInterrupted
from pointwise.services import Services
from pointwise.steps.perform import perform
from pointwise.steps.start import scheduling, start
from pointwise.testing.memory import (
    FixedClock,
    MemoryQueue,
    MemoryScripts,
    MemoryServices,
    MemoryStore,
    RecordingObserver,
    ScriptedChat,
)
from tests.steps.driver import answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from pointwise.chat import ChatReply, ChatRequest, Origin
    from pointwise.errors import CallError
    from pointwise.planning.plan import Plan
    from pointwise.tasks import Task

AT_ONCE = 64
"""Tasks that a fleet is at, over all workers."""


class TurningStore(MemoryStore):
    """A store whose every call takes some turns of the loop before and after it takes effect."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self.listed: list[str] = []
        self.missed: list[str] = []

    async def pause(self) -> None:
        for _ in range(self._chance.randrange(6)):
            await asyncio.sleep(0)

    async def read(self, key: str) -> bytes | None:
        await self.pause()
        data = await super().read(key)
        if data is None:
            self.missed.append(key)
        await self.pause()
        return data

    async def create(self, key: str, data: bytes) -> bool:
        await self.pause()
        created = await super().create(key, data)
        await self.pause()
        return created

    async def keys(self, prefix: str) -> list[str]:
        await self.pause()
        self.listed.append(prefix)
        found = await super().keys(prefix)
        await self.pause()
        return found


@dataclass(eq=False)
class Delivery:
    """A task in the queue. Its copies are under way at the same time; the first that ends well ends it."""

    task: Task
    attempt: int = 1
    is_done: bool = False


@dataclass(eq=False)
class Worker:
    """One instance: what it remembers dies with it."""

    services: Services
    cached: CachedChat
    running: dict[asyncio.Task[None], Delivery] = field(default_factory=dict)


@dataclass
class Fleet:
    """Workers on one store and one queue.

    Attributes:
        duplicates: Share of deliveries that are made to a second worker as well.
        deaths: Chance that a worker is killed, each time somebody may start a task.
        attempts: Deliveries of a task before it is given up.
    """

    seed: int = 0
    workers: int = 1
    duplicates: float = 0.0
    deaths: float = 0.0
    attempts: int = 2
    answer: Callable[[ChatRequest, Origin], str | ChatReply | CallError] = answer

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311 - any order will do
        self.store = TurningStore(self.chance)
        self.queue = MemoryQueue()
        self.chat = ScriptedChat(self.answer)
        self._again: list[Delivery] = []

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        """Ask the model, which takes its time."""
        await self.store.pause()
        try:
            return await self.chat.complete(request, origin)
        finally:
            await self.store.pause()

    def run(self, plan: Plan) -> None:
        """Start a run and perform all its tasks."""
        asyncio.run(self._run(plan))

    def sweep(self, plan: Plan) -> None:
        """Have whatever the run lacks queued anew, and perform it."""
        asyncio.run(self._drain([scheduling(plan.run).task]))

    def result(self, plan: Plan) -> bytes | None:
        """The result of a run, if it has one."""
        found = [key for key in self.store.objects if key.endswith("_comparison.json") and plan.run in key]
        return self.store.objects[found[0]] if found else None

    async def _run(self, plan: Plan) -> None:
        await start(plan, self._worker().services)
        await self._drain([])

    def _worker(self) -> Worker:
        cached = CachedChat(self, self.store)
        services = Services(
            self.store,
            self.queue,
            cached,
            MemoryScripts(),
            MemoryServices(),
            FixedClock(),
            RecordingObserver(),
        )
        return Worker(services, cached)

    async def _drain(self, tasks: list[Task]) -> None:
        self.queue.waiting.extend(tasks)
        fleet = [self._worker() for _ in range(self.workers)]
        waiting: list[Delivery] = []
        while self.queue.waiting or waiting or self._again or any(worker.running for worker in fleet):
            waiting += [*map(Delivery, self.queue.waiting), *self._again]
            self.queue.waiting.clear()
            self._again.clear()
            while waiting and sum(len(worker.running) for worker in fleet) < AT_ONCE:
                self._start(waiting.pop(self.chance.randrange(len(waiting))), fleet)
            if self.chance.random() < self.deaths:
                await self._kill(fleet, self.chance.randrange(len(fleet)))
            await asyncio.sleep(0)

    def _start(self, delivery: Delivery, fleet: list[Worker]) -> None:
        copies = 2 if self.chance.random() < self.duplicates else 1
        for worker in self.chance.choices(fleet, k=copies):
            running = asyncio.ensure_future(self._deliver(delivery, worker))
            worker.running[running] = delivery
            running.add_done_callback(lambda done, worker=worker: worker.running.pop(done, None))

    async def _deliver(self, delivery: Delivery, worker: Worker) -> None:
        last = delivery.attempt >= self.attempts
        try:
            await perform(delivery.task, worker.services, last_attempt=last)
            delivery.is_done = True
        except CallInterrupted:
            self._deliver_again(delivery)

    def _deliver_again(self, delivery: Delivery) -> None:
        # Once one of its copies has ended well the queue has let go of it.
        if not delivery.is_done:
            self._again.append(Delivery(delivery.task, delivery.attempt + 1))

    async def _kill(self, fleet: list[Worker], number: int) -> None:
        worker, fleet[number] = fleet[number], self._worker()
        running = dict(worker.running)
        for task, delivery in running.items():
            task.cancel()
            if not task.done():
                self._deliver_again(Delivery(delivery.task, 0, is_done=delivery.is_done))
        await worker.cached.close()
        for task in running:
            with suppress(asyncio.CancelledError):
                await task
