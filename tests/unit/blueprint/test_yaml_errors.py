"""Syntax errors in words that help."""

from __future__ import annotations

import pytest

from tests.unit.blueprint.authored import codes, problems


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("- prompt: Hi: there\n", (1, 13), "colon"),
        ("- should:\n  - @home is named\n", (2, 5), "`@`"),
        ("- should:\n  - `code` is shown\n", (2, 5), "a backtick"),
        ("- should:\n  - %50 off\n", (2, 5), "`%`"),
        ("- should:\n  - *bold* is used\n", (2, 5), "`*`"),
        ("- should:\n  - & more\n", (2, 5), "`&`"),
        ("- should:\n  - !x!y z\n", (2, 5), "`!`"),
        ("- prompt: a\n\tideal: b\n", (2, 1), "tab"),
        ("prompts:\n\t- prompt: b\n", (2, 1), "tab"),
        ("- prompt: a\n ideal: b\n", (2, 2), "does not fit the list"),
        ("- prompt: 'it's fine'\n", (1, 15), "closing quote"),
        ('- prompt: The "best"?\n- "best" is best\n', (2, 10), "closing quote"),
        ('- prompt: "open\n- prompt: b\n', (1, 11), "never closed"),
        ('- prompt: "open\n---\n- prompt: b\n', (1, 11), "next `---`"),
        ('- $matches: "\\d+"\n', (1, 14), "single quotes"),
        ('- "C:\\Users"\n', (1, 8), "single quotes"),
        ('- "\\ud83d\\ude00"\n', (1, 6), "half of a character"),
        ("- prompt: [a] or b\n", (1, 15), "closing bracket"),
        ('- should:\n  - "' + "x" * 1100 + '": c\n', (2, 1107), "1,024 characters"),
        ("- prompt: | text\n    more\n", (1, 13), "next line"),
        ("tags: [a, b\nmodels: [c]\n", (2, 7), "bracket on line 1"),
        ("tags: {a: b\nmodels: [c]\n", (2, 7), "brace on line 1"),
        ("title: a\nloose words\nid: c\n", (2, 1), "neither a key"),
        ("title: a\n- prompt: b\n", (2, 1), "does not fit the map"),
        ("%YAML 2.0\n---\na: b\n", (1, 1), "1.1 and 1.2"),
        ("%FOO bar\n---\na: b\n", (1, 1), "`%`"),
        ("&a &b c\n", (1, 4), "goes on after its end"),
    ],
)
def test_a_slip_is_named_with_its_place_and_a_way_out(text: str, place: tuple[int, int], words: str) -> None:
    """The first sentence says what is wrong, the second what to do."""
    first = problems(text)[0]
    assert (first.line, first.column) == place
    assert first.code == "yaml-syntax"
    assert words in f"{first.message} {first.fix}"
    assert first.fix


def test_spaces_that_are_none_are_named_where_a_file_cannot_be_read() -> None:
    """In the indentation and after keys; in a text in order they are left alone."""
    text = "- prompt:\u00a0a\n\u00a0\u00a0ideal: b\n  # c\u00a0d\n"
    assert codes(text) == ["1:10 no-break-space", "2:1 yaml-syntax", "2:1 no-break-space"]
    assert codes("- prompt: |\n    \u00a0verse\n") == []
