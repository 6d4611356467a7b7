"""Gates that say only what a run can say."""

from __future__ import annotations

import pytest

from pointwise.scoring.comparison import Difference, compare
from pointwise.scoring.gate import hold_baseline, hold_minimum
from pointwise.scoring.interval import Estimate, Interval, PromptScore


@pytest.mark.parametrize(
    ("interval", "outcome"),
    [
        (Interval(0.80, 0.90, "t"), "pass"),
        (Interval(0.81, 0.90, "t"), "pass"),
        (Interval(0.70, 0.90, "t"), "inconclusive"),
        (Interval(0.70, 0.80, "t"), "inconclusive"),
        (Interval(0.60, 0.79, "t"), "fail"),
        (None, "inconclusive"),
    ],
)
def test_a_minimum_takes_the_whole_interval(interval: Interval | None, outcome: str) -> None:
    """At 0.8: the whole interval at or above passes, the whole below fails, the rest is open."""
    assert hold_minimum(Estimate(0.85, 9, 0.02, interval), 0.8).outcome == outcome


@pytest.mark.parametrize(
    ("interval", "outcome"),
    [
        (Interval(-0.05, 0.1, "t"), "pass"),
        (Interval(-0.06, 0.1, "t"), "inconclusive"),
        (Interval(-0.3, -0.051, "t"), "fail"),
        (None, "inconclusive"),
    ],
)
def test_a_baseline_is_held_within_the_margin(interval: Interval | None, outcome: str) -> None:
    """A loss of up to 0.05 is accepted, if the run can rule out a greater one."""
    gate = hold_baseline(Difference(0.0, 9, 0.01, interval), 0.05)
    assert (gate.outcome, gate.bound) == (outcome, -0.05)


def test_unchanged_answers_pass_even_without_a_margin() -> None:
    """A run whose every reply came from the cache is as good as its baseline."""
    scores = [PromptScore(str(i), i / 10) for i in range(8)]
    assert hold_baseline(compare(scores, scores), 0.0).outcome == "pass"


def test_nothing_scored_is_inconclusive() -> None:
    """A run without scores neither passes nor fails, and shows no value."""
    gate = hold_minimum(Estimate(None, 0, gap="nothing was scored"), 0.5)
    assert (gate.outcome, gate.value) == ("inconclusive", None)
