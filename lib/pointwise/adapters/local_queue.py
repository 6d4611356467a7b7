"""Tasks in one process: `TaskQueue` on one machine.

It needs no persistence: what is done is in the store, and the schedule step finds what is missing.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from pointwise.errors import CallInterrupted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pointwise.tasks import Lane, Queued, Task


class Handler(Protocol):
    """Performs one delivery; `last_attempt` says that a transient error will not be retried."""

    async def __call__(self, task: Task, *, last_attempt: bool) -> None: ...


# What finishes a response goes before what starts another, so that little is open at a time.
_PRIORITY = {"aggregate": 0, "checks": 1, "judge": 2, "generate": 3, "schedule": 4}
_CALLS = {"judge", "generate"}


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """How much may go on at a time.

    Attributes:
        calls: Tasks that ask models, over all lanes.
        lanes: Tasks of single lanes, by provider; a provider not named has no limit of its own.
        local: Tasks of each kind that asks no model.
        attempts: Deliveries of a task, 1 or more.
        backoff: Seconds before the second delivery; doubled for each further one, with jitter.
    """

    calls: int = 10
    lanes: Mapping[str, int] = field(default_factory=dict)
    local: int = 4
    attempts: int = 2
    backoff: float = 2.0

    def of(self, lane: Lane) -> int:
        """How many tasks of a lane may run at a time."""
        if lane.kind not in _CALLS:
            return self.local
        return self.lanes.get(lane.provider or "", self.calls)


@dataclass(slots=True)
class _LaneState:
    lane: Lane
    limit: int
    waiting: deque[tuple[Task, int]] = field(default_factory=deque)
    running: int = 0
    paused_until: float = 0.0

    @property
    def asks_models(self) -> bool:
        return self.lane.kind in _CALLS


class LocalQueue:
    """An in-process queue with limits per lane, backoff, and a pause of the lane a provider asks for."""

    def __init__(self, limits: QueueLimits) -> None:
        self._limits = limits
        self._lanes: dict[Lane, _LaneState] = {}
        self._order: list[_LaneState] = []
        self._pending: set[Task] = set()
        self._running: set[asyncio.Task[None]] = set()
        self._calls = 0
        self._delayed = 0
        self._stopped = False
        self._fatal: BaseException | None = None
        self._changed = asyncio.Event()

    async def enqueue(self, tasks: Sequence[Queued]) -> None:
        """Take tasks over; one that is waiting or running already is not taken twice."""
        for queued in tasks:
            if queued.task not in self._pending:
                self._pending.add(queued.task)
                self._state(queued.lane).waiting.append((queued.task, 1))
        self._changed.set()

    def stop(self) -> None:
        """Start nothing more; `drain` returns when what is running has ended."""
        self._stopped = True
        self._changed.set()

    async def drain(self, handle: Handler) -> None:
        """Deliver until nothing waits and nothing runs.

        Raises:
            Exception: What a handler raised, other than CallInterrupted; nothing more is delivered then.
        """
        try:
            while not self._is_over():
                self._changed.clear()
                wait = self._dispatch(handle)
                await self._wait(wait)
        finally:
            await self._abandon()
        if self._fatal is not None:
            raise self._fatal

    def _is_over(self) -> bool:
        if self._fatal is not None:
            return True
        idle = not self._running
        return idle and (self._stopped or not (self._delayed or any(s.waiting for s in self._order)))

    async def _wait(self, seconds: float | None) -> None:
        if self._is_over():
            return
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            pass

    async def _abandon(self) -> None:
        running = tuple(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def _state(self, lane: Lane) -> _LaneState:
        if lane not in self._lanes:
            self._lanes[lane] = _LaneState(lane, self._limits.of(lane))
            self._order = sorted(self._lanes.values(), key=lambda s: _PRIORITY[s.lane.kind])
        return self._lanes[lane]

    def _dispatch(self, handle: Handler) -> float | None:
        """Start what may start; seconds until a paused lane goes on, or None."""
        now, waits = asyncio.get_running_loop().time(), []
        for state in self._order if not self._stopped else ():
            if state.waiting and state.paused_until > now:
                waits.append(state.paused_until - now)
                continue
            while state.waiting and self._has_room(state):
                self._start(handle, state, *state.waiting.popleft())
        return min(waits, default=None)

    def _has_room(self, state: _LaneState) -> bool:
        return state.running < state.limit and (not state.asks_models or self._calls < self._limits.calls)

    def _start(self, handle: Handler, state: _LaneState, task: Task, attempt: int) -> None:
        state.running += 1
        self._calls += state.asks_models
        delivery = asyncio.create_task(self._deliver(handle, state, task, attempt))
        self._running.add(delivery)
        delivery.add_done_callback(lambda done: self._end(state, done))

    def _end(self, state: _LaneState, delivery: asyncio.Task[None]) -> None:
        state.running -= 1
        self._calls -= state.asks_models
        self._running.discard(delivery)
        if not delivery.cancelled() and (error := delivery.exception()) is not None:
            self._fatal = self._fatal or error
        self._changed.set()

    async def _deliver(self, handle: Handler, state: _LaneState, task: Task, attempt: int) -> None:
        # Left before the delivery: what the handler queues again is a new task.
        self._pending.discard(task)
        try:
            await handle(task, last_attempt=attempt >= self._limits.attempts)
        except CallInterrupted as exc:
            if attempt >= self._limits.attempts:
                raise
            self._retry(state, task, attempt, exc.retry_after)

    def _retry(self, state: _LaneState, task: Task, attempt: int, asked: float | None) -> None:
        loop = asyncio.get_running_loop()
        if asked:
            state.paused_until = max(state.paused_until, loop.time() + asked)
        delay = self._limits.backoff * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)  # noqa: S311 - jitter
        self._delayed += 1
        loop.call_later(delay, self._requeue, state, task, attempt + 1)

    def _requeue(self, state: _LaneState, task: Task, attempt: int) -> None:
        self._delayed -= 1
        self._pending.add(task)
        state.waiting.append((task, attempt))
        self._changed.set()
