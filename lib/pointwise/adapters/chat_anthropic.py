"""Anthropic's Messages.

https://docs.anthropic.com/en/api/messages
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.adapters.chat_wire import (
    count,
    given,
    mapping,
    objects,
    split_thought,
    string,
    total,
    unreadable,
)
from pointwise.chat import ChatReply, Usage

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.adapters.chat_wire import Body
    from pointwise.chat import ChatRequest

_VERSION = "2023-06-01"
_MAX_TOKENS = 8192
"""This format demands a bound. Every model since Claude 3.5 can write that much."""


@dataclass(frozen=True, slots=True)
class AnthropicMessages:
    """`/v1/messages`."""

    def url(self, base: str, model: str) -> str:  # noqa: ARG002 - this format names the model in the body
        return f"{base.removesuffix('/v1')}/v1/messages"

    def headers(self, key: str | None) -> dict[str, str]:
        return {"anthropic-version": _VERSION, **({"x-api-key": key} if key else {})}

    def parameters(self, request: ChatRequest) -> Body:
        limit = _MAX_TOKENS if request.max_tokens is None else request.max_tokens
        return given({"max_tokens": limit, "temperature": request.temperature})

    def body(self, request: ChatRequest, model: str, parameters: Body) -> Body:
        system = "\n\n".join(each.content or "" for each in request.messages if each.role == "system")
        messages: list[JsonValue] = [
            {"role": each.role, "content": each.content or ""}
            for each in request.messages
            if each.role != "system"
        ]
        return {"model": model, "messages": messages, **given({"system": system or None}), **parameters}

    def reply(self, body: Body) -> ChatReply:
        if not isinstance(body.get("content"), list):
            raise unreadable("holds no content")
        blocks = objects(body["content"])
        aside, text = split_thought(_joined(blocks, "text"))
        calls: list[JsonValue] = [each for each in blocks if each.get("type") == "tool_use"]
        return ChatReply(
            text=text,
            reasoning=_joined(blocks, "thinking") or aside,
            version=string(body.get("model")),
            finish=string(body.get("stop_reason")),
            usage=_usage(mapping(body.get("usage"))),
            tool_calls=calls or None,
        )


def _joined(blocks: list[Body], kind: str) -> str:
    """The text of all blocks of a kind, `text` or `thinking`; each keeps it under the name of its kind."""
    return "".join(string(each.get(kind)) or "" for each in blocks if each.get("type") == kind)


def _usage(counts: Body) -> Usage:
    """Anthropic counts what it read from or wrote to its cache beside `input_tokens`, not in them."""
    cached = count(counts.get("cache_read_input_tokens"))
    fresh = count(counts.get("input_tokens"))
    asked = (
        total(fresh, cached, count(counts.get("cache_creation_input_tokens"))) if fresh is not None else None
    )
    return Usage(input=asked, output=count(counts.get("output_tokens")), cached=cached)
