"""`is_json` and `word_count_between`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.checks.verdicts import CheckError
from tests.unit.checks.verdict_of import verdict

if TYPE_CHECKING:
    from pydantic import JsonValue

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ("{}", True),
        (' [ 1 , {"a" : [ ] } ]\r\n', True),
        ('{"a":1,"a":"\\u00e9\\n\ud83d"}', True),
        ("[-0.5e+10, 0, 1E5]", True),
        ("[" * 50_000 + "]" * 50_000, True),
        ("[" + "9" * 20_000 + "]", True),
        ("", False),
        ("1", False),
        ('"[]"', False),
        ("null", False),
        ("\ufeff{}", False),
        ("\u00a0{}", False),
        ("[1,]", False),
        ("[,1]", False),
        ("[1 2]", False),
        ("[1}", False),
        ('{"a"}', False),
        ('{"a":}', False),
        ('{"a":1,}', False),
        ("{1:2}", False),
        ("{,}", False),
        ("{}{}", False),
        ("{}]", False),
        ("[],", False),
        ("[", False),
        ("[01]", False),
        ("[1.]", False),
        ("[.5]", False),
        ("[+1]", False),
        ("[NaN]", False),
        ("[True]", False),
        ('["\n"]', False),
        ('["\\x"]', False),
        ('["\\u12"]', False),
        ("['a']", False),
        ("[\u0661]", False),
        ("Sure: {}", False),
        (None, False),
    ],
)
def test_json_is_an_object_or_a_list(response: str | None, *, expected: bool) -> None:
    """The whole response, by the letter of RFC 8259, however deep."""
    assert verdict("is_json", response) is expected
    assert verdict("is_json", response, {"ignored": 1}) is expected


@given(VALUES)
def test_whatever_is_written_as_json_is_read_as_json(value: JsonValue) -> None:
    """Any object or list, however it is spaced."""
    assert verdict("is_json", json.dumps([value], indent=1)) is True
    assert verdict("is_json", json.dumps({"a": value}, ensure_ascii=False)) is True


@given(st.text('[]{}:,"01e-.tru\\ ', max_size=12))
def test_json_means_the_same_as_elsewhere(text: str) -> None:
    """Texts of JSON's own characters are judged as Python's parser judges them."""
    try:
        expected = isinstance(json.loads(text), dict | list)
    except ValueError:
        expected = False
    assert verdict("is_json", text) is expected


@pytest.mark.parametrize(
    ("response", "limits", "expected"),
    [
        ("one two three", [1, 5], 1.0),
        ("one two three", [3, 3], 1.0),
        ("one two", [3, 5], 2 / 3),
        ("one two three four", [1, 3], 0.75),
        ("", [0, 0], 1.0),
        ("x", [0, 0], 0.0),
        ("", [1, 2], 0.0),
        ("a\u001cb\u0085c", [1, 1], 1.0),
        ("a\ufeffb\u3000c\nd", [4, 4], 1.0),
        (None, [1, 2], 0.0),
    ],
)
def test_words_are_counted_between_whitespace(
    response: str | None, limits: JsonValue, expected: float
) -> None:
    """Too few score count / min, too many max / count; whitespace is what JavaScript takes for it."""
    assert verdict("word_count_between", response, limits) == expected


@pytest.mark.parametrize(
    "limits", [None, 5, "1-5", [1], [1, 2, 3], [None, 5], [True, 5], [-1, 2], [5, 1], {"min": 1}]
)
def test_a_range_is_two_numbers(limits: JsonValue) -> None:
    """Anything else, or a range upside down, is an error."""
    assert isinstance(verdict("word_count_between", "a b", limits), CheckError)
