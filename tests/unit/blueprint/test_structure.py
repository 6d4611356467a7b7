"""Which part of a file is the header and which are prompts."""

from __future__ import annotations

import pytest

from tests.unit.blueprint.authored import errors, form, problems, read

HEADER = "title: T\nid: i\n"
TWO = "- prompt: a\n- prompt: b\n"


@pytest.mark.parametrize(
    ("text", "header", "prompts"),
    [
        (f"{HEADER}---\n{TWO}", True, ["a", "b"]),
        (f"{HEADER}---\nprompt: a\n---\nprompt: b\n", True, ["a", "b"]),
        (f"{HEADER}---\n- prompt: a\n---\nprompt: b\n---\n- prompt: c\n", True, ["a", "b", "c"]),
        (f"{HEADER}prompts:\n{TWO}", True, ["a", "b"]),
        (f"{HEADER}prompts:\n- prompt: a\n---\n- prompt: b\n", True, ["a", "b"]),
        (TWO, False, ["a", "b"]),
        ("- prompt: a\n---\n- prompt: b\n", False, ["a", "b"]),
        ("prompt: a\n---\nprompt: b\n", False, ["a", "b"]),
        ("prompt: a\nsystem: s\n", False, ["a"]),
        (f"---\n---\n{HEADER}---\n\n---\n{TWO}---\n~\n", True, ["a", "b"]),
        (f"---\n{HEADER}...\n---\n{TWO}", True, ["a", "b"]),
    ],
)
def test_every_structure_is_told_apart(text: str, header: bool, prompts: list[str]) -> None:  # noqa: FBT001 - a table
    """Header or not, one document or many, null documents or none."""
    found = form(text)
    assert ("title" in found) == header
    assert [prompt["messages"][0]["content"] for prompt in found["prompts"]] == prompts


@pytest.mark.parametrize(
    "key",
    ["prompt", "promptText", "messages", "should", "points", "expect", "expects", "expectations", "ideal"],
)
def test_a_first_document_with_a_key_of_prompts_is_a_prompt(key: str) -> None:
    """Even next to a title, which then stands in the wrong place."""
    value = (
        "[{user: a}]" if key == "messages" else "a" if key.startswith("prompt") or key == "ideal" else "[a]"
    )
    asks = "" if key in ("prompt", "promptText", "messages") else "prompt: a\n"
    text = f"title: t\n{asks}{key}: {value}\n---\nprompt: b\n"
    assert len(form(text)["prompts"]) == 2
    assert [each.code for each in problems(text)] == ["unknown-key"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "0:0 no-prompts"),
        ("# only a comment\n", "0:0 no-prompts"),
        ("title: t\n", "1:1 no-prompts"),
        ("title: t\nprompts: x\n", "1:1 no-prompts"),
        ("title: t\nprompts:\n", "1:1 no-prompts"),
        ("just words\n", "1:1 no-prompts"),
        ("false\n", "1:1 no-prompts"),
        ("title: t\n---\nwords\n", "3:1 wrong-prompt"),
        ("title: t\n---\n- words\n", "3:3 wrong-prompt"),
        ("title: t\n---\n- null\n", "3:3 wrong-prompt"),
        ("- [{prompt: a}]\n", "1:3 wrong-prompt"),
        ("title: t\n---\n- {}\n", "3:3 nothing-asked"),
    ],
)
def test_a_file_that_asks_nothing_is_an_error(text: str, expected: str) -> None:
    """At the place where a prompt is missing."""
    assert errors(text) == [expected]


@pytest.mark.parametrize("text", ["[]\n", "title: t\nprompts: []\n", "title: t\n---\n[]\n"])
def test_an_empty_list_of_prompts_is_only_a_warning(text: str) -> None:
    """It is a blueprint, though nothing can be run."""
    assert form(text)["prompts"] == []
    assert [problem.code for problem in read(text).problems] == ["no-prompts"]


def test_a_header_that_comes_too_late_is_recognised() -> None:
    """The fix says where it belongs."""
    text = "- prompt: a\n---\ntitle: t\nmodels: [CORE]\n"
    (error,) = (problem for problem in problems(text) if problem.severity == "error")
    assert (error.line, error.code) == (3, "nothing-asked")
    assert error.fix
    assert "header" in error.fix
