"""The JSON Schema of the authored format, for editors, made of the types beside this module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from pointwise.blueprint.authoring.functions import function_properties
from pointwise.blueprint.authoring.header import Header
from pointwise.blueprint.authoring.messages import Message
from pointwise.blueprint.authoring.points import Point, Reference
from pointwise.blueprint.authoring.prompt import PROMPT_KEYS, Prompt
from pointwise.blueprint.authoring.written import DEFINED, Authored, written_fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import JsonValue

    Schema = dict[str, JsonValue]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ASKING = ("prompt", "promptText", "messages")
_MARKED = r"^\$+[A-Za-z_]\w*$"
"""What the reader takes for the name of a function."""
_DEFS = "$defs"


def blueprint_schema() -> Schema:
    """The schema of one document of a blueprint: a header, a prompt, a list of prompts, or all in one map."""
    definitions: Schema = {}
    definitions["Header"] = _form(Header, definitions)
    definitions["Prompt"] = _prompt(definitions)
    definitions["Point"] = _point(definitions)
    definitions["RubricItem"] = _rubric_item()
    definitions["Message"] = _cleaned(_lifted(TypeAdapter(Message).json_schema(), definitions))
    _allow_prompts(definitions["Header"])
    return {
        "$schema": _DIALECT,
        "title": "Pointwise blueprint",
        "description": "One YAML document of a blueprint, or a whole one in JSON.",
        **_choice(),
        _DEFS: definitions,
    }


def _choice() -> Schema:
    """If and else rather than alternatives, so that editors complain about what was meant."""
    return {
        "if": {"type": "array"},
        "then": {"items": {"$ref": "#/$defs/Prompt"}},
        "else": {
            "if": {"anyOf": [{"required": [key]} for key in sorted(PROMPT_KEYS)]},
            "then": {"$ref": "#/$defs/Prompt"},
            "else": {"$ref": "#/$defs/Header"},
        },
    }


def _form(form: type[Authored], definitions: Schema) -> Schema:
    """The schema of a form, with a property for each alias, closed so that editors mark mistyped keys."""
    schema = _cleaned(_lifted(form.model_json_schema(by_alias=True), definitions))
    properties = schema["properties"]
    if not isinstance(properties, dict):
        return schema
    for name, written in written_fields(form).items():
        own = properties[name]
        if not isinstance(own, dict):
            continue
        if written.null == "refused":
            own = properties[name] = _without_null(own)
        for alias in written.aliases:
            properties[alias] = {**own, "description": f"The same as `{name}`."}
    schema["additionalProperties"] = False
    return schema


def _prompt(definitions: Schema) -> Schema:
    """A prompt; exactly one of its ways to ask is needed."""
    schema = _form(Prompt, definitions)
    schema["oneOf"] = [{"required": [key]} for key in _ASKING]
    return schema


def _point(definitions: Schema) -> Schema:
    """A point as a map: the long forms, every function, or a criterion with its citation."""
    schema = _form(Point, definitions)
    reference = _form(Reference, definitions)
    own, more = schema["properties"], reference["properties"]
    if isinstance(own, dict) and isinstance(more, dict):
        schema["properties"] = {**own, "$ref": more["$ref"], **function_properties()}
    schema["additionalProperties"] = {"type": "string", "description": "The citation of this criterion."}
    schema["minProperties"] = 1
    names = sorted(schema["properties"]) if isinstance(schema["properties"], dict) else []
    marked = [name for name in names if name.startswith("$")]
    schema["propertyNames"] = {"if": {"pattern": _MARKED}, "then": {"enum": [*marked]}}
    schema["if"] = {"minProperties": 2}
    schema["then"] = {
        "propertyNames": {"enum": [*names]},
        "not": {"allOf": [_requires_any(("text", "point")), _requires_any(("fn", *marked))]},
    }
    return schema


def _requires_any(names: Iterable[str]) -> Schema:
    return {"anyOf": [{"required": [name]} for name in names]}


def _rubric_item() -> Schema:
    functions: list[JsonValue] = [*sorted(function_properties())]
    return {
        "description": "A criterion in plain language, a check, or a list of points as one alternative.",
        "if": {"type": "array"},
        "then": {"minItems": 1, "items": {"type": ["string", "object"]}},
        "else": {
            "if": {"type": "object"},
            "then": {"$ref": "#/$defs/Point"},
            "else": {"type": "string", "if": {"pattern": _MARKED}, "then": {"enum": functions}},
        },
    }


def _allow_prompts(header: JsonValue) -> None:
    if isinstance(header, dict) and isinstance(header["properties"], dict):
        header["properties"]["prompts"] = {
            "type": "array",
            "items": {"$ref": "#/$defs/Prompt"},
            "description": "The prompts, where they stand in the same document as the header.",
        }


def _lifted(schema: Schema, definitions: Schema) -> Schema:
    """A schema whose definitions are moved to those of the whole."""
    inner = schema.pop(_DEFS, {})
    for name, definition in (inner if isinstance(inner, dict) else {}).items():
        definitions.setdefault(name, _cleaned(definition) if isinstance(definition, dict) else definition)
    return schema


def _cleaned(schema: Schema) -> Schema:
    """Without the titles and defaults pydantic adds, and with references in place."""
    if DEFINED in schema:
        return {"$ref": f"#/{_DEFS}/{schema[DEFINED]}"}
    kept = {key: value for key, value in schema.items() if key not in ("title", "default")}
    for key, value in kept.items():
        if key == "properties" and isinstance(value, dict):
            kept[key] = {name: _cleaned(each) for name, each in value.items() if isinstance(each, dict)}
        elif isinstance(value, dict):
            kept[key] = _cleaned(value)
        elif isinstance(value, list):
            kept[key] = [_cleaned(each) if isinstance(each, dict) else each for each in value]
    return kept


def _without_null(schema: Schema) -> Schema:
    options = schema.get("anyOf")
    if not isinstance(options, list):
        return schema
    rest = [option for option in options if option != {"type": "null"}]
    plain = {key: value for key, value in schema.items() if key != "anyOf"}
    only = rest[0] if len(rest) == 1 else None
    return {**plain, **only} if isinstance(only, dict) else {**plain, "anyOf": rest}
