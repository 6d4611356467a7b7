"""The tools of a blueprint, `{name, description, schema}`, as each format declares them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.adapters.chat_wire import given, objects

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.adapters.chat_wire import Body

_NO_ARGUMENTS: Body = {"type": "object", "properties": {}}


def openai_tools(tools: JsonValue) -> JsonValue:
    """None where there are none."""
    return [
        {"type": "function", "function": _declared(each, "parameters")} for each in objects(tools)
    ] or None


def anthropic_tools(tools: JsonValue) -> JsonValue:
    """None where there are none."""
    return [_declared(each, "input_schema") for each in objects(tools)] or None


def google_tools(tools: JsonValue) -> JsonValue:
    """None where there are none."""
    declared: list[JsonValue] = [_declared(each, "parameters") for each in objects(tools)]
    return [{"functionDeclarations": declared}] if declared else None


def _declared(tool: Body, schema_name: str) -> Body:
    named = given({"name": tool.get("name"), "description": tool.get("description")})
    return {**named, schema_name: tool.get("schema") or _NO_ARGUMENTS}
