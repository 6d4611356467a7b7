"""Queues and the tasks in them. Everything here is called on the emulator's event loop alone."""

from __future__ import annotations

import asyncio
import heapq
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from google.cloud import tasks_v2

from pointwise.testing.emulators.tasks.pacing import TokenBucket
from pointwise.testing.emulators.tasks.refusals import absent, taken

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import Queue, RetryConfig, Task

    from pointwise.testing.emulators.tasks.pacing import PacedClock

_NAMES_REFUSED = 3600.0
"""Emulated seconds for which the name of a task that ended is refused: about an hour (documentation)."""


@dataclass(slots=True)
class Entry:
    """A task that waits or runs. Times are in emulated seconds.

    Attributes:
        due: When it may be dispatched.
        attempts: Made so far.
        executions: Attempts that brought an answer below 500.
        began: When the first attempt was made.
        previous: HTTP status of the last attempt, or None where there was no answer.
    """

    task: Task
    due: float
    attempts: int = 0
    executions: int = 0
    began: float | None = None
    previous: int | None = None
    is_running: bool = False

    @property
    def id(self) -> str:
        """The last part of the task's name."""
        return str(self.task.name.rpartition("/")[2])


@dataclass(slots=True)
class EmulatedQueue:
    """One queue: its settings, its tasks by name, and the names of tasks that ended."""

    settings: Queue
    clock: PacedClock
    tasks: dict[str, Entry] = field(default_factory=dict)
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    running: int = 0
    bucket: TokenBucket = field(init=False)
    _ended: dict[str, float] = field(default_factory=dict)
    _order: list[tuple[float, int, Entry]] = field(default_factory=list)
    _number: int = 0

    def __post_init__(self) -> None:
        self.bucket = TokenBucket(self.settings.rate_limits, self.clock.now())

    @property
    def id(self) -> str:
        """The last part of the queue's name."""
        return str(self.settings.name.rpartition("/")[2])

    @property
    def is_paused(self) -> bool:
        return bool(self.settings.state == tasks_v2.Queue.State.PAUSED)

    def apply(self, settings: Queue) -> None:
        """Go by these settings from now on."""
        self.settings = settings
        self.bucket.limit(settings.rate_limits)
        self.wake.set()

    def retries_of(self, entry: Entry) -> RetryConfig:
        """The settings of a task's retries: its own, else the queue's."""
        return entry.task.retry_config if "retry_config" in entry.task else self.settings.retry_config

    def find(self, name: str) -> Entry:
        """The task of this name.

        Raises:
            Refusal: It is not here, or no longer.
        """
        if name not in self.tasks:
            raise absent("The task")
        return self.tasks[name]

    def add(self, task: Task) -> None:
        """Let a task wait until its time.

        Raises:
            Refusal: Its name is in use, or was less than an hour ago.
        """
        if task.name in self.tasks:
            raise taken("Requested entity already exists.")
        if self._ended.get(task.name, 0.0) > self.clock.now():
            raise taken("The task cannot be created because a task with this name existed too recently.")
        wait = (task.schedule_time - datetime.now(UTC)).total_seconds()
        entry = self.tasks[task.name] = Entry(task, 0.0)
        self.schedule(entry, max(wait, 0.0))

    def schedule(self, entry: Entry, wait: float) -> None:
        """Let a task wait so many emulated seconds."""
        entry.due = self.clock.now() + wait
        entry.is_running = False
        self._number += 1
        heapq.heappush(self._order, (entry.due, self._number, entry))
        self.wake.set()

    def next_due(self) -> Entry | None:
        """The waiting task that is due first; it stays where it is."""
        while self._order:
            due, _, entry = self._order[0]
            if self.tasks.get(entry.task.name) is entry and not entry.is_running and entry.due == due:
                return entry
            heapq.heappop(self._order)
        return None

    def end(self, entry: Entry) -> None:
        """Forget a task, but not its name."""
        if self.tasks.get(entry.task.name) is entry:
            del self.tasks[entry.task.name]
            self._ended[entry.task.name] = self.clock.now() + _NAMES_REFUSED

    def purge(self) -> None:
        """Forget all tasks; those that run go on, for nobody."""
        for entry in tuple(self.tasks.values()):
            self.end(entry)
