"""JSON Schemas of what each kind of function takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.catalog import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.blueprint.catalog import ArgumentKind

Schema = dict[str, "JsonValue"]

_TEXT: Schema = {"type": "string"}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_NUMBER: Schema = {"type": "number"}
_OPEN: Schema = {"type": ["number", "null"]}


def _tuple(*items: Schema, least: int | None = None) -> Schema:
    count = len(items)
    return {
        "type": "array",
        "prefixItems": list(items),
        "minItems": count if least is None else least,
        "maxItems": count,
    }


_ARGUMENTS: Mapping[ArgumentKind, Schema] = {
    "none": {},
    "text": _TEXT,
    "texts": _TEXTS,
    "count and texts": _tuple(_NUMBER, _TEXTS),
    "pattern": _TEXT,
    "patterns": _TEXTS,
    "count and patterns": _tuple(_NUMBER, _TEXTS),
    "word range": _tuple(_NUMBER, _NUMBER),
    "call range": _tuple(_OPEN, _OPEN, _TEXT, least=1),
    "script": _TEXT,
    "tool name": _TEXT,
    "tool names": _TEXTS,
    "tool arguments": {"type": "object", "required": ["name"]},
    "service call": {"type": "object"},
    "instruction": {"type": ["string", "object", "null"]},
}


def function_properties() -> dict[str, JsonValue]:
    """A property for every spelling of every function, with `$`."""
    return {
        f"${spelling}": {
            **_ARGUMENTS[spec.takes],
            "description": f"Scores 1 where {spec.summary}. Takes {spec.argument}.",
        }
        for spec in FUNCTIONS.values()
        for spelling in (spec.name, *spec.aliases)
    }
