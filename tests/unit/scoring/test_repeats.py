"""Repeats of one prompt."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.repeats import mean_over_prompts, pass_at_k, pass_hat_k, repeat_means

COUNTS = st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


def test_repeats_average_within_their_prompt() -> None:
    """Failed repeats leave the mean; a prompt with none scored has none."""
    scores = [("q", None), ("p", 1.0), ("p", 0.0), ("p", None), ("p", 0.5), ("r", 0.0)]
    assert repeat_means(scores) == {"p": 0.5, "q": None, "r": 0.0}


def test_no_repeats_have_no_means() -> None:
    """Nothing in, nothing out."""
    assert repeat_means([]) == {}


@given(COUNTS)
def test_pass_measures_count_all_draws(counts: tuple[int, int, int]) -> None:
    """Both measures are the share over every way to draw k of the n answers."""
    trials, passes, k = counts
    draws = list(combinations([True] * passes + [False] * (trials - passes), k))
    assert pass_at_k(trials, passes, k) == pytest.approx(sum(map(any, draws)) / len(draws))
    assert pass_hat_k(trials, passes, k) == pytest.approx(sum(map(all, draws)) / len(draws))


def test_pass_at_k_as_a_product() -> None:
    """Chen et al. compute 1 - prod(1 - k / i) for i from n - c + 1 to n; here n = 200, c = 7, k = 10."""
    product = 1.0
    for i in range(200 - 7 + 1, 201):
        product *= 1 - 10 / i
    assert pass_at_k(200, 7, 10) == pytest.approx(1 - product)


@pytest.mark.parametrize(("trials", "k"), [(0, 1), (2, 3), (5, 0)])
def test_too_few_trials_are_no_value(trials: int, k: int) -> None:
    """Fewer answers than are to be drawn is no value, not 0."""
    assert pass_at_k(trials, 0, k) is None
    assert pass_hat_k(trials, 0, k) is None


def test_prompts_with_too_few_trials_are_left_out() -> None:
    """Over prompts with 4, 2 and 1 trials, pass@2 is the mean of the first two."""
    assert mean_over_prompts(pass_at_k, [(4, 2), (2, 0), (1, 1)], 2) == pytest.approx((5 / 6 + 0) / 2)
    assert mean_over_prompts(pass_at_k, [(1, 1)], 2) is None
    assert mean_over_prompts(pass_hat_k, [], 1) is None
