"""A score and how far chance alone could have moved it.

The unit of chance is the prompt: points, repeats and judges of one prompt rise and fall together, so counting
them one by one would promise a precision that is not there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pointwise.scoring.distribution import NORMAL_975, t_quantile
from pointwise.scoring.resampling import bootstrap_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pointwise.scoring.resampling import Row

FEWEST_PROMPTS = 5
"""Below this many prompts a spread cannot be told from luck, and no interval is given."""

BOOTSTRAP_BELOW = 30
"""Below this many prompts the t interval leans on a normal shape that cannot be checked."""

_FURTHEST = 2
"""Times the reach of t: at 12 prompts verdicts are as often false as without a bound, to 0.3 points."""

_FLAT = 1e-9
"""A standard error below this is rounding: all prompts scored the same."""


@dataclass(frozen=True, slots=True)
class PromptScore:
    """The score of one model at one prompt, repeats already averaged.

    Attributes:
        score: 0 to 1, or None where nothing was scored.
        weight: Above 0.
    """

    prompt: str
    score: float | None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval.

    Attributes:
        method: `t`: Student's t over prompts. `score`: Wilson's, with the prompts' own spread. `bca`:
            bootstrap over prompts. `hall`: t corrected for skew. `wilson`: of a share of independent trials.
    """

    low: float
    high: float
    method: Literal["t", "score", "bca", "hall", "wilson"]

    @property
    def width(self) -> float:
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over prompts.

    Attributes:
        value: 0 to 1; None where no prompt was scored.
        prompts: How many were scored.
        error: Standard error; None below two prompts.
        interval: None where `gap` says why.
    """

    value: float | None
    prompts: int
    error: float | None = None
    interval: Interval | None = None
    gap: Literal["nothing was scored", "too few prompts for an interval"] | None = None


def estimate(scores: Iterable[PromptScore]) -> Estimate:
    """Weighted mean over prompts with a 95 % interval within 0..1.

    The widest of Student's t, Wilson's score interval with the prompts' own spread, and, below 30 prompts,
    the BCa bootstrap. Scores crowd near 1, where the t interval is too short on the side that matters;
    Wilson's leans to the middle there and does not shrink to nothing when all prompts score the same.
    """
    rows = weighted_rows((s.score, s.weight) for s in scores)
    if not rows:
        return Estimate(None, 0, gap="nothing was scored")
    value, error = mean_and_error(rows)
    if error is None or len(rows) < FEWEST_PROMPTS:
        return Estimate(value, len(rows), error, gap="too few prompts for an interval")
    found = [*mean_intervals(rows), _score_interval(rows)]
    clipped = [Interval(max(i.low, 0.0), min(i.high, 1.0), i.method) for i in found]
    return Estimate(value, len(rows), error, max(clipped, key=lambda interval: interval.width))


def weighted_rows(values: Iterable[tuple[float | None, float]]) -> list[Row]:
    """`(weight x value, weight)` of what has a value: the sums a weighted mean is made of."""
    return sorted((weight * value, weight) for value, weight in values if value is not None)


def mean_and_error(rows: Sequence[Row]) -> tuple[float, float | None]:
    """Weighted mean and its standard error by prompts; no error below two prompts.

    SE^2 = P / (P - 1) x sum(w^2 (s - m)^2) / sum(w)^2.

    Source: Cochran, Sampling Techniques (1977), chapter 6, the variance of a ratio; for evaluations, Miller,
    Adding Error Bars to Evals, arXiv:2411.00640 (2024).
    """
    weight = math.fsum(row[1] for row in rows)
    mean = math.fsum(row[0] for row in rows) / weight
    if len(rows) < 2:
        return mean, None
    spread = math.fsum((row[0] - mean * row[1]) ** 2 for row in rows)
    return mean, math.sqrt(len(rows) / (len(rows) - 1) * spread) / weight


def mean_intervals(rows: Sequence[Row]) -> list[Interval]:
    """The t interval and, below 30 prompts, the BCa bootstrap. Not clipped; none below two prompts."""
    mean, error = mean_and_error(rows)
    if error is None:
        return []
    reach = _t(rows) * error
    found = [Interval(mean - reach, mean + reach, "t")]
    limits = bootstrap_interval(rows, _ratio) if len(rows) < BOOTSTRAP_BELOW else None
    return [*found, Interval(*limits, "bca")] if limits else found


def _ratio(sums: Row) -> float:
    return sums[0] / sums[1]


def skewed_interval(rows: Sequence[Row]) -> Interval | None:
    """The t interval corrected for skew. Not clipped; None below three prompts.

    Where few prompts lie far out, all on one side, t does not reach far enough to that side. There the limit
    is where Hall's cubic, t + g t^2 / (3 sqrt P) + g^2 t^3 / (27 P) + g / (6 sqrt P) with g the skewness of
    the prompts, meets Student's quantile, at most twice as far as that of t; the other limit stays. Unbounded
    it would not even exclude 0 where ten prompts of twelve are one point better and none is worse.

    Source: Hall, On the Removal of Skewness by Transformation, J. Royal Statistical Society B 54 (1992).
    """
    mean, error = mean_and_error(rows)
    if error is None or len(rows) < 3:
        return None
    lean, t = _lean(rows, mean), _t(rows)
    below, above = (min(max(_unskewed(t, side), t), _FURTHEST * t) for side in (lean, -lean))
    return Interval(mean - below * error, mean + above * error, "hall")


def _lean(rows: Sequence[Row], mean: float) -> float:
    """Adjusted skewness over sqrt P, -1 to 1.

    Source: G1 of Joanes and Gill, Comparing Measures of Sample Skewness and Kurtosis, J. Royal Statistical
    Society D 47 (1998).
    """
    gaps = [row[0] - mean * row[1] for row in rows]
    scale = max(map(abs, gaps))
    if scale == 0:
        return 0.0
    squares = math.fsum((gap / scale) ** 2 for gap in gaps)
    cubes = math.fsum((gap / scale) ** 3 for gap in gaps)
    return cubes / (squares * math.sqrt(squares)) * math.sqrt(len(rows) * (len(rows) - 1)) / (len(rows) - 2)


def _unskewed(quantile: float, lean: float) -> float:
    """The t at which Hall's cubic is this quantile: 3 (cbrt(1 + a (q - a / 6)) - 1) / a, a the lean.

    Written so that it holds at a = 0.
    """
    shifted = quantile - lean / 6
    root = math.cbrt(1 + lean * shifted)
    return 3 * shifted / (1 + root + root * root)


def _t(rows: Sequence[Row]) -> float:
    """The 97.5 % quantile with one degree of freedom less than there are prompts, by Kish's count.

    Where weights are equal that is P - 1. Where a few prompts outweigh the rest, the mean follows them and
    hides their spread, and P - 1 promises too much: with weights from 0.5 to 4 and 12 prompts the truth was
    inside in 91 % of runs, with this in 94 %.
    """
    return t_quantile(0.975, max(int(_effective_prompts(rows) + _FLAT) - 1, 1))


def _effective_prompts(rows: Sequence[Row]) -> float:
    """How many equally weighted prompts say as much, 1 to P: (sum w)^2 / sum w^2.

    Source: Kish, Survey Sampling (1965), 11.7.
    """
    return math.fsum(row[1] for row in rows) ** 2 / math.fsum(row[1] ** 2 for row in rows)


def _score_interval(rows: Sequence[Row]) -> Interval:
    """Wilson's interval on the number of yes/no trials that would be as precise as these prompts.

    That number is m (1 - m) / SE^2, and Kish's count of prompts where all scored the same.

    Source: the modified Wilson interval of survey statistics: Dean and Pagano, Evaluating Confidence Interval
    Methods for Binomial Proportions in Clustered Surveys, J. Survey Statistics and Methodology 3 (2015).
    """
    mean, error = mean_and_error(rows)
    mean = min(max(mean, 0.0), 1.0)
    trials = _effective_prompts(rows)
    if error is not None and error > _FLAT:
        trials = mean * (1 - mean) / error**2
    return Interval(*_wilson(mean, trials, _t(rows)), "score")


def pass_rate_interval(passes: int, trials: int) -> Interval | None:
    """Wilson's 95 % interval of a share of independent trials; None without trials.

    Source: Wilson, Probable Inference, JASA 22 (1927).
    """
    if trials < 1:
        return None
    return Interval(*_wilson(passes / trials, trials, NORMAL_975), "wilson")


def _wilson(share: float, trials: float, z: float) -> tuple[float, float]:
    shrink = 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / shrink
    reach = z / shrink * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return max(centre - reach, 0.0), min(centre + reach, 1.0)
