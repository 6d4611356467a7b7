"""Work on the rows of a table, many at a time, and write what comes of them in order."""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from pointwise.bootstrap import local_system
from pointwise.entrypoints.cli.interruption import run_until_told
from pointwise.entrypoints.cli.progress import progress_for
from pointwise.events import Planned, RunFinished, UnitSettled
from pointwise.narrative.order import OrderedWindow
from pointwise.tasks import Cell, Generate, JudgePoint, Lane, Queued

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from pointwise.adapters.csv_files import CsvRow, CsvWriter
    from pointwise.bootstrap import LocalOptions, LocalSystem
    from pointwise.entrypoints.cli.progress import ProgressObserver
    from pointwise.errors import Reason
    from pointwise.narrative.columns import Layout
    from pointwise.narrative.rows import Outcome
    from pointwise.services import Services
    from pointwise.settings import Settings
    from pointwise.tasks import Task

    Work = Callable[[CsvRow, Services, bool], Awaitable[list[Outcome]]]

_RUN = "narrative"
"""Stands for the run in tasks and events; a batch keeps nothing under a run's keys."""
_Rows = OrderedWindow["CsvRow", "tuple[CsvRow, list[Outcome]]"]
_AHEAD = 8
"""Rows held per call at a time: how far the others get ahead of one that waits for another try."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows and what to do with them.

    Attributes:
        kind: What an outcome is.
        lane: Provider whose queue the rows wait in.
        outcomes: How many there will be.
        work: A row to its outcomes; the flag says that a transient error will not be retried.
        layout: Each outcome becomes an output row of this layout.
    """

    title: str
    kind: Literal["response", "judgement"]
    lane: str
    outcomes: int
    rows: Iterator[CsvRow]
    work: Work
    layout: Layout


@dataclass(slots=True)
class Account:
    """What came of a batch.

    Attributes:
        reasons: Of outcomes that lack something.
        messages: The first sentence for each reason.
    """

    done: int = 0
    reasons: Counter[Reason] = field(default_factory=Counter)
    messages: dict[Reason, str] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def failed(self) -> int:
        return self.reasons.total()

    def take(self, outcomes: Sequence[Outcome]) -> None:
        """Count some outcomes."""
        self.done += len(outcomes)
        for outcome in outcomes:
            if outcome.failure is not None:
                self.reasons[outcome.failure.reason] += 1
                self.messages.setdefault(outcome.failure.reason, outcome.failure.message)


async def run_batch(batch: Batch, writer: CsvWriter, settings: Settings, options: LocalOptions) -> Account:
    """Work on all rows, or on as many as the first Ctrl-C lets through; outcomes are written in row order.

    Raises:
        StorageError: The store or the output refused; replies stored before are kept.
    """
    with progress_for(sys.stderr, os.environ, batch.title) as progress:
        async with local_system(settings, options, progress) as system:
            rows = _Rows(batch.rows, options.calls * _AHEAD)
            return await _Runner(batch, system, rows, writer).run(progress)


@dataclass(frozen=True, slots=True)
class _Runner:
    """Feeds the queue from the rows, and the output from what the queue has done."""

    batch: Batch
    system: LocalSystem
    rows: _Rows
    writer: CsvWriter
    account: Account = field(default_factory=Account)

    async def run(self, progress: ProgressObserver) -> Account:
        responses = self.batch.outcomes if self.batch.kind == "response" else 0
        progress.notify(Planned(_RUN, responses, self.batch.outcomes - responses))
        await self._fill()
        queue = self.system.queue
        await run_until_told(queue.drain(self._handle), queue, progress)
        self.account.interrupted = not self.rows.is_complete
        if self.rows.is_complete:
            progress.notify(RunFinished(_RUN))
        return self.account

    async def _fill(self) -> None:
        await self.system.queue.enqueue([self._queued(number) for number in self.rows.take()])

    def _queued(self, number: int) -> Queued:
        cell, provider = Cell(prompt=number, variant=0), self.batch.lane
        if self.batch.kind == "response":
            return Queued(lane=Lane(kind="generate", provider=provider), task=Generate(run=_RUN, cell=cell))
        task = JudgePoint(run=_RUN, cell=cell, point=0, judge=0)
        return Queued(lane=Lane(kind="judge", provider=provider), task=task)

    async def _handle(self, task: Task, *, last_attempt: bool) -> None:
        assert isinstance(task, Generate | JudgePoint)  # noqa: S101 - nothing else is queued
        number = task.cell.prompt
        row = self.rows.row(number)
        outcomes = await self.batch.work(row, self.system.services, last_attempt)
        self._note(number, outcomes)
        for source, made in self.rows.settle(number, (row, outcomes)):
            for outcome in made:
                self.writer.write(self.batch.layout.cells(source.cells, outcome.computed))
        await self._fill()

    def _note(self, number: int, outcomes: list[Outcome]) -> None:
        self.account.take(outcomes)
        for place, outcome in enumerate(outcomes):
            reason = outcome.failure.reason if outcome.failure else None
            cell = Cell(prompt=number, variant=place)
            self.system.services.observer.notify(UnitSettled(_RUN, self.batch.kind, cell, reason))
