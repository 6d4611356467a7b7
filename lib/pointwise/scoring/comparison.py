"""Whether one model, or one run, scores higher than another by more than chance.

Comparisons are paired: both sides answered the same prompts, so what makes a prompt hard cancels out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pointwise.scoring.interval import (
    FEWEST_PROMPTS,
    Interval,
    mean_and_error,
    skewed_interval,
    weighted_rows,
)
from pointwise.scoring.sign_flips import sign_flip_p, sign_flip_ps

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pointwise.scoring.interval import PromptScore
    from pointwise.scoring.resampling import Row

Verdict = Literal["better", "worse", "cannot tell"]

SIGNIFICANT = 0.05
"""Chance of naming any difference at all where there is none."""

_POWER = 2.8
"""1.96 + 0.84: a true difference of 2.8 standard errors is found in four runs of five."""

_FLAT = 1e-9
"""A standard error below this is rounding: all prompts differ alike."""


@dataclass(frozen=True, slots=True)
class Difference:
    """First minus second, over the prompts that both have a score for.

    Attributes:
        value: -1 to 1; None without common prompts.
        prompts: How many are common.
        error: Standard error; None below two prompts.
        interval: 95 %, within -1..1, for this pair alone; None below five prompts.
        p: Two-sided, by flipping signs; None without common prompts.
        detectable: Smallest true difference that four runs of five like this one would have shown.
        needed: Prompts with which four runs of five would show the difference seen here.
    """

    value: float | None
    prompts: int
    error: float | None = None
    interval: Interval | None = None
    p: float | None = None
    detectable: float | None = None
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What can be said of the first of two models against the second.

    Attributes:
        adjusted_p: p after Holm's correction for all comparisons made together.
        verdict: Named where adjusted p is below 0.05 and the interval excludes 0. `cannot tell` is no finding
            of equality.
    """

    first: str
    second: str
    difference: Difference
    adjusted_p: float | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Drift:
    """How a model's later run compares with its earlier one. `cannot tell`: nothing beyond noise."""

    model: str
    difference: Difference
    adjusted_p: float | None
    verdict: Verdict


def compare_models(scores: Mapping[str, Sequence[PromptScore]]) -> tuple[Comparison, ...]:
    """Every pair of models, names in alphabetical order, with Holm's correction over all pairs.

    Args:
        scores: By model. A prompt weighs the same for all of them.
    """
    ps = sign_flip_ps({model: _terms(given) for model, given in scores.items()})
    differences = [_difference(_rows(scores[a], scores[b]), p) for (a, b), p in ps.items()]
    adjusted = holm([difference.p for difference in differences])
    return tuple(
        Comparison(a, b, difference, p, verdict_of(difference.interval, p))
        for (a, b), difference, p in zip(ps, differences, adjusted, strict=True)
    )


def compare_runs(
    before: Mapping[str, Sequence[PromptScore]], after: Mapping[str, Sequence[PromptScore]]
) -> tuple[Drift, ...]:
    """Later minus earlier for every model in both runs, with Holm's correction over the models."""
    models = sorted(set(before) & set(after))
    differences = [compare(after[model], before[model]) for model in models]
    adjusted = holm([difference.p for difference in differences])
    return tuple(
        Drift(model, difference, p, verdict_of(difference.interval, p))
        for model, difference, p in zip(models, differences, adjusted, strict=True)
    )


def compare(first: Sequence[PromptScore], second: Sequence[PromptScore]) -> Difference:
    """First minus second, paired by prompt. The first side's weights count."""
    rows = _rows(first, second)
    return _difference(rows, sign_flip_p([row[0] for row in rows]))


def _terms(scores: Sequence[PromptScore]) -> dict[str, float]:
    return {s.prompt: s.weight * s.score for s in scores if s.score is not None}


def _rows(first: Sequence[PromptScore], second: Sequence[PromptScore]) -> list[Row]:
    other = {score.prompt: score.score for score in second}
    return weighted_rows((_minus(s.score, other.get(s.prompt)), s.weight) for s in first)


def _minus(first: float | None, second: float | None) -> float | None:
    return None if first is None or second is None else first - second


def _difference(rows: Sequence[Row], p: float | None) -> Difference:
    if not rows:
        return Difference(None, 0)
    value, error = mean_and_error(rows)
    detectable, needed = _reach(value, error, len(rows))
    return Difference(value, len(rows), error, _interval(rows), p, detectable, needed)


def _interval(rows: Sequence[Row]) -> Interval | None:
    found = skewed_interval(rows) if len(rows) >= FEWEST_PROMPTS else None
    return found and Interval(max(found.low, -1.0), min(found.high, 1.0), found.method)


def _reach(value: float, error: float | None, prompts: int) -> tuple[float | None, int | None]:
    """The difference this many prompts can show, and the prompts this difference needs.

    2.8 sd / sqrt(P), where sd / sqrt(P) is the standard error; solved for P, P (2.8 SE / difference)^2.

    Source: Cohen, Statistical Power Analysis (1988), 2; two-sided 5 %, power 80 %.
    """
    if error is None or error < _FLAT or prompts < FEWEST_PROMPTS:
        return None, None
    detectable = _POWER * error
    if abs(value) < _FLAT:
        return detectable, None
    return detectable, math.ceil(prompts * (detectable / value) ** 2)


def verdict_of(interval: Interval | None, adjusted_p: float | None) -> Verdict:
    """Named only where the corrected p is below 0.05 and the interval excludes 0.

    Each sees what the other does not: p how many comparisons were made, the interval that luck may hurt more
    than it helps, which flipping signs takes for alike.

    Args:
        interval: Of the difference, in any unit.
        adjusted_p: After the correction for all comparisons made together.
    """
    if adjusted_p is None or adjusted_p >= SIGNIFICANT or interval is None:
        return "cannot tell"
    if interval.low > 0:
        return "better"
    return "worse" if interval.high < 0 else "cannot tell"


def holm(ps: Sequence[float | None]) -> tuple[float | None, ...]:
    """Adjusted p-values, in the order given; None stays None and is not counted.

    Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure, Scand. J. Statistics 6 (1979).
    """
    known = sorted((p, i) for i, p in enumerate(ps) if p is not None)
    adjusted: list[float | None] = [None] * len(ps)
    floor = 0.0
    for rank, (p, i) in enumerate(known):
        floor = max(floor, min(1.0, p * (len(known) - rank)))
        adjusted[i] = floor
    return tuple(adjusted)
