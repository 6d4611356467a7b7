"""Whether a score is high enough to ship, said only where the run can say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pointwise.scoring.comparison import Difference
    from pointwise.scoring.interval import Estimate, Interval


@dataclass(frozen=True, slots=True)
class Gate:
    """The outcome of a gate.

    Attributes:
        outcome: `pass`: the whole 95 % interval is at or above the bound. `fail`: the whole is below.
            `inconclusive`: the bound lies within, or there is no interval.
        value: What was measured; None where nothing was.
        bound: What it was held against: a score, or minus the margin for a difference.
        interval: The interval that decided, or None.
    """

    outcome: Literal["pass", "fail", "inconclusive"]
    value: float | None
    bound: float
    interval: Interval | None


def hold_minimum(score: Estimate, minimum: float) -> Gate:
    """Gate `score >= minimum`."""
    return _hold(score.value, score.interval, minimum)


def hold_baseline(difference: Difference, margin: float) -> Gate:
    """Gate `score >= baseline - margin`, on the paired difference score minus baseline.

    Args:
        difference: First the candidate, second the baseline.
        margin: The loss that would be accepted, at least 0.

    Source: ICH E9, Statistical Principles for Clinical Trials (1998), 3.3.2, non-inferiority: the lower limit
    of the two-sided 95 % interval against the margin.
    """
    return _hold(difference.value, difference.interval, -margin)


def _hold(value: float | None, interval: Interval | None, bound: float) -> Gate:
    if interval is None:
        return Gate("inconclusive", value, bound, None)
    if interval.low >= bound:
        return Gate("pass", value, bound, interval)
    return Gate("fail" if interval.high < bound else "inconclusive", value, bound, interval)
