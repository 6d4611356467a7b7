"""Models over all blueprints: the latest run of each counts."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Literal

from pointwise.results.document import SCHEMA_VERSION
from pointwise.results.model import Document
from pointwise.results.overview import RunEntry, age
from pointwise.scoring.comparison import compare_models
from pointwise.scoring.interval import FEWEST_PROMPTS, PromptScore, estimate
from pointwise.scoring.ranking import rank
from pointwise.scoring.repeats import repeat_means

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_EQUAL = 4
"""Decimals by which scores are told apart: a hundredth of a percentage point, finer than anything shown."""


class Standing(Document):
    """A model's place.

    Attributes:
        rank: From 1; models with equal scores share one.
        group: Letters; models that share one could not be told apart over the blueprints both took part in.
            None where a model has too few blueprints.
        score: Mean over blueprints, each counting alike.
    """

    model_id: str
    rank: int | None
    group: str | None
    score: float
    low: float | None
    high: float | None
    blueprints: int


class Leaderboard(Document):
    """`aggregates/leaderboard.json`.

    Attributes:
        fewest: Blueprints it takes to be ranked.
        ranked: Best first, ties as one group.
        too_few: Models with fewer blueprints, best first.
        runs: What the standings come from: the latest run of each blueprint.
    """

    schema_version: Literal[1]
    fewest: int
    ranked: tuple[tuple[Standing, ...], ...]
    too_few: tuple[Standing, ...]
    runs: tuple[RunEntry, ...]


def leaderboard_with(old: Leaderboard | None, entry: RunEntry) -> Leaderboard:
    """The leaderboard with another run; the order in which runs are added does not matter."""
    latest: dict[str, RunEntry] = {}
    for each in sorted([*(old.runs if old else ()), entry], key=age):
        latest[each.config_id] = each
    runs = tuple(latest[name] for name in sorted(latest))
    scores = _scores(runs)
    fewest = min(FEWEST_PROMPTS, max((len(each) for each in scores.values()), default=0))
    enough = {model: each for model, each in scores.items() if len(each) >= fewest}
    few = {model: each for model, each in scores.items() if len(each) < fewest}
    return Leaderboard(
        schema_version=SCHEMA_VERSION,
        fewest=fewest,
        ranked=_ranked(enough),
        too_few=tuple(sorted((_standing(model, each) for model, each in few.items()), key=_place)),
        runs=runs,
    )


def _scores(runs: Sequence[RunEntry]) -> dict[str, list[PromptScore]]:
    """Each model's score at each blueprint; variants of a model are averaged within it."""
    models: dict[str, list[PromptScore]] = {}
    for entry in runs:
        given = ((each.model_id.partition("[")[0], each.score) for each in entry.models)
        for model, score in repeat_means(given).items():
            if score is not None:
                models.setdefault(model, []).append(PromptScore(entry.config_id, score))
    return models


def _ranked(scores: Mapping[str, Sequence[PromptScore]]) -> tuple[tuple[Standing, ...], ...]:
    standings = sorted((_standing(model, each) for model, each in scores.items()), key=_place)
    places = rank({each.model_id: each.score for each in standings}, compare_models(scores))
    letters = {place.model: place.letters for place in places}
    groups: list[tuple[Standing, ...]] = []
    for _, tied in groupby(standings, key=lambda standing: round(standing.score, _EQUAL)):
        first = 1 + sum(map(len, groups))
        groups.append(tuple(s.model_copy(update={"rank": first, "group": letters[s.model_id]}) for s in tied))
    return tuple(groups)


def _standing(model: str, scores: Sequence[PromptScore]) -> Standing:
    found = estimate(scores)
    return Standing(
        model_id=model,
        rank=None,
        group=None,
        score=found.value or 0.0,
        low=found.interval.low if found.interval else None,
        high=found.interval.high if found.interval else None,
        blueprints=found.prompts,
    )


def _place(standing: Standing) -> tuple[float, str]:
    """Best first; equal scores, to the decimals that count, by name."""
    return -round(standing.score, _EQUAL), standing.model_id
