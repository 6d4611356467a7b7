"""YAML as version 1.2 reads it."""

from __future__ import annotations

from typing import Any

import pytest

from pointwise.blueprint.findings import Findings
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.text.documents import read_documents
from pointwise.blueprint.text.nodes import plain
from tests.unit.blueprint.authored import codes, errors, form, prompt, read


def value(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """What the only document of a text holds."""
    documents = read_documents(text, is_json=False, limits=Limits(), findings=Findings("f"))
    (node,) = documents.nodes
    return plain(node)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yes", "yes"), ("No", "No"), ("on", "on"), ("OFF", "OFF"), ("y", "y"),
        ("true", True), ("True", True), ("FALSE", False), ("tRUE", "tRUE"),
        ("null", None), ("~", None), ("", None), ("NULL", None), ("nULL", "nULL"),
        ("010", 10), ("0o10", 8), ("0x1F", 31), ("0b11", "0b11"), ("+12", 12), ("-0", 0),
        ("1:30", "1:30"), ("12:30", "12:30"), ("190:20:30", "190:20:30"),
        ("1e3", 1000), ("1.0", 1), ("1.5", 1.5), (".5", 0.5), ("5.", 5), ("1_000", "1_000"), ("1e-7", 1e-7),
        ("2024-01-01", "2024-01-01"), ("2024-01-01T10:00:00Z", "2024-01-01T10:00:00Z"),
        ("=", "="), ("1.2.3", "1.2.3"), ("'1'", "1"), ('"true"', "true"), ("!!str 12", "12"), ("!!int 3", 3),
        ("! 5", "5"), ("9007199254740993", 9007199254740992.0), ("٣", "٣"),
    ],
)  # fmt: skip
def test_an_unquoted_value_is_what_the_core_schema_says(text: str, expected: object) -> None:
    """Neither words of agreement, nor times, nor dates are anything but texts."""
    found = value(f"- {text}\n")[0]
    assert found == expected
    assert isinstance(found, bool) == isinstance(expected, bool)


def test_keys_are_texts() -> None:
    """Whatever a key looks like, it is spelt as JavaScript spells it."""
    assert value("{1: a, null: b, true: c, 1.50: d, 1e21: e, .inf: f}") == {
        "1": "a",
        "null": "b",
        "true": "c",
        "1.5": "d",
        "1e+21": "e",
        "Infinity": "f",
    }


def test_a_merge_fills_in_what_the_map_lacks() -> None:
    """Own keys win over merged ones, and earlier merged maps over later ones."""
    text = "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {<<: [*a, *b], x: 3}\nd: {'<<': 4}\n"
    merged = value(text)
    assert merged["c"] == {"x": 3, "y": 1, "z": 2}
    assert merged["d"] == {"<<": 4}


def test_a_block_scalar_at_the_end_ends_in_a_newline() -> None:
    """Whether or not the file does."""
    assert prompt("prompt: |\n  two\n  lines")["messages"][0]["content"] == "two\nlines\n"
    assert prompt("prompt: |-\n  one")["messages"][0]["content"] == "one"


def test_a_byte_order_mark_is_nothing() -> None:
    """At the beginning; elsewhere it is a character like others."""
    assert form("\ufeffprompt: a\ufeffb")["prompts"][0]["messages"][0]["content"] == "a\ufeffb"
    assert read(b"\xef\xbb\xbf- prompt: a").blueprint is not None


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029"])
def test_line_breaks_of_yaml_1_1_are_characters(character: str) -> None:
    """They neither end a line nor are they folded away."""
    text = f"- prompt: a{character}b\n- propmt: c\n"
    parsed = read(text)
    assert [problem.line for problem in parsed.problems if problem.code == "nothing-asked"] == [2]
    documents = read_documents(text, is_json=False, limits=Limits(), findings=Findings("f"))
    assert plain(documents.nodes[0]) == [{"prompt": f"a{character}b"}, {"propmt": "c"}]


@pytest.mark.parametrize(
    "text", ["title: t\n...\n- prompt: a\n", "title: t\n... # end\n---\n- prompt: a\n...\n"]
)
def test_a_document_may_end_in_dots(text: str) -> None:
    """And the next one needs no dashes."""
    assert form(text)["title"] == "t"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("title: a\nprompt: b\ntitle: c\n", ["3:1 duplicate-key"]),
        ("- *name\n", ["1:3 unknown-alias"]),
        ("- &a [*a]\n", ["1:7 endless-alias"]),
        ("? [a]\n: b\n", ["1:3 key-not-text"]),
        ("- {<<: x, prompt: y}\n", ["1:4 merge-not-map"]),
        ("- !important x\n", ["1:3 unknown-tag"]),
        ("- !!python/object:os.system x\n", ["1:3 unknown-tag"]),
        ("- !!set {a}\n", ["1:3 unknown-tag"]),
        ("- !!int x\n", ["1:3 tag-mismatch"]),
        ("- prompt: a\x07b\n", ["1:12 forbidden-character"]),
        ("- prompt: q\n  temperature: .inf\n", ["2:16 not-finite"]),
    ],
)
def test_what_yaml_allows_and_blueprints_do_not(text: str, expected: list[str]) -> None:
    """Is an error at its place."""
    assert expected[0] in errors(text)


def test_each_documents_first_syntax_error_is_found() -> None:
    """And what could be read is looked at too."""
    text = "title: a: b\n---\n- prompt: c\n  tmperature: 1\n---\n- 'open\n---\n- prompt: d\n  weight: 11\n"
    assert codes(text) == [
        "1:9 yaml-syntax",
        "4:3 unknown-key",
        "6:3 yaml-syntax",
        "9:11 wrong-value",
    ]


def test_bytes_that_are_no_utf_8_are_an_error_at_their_place() -> None:
    """A Latin-1 file says where it stops being UTF-8."""
    parsed = read("- prompt: a\n  ideal: café\n".encode("latin-1"))
    assert [(each.line, each.column, each.code) for each in parsed.problems] == [(2, 13, "not-utf-8")]
