"""The tool calls of a response: as the provider returned them, or read off its `TOOL_CALL` lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.checks.javascript import WHITESPACE, parse_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from pointwise.checks.context import CheckContext

_MARK = "TOOL_CALL "
_ARGUMENTS = ("arguments", "input", "args")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call. Providers and models are not to be trusted: anything may be missing or of another kind.

    Attributes:
        name: None where the call has no name.
        arguments: None where there are none.
    """

    name: str | None
    arguments: JsonValue


def tool_calls(response: str | None, context: CheckContext) -> tuple[ToolCall, ...]:
    """All tool calls, in order."""
    if context.tool_calls is not None:
        return tuple(map(_call, context.tool_calls))
    return tuple(_written_calls(response or ""))


def _call(value: JsonValue) -> ToolCall:
    """A call as any provider writes it.

    OpenAI nests it under `function` with the arguments as a JSON text; Anthropic says `input`, Google `args`.
    """
    if not isinstance(value, dict):
        return ToolCall(None, None)
    function = value.get("function")
    if isinstance(function, dict):
        written = function.get("arguments")
        return ToolCall(_name(function), _json_or_none(written) if isinstance(written, str) else written)
    return ToolCall(_name(value), next((value[key] for key in _ARGUMENTS if key in value), None))


def _name(call: dict[str, JsonValue]) -> str | None:
    name = call.get("name")
    return name if isinstance(name, str) else None


def _written_calls(response: str) -> Iterator[ToolCall]:
    """One call a line: the mark, then JSON to the end of the line with a name."""
    for line in response.split("\n"):
        written = line.strip(WHITESPACE)
        if written.startswith(_MARK):
            call = _call(_json_or_none(written.removeprefix(_MARK).strip(WHITESPACE)))
            if call.name:
                yield call


def _json_or_none(text: str) -> JsonValue:
    try:
        return parse_json(text)
    except (ValueError, RecursionError):
        return None
