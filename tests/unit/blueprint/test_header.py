"""Fields of the header."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.blueprint.authored import codes, errors, form, problems, read

PROMPTS = "---\n- prompt: q\n"


def header(text: str) -> dict[str, Any]:
    """The header in its normal form."""
    return {key: value for key, value in form(f"{text}\n{PROMPTS}").items() if key != "prompts"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("configId: a\nconfigTitle: b", {"id": "a", "title": "b"}),
        ("id: 2024\ntitle: 1.50\ndescription: true", {"id": "2024", "title": "1.5", "description": "true"}),
        ("systemPrompt: s", {"system": "s"}),
        ("system: ''\nsystemPrompt: s", {"system": "s"}),
        ("system: null\nsystemPrompt: s", {"system": "s"}),
        ("system: null", {}),
        ("system: [a, null]", {"system": ["a", None]}),
        ("systems: [a, null]", {"systems": ["a", None]}),
        ("tags: [A b, _X]", {"tags": ["A b", "_X"]}),
        ("tags:", {}),
        ("concurrency: 5", {"concurrency": 5}),
        ("concurrency: 5.0", {"concurrency": 5}),
        ("temperature: 0.5\ntemperatures: [0, 0.7]", {"temperature": 0.5, "temperatures": [0, 0.7]}),
        ("author: a", {"author": "a"}),
        ("author: {name: a, url: u, image_url: i}", {"author": {"name": "a", "url": "u", "image_url": "i"}}),
        ("point_defs: {a: '1'}", {"point_defs": {"a": "1"}}),
        ("defs: {a: '1'}", {}),
        ("tools: [{name: a, schema: {}}]", {"tools": [{"name": "a", "schema": {}}]}),
        ("toolUse: {mode: trace-only, maxSteps: 2}", {"toolUse": {"mode": "trace-only", "maxSteps": 2}}),
        ("toolUse:", {"toolUse": None}),
        ("context: {a: [1, {b: null}]}", {"context": {"a": [1, {"b": None}]}}),
        ("render_as: html", {"render_as": "html"}),
        ("render_as:", {"render_as": None}),
        ("noCache: true", {"noCache": True}),
        ("externalServices: {s: {url: 'https://x:8443/${KEY}', method: PUT}}",
         {"externalServices": {"s": {"url": "https://x:8443/${KEY}", "method": "PUT"}}}),
        ("models: [CORE, 'a:b']", {"models": ["CORE", "a:b"]}),
        ("evaluationConfig: {llm-coverage: {judgeModels: ['a:b'], judgeMode: failover}}",
         {"evaluationConfig": {"llm-coverage": {"judgeModels": ["a:b"], "judgeMode": "failover"}}}),
    ],
)  # fmt: skip
def test_a_field_stands_in_the_normal_form_as_it_was_given(text: str, expected: dict[str, Any]) -> None:
    """Under its own name, whatever alias it was given by; what was not given is not there."""
    assert header(text) == expected


def test_a_custom_model_keeps_all_it_says() -> None:
    """A null parameter, which removes one, and keys of its own included."""
    model = (
        "{id: c, url: u, modelName: m, inherit: i, headers: {A: '${B}'}, parameters: {stream: null}, x: 1}"
    )
    assert header(f"models: [{model}]")["models"] == [
        {"id": "c", "url": "u", "modelName": "m", "inherit": "i", "headers": {"A": "${B}"},
         "parameters": {"stream": None}, "x": 1}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("reference: a", ["a"]),
        ("references: [a, {title: b}, {name: c, url: u}]", ["a", "b", "c"]),
        ("citation: a\nreferences: b", ["a", "b"]),
        ("citations: [a]\nreference: {name: b}\ncitation: c", ["a", "b", "c"]),
        ("reference: ''\ncitation: b", ["b"]),
    ],
)
def test_all_references_are_kept(text: str, expected: list[str]) -> None:
    """Under whichever names they are given, in the order of the file."""
    assert [source["title"] for source in header(text)["references"]] == expected


def test_id_and_title_are_derived() -> None:
    """From the file and from the id."""
    assert read("- prompt: a\n").derived == {"id", "title"}
    blueprint = read("id: a\n---\n- prompt: a\n").blueprint
    assert blueprint
    assert (blueprint.id, blueprint.title) == ("a", "a")
    blueprint = read("id: ''\ntitle: ''\n---\n- prompt: a\n").blueprint
    assert blueprint
    assert (blueprint.id, blueprint.title) == ("b", "b")


def test_models_default_to_the_core_collection() -> None:
    """Which is a name, to be resolved later."""
    blueprint = read("- prompt: a\n").blueprint
    assert blueprint
    assert blueprint.models == ("CORE",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("author:", "1:1 null-field"),
        ("author: {name: ''}", "1:16 wrong-value"),
        ("author: [a]", "1:9 wrong-value"),
        ("temperature:", "1:1 null-field"),
        ("temperature: '0'", "1:14 wrong-value"),
        ("temperatures: 0.5", "1:15 wrong-value"),
        ("temperatures: [0, true]", "1:19 wrong-value"),
        ("tags: a", "1:7 wrong-value"),
        ("tags: [a, 5]", "1:11 wrong-value"),
        ("models: a", "1:9 wrong-value"),
        ("models: [null]", "1:10 wrong-value"),
        ("models: [openai: gpt]", "1:10 missing-key"),
        ("models: [{id: 5, url: u, modelName: m, inherit: i}]", "1:15 wrong-value"),
        ("models: [{id: c, url: u, modelName: m, inherit: i, headers: [a]}]", "1:61 wrong-value"),
        ("models: ['123']", "1:10 wrong-model"),
        ("system: [a, 5]", "1:13 wrong-value"),
        ("system: {a: b}", "1:9 wrong-value"),
        ("render_as: HTML", "1:12 wrong-value"),
        ("render_as: 5", "1:12 wrong-value"),
        ("concurrency: 0", "1:14 wrong-value"),
        ("concurrency: 1.5", "1:14 wrong-value"),
        ("tools: [{}]", "1:9 missing-key"),
        ("tools: {name: a}", "1:8 wrong-value"),
        ("toolUse: {maxSteps: 0}", "1:21 wrong-value"),
        ("toolUse: {mode: auto}", "1:17 wrong-value"),
        ("reference: {url: u}", "1:12 wrong-reference"),
        ("references: [[a]]", "1:14 wrong-reference"),
        ("references: [5]", "1:14 wrong-reference"),
        ("externalServices: {s: {url: '${X}'}}", "1:29 wrong-value"),
        ("externalServices: {s: {url: 'http://'}}", "1:29 wrong-value"),
        ("externalServices: {s: {url: 'http://x:99999'}}", "1:29 wrong-value"),
        ("externalServices: {s: {url: 'http://x', method: PATCH}}", "1:49 wrong-value"),
        ("externalServices: {s: {url: 'http://x', timeout_ms: 0}}", "1:53 wrong-value"),
        ("externalServices: {s: null}", "1:23 wrong-value"),
        ("evaluationConfig: {judgeMode: vote}", "1:31 wrong-value"),
        ("evaluationConfig: {judges: [{approach: standard}]}", "1:29 missing-key"),
    ],
)
def test_a_value_that_does_not_fit_is_an_error_at_its_place(text: str, expected: str) -> None:
    """Deep inside the field, not at its beginning."""
    found = errors(f"{text}\n{PROMPTS}")
    assert found == [expected]


def test_a_message_names_what_is_wanted_and_what_is_there() -> None:
    """In words that need no knowledge of types."""
    text = f"temperature: '0.3'\nrender_as: HTML\nmodels: [openai: gpt-4o]\ntools: [{{}}]\n{PROMPTS}"
    assert [f"{problem.message} {problem.fix or ''}".strip() for problem in problems(text)] == [
        "`temperature` must be a number; it is the text `0.3`. Write it without quotes.",
        "`render_as` must be `markdown`, `html` or `plaintext`; it is the text `HTML`. Did you mean `html`?",
        (
            "`models[0]` needs `id`, `url`, `modelName` and `inherit`. "
            "Write `openai:gpt-4o`, without a space after the colon."
        ),
        "`tools[0]` needs `name`.",
    ]


def test_all_errors_are_reported_at_once() -> None:
    """Of the header and of every prompt."""
    text = "tags: a\ntemperature: x\n---\n- prompt: 5\n- prompt: q\n  weight: 0\n  should: [$nope: 1]\n"
    assert errors(text) == [
        "1:7 wrong-value",
        "2:14 wrong-value",
        "4:11 wrong-value",
        "6:11 wrong-value",
        "7:12 unknown-function",
    ]


def test_unknown_keys_are_kept_and_named() -> None:
    """With what was most likely meant."""
    text = f"titel: a\nfoo: {{b: 1}}\nno_cache: true\n{PROMPTS}"
    assert header("foo: {b: 1}") == {"foo": {"b": 1}}
    assert [(each.message, each.fix) for each in problems(text)] == [
        ("`titel` means nothing in the header.", "Did you mean `title`?"),
        ("`foo` means nothing in the header.", None),
        ("`no_cache` means nothing in the header.", "Did you mean `noCache`?"),
    ]
    blueprint = read(text).blueprint
    assert blueprint
    assert not blueprint.no_cache


def test_of_two_names_for_one_field_one_counts() -> None:
    """The other is named, not silently dropped."""
    assert header("id: a\nconfigId: b") == {"id": "a"}
    assert codes(f"id: a\nconfigId: b\n{PROMPTS}") == ["2:1 ignored-field", "4:3 no-prompt-id"]
    assert codes(f"system: a\nsystems: [b]\n{PROMPTS}") == ["1:1 ignored-field"]


@pytest.mark.parametrize(("value", "counted"), [("0", False), ("1", True), ("'false'", True), ("[]", True)])
def test_a_truth_value_that_is_none_counts_as_in_javascript(value: str, counted: bool) -> None:  # noqa: FBT001 - a table
    """With a warning, because `"false"` in quotes counts as true."""
    text = f"noCache: {value}\n{PROMPTS}"
    assert form(text)["noCache"] is counted
    assert codes(text) == ["1:1 not-a-truth-value"]
