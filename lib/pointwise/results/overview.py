"""Runs beside each other: all of a blueprint, the latest of all, and the leaderboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pointwise.results.document import SCHEMA_VERSION
from pointwise.results.model import Document
from pointwise.results.model_scores import total

if TYPE_CHECKING:
    from pointwise.results.document import Comparison

LATEST = 100
"""Runs kept among the latest."""


class ModelEntry(Document):
    """A model's score in a run; `low` and `high` are its 95 % interval, where there is one."""

    model_id: str
    score: float | None
    low: float | None
    high: float | None
    prompts: int
    unscored: int


class RunEntry(Document):
    """A run in brief.

    Attributes:
        run: The run's name, as commands take it.
        note: Where answers come from when not from the models named.
        cost: USD, of calls whose price is known.
    """

    run: str
    config_id: str
    config_title: str
    run_label: str
    timestamp: str
    note: str | None
    prompts: int
    cost: float
    models: tuple[ModelEntry, ...]


class BlueprintSummary(Document):
    """Every run of a blueprint, oldest first: `summary.json`."""

    schema_version: Literal[1]
    config_id: str
    runs: tuple[RunEntry, ...]


class LatestRuns(Document):
    """The latest runs of all blueprints, newest first: `aggregates/latest_runs.json`."""

    schema_version: Literal[1]
    runs: tuple[RunEntry, ...]


def run_entry(run: str, result: Comparison) -> RunEntry:
    """A run in brief."""
    found = result.evaluation_results
    spent = total([*(s.generation for s in found.model_scores), *(s.judging for s in found.model_scores)])
    return RunEntry(
        run=run,
        config_id=result.config_id,
        config_title=result.config_title,
        run_label=result.run_label,
        timestamp=result.timestamp,
        note=result.note,
        prompts=len(result.prompt_ids),
        cost=spent.cost + found.extraction.cost,
        models=tuple(
            ModelEntry(
                model_id=score.model_id,
                score=score.score,
                low=score.interval.low if score.interval else None,
                high=score.interval.high if score.interval else None,
                prompts=score.prompts,
                unscored=sum(score.unscored.values()),
            )
            for score in found.model_scores
        ),
    )


def summary_with(old: BlueprintSummary | None, entry: RunEntry) -> BlueprintSummary:
    """A blueprint's summary with a run in it; the order in which runs are added does not matter."""
    others = [each for each in (old.runs if old else ()) if each.run != entry.run]
    runs = sorted([*others, entry], key=age)
    return BlueprintSummary(schema_version=SCHEMA_VERSION, config_id=entry.config_id, runs=tuple(runs))


def latest_with(old: LatestRuns | None, entry: RunEntry) -> LatestRuns:
    """The latest runs with another one; the order in which runs are added does not matter."""
    others = [each for each in (old.runs if old else ()) if each.run != entry.run]
    runs = sorted([*others, entry], key=age, reverse=True)
    return LatestRuns(schema_version=SCHEMA_VERSION, runs=tuple(runs[:LATEST]))


def age(entry: RunEntry) -> tuple[str, str]:
    """By time; by name where two began in one millisecond."""
    return entry.timestamp, entry.run
