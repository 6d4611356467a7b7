"""The JSON Schema for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jsonschema
import pytest

from pointwise.blueprint.authoring.schema import blueprint_schema
from pointwise.blueprint.catalog import spellings
from pointwise.blueprint.findings import Findings
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.parse import parse
from pointwise.blueprint.text.documents import read_documents
from pointwise.blueprint.text.nodes import plain
from tests.unit.blueprint.authored import rubric

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = blueprint_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def complaints(text: str) -> list[str]:
    """What an editor would mark in each document of a text."""
    documents = read_documents(text, is_json=False, limits=Limits(), findings=Findings("f"))
    return [error.message for node in documents.nodes for error in VALIDATOR.iter_errors(plain(node))]


def test_it_is_a_schema() -> None:
    """Of the dialect it says it is."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_spelling_of_every_function_is_completed() -> None:
    """With a sentence about what it does."""
    point = SCHEMA["$defs"]["Point"]["properties"]  # type: ignore[index,call-overload]
    assert {f"${name}" for name in spellings()} <= set(point)
    assert "regular expression" in point["$imatch"]["description"]


@pytest.mark.parametrize(
    "text",
    [
        "title: t\nmodels: [CORE, {id: a, url: b, modelName: c, inherit: openai}]\nsystem: [a, null]\n",
        "configId: t\nauthor: {name: a}\nreference: [a, {title: b}]\ndefs: {a: '1'}\nrender_as: null\n",
        "title: t\nprompts: [{prompt: a}]\n",
        "prompt: a\nshould: [b, $is_json, [c, $contains: d], {text: e, weight: 2, citation: {title: f}}]\n",
        "- promptText: a\n  points: [{fn: contains, arg: x}, {$ref: a, weight: 2}, {Some text: Source}]\n",
        "- messages: [{user: a}, {assistant: null}, {role: user, content: b}]\n  ideal: 42\n",
        rubric("- {$word_count_between: [1, 5], weight: 0.5}", "- $tool_call_count_between: [1]"),
        "evaluationConfig: {llm-coverage: {judges: ['a:b', {model: 'c:d', approach: holistic}]}}\n",
    ],
)
def test_what_can_be_written_is_accepted(text: str) -> None:
    """In every structure, document by document."""
    assert complaints(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "titel: t\n",
        "- prompt: a\n  shuold: [b]\n",
        "- should: [b]\n",
        "- prompt: a\n  messages: [{user: b}]\n",
        "- prompt: a\n  weight: 11\n",
        "temperature: null\n",
        "models: [{openai: gpt}]\n",
        "- messages: [{usr: a}]\n",
        "- messages: [{user: ''}]\n",
        rubric("- $contians: x"),
        rubric("- $contians"),
        rubric("- $contains: 5"),
        rubric("- {text: a, $contains: b}"),
        rubric("- {text: a, weight: 0}"),
        rubric("- {a: b, weight: 2}"),
        rubric("- 42"),
        rubric("- [a, [b]]"),
    ],
)
def test_what_is_mistyped_is_marked(text: str) -> None:
    """While it is written."""
    assert complaints(text)


def test_every_public_blueprint_fits(conformance: Path) -> None:
    """Whatever the reader takes without an error, an editor does not mark."""
    files = sorted((conformance / "corpus").rglob("*.yml"))
    texts = [file.read_text() for file in files]
    readable = [text for text in texts if parse(text, file="b.yml", default_id="b").blueprint]
    assert len(readable) > 90
    assert [complaints(text) for text in readable if complaints(text)] == []
