"""Paired comparisons, their corrections and their verdicts."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.comparison import compare, compare_models, compare_runs, holm, verdict_of
from pointwise.scoring.interval import Interval, PromptScore

PS = st.lists(st.none() | st.floats(0, 1), max_size=8)


def side(*scores: float | None, weight: float = 1.0) -> list[PromptScore]:
    """Scores of the prompts p0, p1 and on."""
    return [PromptScore(f"p{i}", score, weight) for i, score in enumerate(scores)]


DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)


def test_a_published_pair_of_samples() -> None:
    """Darwin's maize, scaled to 0..1: Fisher's p of 5.267 %, and his t = 2.148 with 14 degrees of freedom."""
    found = compare(side(*((x + 67) / 142 for x in DARWIN)), side(*[67 / 142] * 15))
    assert found.p == pytest.approx(2 * 863 / 32_768)
    assert found.value is not None
    assert found.error is not None
    assert found.value / found.error == pytest.approx(2.148, abs=5e-4)


def test_only_common_scored_prompts_are_paired() -> None:
    """A prompt that one side lacks, or could not score, is left out of both sides."""
    first = [PromptScore("a", 0.9), PromptScore("b", None), PromptScore("c", 0.4), PromptScore("x", 1.0)]
    second = [PromptScore("c", 0.1), PromptScore("b", 0.0), PromptScore("a", 0.8), PromptScore("y", 0.0)]
    found = compare(first, second)
    assert found.prompts == 2
    assert found.value == pytest.approx(0.2)


def test_nothing_in_common_is_no_difference() -> None:
    """Without common prompts there is no value, and no verdict."""
    found = compare_models({"a": [PromptScore("p", 1.0)], "b": [PromptScore("q", 0.0)]})
    assert (found[0].difference.value, found[0].difference.p, found[0].adjusted_p) == (None, None, None)
    assert found[0].verdict == "cannot tell"


def test_weights_of_prompts_count() -> None:
    """A difference is weighted as the score is."""
    first = [PromptScore("p", 1.0, 3.0), PromptScore("q", 0.0, 1.0)]
    assert compare(first, side(0.0, 0.0)).value is None
    assert compare(first, [PromptScore("p", 0.0, 3.0), PromptScore("q", 1.0)]).value == 0.5


@pytest.mark.parametrize(
    ("gap", "verdict"), [(0.3, "better"), (-0.3, "worse"), (0.0, "cannot tell"), (0.01, "cannot tell")]
)
def test_verdicts_name_only_what_shows(gap: float, verdict: str) -> None:
    """A clear lead is named on either side; one within noise is not."""
    noise = (0.1, -0.1, 0.05, -0.05, 0.08, -0.08, 0.02, -0.02, 0.06, -0.06)
    found = compare_models({"a": side(*(0.5 + gap + x for x in noise)), "b": side(*[0.5] * 10)})
    assert found[0].verdict == verdict


@pytest.mark.parametrize(
    ("low", "high", "p", "verdict"),
    [
        (0.1, 0.3, 0.01, "better"),
        (-3.0, -1.0, 0.01, "worse"),
        (0.1, 0.3, 0.05, "cannot tell"),
        (0.1, 0.3, None, "cannot tell"),
        (0.0, 0.3, 0.01, "cannot tell"),
        (-0.3, 0.0, 0.01, "cannot tell"),
    ],
)
def test_a_verdict_takes_both_p_and_interval(low: float, high: float, p: float | None, verdict: str) -> None:
    """Neither a small p nor an interval on one side of 0 is enough alone."""
    assert verdict_of(Interval(low, high, "hall"), p) == verdict
    assert verdict_of(None, p) == "cannot tell"


def test_a_lead_that_rests_on_failures_not_seen_is_not_named() -> None:
    """The second fails at times, and here did not. Signs and t would name it, the skew does not."""
    steady = side(0.94, 0.73, 0.77, 0.91, 0.79, 0.66, 0.75, 0.69, 0.76, 0.82, 0.76, 0.81)
    erratic = side(0.82, 0.6, 1.0, 0.93, 0.91, 0.83, 0.95, 0.98, 0.96, 1.0, 0.92, 0.98)
    found = compare_models({"steady": steady, "erratic": erratic})[0]
    assert found.adjusted_p is not None
    assert found.adjusted_p < 0.02
    assert found.difference.value is not None
    assert found.difference.error is not None
    assert found.difference.value > 3 * found.difference.error
    assert found.verdict == "cannot tell"


@pytest.mark.parametrize(("better", "of"), [(6, 12), (10, 12), (6, 7), (11, 12), (6, 30)])
def test_better_at_some_and_worse_at_none_is_better(better: int, of: int) -> None:
    """From six prompts on that are better, none worse, the skew of so clear a result does not hide it."""
    lead = side(*[0.75] * better, *[0.5] * (of - better))
    assert compare_models({"a": lead, "b": side(*[0.5] * of)})[0].verdict == "better"


def test_five_prompts_can_never_tell() -> None:
    """With five prompts even unanimous ones have p = 2 / 2^5."""
    found = compare_models({"a": side(*[1.0] * 5), "b": side(*[0.0] * 5)})[0]
    assert found.difference.p == 0.0625
    assert found.verdict == "cannot tell"


def test_reach_of_a_run() -> None:
    """Differences of sd 0.1 over 16 prompts: 2.8 x 0.1 / 4 shows; a difference of 0.02 needs 196 prompts."""
    sd = 0.1 * math.sqrt(15 / 16)
    found = compare(side(*(0.52 + sd * (-1) ** i for i in range(16))), side(*[0.5] * 16))
    assert found.detectable == pytest.approx(0.07)
    assert found.needed == 196


@pytest.mark.parametrize("scores", [(0.5,) * 6, (0.9, 0.1, 0.5)])
def test_reach_takes_spread_and_prompts(scores: tuple[float, ...]) -> None:
    """Without spread, or with too few prompts, nothing is said of what could have been shown."""
    found = compare(side(*scores), side(*[0.5] * len(scores)))
    assert (found.detectable, found.needed) == (None, None)


def test_no_difference_needs_no_number_of_prompts() -> None:
    """A difference of exactly 0 would take endless prompts: none are named."""
    found = compare(side(0.4, 0.6, 0.4, 0.6, 0.4, 0.6), side(*[0.5] * 6))
    assert found.needed is None
    assert found.detectable is not None


def test_a_run_against_itself_shows_no_drift() -> None:
    """The same scores twice: difference 0, interval 0 to 0, nothing beyond noise."""
    scores = {"m": side(0.1, 0.9, 0.5, 0.7, 0.3, 0.2)}
    drift = compare_runs(scores, scores)[0]
    assert drift.verdict == "cannot tell"
    assert drift.difference.interval is not None
    assert (drift.difference.interval.low, drift.difference.interval.high) == (0.0, 0.0)


def test_drift_is_later_minus_earlier_for_models_in_both_runs() -> None:
    """A model that fell is worse; models of one run only are left out."""
    before = {"m": side(*(0.8 + i / 100 for i in range(10))), "gone": side(1.0)}
    after = {"m": side(*(0.5 + i / 100 for i in range(10))), "new": side(1.0)}
    (drift,) = compare_runs(before, after)
    assert (drift.model, drift.verdict) == ("m", "worse")
    assert drift.difference.value == pytest.approx(-0.3)


@pytest.mark.parametrize(
    ("ps", "adjusted"),
    [  # first row: statsmodels 0.15, multipletests(method="holm")
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.01, None, 0.04], [0.02, None, 0.04]),
        ([0.9, 0.8], [1.0, 1.0]),
        ([], []),
        ([None], [None]),
    ],
)
def test_holm_adjusts_over_what_is_known(ps: list[float | None], adjusted: list[float | None]) -> None:
    """Adjusted p-values stay in place; comparisons that could not be made do not count."""
    assert list(holm(ps)) == [None if p is None else pytest.approx(p) for p in adjusted]


def test_many_comparisons_raise_the_bar() -> None:
    """What one comparison would show, it may no longer show among many."""
    lead = side(*[0.9] * 7)
    alone = compare_models({"a": lead, "b": side(*[0.5] * 7)})
    crowd = compare_models({"a": lead, **{f"b{i}": side(*[0.5] * 7) for i in range(5)}})
    assert alone[0].verdict == "better"
    assert {comparison.verdict for comparison in crowd} == {"cannot tell"}


@given(PS, PS)
def test_comparisons_ignore_order(first: list[float | None], second: list[float | None]) -> None:
    """Shuffled prompts and models give the same bytes, and intervals stay within -1..1."""
    forward = compare_models({"a": side(*first), "b": side(*second)})
    assert forward == compare_models({"b": side(*second)[::-1], "a": side(*first)[::-1]})
    interval = forward[0].difference.interval
    assert interval is None or -1 <= interval.low <= interval.high <= 1


@given(PS, PS)
def test_comparing_backwards_turns_the_sign(first: list[float | None], second: list[float | None]) -> None:
    """The value and interval of b against a are those of a against b turned, at the same p."""
    there, back = compare(side(*first), side(*second)), compare(side(*second), side(*first))
    assert there.p == back.p
    assert there.value == (None if back.value is None else pytest.approx(-back.value, abs=1e-12))
    if there.interval is not None and back.interval is not None:
        assert there.interval.low == pytest.approx(-back.interval.high, abs=1e-9)


@given(st.lists(st.lists(st.none() | st.floats(0, 1), max_size=30), min_size=2, max_size=4))
def test_no_verdict_is_at_odds_with_its_numbers(models: list[list[float | None]]) -> None:
    """Every verdict has a corrected p below 0.05, an interval beside 0 and the sign it names."""
    for found in compare_models({f"m{i}": side(*scores) for i, scores in enumerate(models)}):
        if found.verdict == "cannot tell":
            continue
        difference = found.difference
        assert found.adjusted_p is not None
        assert difference.p is not None
        assert difference.p <= found.adjusted_p < 0.05
        assert difference.interval is not None
        assert difference.value is not None
        assert (found.verdict == "better") == (difference.interval.low > 0) == (difference.value > 0)
        assert (found.verdict == "worse") == (difference.interval.high < 0)


def test_models_compared_at_once_are_compared_as_two() -> None:
    """Among many, with prompts that some lack, each pair has the numbers it would have alone."""
    noise = [((7 * i) % 11 - 5) / 50 for i in range(40)]
    models = {
        "a": side(*(0.6 + x for x in noise)),
        "b": side(*(0.55 - x for x in noise)),
        "c": side(None, *(0.5 + x * x for x in noise[1:])),
    }
    for found in compare_models(models):
        alone = compare(models[found.first], models[found.second])
        assert found.difference.p == pytest.approx(alone.p, abs=0.02)
        assert found.difference.interval == alone.interval
        assert (found.difference.value, found.difference.prompts) == (alone.value, alone.prompts)
