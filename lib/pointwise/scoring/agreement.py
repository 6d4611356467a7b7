"""How far judges agree over a whole run, beyond what chance would give.

Agreement is a property of many verdicts. Coefficients here are None with a reason where the data cannot carry
them; above all, judges who all gave the same score everywhere have shown no agreement, only no variation.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from pointwise.scoring.interval import FEWEST_PROMPTS, Interval
from pointwise.scoring.resampling import bootstrap_interval, totals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pointwise.scoring.resampling import Row

    Unit = tuple[str, str]
    Ratings = Mapping[Unit, Mapping[str, float]]

_REPLICATES = 1000
"""Resamples of prompts for alpha's interval; limits move by about 0.01 against 10,000."""

_FLAT = 1e-12
"""Squares this small, relative to their sum, are rounding: there is no variation."""

Weighting = Literal["quadratic", "linear", "ordinal"]


@dataclass(frozen=True, slots=True)
class Rating:
    """One judge's verdict on one unit.

    Attributes:
        unit: What was judged, unique within the prompt: a point of one response.
        score: 0 to 1, or None where the verdict failed.
    """

    prompt: str
    unit: str
    judge: str
    score: float | None


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A chance-corrected agreement.

    Attributes:
        value: 1 is full agreement, 0 what chance gives, below 0 worse than chance; None where `gap` says why.
        units: How many units it rests on.
        interval: 95 %, by bootstrap over prompts; None below five prompts or where variation rests on one.
    """

    value: float | None
    units: int
    interval: Interval | None = None
    gap: Literal["no variation", "too few ratings"] | None = None


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Agreement of two judges on the units that both rated."""

    first: str
    second: str
    kappa: Coefficient


def by_unit(ratings: Iterable[Rating]) -> dict[Unit, dict[str, float]]:
    """Scores by `(prompt, unit)` and judge; failed verdicts are left out.

    Raises:
        ValueError: A judge rated one unit twice; repeats are units of their own.
    """
    units: dict[Unit, dict[str, float]] = {}
    for rating in ratings:
        if rating.score is None:
            continue
        scores = units.setdefault((rating.prompt, rating.unit), {})
        if rating.judge in scores:
            raise ValueError(f"{rating.judge} rated {rating.unit} of {rating.prompt} twice.")
        scores[rating.judge] = rating.score
    return units


def alpha(ratings: Ratings, metric: Literal["ordinal", "interval"] = "interval") -> Coefficient:
    """Krippendorff's alpha; judges may be any number and may have skipped units.

    Alpha is a function of four sums over prompts, so that it costs O(n) and a resample costs O(prompts). The
    ordinal metric is the interval metric on mid-ranks: the values between two scores, each end counted half,
    are the distance of their mid-ranks. Resamples keep the ranks of the whole run; measured against ranking
    every resample anew this moves the width of the interval by less than a tenth.

    Source: Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).
    """
    paired = {unit: list(scores.values()) for unit, scores in ratings.items() if len(scores) > 1}
    if not paired:
        return Coefficient(None, 0, gap="too few ratings")
    if metric == "ordinal":
        ranks = _midranks(score for scores in paired.values() for score in scores)
        paired = {unit: [ranks[score] for score in scores] for unit, scores in paired.items()}
    rows = _rows(paired)
    value = _alpha(totals(rows))
    if value is None:
        return Coefficient(None, len(paired), gap="no variation")
    limits = bootstrap_interval(rows, _alpha, _REPLICATES) if len(rows) >= FEWEST_PROMPTS else None
    return Coefficient(value, len(paired), Interval(*limits, "bca") if limits else None)


def _midranks(scores: Iterable[float]) -> dict[float, float]:
    ranks: dict[float, float] = {}
    below = 0
    for score, count in sorted(Counter(scores).items()):
        ranks[score] = below + (count + 1) / 2
        below += count
    return ranks


def _rows(paired: Mapping[Unit, Sequence[float]]) -> list[Row]:
    """Per prompt: number of ratings, their sum, their sum of squares, and the disagreement within units."""
    prompts: dict[str, list[Sequence[float]]] = {}
    for (prompt, _), scores in paired.items():
        prompts.setdefault(prompt, []).append(scores)
    return [_row(units) for units in prompts.values()]


def _row(units: Sequence[Sequence[float]]) -> Row:
    scores = [score for unit in units for score in unit]
    within = math.fsum(len(unit) / (len(unit) - 1) * _squares(unit) for unit in units)
    return len(scores), math.fsum(scores), math.fsum(score * score for score in scores), within


def _squares(scores: Sequence[float]) -> float:
    mean = math.fsum(scores) / len(scores)
    return math.fsum((score - mean) ** 2 for score in scores)


def _alpha(sums: Row) -> float | None:
    """1 - observed / expected disagreement; squared gaps over all pairs are n sum(x^2) - sum(x)^2."""
    count, total, squares, within = sums
    expected = count * squares - total * total
    if expected <= _FLAT * count * squares:
        return None
    return 1 - (count - 1) * within / expected


def ac2(
    ratings: Ratings, weighting: Weighting = "quadratic", categories: Iterable[float] = ()
) -> Coefficient:
    """Gwet's AC2; steady where nearly all scores are alike, where alpha and kappa collapse.

    Args:
        ratings: Units that one judge rated count for how often a score is given, not for agreement.
        weighting: How much a near miss counts: by squared or plain distance, or by steps of the scale.
        categories: The scale; scores that occur are added. It matters: more categories, less luck assumed.

    Source: Gwet, Handbook of Inter-Rater Reliability (2014), chapter 4.
    """
    paired = [list(scores.values()) for scores in ratings.values() if len(scores) > 1]
    observed = {score for scores in ratings.values() for score in scores.values()}
    if not paired:
        return Coefficient(None, 0, gap="too few ratings")
    if len(observed) < 2:
        return Coefficient(None, len(paired), gap="no variation")
    scale = sorted(observed.union(categories))
    closeness = _closeness(weighting, scale)
    agreed = math.fsum(_mean_closeness(scores, closeness) for scores in paired) / len(paired)
    chance = _mean_weight(weighting, scale) * len(scale) / (len(scale) - 1) * _uncertainty(ratings)
    return Coefficient((agreed - chance) / (1 - chance), len(paired))


def _closeness(weighting: Weighting, scale: Sequence[float]) -> Callable[[float, float], float]:
    """Weight of two scores: 1 for the same, 0 for the ends of the scale."""
    place = {score: i for i, score in enumerate(scale)}
    reach, most = scale[-1] - scale[0], math.comb(len(scale), 2)
    return {
        "quadratic": lambda a, b: 1 - ((a - b) / reach) ** 2,
        "linear": lambda a, b: 1 - abs(a - b) / reach,
        "ordinal": lambda a, b: 1 - math.comb(abs(place[a] - place[b]) + 1, 2) / most,
    }[weighting]


def _mean_closeness(scores: Sequence[float], closeness: Callable[[float, float], float]) -> float:
    pairs = math.comb(len(scores), 2)
    return math.fsum(closeness(a, b) for a, b in combinations(sorted(scores), 2)) / pairs


def _mean_weight(weighting: Weighting, scale: Sequence[float]) -> float:
    """Mean weight over all q^2 pairs of categories, in O(q): continuous scores can have many."""
    q, reach = len(scale), scale[-1] - scale[0]
    if weighting == "quadratic":
        lost = 2 * q * _squares(scale) / reach**2
    elif weighting == "linear":
        lost = 2 * math.fsum(score * (2 * i - q + 1) for i, score in enumerate(scale)) / reach
    else:
        lost = 2 * sum((q - d) * math.comb(d + 1, 2) for d in range(1, q)) / math.comb(q, 2)
    return 1 - lost / q**2


def _uncertainty(ratings: Ratings) -> float:
    """sum(pi (1 - pi)), pi the share of a score, every rated unit counting once."""
    shares: dict[float, list[float]] = {}
    for scores in ratings.values():
        for score in scores.values():
            shares.setdefault(score, []).append(1 / len(scores))
    rated = sum(1 for scores in ratings.values() if scores)
    return math.fsum(p * (1 - p) for p in (math.fsum(parts) / rated for parts in shares.values()))


def pair_agreements(ratings: Ratings) -> tuple[PairAgreement, ...]:
    """Cohen's kappa with quadratic weights for every two judges, in alphabetical order.

    In closed form: 1 - mean (x - y)^2 / (var x + var y + (mean x - mean y)^2).

    Source: Fleiss and Cohen, The Equivalence of Weighted Kappa and the Intraclass Correlation Coefficient,
    Educational and Psychological Measurement 33 (1973).
    """
    judges = sorted({judge for scores in ratings.values() for judge in scores})
    return tuple(PairAgreement(a, b, _kappa(_common(ratings, a, b))) for a, b in combinations(judges, 2))


def _common(ratings: Ratings, first: str, second: str) -> list[tuple[float, float]]:
    both = {first, second}
    return [(scores[first], scores[second]) for scores in ratings.values() if both <= scores.keys()]


def _kappa(pairs: Sequence[tuple[float, float]]) -> Coefficient:
    if len(pairs) < 2:
        return Coefficient(None, len(pairs), gap="too few ratings")
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    apart = (math.fsum(xs) - math.fsum(ys)) ** 2 / len(pairs)
    expected = _squares(xs) + _squares(ys) + apart
    if expected <= _FLAT * len(pairs):
        return Coefficient(None, len(pairs), gap="no variation")
    return Coefficient(1 - math.fsum((x - y) ** 2 for x, y in pairs) / expected, len(pairs))
