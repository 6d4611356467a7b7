"""Rows of `pointwise check --jsonl`: `{fn, response, args, context}` in, `{score}` or `{error}` out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pointwise.blueprint.model import Message
from pointwise.checks.context import CheckContext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.checks.outcome import CheckOutcome


class UnreadableRow(ValueError):  # noqa: N818 - the name says what it is
    """A line is no row."""


@dataclass(frozen=True, slots=True)
class Row:
    """One check of one response. A response that is no text counts as not given."""

    name: str
    response: str | None
    argument: JsonValue
    context: CheckContext


def read_row(line: bytes) -> Row:
    """The row in a line. `{"$num": "NaN"}` and the like stand for numbers that JSON has none of.

    Raises:
        UnreadableRow: The line is no row.
    """
    try:
        row = json.loads(line, object_hook=_decoded)
        response = row.get("response")
        return Row(
            name=_text(row["fn"]),
            response=response if isinstance(response, str) else None,
            argument=row.get("args"),
            context=_context(row.get("context") or {}),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise UnreadableRow("It is no row {fn, response, args, context} in JSON.") from error


def write_row(outcome: CheckOutcome) -> str:
    """The line for an outcome."""
    if outcome.score is None or outcome.error is not None:
        return json.dumps({"error": outcome.error or outcome.explanation})
    return json.dumps({"score": shown(outcome.score)})


def shown(score: float) -> float:
    """A score as JavaScript prints it: whole numbers without a point."""
    return int(score) if score.is_integer() else score


def _decoded(value: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    return float(value["$num"]) if value.keys() == {"$num"} else value


def _context(given: Mapping[str, Any]) -> CheckContext:
    """A context as the vectors have it: `{modelId, config, prompt: {id, messages, promptText, ...}}`."""
    prompt = given.get("prompt") or {}
    calls = (prompt.get("__modelResponse") or {}).get("toolCalls")
    text = prompt.get("promptText")
    return CheckContext(
        prompt=_text(prompt.get("id") or ""),
        messages=tuple(Message.model_validate(message) for message in prompt.get("messages") or ()),
        prompt_text=text if isinstance(text, str) else None,
        model=_text(given.get("modelId") or ""),
        tool_calls=tuple(calls) if isinstance(calls, list) else None,
        services=dict((given.get("config") or {}).get("externalServices") or {}),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
