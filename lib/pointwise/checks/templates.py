"""Placeholders in what a service is sent: `{response} {modelId} {promptId} {messages} {promptText}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.checks.javascript import document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.checks.context import CheckContext

_PLACEHOLDER = re.compile(r"\{(response|modelId|promptId|messages|promptText)\}")


def placeholders(response: str | None, context: CheckContext) -> dict[str, JsonValue]:
    """What each placeholder stands for; one without a value is absent and stays as it is written."""
    values: dict[str, JsonValue] = {
        "response": response or "",
        "modelId": context.model,
        "promptId": context.prompt,
    }
    if context.messages:
        values["messages"] = [message.model_dump(mode="json") for message in context.messages]
    if context.prompt_text is not None:
        values["promptText"] = context.prompt_text
    return values


def fill(value: JsonValue, values: Mapping[str, JsonValue]) -> JsonValue:
    """A value with the placeholders in its texts filled in, once: what is filled in is not looked at again.

    A text that is one placeholder becomes its value; within a text, what is no text stands as JSON.
    """
    if isinstance(value, str):
        return _fill_text(value, values)
    if isinstance(value, list):
        return [fill(item, values) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, values) for key, item in value.items()}
    return value


def _fill_text(text: str, values: Mapping[str, JsonValue]) -> JsonValue:
    whole = _PLACEHOLDER.fullmatch(text)
    if whole and whole[1] in values:
        return values[whole[1]]
    return _PLACEHOLDER.sub(lambda found: _written(found, values), text)


def _written(found: re.Match[str], values: Mapping[str, JsonValue]) -> str:
    if found[1] not in values:
        return found[0]
    value = values[found[1]]
    return value if isinstance(value, str) else document(value)
