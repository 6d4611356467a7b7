"""A run on the shipped fakes: tasks delivered in any order, twice, or by a worker that dies."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pointwise.errors import CallInterrupted
from pointwise.judging.panel import Judge, Panel
from pointwise.planning.plan import PlanOptions, make_plan
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from pointwise.blueprint.model import Blueprint
    from pointwise.chat import ChatReply, ChatRequest, Origin
    from pointwise.errors import CallError
    from pointwise.planning.plan import Plan
    from pointwise.ports import Embedder
    from pointwise.tasks import Task

PANEL = Panel(judges=(Judge(id="a", model="x:a"), Judge(id="b", model="y:b")))
VERDICT = "<reflection>Says so.</reflection><coverage_extent>{}</coverage_extent>"


def answer(request: ChatRequest, origin: Origin) -> str:
    """A model that answers, and judges whose verdicts depend on what they read."""
    if origin.purpose == "candidate":
        return f"{origin.model} on {origin.prompt}, turn {origin.turn}"
    return VERDICT.format(random.Random(f"{origin.model}{origin.point}{origin.judge}").random())  # noqa: S311


class Died(BaseException):
    """The worker was killed."""


class MortalStore(MemoryStore):
    """A store whose worker dies before the write with a given number."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0
        self.dies_before: int | None = None

    async def create(self, key: str, data: bytes) -> bool:
        self._count()
        return await super().create(key, data)

    async def replace(self, key: str, data: bytes) -> None:
        self._count()
        await super().replace(key, data)

    def _count(self) -> None:
        self.writes += 1
        if self.writes == self.dies_before:
            raise Died


@dataclass
class World:
    """A store that outlives workers, and what surrounds it."""

    answer: Callable[[ChatRequest, Origin], str | ChatReply | CallError] = answer
    panel: Panel = PANEL
    store: MortalStore = field(default_factory=MortalStore)
    observer: RecordingObserver = field(default_factory=RecordingObserver)
    seed: int = 0
    duplicates: float = 0.0
    attempts: int = 2
    embedder: Embedder | None = None

    def __post_init__(self) -> None:
        self.chat = ScriptedChat(self.answer)
        self.restart()

    def restart(self) -> None:
        """A new worker: nothing but the store is left."""
        self.queue = MemoryQueue()
        self.services = Services(
            self.store,
            self.queue,
            self.chat,
            MemoryScripts(),
            MemoryServices(),
            FixedClock(),
            self.observer,
            self.embedder,
        )

    def plan(self, blueprint: Blueprint, *models: str, **options: object) -> Plan:
        now = FixedClock().now()
        return make_plan(blueprint, models or ("m:1", "m:2"), self.panel, now, PlanOptions(**options))  # type: ignore[arg-type]

    def run(self, plan: Plan) -> str:
        """Start a run and perform all its tasks."""
        return asyncio.run(self._run(plan))

    def resume(self, run: str) -> None:
        """Schedule again, failures included."""
        self.restart()
        asyncio.run(self._resume(run))

    async def _run(self, plan: Plan) -> str:
        run = await start(plan, self.services)
        await self._drain()
        return run

    async def _resume(self, run: str) -> None:
        await self.queue.enqueue([scheduling(run, retry=True)])
        await self._drain()

    async def _drain(self) -> None:
        chance = random.Random(self.seed)  # noqa: S311 - any order will do
        waiting: list[tuple[Task, int]] = []
        while self.queue.waiting or waiting:
            waiting += [(task, 1) for task in self.queue.waiting]
            self.queue.waiting.clear()
            task, attempt = waiting.pop(chance.randrange(len(waiting)))
            if chance.random() < self.duplicates:
                waiting.append((task, attempt))
            try:
                await perform(task, self.services, last_attempt=attempt >= self.attempts)
            except CallInterrupted:
                waiting.append((task, attempt + 1))

    def result(self) -> bytes:
        """The one result document there is."""
        (key,) = (key for key in self.store.objects if key.endswith("_comparison.json"))
        return self.store.objects[key]


def variant_of(world: World, **changes: object) -> World:
    """The same world with something changed and an empty store."""
    return replace(world, store=MortalStore(), observer=RecordingObserver(), **changes)  # type: ignore[arg-type]
