"""Bootstrap and sign-flip tests against published and independently computed values."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.resampling import bootstrap_interval, sign_flip_p, totals

SKEWED = (0.95, 0.9, 1.0, 0.85, 0.3, 0.99, 0.97, 0.92, 0.88, 1.0, 0.75, 0.96)
WEIGHTS = (1, 2, 0.5, 1, 1, 3, 1, 1, 10, 1, 0.1, 1)

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Heights of crossed minus self-fertilised maize, in eighths of an inch: Darwin's data in Fisher (1935)."""

DIFFERENCES = (
    *(0.03, 0.06, 0.003, -0.059, -0.015, -0.069, 0.036, 0.164, -0.019, -0.032, 0.079, 0.066, 0.041, -0.063),
    *(0.027, 0.1, -0.104, -0.016, -0.16, -0.099, -0.154, 0.006, -0.097, 0.057, 0.046),
)

DISTANCES = st.lists(st.integers(-9, 9).map(lambda n: n / 10), min_size=1, max_size=9)


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


def test_sign_flips_give_fishers_published_p() -> None:
    """Fisher counts 863 of 32,768 patterns of Darwin's maize at or beyond 314, on either side."""
    assert sign_flip_p(DARWIN) == 2 * 863 / 32_768


def test_exact_p_agrees_with_a_reference() -> None:
    """All patterns of twelve differences, as in scipy 1.12 stats.permutation_test."""
    assert sign_flip_p(DIFFERENCES[:12]) == pytest.approx(0.32275390625, abs=1e-12)


def test_random_p_agrees_with_a_reference() -> None:
    """Beyond 20 prompts p is that of 2,000,000 random patterns (numpy), to the noise of 10,000."""
    assert sign_flip_p(DIFFERENCES) == pytest.approx(0.6718, abs=0.015)


@pytest.mark.parametrize("count", [21, 24, 25, 40, 1000])
def test_random_p_of_a_clear_difference_is_small_but_not_zero(count: int) -> None:
    """A random test never claims more than it drew."""
    assert sign_flip_p([0.1] * count) == 1 / 10_001


@given(DISTANCES)
def test_exact_p_is_the_share_of_patterns(terms: list[float]) -> None:
    """Counting in two halves gives what counting every pattern gives."""
    observed = abs(math.fsum(terms))
    patterns = itertools.product(*((x, -x) for x in terms))
    share = sum(abs(math.fsum(p)) >= observed - 1e-9 for p in patterns) / 2 ** len(terms)
    assert sign_flip_p(terms) == pytest.approx(share, abs=1e-12)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_p_ignores_order_and_direction(terms: list[float]) -> None:
    """Swapping the two sides or shuffling the prompts changes nothing."""
    p = sign_flip_p(terms)
    assert p == sign_flip_p(terms[::-1])
    assert p is not None
    assert 0 < p <= 1
    assert sign_flip_p([-x for x in terms]) == pytest.approx(p, abs=0.03)


def test_no_terms_have_no_p() -> None:
    """Nothing compared is no value, not 1."""
    assert sign_flip_p([]) is None


@pytest.mark.parametrize("count", [1, 20, 21, 50])
def test_equal_answers_have_p_one(count: int) -> None:
    """No difference anywhere is no evidence of one."""
    assert sign_flip_p([0.0] * count) == 1.0
