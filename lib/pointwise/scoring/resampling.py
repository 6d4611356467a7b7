"""Resampling over prompts: bootstrap intervals.

Seeds are fixed and rows are sorted first, so equal data give equal bytes whatever the order they came in.
Sums are `fsum`: exact, so independent of order and of the Python version.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Row = tuple[float, ...]
    Statistic = Callable[[Row], float | None]

REPLICATES = 2000
"""Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 14: BCa limits take about 2,000."""

_SEED = 20_040_229
"""Any number would do; it only has to stay the same."""

_MOST_UNDEFINED = 0.05
"""Share of replicates without a value above which an interval would describe the rest only."""

_TIE = 1e-12
"""Sums this close, relative to their terms, are equal but for rounding."""

_NORMAL = NormalDist()


def totals(rows: Sequence[Row]) -> Row:
    """Column sums."""
    return tuple(map(math.fsum, zip(*rows, strict=True)))


def bootstrap_interval(
    rows: Sequence[Row], statistic: Statistic, replicates: int = REPLICATES
) -> tuple[float, float] | None:
    """95 % interval by the bias-corrected and accelerated bootstrap (BCa) over prompts.

    Whole prompts are drawn, because points and repeats of one prompt are not independent. A statistic is a
    function of sums, so a replicate costs one sum of rows and never a second look at the judgements.

    Args:
        rows: One per prompt: what the prompt adds to each sum.
        statistic: From column sums to the value; None where it is undefined.
        replicates: Resamples drawn.

    Returns:
        Lower and upper limit; None below two rows, and where the statistic is undefined for the data, for the
        data without any one prompt, or for more than 5 % of the resamples.

    Source: Efron, Better Bootstrap Confidence Intervals, JASA 82 (1987).
    """
    if len(rows) < 2:
        return None
    rows = sorted(rows)
    value = statistic(totals(rows))
    acceleration = _acceleration(rows, statistic)
    draws = _replicates(rows, statistic, replicates)
    if value is None or acceleration is None or len(draws) < (1 - _MOST_UNDEFINED) * replicates:
        return None
    bias = _bias(draws, value)
    low, high = (_level(z, bias, acceleration) for z in (_NORMAL.inv_cdf(0.025), _NORMAL.inv_cdf(0.975)))
    return _quantile(draws, low), _quantile(draws, high)


def _replicates(rows: Sequence[Row], statistic: Statistic, count: int) -> list[float]:
    source = random.Random(_SEED)  # noqa: S311 - resampling, not secrecy
    drawn = (statistic(totals(source.choices(rows, k=len(rows)))) for _ in range(count))
    return sorted(value for value in drawn if value is not None)


def _acceleration(rows: Sequence[Row], statistic: Statistic) -> float | None:
    """Skewness of the jackknife values, over 6; None where leaving one prompt out leaves no value."""
    whole = totals(rows)
    left_out = [statistic(tuple(a - b for a, b in zip(whole, row, strict=True))) for row in rows]
    known = [value for value in left_out if value is not None]
    if not known or len(known) < len(left_out):
        return None
    mean = math.fsum(known) / len(known)
    gaps = [mean - value for value in known]
    spread = math.fsum(gap * gap for gap in gaps)
    scale = spread**1.5
    return math.fsum(gap**3 for gap in gaps) / (6 * scale) if scale > 0 else 0.0


def _bias(draws: Sequence[float], value: float) -> float:
    """Median bias in normal units; draws equal to the value count half."""
    slack = _TIE * max(1.0, abs(value))
    share = (bisect_left(draws, value - slack) + bisect_left(draws, value + slack)) / (2 * len(draws))
    return _NORMAL.inv_cdf(min(max(share, 1 / len(draws)), 1 - 1 / len(draws)))


def _level(z: float, bias: float, acceleration: float) -> float:
    shifted = bias + z
    return _NORMAL.cdf(bias + shifted / (1 - acceleration * shifted))


def _quantile(ordered: Sequence[float], level: float) -> float:
    position = level * (len(ordered) - 1)
    below = min(int(position), len(ordered) - 2)
    return ordered[below] + (position - below) * (ordered[below + 1] - ordered[below])
