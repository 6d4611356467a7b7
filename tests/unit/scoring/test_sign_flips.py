"""Sign flips against published and independently computed values."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.sign_flips import sign_flip_p, sign_flip_ps

DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Heights of crossed minus self-fertilised maize, in eighths of an inch: Darwin's data in Fisher (1935)."""

DIFFERENCES = (
    *(0.03, 0.06, 0.003, -0.059, -0.015, -0.069, 0.036, 0.164, -0.019, -0.032, 0.079, 0.066, 0.041, -0.063),
    *(0.027, 0.1, -0.104, -0.016, -0.16, -0.099, -0.154, 0.006, -0.097, 0.057, 0.046),
)

DISTANCES = st.lists(st.integers(-9, 9).map(lambda n: n / 10), min_size=1, max_size=9)
SCORES = st.dictionaries(st.integers(0, 29).map(str), st.floats(0, 1), max_size=30)


def test_sign_flips_give_fishers_published_p() -> None:
    """Fisher counts 863 of 32,768 patterns of Darwin's maize at or beyond 314, on either side."""
    assert sign_flip_p(DARWIN) == 2 * 863 / 32_768


def test_exact_p_agrees_with_a_reference() -> None:
    """All patterns of twelve differences, as in scipy 1.12 stats.permutation_test."""
    assert sign_flip_p(DIFFERENCES[:12]) == pytest.approx(0.32275390625, abs=1e-12)


@pytest.mark.parametrize(("lead", "p"), [(0, 0.6718), (0.03, 0.1612), (0.04, 0.0496), (0.05, 0.0132)])
def test_random_p_agrees_with_a_reference(lead: float, p: float) -> None:
    """Beyond 20 prompts p is that of 2,000,000 random patterns (numpy), to the noise of 10,000."""
    found = sign_flip_p([x + lead for x in DIFFERENCES])
    assert found == pytest.approx(p, abs=3 * math.sqrt(p * (1 - p) / 10_000))


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


@given(st.lists(st.floats(-1, 1), min_size=21, max_size=24))
def test_random_p_nears_the_share_of_all_patterns(terms: list[float]) -> None:
    """Whatever the differences, 10,000 patterns give what all of them would, to five times their noise."""
    assert sign_flip_p(terms) == pytest.approx(counted_p(terms), abs=0.025)


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9])
def test_p_knows_no_unit(scale: float) -> None:
    """Differences in other units, down to nothing, are as likely; what is nothing is no evidence."""
    p = sign_flip_p([x * scale for x in DIFFERENCES])
    assert p == (1.0 if scale < 1e-200 else sign_flip_p(DIFFERENCES))


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_p_ignores_order_and_direction(terms: list[float]) -> None:
    """Swapping the two sides or shuffling the prompts changes nothing."""
    p = sign_flip_p(terms)
    assert p == sign_flip_p(terms[::-1]) == sign_flip_p([-x for x in terms])
    assert p is not None
    assert 0 < p <= 1


def test_no_terms_have_no_p() -> None:
    """Nothing compared is no value, not 1."""
    assert sign_flip_p([]) is None


@pytest.mark.parametrize("count", [1, 20, 21, 50])
def test_equal_answers_have_p_one(count: int) -> None:
    """No difference anywhere is no evidence of one."""
    assert sign_flip_p([0.0] * count) == 1.0


@given(st.lists(SCORES, min_size=2, max_size=4))
def test_shared_flips_are_those_of_each_pair(columns: list[dict[str, float]]) -> None:
    """All pairs at once, with prompts missing here and there, have the p each has by itself."""
    named = {f"m{i}": column for i, column in enumerate(columns)}
    found = sign_flip_ps(named)
    assert list(found) == list(itertools.combinations(sorted(named), 2))
    for (a, b), p in found.items():
        terms = [named[a][prompt] - named[b][prompt] for prompt in named[a].keys() & named[b].keys()]
        alone = sign_flip_p(terms)
        assert p == (alone if len(terms) <= 20 or alone is None else pytest.approx(alone, abs=0.035))


def test_shared_flips_are_exact_counts() -> None:
    """A lead of one at each of 30 prompts, and one prompt that only one side has, which does not count."""
    lead = {str(prompt): 1.0 for prompt in range(30)}
    behind = {**dict.fromkeys(lead, 0.0), "alone": 1.0}
    assert sign_flip_ps({"a": lead, "b": behind, "c": lead}) == {
        ("a", "b"): 1 / 10_001,
        ("a", "c"): 1.0,
        ("b", "c"): 1 / 10_001,
    }


@given(st.lists(SCORES, min_size=3, max_size=3))
def test_shared_flips_ignore_order_and_direction(columns: list[dict[str, float]]) -> None:
    """Other names, and other orders of models and prompts, give each pair the same p."""
    forward = sign_flip_ps(dict(zip("abc", columns, strict=True)))
    turned = [dict(reversed(column.items())) for column in columns]
    backward = sign_flip_ps(dict(zip("zyx", turned, strict=True)))
    for (a, b), p in forward.items():
        assert backward["zyx"["abc".index(b)], "zyx"["abc".index(a)]] == p


def counted_p(terms: list[float]) -> float:
    """The share of all patterns, from two halves."""
    half = len(terms) // 2
    left, right = (
        sorted(math.fsum(p) for p in itertools.product(*((x, -x) for x in part)))
        for part in (terms[:half], terms[half:])
    )
    observed = abs(math.fsum(terms)) - 1e-9
    beyond = sum(len(right) - bisect_left(right, observed - total) for total in left)
    return min(1.0, 2 * beyond / (len(left) * len(right))) if observed > 0 else 1.0
