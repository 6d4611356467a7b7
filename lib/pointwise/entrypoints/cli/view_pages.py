"""What `pointwise view` answers: paths to pages, made of what lies in the folder now."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pointwise.entrypoints.cli.stored_results import earlier_run, read_result, read_timing
from pointwise.entrypoints.cli.view_runs import StoredRuns
from pointwise.errors import InputError, UnknownRun
from pointwise.reporting.condensing import Surroundings
from pointwise.reporting.html.comparing import NamedRun, render_comparison
from pointwise.reporting.html.details import details, texts_of
from pointwise.reporting.html.listing import Listing, Unfinished, render_listing
from pointwise.reporting.html.page import PageOptions, render_page
from pointwise.reporting.html.shell import embedded
from pointwise.results.changes import changes
from pointwise.results.comparison import comparison

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping
    from pathlib import Path

    from pointwise.planning.plan import Plan
    from pointwise.results.document import Comparison

_TOP = "../../../"
"""From the page of a run to the list of all."""
_KEPT = 4
"""Results held in memory, so that the next page of one needs no reading."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The body of an answer and its media type."""

    text: str
    kind: str = "text/html"

    @classmethod
    def of_text(cls, sentence: str) -> Answer:
        return cls(f"{sentence}\n", "text/plain")


class Pages:
    """The pages of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs = StoredRuns(folder)
        self._kept = lru_cache(_KEPT)(self._load)

    def answer(self, path: tuple[str, ...], query: Mapping[str, str]) -> Answer:
        """The page at a path.

        Raises:
            UnknownRun: Nothing is there.
            InputError: The query asks for what cannot be shown.
            StorageError: What is stored cannot be read.
        """
        match path:
            case ("",):
                return Answer(self._listing())
            case ("compare",):
                return Answer(self._comparison(query.get("earlier", ""), query.get("later", "")))
            case ("runs", blueprint, run, ""):
                return Answer(self._run(f"{blueprint}/{run}"))
            case ("runs", blueprint, run, "status.json"):
                return self._status(f"{blueprint}/{run}")
            case ("runs", blueprint, run, "details", name) if name.removesuffix(".json").isdecimal():
                return self._details(f"{blueprint}/{run}", int(name.removesuffix(".json")))
        raise UnknownRun("There is nothing here; the list of runs is at /.")

    def _listing(self) -> str:
        unfinished = tuple(
            Unfinished(plan.run, plan.blueprint.title, self.runs.progress(plan))
            for plan in self.runs.unfinished()
        )
        found = Listing(str(self.folder), unfinished, self.runs.blueprints(), self.runs.leaderboard())
        return render_listing(found)

    def _run(self, run: str) -> str:
        plan = self.runs.plan(run)
        finished, result = self.runs.finished(run), self._result(plan)
        earlier = earlier_run(run, result, self.folder) if finished else None
        around = Surroundings(
            run=run,
            timing=read_timing(run, self.folder),
            changes=changes(self._result(self.runs.plan(earlier)), result) if earlier else None,
        )
        history = (entry for entry in self.runs.entries(plan) if entry.timestamp <= plan.timestamp)
        options = PageOptions(
            around=around,
            history=tuple(history),
            served=True,
            above=_TOP,
            unfinished=None if finished else self.runs.progress(plan),
        )
        return render_page(result, options)

    def _result(self, plan: Plan) -> Comparison:
        """The result of a run; of an unfinished one, as if the prompts settled so far were all there are."""
        return self._kept(plan.run, self.runs.version(plan))

    def _load(self, run: str, _version: Hashable) -> Comparison:
        if self.runs.finished(run):
            return read_result(run, self.folder)
        plan = self.runs.plan(run)
        return comparison(plan, self.runs.settled(plan))

    def _status(self, run: str) -> Answer:
        plan = self.runs.plan(run)
        progress = None if self.runs.finished(run) else self.runs.progress(plan)
        status = {"unfinished": progress, "prompts": len(self.runs.settled_numbers(plan))}
        return Answer(json.dumps(status), "application/json")

    def _details(self, run: str, shown: int) -> Answer:
        """Details of a prompt by its place on the page, which has settled prompts only."""
        plan = self.runs.plan(run)
        numbers = self.runs.settled_numbers(plan)
        if shown >= len(numbers):
            raise UnknownRun("The run has no such prompt.")
        prompt = self.runs.prompt(plan, numbers[shown])
        found = details(texts_of(prompt), self._result(plan), self.runs.calls(plan, numbers[shown]))
        return Answer(embedded(found), "application/json")

    def _comparison(self, earlier: str, later: str) -> str:
        before, after = (NamedRun(run, self._result(self.runs.plan(run))) for run in (earlier, later))
        if before.result.config_id != after.result.config_id:
            raise InputError("These are runs of different blueprints; only runs of one can be compared.")
        return render_comparison(before, after, changes(before.result, after.result))
