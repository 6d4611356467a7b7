"""Takes due tasks off the queues, within each queue's limits, and settles them by their outcome."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from google.cloud import tasks_v2
from google.rpc import status_pb2  # type: ignore[import-untyped]

from pointwise.testing.emulators.tasks.pacing import backoff, is_exhausted
from pointwise.testing.emulators.tasks.refusals import CODES

if TYPE_CHECKING:
    from pointwise.testing.emulators.control import Control
    from pointwise.testing.emulators.tasks.delivery import Delivery, Outcome
    from pointwise.testing.emulators.tasks.pacing import PacedClock
    from pointwise.testing.emulators.tasks.queues import EmulatedQueue, Entry

_UNKNOWN = 2
_NO_ANSWER = 14
_LATE = 4


class Dispatcher:
    """Serves every open queue. Lives on one event loop."""

    def __init__(self, clock: PacedClock, control: Control, delivery: Delivery) -> None:
        self._clock = clock
        self._control = control
        self._delivery = delivery
        self._served: dict[str, asyncio.Task[None]] = {}
        self._attempts: set[asyncio.Task[None]] = set()

    def open(self, queue: EmulatedQueue) -> None:
        """Dispatch what waits in a queue, from now on."""
        self._served[queue.settings.name] = asyncio.create_task(self._serve(queue))

    def close(self, queue: EmulatedQueue) -> None:
        """Dispatch nothing more from a queue."""
        self._served.pop(queue.settings.name).cancel()

    async def shut_down(self) -> None:
        """End everything, attempts under way included."""
        tasks = [*self._served.values(), *self._attempts]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._delivery.close()

    def start(self, queue: EmulatedQueue, entry: Entry) -> None:
        """Attempt a task now, whatever the state and the limits of its queue."""
        entry.is_running = True
        queue.running += 1
        attempt = asyncio.create_task(self._attempt(queue, entry))
        self._attempts.add(attempt)
        attempt.add_done_callback(self._attempts.discard)

    async def _serve(self, queue: EmulatedQueue) -> None:
        while True:
            queue.wake.clear()
            wait = self._start_due(queue)
            try:
                async with asyncio.timeout(None if wait is None else wait / self._clock.pace):
                    await queue.wake.wait()
            except TimeoutError:
                continue

    def _start_due(self, queue: EmulatedQueue) -> float | None:
        """Start what may start; the seconds until more may, or None where only an event can tell."""
        while not queue.is_paused and queue.running < queue.settings.rate_limits.max_concurrent_dispatches:
            entry = queue.next_due()
            if entry is None:
                return None
            now = self._clock.now()
            wait = entry.due - now if entry.due > now else queue.bucket.take(now)
            if wait > 0:
                return wait
            self.start(queue, entry)
        return None

    async def _attempt(self, queue: EmulatedQueue, entry: Entry) -> None:
        if entry.began is None:
            entry.began = self._clock.now()
        dispatched = datetime.now(UTC)
        entry.task.dispatch_count += 1
        try:
            outcome = await self._delivery.attempt(queue, entry)
        finally:
            queue.running -= 1
            queue.wake.set()
        self._note(entry, outcome, dispatched)
        self._settle(queue, entry, outcome)

    def _note(self, entry: Entry, outcome: Outcome, dispatched: datetime) -> None:
        entry.attempts += 1
        entry.previous = outcome.status
        if outcome.status is not None:
            entry.executions += outcome.status < 500
            entry.task.response_count += 1
        entry.task.last_attempt = tasks_v2.Attempt(
            schedule_time=entry.task.schedule_time,
            dispatch_time=dispatched,
            response_time=datetime.now(UTC),
            response_status=_status(outcome),
        )
        if entry.attempts == 1:
            entry.task.first_attempt = tasks_v2.Attempt(dispatch_time=dispatched)

    def _settle(self, queue: EmulatedQueue, entry: Entry, outcome: Outcome) -> None:
        now = self._clock.now()
        if outcome.is_overload:
            queue.bucket.slow_down(now, outcome.retry_after)
        if outcome.is_done:
            queue.bucket.speed_up()
            self._control.count("completed")
            queue.end(entry)
            return
        self._control.count("failed")
        retries = queue.retries_of(entry)
        if is_exhausted(entry.attempts, now - (entry.began or 0.0), retries):
            self._control.count("abandoned")
            queue.end(entry)
            return
        wait = max(backoff(entry.attempts, retries), outcome.retry_after)
        entry.task.schedule_time = datetime.now(UTC) + timedelta(seconds=wait)
        queue.schedule(entry, wait)


def _status(outcome: Outcome) -> status_pb2.Status:
    if outcome.is_done:
        return status_pb2.Status(code=0)
    if outcome.status is None:
        return status_pb2.Status(code=_LATE if outcome.is_late else _NO_ANSWER, message="no answer")
    code = CODES[outcome.status].value[0] if outcome.status in CODES else _UNKNOWN
    return status_pb2.Status(code=code, message=f"HTTP status {outcome.status}")
