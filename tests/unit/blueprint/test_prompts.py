"""Fields of a prompt, and its conversation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.blueprint.authored import codes, errors, form, problems, prompt, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("promptText: q", {}),
        ("prompt: q\nidealResponse: 42", {"idealResponse": "42"}),
        ("prompt: q\nideal: ''", {}),
        ("prompt: q\nsystem: null", {"system": None}),
        ("prompt: q\nsystem: ''", {"system": ""}),
        ("prompt: q\nimportance: 2", {"weight": 2}),
        ("prompt: q\nmultiplier: 0.1", {"weight": 0.1}),
        ("prompt: q\nweight: null", {}),
        ("prompt: q\ntemperature: 5", {"temperature": 5}),
        ("prompt: q\nrender_as: html", {"render_as": "html"}),
        ("prompt: q\nreference: c", {"citation": "c"}),
        ("prompt: q\ncitation: {name: n, x: 1}", {"citation": {"name": "n", "x": 1}}),
        ("prompt: q\ndescription: ''", {"description": ""}),
        ("prompt: q\nnoCache: true", {"noCache": True}),
        ("prompt: q\nrequiredTools: [a]\nprohibitedTools: [b]\nmaxCalls: 3",
         {"requiredTools": ["a"], "prohibitedTools": ["b"], "maxCalls": 3}),
        ("prompt: q\nshould:", {}),
        ("prompt: q\nshould: []", {"points": []}),
        ("prompt: q\nshould: null\nexpect: [b]", {"points": [{"text": "b", "multiplier": 1}]}),
        ("prompt: q\ntags: [a]", {}),
    ],
)  # fmt: skip
def test_a_field_stands_in_the_normal_form(text: str, expected: dict[str, Any]) -> None:
    """Under its own name; what was not given is not there."""
    found = prompt(f"id: p\n{text}")
    always = {"id": "p", "messages": [{"role": "user", "content": "q"}], "render_as": "markdown"}
    assert found == {**always, **expected}


@pytest.mark.parametrize("name", ["should", "points", "expect", "expects", "expectations"])
def test_a_rubric_has_five_names(name: str) -> None:
    """All mean the same."""
    assert prompt(f"prompt: q\n{name}: [a]")["points"] == [{"text": "a", "multiplier": 1}]


def test_tags_are_kept_though_not_published() -> None:
    """They are part of the format, not of the form that others read."""
    blueprint = read("prompt: q\ntags: [a]\n").blueprint
    assert blueprint
    assert blueprint.prompts[0].tags == ("a",)


def test_the_header_decides_where_the_prompt_is_silent() -> None:
    """How answers are shown, and whether stored ones are used."""
    own = "- prompt: b\n  render_as: plaintext\n  noCache: false\n"
    text = f"render_as: html\nnoCache: true\n---\n- prompt: a\n{own}"
    assert [(each["render_as"], each["noCache"]) for each in form(text)["prompts"]] == [
        ("html", True),
        ("plaintext", False),
    ]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ("[{role: user, content: a}]", [("user", "a")]),
        ("[{user: a}, {assistant: b}, {user: c}]", [("user", "a"), ("assistant", "b"), ("user", "c")]),
        ("[{system: s}, {user: a}, {ai: null}, {user: b}]",
         [("system", "s"), ("user", "a"), ("assistant", None), ("user", "b")]),
        ("[{role: user, content: a}, {role: ai, content: null}]", [("user", "a"), ("assistant", None)]),
        ("[{role: user, content: a, extra: 1}]", [("user", "a")]),
    ],
)  # fmt: skip
def test_a_conversation_has_two_forms(messages: str, expected: list[tuple[str, str | None]]) -> None:
    """With `ai` for `assistant`, and null for a turn that is to be generated."""
    found = prompt(f"messages: {messages}")["messages"]
    assert [(each["role"], each["content"]) for each in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prompt: true", "1:9 wrong-value"),
        ("prompt: ''", "1:9 wrong-value"),
        ("prompt: [a]", "1:9 wrong-value"),
        ("prompt: null", "1:1 nothing-asked"),
        ("prompt: a\nmessages: [{user: b}]", "2:1 prompt-and-messages"),
        ("prompt: q\nideal: [a]", "2:8 wrong-value"),
        ("prompt: q\nsystem: 5", "2:9 wrong-value"),
        ("prompt: q\nweight: 0", "2:9 wrong-value"),
        ("prompt: q\nweight: 11", "2:9 wrong-value"),
        ("prompt: q\nweight: .nan", "2:9 not-finite"),
        ("prompt: q\nweight: '2'", "2:9 wrong-value"),
        ("prompt: q\ntemperature: '0'", "2:14 wrong-value"),
        ("prompt: q\nrender_as: HTML", "2:12 wrong-value"),
        ("prompt: q\ncitation: 5", "2:11 wrong-value"),
        ("prompt: q\nrequiredTools: null", "2:1 null-field"),
        ("prompt: q\nprohibitedTools: x", "2:18 wrong-value"),
        ("prompt: q\nmaxCalls: -1", "2:11 wrong-value"),
        ("prompt: q\nshould: a", "2:9 wrong-rubric"),
        ("messages: []", "1:1 no-user-message"),
        ("messages: x", "1:11 wrong-messages"),
        ("messages: [x]", "1:12 wrong-message"),
        ("messages: [{User: a}]", "1:13 unknown-role"),
        ("messages: [{role: bot, content: a}]", "1:13 unknown-role"),
        ("messages: [{user: ''}]", "1:19 wrong-message"),
        ("messages: [{user: null}]", "1:19 wrong-message"),
        ("messages: [{user: 5}]", "1:19 wrong-message"),
        ("messages: [{user: a}, {assistant: ''}, {user: b}]", "1:35 wrong-message"),
        ("messages: [{system: s}]", "1:1 no-user-message"),
        ("messages: [{user: a}, {assistant: b}]", "1:1 nothing-to-generate"),
        ("messages: [{role: user}]", "1:12 wrong-message"),
        ("messages: [{content: a}]", "1:12 wrong-message"),
        ("messages: [{content: a, user: a}]", "1:12 wrong-message"),
        ("messages: [{role: user, content: a, assistant: b}]", "1:12 wrong-message"),
        ("messages: [{user: a, assistant: b}]", "1:12 wrong-message"),
    ],
)
def test_what_cannot_be_asked_is_an_error_at_its_place(text: str, expected: str) -> None:
    """Each with a code of its own."""
    assert expected in errors(text)


def test_a_prompt_cannot_override_system_prompts_that_are_compared() -> None:
    """All variants of it would be the same."""
    for key in ("system", "systems"):
        assert errors(f"{key}: [a, b]\n---\n- prompt: q\n  system: s\n") == ["4:3 system-compared"]
    assert form("system: a\n---\n- prompt: q\n  system: s\n")["prompts"][0]["system"] == "s"


def test_a_field_of_the_header_is_sent_there() -> None:
    """A prompt takes no models; a mistyped field is recognised."""
    text = "- prompt: q\n  models: [CORE]\n  shuold: [a]\n  zzz: 1\n"
    assert [(each.line, each.fix) for each in problems(text)] == [
        (2, "It belongs in the header, before the prompts."),
        (3, "Did you mean `should`?"),
        (4, None),
    ]


def test_of_two_rubrics_one_counts() -> None:
    """The other is named, because its points are lost."""
    assert prompt("prompt: q\nshould: []\npoints: [b]")["points"] == []
    assert codes("prompt: q\nshould: [a]\nexpect: [b]") == ["3:1 ignored-field"]
