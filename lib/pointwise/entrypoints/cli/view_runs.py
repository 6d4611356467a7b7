"""Runs in a folder, finished or not, as `pointwise view` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pointwise import keys, records
from pointwise.errors import UnknownRun
from pointwise.keys import FAILED, RunKeys
from pointwise.planning.forecast import forecast
from pointwise.planning.plan import Plan
from pointwise.planning.progress import is_checks
from pointwise.records import FailedJudgement, Judgement
from pointwise.results.leaderboard import Leaderboard
from pointwise.results.model import PromptResult
from pointwise.results.overview import BlueprintSummary

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from pathlib import Path

    from pointwise.frozen import Frozen
    from pointwise.results.overview import RunEntry

    RecordT = TypeVar("RecordT", bound=Frozen)


class StoredRuns:
    """What lies in a folder of results. Every call reads anew: runs may be going on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def plan(self, run: str) -> Plan:
        """The plan of a run by its whole name.

        Raises:
            UnknownRun: There is no such run.
        """
        if run not in self._names():  # a name from outside is never made a path unless it is one already
            raise UnknownRun(f"There is no run {run!r} here.")
        return self._needed(Plan, RunKeys(run).plan)

    def unfinished(self) -> list[Plan]:
        """Plans of runs without a result, newest first."""
        names = [name for name in self._names() if not self.finished(name)]
        newest_first = sorted(names, key=lambda name: name.rpartition("_")[2], reverse=True)
        return [self._needed(Plan, RunKeys(name).plan) for name in newest_first]

    def finished(self, run: str) -> bool:
        return (self.folder / RunKeys(run).result).is_file()

    def version(self, plan: Plan) -> Hashable:
        """Changes when there is more, or something else, to read of a run's result."""
        path = self.folder / RunKeys(plan.run).result
        return path.stat().st_mtime_ns if path.is_file() else tuple(self.settled_numbers(plan))

    def progress(self, plan: Plan) -> str:
        """How far a run is, in a sentence."""
        names = RunKeys(plan.run)
        responses = sum(1 for _ in self._files(names.responses))
        verdicts = sum(1 for path in self._files(names.judgements) if not is_checks(path.name))
        calls, prompts = forecast(plan), len(plan.blueprint.prompts)
        settled = len(self.settled_numbers(plan))
        state = "Cancelled" if (self.folder / names.cancelled).exists() else "Unfinished"
        return (
            f"{state}: {responses:,} of {calls.responses:,} responses, {verdicts:,} of about "
            f"{calls.judgements:,} verdicts, {settled:,} of {prompts:,} prompts settled."
        )

    def settled_numbers(self, plan: Plan) -> list[int]:
        """Numbers of the prompts that have their result."""
        prompts = range(len(plan.blueprint.prompts))
        return [number for number in prompts if (self.folder / self._coverage(plan, number)).is_file()]

    def settled(self, plan: Plan) -> list[PromptResult]:
        return [self.prompt(plan, number) for number in self.settled_numbers(plan)]

    def prompt(self, plan: Plan, number: int) -> PromptResult:
        return self._needed(PromptResult, self._coverage(plan, number))

    def calls(self, plan: Plan, number: int) -> dict[str, list[Judgement | FailedJudgement]]:
        """What judges were asked about the first answer of each model to a prompt."""
        cells = (cell for cell in plan.cells_of(number) if cell.repeat == 0)
        return {
            plan.variant(cell).id: list(self._judgements(plan.cell_segment(cell), plan)) for cell in cells
        }

    def entries(self, plan: Plan) -> tuple[RunEntry, ...]:
        """Finished runs of a plan's blueprint, oldest first."""
        found = self._read(BlueprintSummary, keys.summary_of(plan.blueprint.id))
        return found.runs if found else ()

    def blueprints(self) -> tuple[tuple[RunEntry, ...], ...]:
        """Finished runs of every blueprint."""
        paths = sorted(self.folder.glob("runs/*/summary.json"))
        return tuple(self._needed(BlueprintSummary, str(p.relative_to(self.folder))).runs for p in paths)

    def leaderboard(self) -> Leaderboard | None:
        return self._read(Leaderboard, keys.LEADERBOARD)

    def _names(self) -> set[str]:
        plans = self.folder.glob("runs/*/*/plan.json")
        return {plan.parent.relative_to(self.folder / "runs").as_posix() for plan in plans}

    def _coverage(self, plan: Plan, number: int) -> str:
        return RunKeys(plan.run).coverage(plan.prompt_segment(number))

    def _judgements(self, cell: str, plan: Plan) -> Iterator[Judgement | FailedJudgement]:
        for path in sorted(self._files(RunKeys(plan.run).judgements_of(cell))):
            if not is_checks(path.name):
                yield _judgement(path)

    def _files(self, prefix: str) -> Iterator[Path]:
        return (path for path in (self.folder / prefix).rglob("*.json") if path.is_file())

    def _needed(self, kind: type[RecordT], key: str) -> RecordT:
        found = self._read(kind, key)
        if found is None:
            raise UnknownRun(f"{key} is gone.")
        return found

    def _read(self, kind: type[RecordT], key: str) -> RecordT | None:
        try:
            data = (self.folder / key).read_bytes()
        except FileNotFoundError:
            return None
        return records.read(kind, data, key)


def _judgement(path: Path) -> Judgement | FailedJudgement:
    if path.name.endswith(FAILED):
        return records.read(FailedJudgement, path.read_bytes(), str(path))
    return records.read(Judgement, path.read_bytes(), str(path))
