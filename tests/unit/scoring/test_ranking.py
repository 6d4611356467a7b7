"""Group letters."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.comparison import Comparison, Difference
from pointwise.scoring.ranking import rank

if TYPE_CHECKING:
    from random import Random

NAMES = "ABCDEFG"


def told_apart(*pairs: str) -> list[Comparison]:
    """Comparisons that named a difference for each pair of letters."""
    return [Comparison(pair[0], pair[1], Difference(0.1, 9), 0.01, "better") for pair in pairs]


@pytest.mark.parametrize(
    ("pairs", "letters"),
    [
        ((), {"A": "a", "B": "a", "C": "a", "D": "a"}),
        (("AD",), {"A": "a", "B": "ab", "C": "ab", "D": "b"}),
        (("AC", "AD", "BD"), {"A": "a", "B": "ab", "C": "bc", "D": "c"}),
        (("AB", "AC", "AD", "BC", "BD", "CD"), {"A": "a", "B": "b", "C": "c", "D": "d"}),
        (("BC",), {"A": "ab", "B": "a", "C": "b", "D": "ab"}),
    ],
)
def test_letters(pairs: tuple[str, ...], letters: dict[str, str]) -> None:
    """Groups by hand: none told apart, the ends, a chain, all, and a pair in the middle."""
    scores = {"A": 0.9, "B": 0.8, "C": 0.7, "D": 0.6}
    assert {r.model: r.letters for r in rank(scores, told_apart(*pairs))} == letters


def test_order_is_by_score_then_name() -> None:
    """Best first; equal scores stand by name; a model without a score has no rank."""
    ranked = rank({"z": 0.5, "a": 0.5, "m": 0.9, "none": None}, [])
    assert [r.model for r in ranked] == ["m", "a", "z"]


def test_no_models_have_no_ranks() -> None:
    """Nothing in, nothing out."""
    assert rank({}, []) == ()


def test_comparisons_that_cannot_tell_do_not_split() -> None:
    """Only a verdict separates groups, whatever the p beside it."""
    unclear = [Comparison("A", "B", Difference(0.1, 9), 0.2, "cannot tell")]
    assert {r.letters for r in rank({"A": 0.9, "B": 0.1}, unclear)} == {"a"}


def test_groups_beyond_the_alphabet_are_numbered() -> None:
    """Thirty models all told apart still have a name for each group."""
    names = [f"m{i:02}" for i in range(30)]
    pairs = [Comparison(a, b, Difference(0.1, 9), 0.01, "better") for a, b in combinations(names, 2)]
    letters = [r.letters for r in rank({name: -float(i) for i, name in enumerate(names)}, pairs)]
    assert letters[25:28] == ["z", "(27)", "(28)"]


@given(st.sets(st.sampled_from([a + b for a, b in combinations(NAMES, 2)])), st.randoms())
def test_a_shared_letter_means_not_told_apart(pairs: set[str], source: Random) -> None:
    """Two models share a letter exactly where no comparison told them apart, in any order of comparisons."""
    scores = {name: 1 - i / 10 for i, name in enumerate(NAMES)}
    shuffled = sorted(pairs)
    source.shuffle(shuffled)
    letters = {r.model: set(r.letters) for r in rank(scores, told_apart(*shuffled))}
    for a, b in combinations(NAMES, 2):
        assert bool(letters[a] & letters[b]) == (a + b not in pairs)
    assert rank(scores, told_apart(*shuffled)) == rank(scores, told_apart(*sorted(pairs)))
