"""Ids of prompts."""

from __future__ import annotations

import json
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.blueprint.text.canonical import canonical_json
from pointwise.blueprint.text.scalars import number_text
from tests.unit.blueprint.authored import codes, form, prompt


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"), (-0.0, "0"), (2.0, "2"), (0.1, "0.1"), (-1.5, "-1.5"), (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (123456789012345680000.0, "123456789012345680000"), (1.5e300, "1.5e+300"), (1e-6, "0.000001"),
        (1e-7, "1e-7"), (1.25e-9, "1.25e-9"), (5e-324, "5e-324"), (0.1 + 0.2, "0.30000000000000004"),
        (2**53, "9007199254740992"), (10**21, "1e+21"), (math.inf, "Infinity"), (-math.inf, "-Infinity"),
        (math.nan, "NaN"), (100, "100"), (1200.0, "1200"), (0.00012, "0.00012"),
    ],
)  # fmt: skip
def test_numbers_are_printed_as_javascript_prints_them(number: float, text: str) -> None:
    """Shortest digits, no `.0`, exponents from 1e21 and below 1e-6."""
    assert number_text(number) == text


@given(st.binary(min_size=8, max_size=8))
def test_every_number_can_be_read_back(data: bytes) -> None:
    """Nothing is lost in printing, whatever the double."""
    (number,) = struct.unpack("<d", data)
    if math.isfinite(number):
        assert float(number_text(number)) == number


def test_canonical_json_sorts_as_javascript_sorts() -> None:
    """By UTF-16 units, at every depth, with lone surrogates escaped and nothing else that need not be."""
    value = {"\U0001f600": 1, "\uffee": {"b": [1.0, None], "a": "\u2028é\x7f\x01\ud800"}, "A": True}
    assert canonical_json(value) == (
        '{"A":true,"\U0001f600":1,"\uffee":{"a":"\u2028é\x7f\\u0001\\ud800","b":[1,null]}}'
    )


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=10,
    )
)
def test_canonical_json_is_json(value: object) -> None:
    """It reads back as what it was made of."""
    assert json.loads(canonical_json(value)) == value  # type: ignore[arg-type]


def test_an_id_is_the_hash_of_the_normalised_prompt() -> None:
    """Known ids; neither key order, nor aliases, nor a different spelling of numbers change them."""
    assert prompt("prompt: hello")["id"] == "hash-e4a2ac480eca"
    assert prompt("promptText: hello")["id"] == "hash-e4a2ac480eca"
    one = prompt("prompt: q\nweight: 2.0\nshould: [{$contain: x}]\n")
    other = prompt("expect: [{fn: contains, arg: x, weight: 1}]\nimportance: 2\nprompt: q\n")
    assert one["id"] == other["id"]
    assert prompt("prompt: q\ntags: [a]")["id"] == prompt("prompt: q")["id"]


def test_the_second_of_one_id_is_renamed() -> None:
    """Nothing is overwritten, and ids that were given stay."""
    text = "- {id: a, prompt: q}\n- {id: a, prompt: r}\n- {id: a-2, prompt: s}\n- {id: a, prompt: t}\n"
    assert [each["id"] for each in form(text)["prompts"]] == ["a", "a-3", "a-2", "a-4"]
    assert codes(text) == ["2:4 duplicate-id", "4:4 duplicate-id"]


def test_a_prompt_repeated_without_id_is_renamed_too() -> None:
    """The hash of the second gets `-2`."""
    first, second = form("- prompt: q\n- prompt: q\n")["prompts"]
    assert second["id"] == f"{first['id']}-2"


def test_ids_are_texts() -> None:
    """They name things in results; numbers are spelt out."""
    assert [each["id"] for each in form("- {id: 5, prompt: a}\n- {id: 1.0, prompt: b}\n")["prompts"]] == [
        "5",
        "1",
    ]
