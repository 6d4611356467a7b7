"""Blueprints in JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.blueprint.findings import Findings
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.text.documents import read_documents
from pointwise.blueprint.text.nodes import plain
from tests.unit.blueprint.authored import errors, form, problems, read

ATOMS = st.none() | st.booleans() | st.integers(-(2**52), 2**52) | st.text()
VALUES = st.recursive(
    ATOMS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 2]))
def test_json_is_read_as_any_other_reader_reads_it(value: object, indent: int | None) -> None:
    """Whatever `json` writes comes back."""
    text = json.dumps([value], indent=indent)
    documents = read_documents(text, is_json=True, limits=Limits(), findings=Findings("f"))
    assert [plain(node) for node in documents.nodes] == [[value]]


def test_a_blueprint_is_one_object_with_prompts() -> None:
    """With the same fields as in YAML."""
    text = (
        '{"id": "a", "prompts": [{"id": "p", "promptText": "q", "points": [{"text": "t", "weight": 2.0}]}]}'
    )
    assert form(text, "b.json") == {
        "id": "a",
        "prompts": [
            {
                "id": "p",
                "messages": [{"role": "user", "content": "q"}],
                "points": [{"text": "t", "multiplier": 2}],
                "render_as": "markdown",
            }
        ],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1 json-syntax"),
        ('{"prompts": [{"prompt": "a",}]}', "1:29 json-syntax"),
        ('{"prompts": [1 2]}', "1:16 json-syntax"),
        ("{\n  prompts: []}", "2:3 json-syntax"),
        ('{"prompts" []}', "1:12 json-syntax"),
        ('{"prompts": ["a\nb"]}', "1:16 json-syntax"),
        ('{"prompts": []} {}', "1:17 json-syntax"),
        ('{"prompts": [nul]}', "1:14 json-syntax"),
        ('{"prompts": [', "1:14 json-syntax"),
        ('{"prompts": [], "prompts": []}', "1:17 duplicate-key"),
        ('[{"prompt": "a"}]', "1:1 no-prompts"),
        ('{"prompts": "a"}', "1:1 no-prompts"),
        ('{"prompt": "a"}', "1:1 no-prompts"),
        ('{"prompts": [{"prompt": "a", "temperature": 1e999}]}', "1:45 not-finite"),
    ],
)
def test_an_error_has_its_place(text: str, expected: str) -> None:
    """Also on later lines."""
    assert expected in errors(text, "b.json")


def test_half_a_character_is_replaced_and_named() -> None:
    """No provider takes it and no file holds it; keys and citations included."""
    text = r'{"prompts": [{"prompt": "a \ud83d", "should": [{"\udc00": "c"}]}]}'
    parsed = read(text, "b.json")
    assert parsed.blueprint is not None
    assert "\\ud83d" not in json.dumps(parsed.blueprint.model_dump(mode="json"))
    parsed.blueprint.model_dump_json().encode()
    assert [each.code for each in problems(text, "b.json")] == ["half-character", "half-character"]
