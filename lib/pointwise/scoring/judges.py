"""What each judge is like: lenient or strict, reliable or not, and how many of them count as one."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pointwise.scoring.agreement import Rating, Ratings, Unit

MOST_DISPUTED = 10
"""As many as a person will read."""

_FLAT = 1e-12
"""A sum of squares below this is rounding: the errors do not vary."""


@dataclass(frozen=True, slots=True)
class JudgeRecord:
    """One judge over a whole run.

    Attributes:
        asked: Verdicts asked for.
        failed_share: 0 to 1, verdicts that failed.
        mean: Mean score given; None where every verdict failed.
        bias: Mean of own score minus the mean of the other judges' on the same unit, -1 to 1; above 0 is
            lenient. None where no other judge rated the same units.
    """

    judge: str
    asked: int
    failed_share: float
    mean: float | None
    bias: float | None


@dataclass(frozen=True, slots=True)
class Dispute:
    """A unit the judges disagree on.

    Attributes:
        spread: Highest minus lowest score, above 0.
        scores: `(judge, score)` by judge.
    """

    prompt: str
    unit: str
    spread: float
    scores: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class EffectiveJudges:
    """How many independent judges the panel is worth.

    Attributes:
        judges: Judges whose errors vary.
        correlation: Mean correlation of two judges' errors, -1 to 1.
        value: 1 to `judges`.
    """

    judges: int
    correlation: float
    value: float


def judge_records(ratings: Sequence[Rating], scored: Ratings) -> tuple[JudgeRecord, ...]:
    """One record per judge, by name.

    Args:
        ratings: Every verdict asked for, failed ones included.
        scored: The same, as `by_unit` arranges them.
    """
    asked = Counter(rating.judge for rating in ratings)
    failed = Counter(rating.judge for rating in ratings if rating.score is None)
    scores: dict[str, list[float]] = {judge: [] for judge in asked}
    gaps: dict[str, list[float]] = {judge: [] for judge in asked}
    for unit in scored.values():
        for judge, score in unit.items():
            scores[judge].append(score)
            gaps[judge] += _gap_to_others(unit, judge)
    return tuple(
        JudgeRecord(
            judge, asked[judge], failed[judge] / asked[judge], _mean(scores[judge]), _mean(gaps[judge])
        )
        for judge in sorted(asked)
    )


def _gap_to_others(unit: Mapping[str, float], judge: str) -> list[float]:
    others = [score for name, score in unit.items() if name != judge]
    return [unit[judge] - math.fsum(others) / len(others)] if others else []


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def widest_disputes(scored: Ratings, count: int = MOST_DISPUTED) -> tuple[Dispute, ...]:
    """Units with the widest gap between two judges, widest first, then by name; none without a gap."""
    spreads = {
        unit: max(scores.values()) - min(scores.values())
        for unit, scores in scored.items()
        if len(scores) > 1
    }
    widest = sorted((unit for unit, spread in spreads.items() if spread > 0), key=lambda u: (-spreads[u], u))
    return tuple(
        Dispute(*unit, spreads[unit], tuple(sorted(scored[unit].items()))) for unit in widest[:count]
    )


def effective_judges(scored: Ratings, reference: Mapping[Unit, float]) -> EffectiveJudges | None:
    """Kish's k / (1 + (k - 1) r), r the mean correlation of judges' errors; a negative r counts as 0.

    Errors need a reference, such as scores by people. Without one there is nothing to compute: against the
    panel's own mean the correlation of k like judges is -1 / (k - 1) whatever errors they share, and their
    plain scores correlate because they see the same responses.

    Args:
        scored: Scores by unit and judge.
        reference: What each unit deserves, 0 to 1; units without one are left out.

    Returns:
        None where fewer than two judges' errors can be compared.

    Source: Kish, Survey Sampling (1965), the design effect; for panels of judges, Kohli, Nine Judges, Two
    Effective Votes, arXiv:2605.29800 (2026).
    """
    errors: dict[str, dict[Unit, float]] = {}
    for unit in scored.keys() & reference.keys():
        for judge, score in scored[unit].items():
            errors.setdefault(judge, {})[unit] = score - reference[unit]
    pairs = {(a, b): _correlation(errors[a], errors[b]) for a, b in combinations(sorted(errors), 2)}
    known = {pair: r for pair, r in pairs.items() if r is not None}
    if not known:
        return None
    judges = len({judge for pair in known for judge in pair})
    mean = math.fsum(known.values()) / len(known)
    return EffectiveJudges(judges, mean, judges / (1 + (judges - 1) * max(mean, 0.0)))


def _correlation(first: Mapping[Unit, float], second: Mapping[Unit, float]) -> float | None:
    common = first.keys() & second.keys()
    xs, ys = _centred([first[unit] for unit in common]), _centred([second[unit] for unit in common])
    scale = math.sqrt(math.fsum(x * x for x in xs)) * math.sqrt(math.fsum(y * y for y in ys))
    if scale <= _FLAT:
        return None
    return math.fsum(x * y for x, y in zip(xs, ys, strict=True)) / scale


def _centred(values: Iterable[float]) -> list[float]:
    values = list(values)
    mean = math.fsum(values) / len(values) if values else 0.0
    return [value - mean for value in values]
