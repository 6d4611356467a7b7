"""Judges one by one, their disputes, and how many they are worth."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.agreement import Rating, by_unit
from pointwise.scoring.judges import Dispute, JudgeRecord, effective_judges, judge_records, widest_disputes

PANEL = [
    Rating("p", "1", "lenient", 1.0),
    Rating("p", "1", "strict", 0.5),
    Rating("p", "2", "lenient", 0.8),
    Rating("p", "2", "strict", None),
    Rating("q", "1", "lenient", 0.6),
    Rating("q", "1", "strict", 0.5),
    Rating("q", "2", "absent", None),
]


def test_records_hold_means_biases_and_failures() -> None:
    """Bias compares on shared units only; a judge who always failed has no mean."""
    assert judge_records(PANEL, by_unit(PANEL)) == (
        JudgeRecord("absent", 1, 1.0, None, None),
        JudgeRecord("lenient", 3, 0.0, pytest.approx(0.8), pytest.approx(0.3)),
        JudgeRecord("strict", 3, pytest.approx(1 / 3), pytest.approx(0.5), pytest.approx(-0.3)),
    )


def test_a_judge_alone_has_no_bias() -> None:
    """Without another judge there is nothing to be biased against."""
    alone = [Rating("p", "1", "j", 0.4)]
    assert judge_records(alone, by_unit(alone)) == (JudgeRecord("j", 1, 0.0, 0.4, None),)


def test_nobody_asked_is_no_record() -> None:
    """Nothing in, nothing out."""
    assert judge_records([], {}) == ()
    assert widest_disputes({}) == ()


def test_disputes_are_the_widest_first() -> None:
    """At most ten, ordered by spread and then by name; agreement and single ratings are none."""
    scored = {("p", f"{i:02}"): {"b": i / 20, "a": 0.0} for i in range(15)}
    scored |= {
        ("a", "same"): {"a": 0.5, "b": 0.5},
        ("a", "one"): {"a": 1.0},
        ("o", "tie"): {"a": 0.7, "c": 0.0},
    }
    found = widest_disputes(scored)
    assert len(found) == 10
    assert found[0] == Dispute("o", "tie", 0.7, (("a", 0.7), ("c", 0.0)))
    assert found[1] == Dispute("p", "14", 0.7, (("a", 0.0), ("b", 0.7)))
    assert [d.spread for d in found] == sorted((d.spread for d in found), reverse=True)


def panel(*errors: tuple[float, ...]) -> dict[tuple[str, str], dict[str, float]]:
    """Scores around 0.5: a row of errors per judge, a column per unit."""
    return {
        ("p", str(u)): {f"j{j}": 0.5 + error for j, error in enumerate(row)}
        for u, row in enumerate(zip(*errors, strict=True))
    }


@pytest.mark.parametrize(
    ("errors", "correlation", "value"),
    [
        (((0.1, -0.1, 0.1, -0.1),) * 4, 1.0, 1.0),
        (((0.1, -0.1, 0.1, -0.1), (0.1, 0.1, -0.1, -0.1)), 0.0, 2.0),
        (((0.1, -0.1, 0.1, -0.1), (-0.1, 0.1, -0.1, 0.1)), -1.0, 2.0),
        (((0.2, -0.2, 0.1, -0.1), (0.2, -0.1, 0.1, -0.2)), 0.9, 2 / 1.9),
    ],
)
def test_shared_errors_cost_judges(
    errors: tuple[tuple[float, ...], ...], correlation: float, value: float
) -> None:
    """Kish: four that err alike are one, two that err apart are two, and never more than there are."""
    scored = panel(*errors)
    found = effective_judges(scored, dict.fromkeys(scored, 0.5))
    assert found is not None
    assert (found.judges, found.correlation, found.value) == (
        len(errors),
        pytest.approx(correlation),
        pytest.approx(value),
    )


@pytest.mark.parametrize("errors", [((0.1, 0.2),), ((0.1, 0.1), (0.1, 0.2)), ()])
def test_errors_that_cannot_be_compared_say_nothing(errors: tuple[tuple[float, ...], ...]) -> None:
    """One judge, a judge whose error never varies, or nobody: no value."""
    scored = panel(*errors)
    assert effective_judges(scored, dict.fromkeys(scored, 0.5)) is None


def test_units_without_reference_are_left_out() -> None:
    """Only units with a reference count; with none there is no value."""
    scored = panel((0.1, -0.1, 0.3), (0.1, -0.1, -0.3))
    known = {unit: 0.5 for unit in scored if unit != ("p", "2")}
    found = effective_judges(scored, known)
    assert found is not None
    assert found.correlation == pytest.approx(1.0)
    assert effective_judges(scored, {}) is None


def test_against_their_own_mean_like_judges_look_alike_whatever_they_share() -> None:
    """Why a reference is asked for: against the panel's mean, shared errors leave no trace."""
    base = (0.1, -0.1, 0.2, -0.2, 0.0, 0.0)
    own = ((0.1, 0, -0.1, 0, 0.1, -0.1), (-0.1, 0.1, 0, 0.1, -0.1, 0), (0, -0.1, 0.1, -0.1, 0, 0.1))
    for shared in (0.0, 5.0):
        scored = panel(*(tuple(shared * b + e for b, e in zip(base, row, strict=True)) for row in own))
        mean = {unit: math.fsum(scores.values()) / 3 for unit, scores in scored.items()}
        found = effective_judges(scored, mean)
        assert found is not None
        assert found.correlation == pytest.approx(-0.5, abs=1e-9)


@given(st.permutations(PANEL))
def test_order_changes_nothing(shuffled: list[Rating]) -> None:
    """Shuffled ratings give the same bytes."""
    scored = by_unit(shuffled)
    assert judge_records(shuffled, scored) == judge_records(PANEL, by_unit(PANEL))
    assert widest_disputes(scored) == widest_disputes(by_unit(PANEL))
    reference = dict.fromkeys(scored, 0.3)
    assert effective_judges(scored, reference) == effective_judges(by_unit(PANEL), reference)
