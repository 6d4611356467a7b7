"""Means over prompts, their errors and their intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.interval import (
    Interval,
    PromptScore,
    estimate,
    mean_and_error,
    mean_intervals,
    pass_rate_interval,
    skewed_interval,
    weighted_rows,
)

SKEWED = (0.95, 0.9, 1.0, 0.85, 0.3, 0.99, 0.97, 0.92, 0.88, 1.0, 0.75, 0.96)
WEIGHTS = (1, 2, 0.5, 1, 1, 3, 1, 1, 10, 1, 0.1, 1)

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Darwin's maize, in Fisher, The Design of Experiments (1935)."""

SCORES = st.lists(st.tuples(st.none() | st.floats(0, 1), st.floats(0.1, 10)), max_size=12)


def prompt_scores(values: list[tuple[float | None, float]]) -> list[PromptScore]:
    """Scores and weights of the prompts p0, p1 and on."""
    return [PromptScore(f"p{i}", score, weight) for i, (score, weight) in enumerate(values)]


def test_equal_weights_give_the_textbook_interval() -> None:
    """Mean, error and t interval of twelve scores (scipy 1.12, stats.t.interval)."""
    rows = weighted_rows((x, 1.0) for x in SKEWED)
    value, error = mean_and_error(rows)
    t = mean_intervals(rows)[0]
    assert value == pytest.approx(0.8725, abs=1e-12)
    assert error == pytest.approx(0.05612654803156341, abs=1e-12)
    assert (t.low, t.high) == pytest.approx((0.7489663006958462, 0.9960336993041541), abs=1e-9)


def test_unequal_weights_give_the_robust_error() -> None:
    """The error is the HC1 error of a weighted mean (statsmodels 0.15, WLS on a constant)."""
    value, error = mean_and_error(weighted_rows(zip(SKEWED, WEIGHTS, strict=True)))
    assert value == pytest.approx(0.88915929, abs=1e-8)
    assert error == pytest.approx(0.03204485, abs=1e-8)


def test_one_heavy_prompt_widens_the_interval() -> None:
    """Eleven prompts of weight 1 and one of 10 count as 21^2 / 111 = 3: two degrees of freedom, t = 4.303."""
    rows = weighted_rows(zip(SKEWED, [1.0] * 11 + [10.0], strict=True))
    _, error = mean_and_error(rows)
    assert error is not None
    assert mean_intervals(rows)[0].width == pytest.approx(2 * 4.302652729749464 * error)


def test_few_prompts_show_the_widest_of_the_methods() -> None:
    """Below 30 prompts the bootstrap is among the candidates and the widest one is shown."""
    rows = weighted_rows((x, 1.0) for x in SKEWED)
    methods = [interval.method for interval in mean_intervals(rows)]
    shown = estimate(PromptScore(str(i), x) for i, x in enumerate(SKEWED)).interval
    assert methods == ["t", "bca"]
    assert shown is not None
    clipped = [min(i.high, 1.0) - max(i.low, 0.0) for i in mean_intervals(rows)]
    assert shown.width >= max(clipped)


def test_many_prompts_need_no_bootstrap() -> None:
    """From 30 prompts on t stands alone beside the score interval."""
    assert [i.method for i in mean_intervals(weighted_rows((x / 30, 1.0) for x in range(30)))] == ["t"]


@pytest.mark.parametrize(("score", "low", "high"), [(1.0, 0.7124, 1.0), (0.0, 0.0, 0.2876)])
def test_perfect_scores_are_not_certain(score: float, low: float, high: float) -> None:
    """Twelve prompts alike leave room: 12 / (12 + t^2) at best, t = 2.201, by Wilson's formula."""
    interval = estimate(PromptScore(str(i), score) for i in range(12)).interval
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)
    assert interval.method == "score"


@pytest.mark.parametrize(
    ("scores", "value", "prompts", "gap"),
    [
        ([], None, 0, "nothing was scored"),
        ([None, None], None, 0, "nothing was scored"),
        ([0.0], 0.0, 1, "too few prompts for an interval"),
        ([0.5, None, 1.0], 0.75, 2, "too few prompts for an interval"),
        ([0.2, 0.4, 0.6, 0.8], 0.5, 4, "too few prompts for an interval"),
        ([0.2, 0.4, None, 0.6, 0.8, 1.0], 0.6, 5, None),
    ],
)
def test_missing_scores_leave_the_mean(
    scores: list[float | None], value: float | None, prompts: int, gap: str | None
) -> None:
    """Unscored is not zero, nothing scored is no value, and an interval takes five prompts."""
    found = estimate(prompt_scores([(score, 1.0) for score in scores]))
    assert found.value == (None if value is None else pytest.approx(value))
    assert (found.prompts, found.gap) == (prompts, gap)
    assert (found.interval is None) == (gap is not None)


@given(SCORES)
def test_estimates_ignore_order_and_hold_their_value(values: list[tuple[float | None, float]]) -> None:
    """Shuffled prompts give the same bytes; the interval lies within 0..1 and around the value."""
    found = estimate(prompt_scores(values))
    assert found == estimate(prompt_scores(values)[::-1])
    if found.interval is not None and found.value is not None:
        assert 0 <= found.interval.low <= found.value + 1e-12
        assert found.value - 1e-12 <= found.interval.high <= 1


def test_a_heavier_prompt_counts_more() -> None:
    """A prompt of weight 3 counts as much in the mean as three."""
    assert estimate(prompt_scores([(1.0, 3.0), (0.0, 1.0)])).value == 0.75


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [  # scipy 1.17: stats.skew(bias=False), stats.t.ppf, and Hall's cubic solved by optimize.brentq
        ([x / 142 for x in DARWIN], -0.05413761277424524, 0.2946160094948851),
        (list(SKEWED), 0.6254326013907169, 0.9960336993046418),
    ],
)
def test_a_skewed_interval_solves_halls_cubic(values: list[float], low: float, high: float) -> None:
    """The limit at the tail is a reference's, or at its bound where skew is strong; the other is of t."""
    found = skewed_interval(weighted_rows((value, 1.0) for value in values))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)


def test_without_skew_the_skewed_interval_is_that_of_t() -> None:
    """Values that lie as far above as below their mean have nothing to correct."""
    rows = weighted_rows((value, 1.0) for value in (0.1, 0.2, 0.5, 0.8, 0.9))
    found, t = skewed_interval(rows), mean_intervals(rows)[0]
    assert found is not None
    assert (found.low, found.high) == pytest.approx((t.low, t.high), abs=1e-12)


@given(st.lists(st.tuples(st.floats(-1, 1), st.floats(0.1, 10)), min_size=3, max_size=12))
def test_a_skewed_interval_is_wider_than_t_and_knows_no_direction(values: list[tuple[float, float]]) -> None:
    """It holds the t interval, reaches at most twice as far, and is turned where the sign is."""
    rows = weighted_rows(values)
    found, back = skewed_interval(rows), skewed_interval(weighted_rows((-v, w) for v, w in values))
    t = mean_intervals(rows)[0]
    assert found is not None
    assert back is not None
    assert t.low - t.width / 2 - 1e-9 <= found.low <= t.low
    assert t.high <= found.high <= t.high + t.width / 2 + 1e-9
    assert (back.low, back.high) == pytest.approx((-found.high, -found.low), abs=1e-9)


@pytest.mark.parametrize("values", [[0.5], [0.5, 0.7]])
def test_skew_takes_three_prompts(values: list[float]) -> None:
    """One value or two have no skew to see."""
    assert skewed_interval(weighted_rows((value, 1.0) for value in values)) is None


@pytest.mark.parametrize(
    ("passes", "trials", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_pass_rates_have_wilsons_interval(passes: int, trials: int, low: float, high: float) -> None:
    """Wilson's limits as Newcombe published them."""
    interval = pass_rate_interval(passes, trials)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=5e-5)


def test_no_trials_have_no_rate() -> None:
    """Nothing tried is no value, not 0."""
    assert pass_rate_interval(0, 0) is None


def test_width_is_the_distance_of_the_limits() -> None:
    """An interval knows its width."""
    assert Interval(0.25, 0.75, "t").width == 0.5
