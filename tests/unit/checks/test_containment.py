"""Texts in a response."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.checks.verdicts import CheckError
from tests.unit.checks.verdict_of import verdict

if TYPE_CHECKING:
    from pydantic import JsonValue


@pytest.mark.parametrize(
    ("name", "response", "text", "expected"),
    [
        ("contains", "a Word here", "Word", True),
        ("contains", "a Word here", "word", False),
        ("contains", "a word", " word", True),
        ("contains", "", "", True),
        ("contains", "café", "cafe\u0301", False),
        ("contains", "😀", "\ud83d", False),
        ("icontains", "STRAẞE", "straße", True),
        ("icontains", "STRASSE", "straße", False),
        ("icontains", "İstanbul", "i\u0307stanbul", True),
        ("icontains", "ΟΔΥΣΣΕΥΣ", "οδυσσευς", True),
        ("starts_with", " a", "a", False),
        ("starts_with", "abc", "ab", True),
        ("istarts_with", "ABC", "ab", True),
        ("ends_with", "abc\n", "c", False),
        ("ends_with", "abc", "bc", True),
        ("iends_with", "ABC", "bc", True),
        ("contains", None, "a", CheckError),
        ("icontains", None, "a", False),
        ("starts_with", None, "", False),
    ],
)
def test_texts_are_compared_as_they_are(
    name: str, response: str | None, text: str, *, expected: bool | type
) -> None:
    """No trimming, no normalisation; `i` lower-cases both sides; `not_` turns it round, errors stay."""
    found, opposite = verdict(name, response, text), verdict(f"not_{name}", response, text)
    if isinstance(expected, bool):
        assert (found, opposite) == (expected, not expected)
    else:
        assert isinstance(found, expected)
        assert isinstance(opposite, expected)


@pytest.mark.parametrize(
    ("name", "argument", "expected"),
    [
        ("contains_any_of", ["x", "b"], True),
        ("contains_any_of", ["x"], False),
        ("contains_any_of", [], False),
        ("icontains_any_of", ["B"], True),
        ("not_contains_any_of", ["x"], True),
        ("contains_all_of", ["a", "b", "x", "y"], 0.5),
        ("contains_all_of", [], 1.0),
        ("icontains_all_of", ["A", "x", "y"], 1 / 3),
        ("not_contains_all_of", ["a", "x", "y"], 1 - 1 / 3),
        ("not_contains_all_of", [], 0.0),
        ("contains_at_least_n_of", [2, ["a", "b", "c"]], 1.0),
        ("contains_at_least_n_of", [4, ["a", "b", "x"]], 0.5),
        ("contains_at_least_n_of", [0, ["x"]], 1.0),
        ("contains_at_least_n_of", [-1, []], 1.0),
        ("contains_at_least_n_of", [1, []], 0.0),
        ("contains_at_least_n_of", [math.inf, ["a"]], 0.0),
        ("contains_at_least_n_of", [10**400, ["a"]], 0.0),
        ("icontains_at_least_n_of", [2.5, ["A", "B"]], 0.8),
    ],
)
def test_several_texts_are_graded(name: str, argument: JsonValue, expected: float) -> None:
    """Any is a boolean; all is hits / n; at least n is min(1, hits / n)."""
    assert verdict(name, "a b c", argument) == expected


@pytest.mark.parametrize(
    "name", ["contains", "istarts_with", "not_ends_with", "contains_word", "matches", "js"]
)
@pytest.mark.parametrize("argument", [None, 5, True, 0.5, [], ["a"], {}, {"a": 1}])
def test_a_text_is_not_guessed(name: str, argument: JsonValue) -> None:
    """What is no text is an error that says what was given instead, also for `not_`."""
    found = verdict(name, "a", argument)
    assert isinstance(found, CheckError)
    assert "It needs a text and got" in found.message


@pytest.mark.parametrize("argument", [None, "a", 5, {}, ["a", 1], [None], [["a"]]])
@pytest.mark.parametrize("name", ["contains_any_of", "not_icontains_all_of", "matches_all_of"])
def test_a_list_of_texts_is_not_guessed(name: str, argument: JsonValue) -> None:
    """Only a list of texts will do, and nothing else in it."""
    assert isinstance(verdict(name, "a", argument), CheckError)


@pytest.mark.parametrize(
    "argument", [None, 5, [1], ["1", ["a"]], [True, ["a"]], [1, "a"], [1, ["a"], 2], [1, [1]], {"0": 1}]
)
@pytest.mark.parametrize("name", ["contains_at_least_n_of", "imatches_at_least_n_of"])
def test_a_count_and_texts_are_not_guessed(name: str, argument: JsonValue) -> None:
    """Only `[n, [text, ...]]` will do."""
    assert isinstance(verdict(name, "a", argument), CheckError)


@given(st.text(), st.text(), st.text())
def test_a_part_is_always_found(before: str, part: str, behind: str) -> None:
    """Whatever a response is made of, its parts are in it."""
    response = before + part + behind
    assert verdict("contains", response, part) is True
    assert verdict("starts_with", response, before) is True
    assert verdict("ends_with", response, behind) is True
    assert verdict("contains_all_of", response, [before, part, behind]) == 1
