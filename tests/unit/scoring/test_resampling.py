"""The bootstrap against independently computed values."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.resampling import bootstrap_interval, totals

SKEWED = (0.95, 0.9, 1.0, 0.85, 0.3, 0.99, 0.97, 0.92, 0.88, 1.0, 0.75, 0.96)
WEIGHTS = (1, 2, 0.5, 1, 1, 3, 1, 1, 10, 1, 0.1, 1)


def mean(sums: tuple[float, ...]) -> float:
    """Weighted mean from its two sums."""
    return sums[0] / sums[1]


def test_bca_agrees_with_a_reference_on_skewed_data() -> None:
    """The limits are those of scipy 1.12 stats.bootstrap (BCa, 400,000 resamples), to the noise of 20,000."""
    low, high = bootstrap_interval([(x, 1.0) for x in SKEWED], mean, 20_000) or (0, 0)
    assert low == pytest.approx(0.687, abs=0.01)
    assert high == pytest.approx(0.941, abs=0.006)


def test_bca_agrees_with_a_reference_on_weighted_data() -> None:
    """The same for a weighted mean, prompts drawn with their weights (200,000 resamples)."""
    rows = [(x * w, w) for x, w in zip(SKEWED, WEIGHTS, strict=True)]
    low, high = bootstrap_interval(rows, mean, 20_000) or (0, 0)
    assert low == pytest.approx(0.754, abs=0.006)
    assert high == pytest.approx(0.9475, abs=0.006)


@given(st.permutations(SKEWED))
def test_bca_ignores_order(scores: list[float]) -> None:
    """The same prompts in any order give the same bytes."""
    found = bootstrap_interval([(x, 1.0) for x in scores], mean, 100)
    assert found == bootstrap_interval([(x, 1.0) for x in SKEWED], mean, 100)


def test_bca_of_equal_values_is_that_value() -> None:
    """Without spread both limits are the value."""
    assert bootstrap_interval([(0.5, 1.0)] * 6, mean) == (0.5, 0.5)


def test_bca_of_all_but_equal_values_is_that_value() -> None:
    """A spread too small to be squared is no spread."""
    low, high = bootstrap_interval([(0.0, 1.0)] * 5 + [(1e-110, 1.0)], mean) or (1, 1)
    assert 0 <= low <= high <= 1e-110


@pytest.mark.parametrize("rows", [[], [(0.5, 1.0)]])
def test_bca_needs_two_rows(rows: list[tuple[float, float]]) -> None:
    """One prompt or none carries no interval."""
    assert bootstrap_interval(rows, mean) is None


def test_bca_is_refused_where_one_row_carries_the_value() -> None:
    """A statistic that vanishes without one of the prompts gets no interval."""
    rows = [(0.0,), (0.0,), (0.0,), (1.0,)]
    assert bootstrap_interval(rows, lambda sums: sums[0] or None) is None


def test_totals_are_exact() -> None:
    """Sums do not depend on order, down to the last bit."""
    rows = [(0.1,), (1e16,), (0.2,), (-1e16,), (0.3,)]
    assert {totals(list(order)) for order in itertools.permutations(rows)} == {(0.6,)}
