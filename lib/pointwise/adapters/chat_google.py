"""Gemini's generateContent.

https://ai.google.dev/api/generate-content
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

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
from pointwise.errors import CallRefused

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.adapters.chat_wire import Body
    from pointwise.chat import ChatRequest

_OUTSIDE = frozenset({"safetySettings", "toolConfig", "cachedContent", "tools", "labels"})
"""Fields of the body that are no part of `generationConfig`."""
_LONGEST_REASON = 40


@dataclass(frozen=True, slots=True)
class GeminiContent:
    """`/models/NAME:generateContent`."""

    def url(self, base: str, model: str) -> str:
        return f"{base}/models/{quote(model.removeprefix('models/'), safe='')}:generateContent"

    def headers(self, key: str | None) -> dict[str, str]:
        return {"x-goog-api-key": key} if key else {}

    def parameters(self, request: ChatRequest) -> Body:
        return given({"temperature": request.temperature, "maxOutputTokens": request.max_tokens})

    def body(self, request: ChatRequest, model: str, parameters: Body) -> Body:  # noqa: ARG002 - the URL names it
        system = "\n\n".join(each.content or "" for each in request.messages if each.role == "system")
        contents: list[JsonValue] = [
            _content("model" if each.role == "assistant" else "user", each.content or "")
            for each in request.messages
            if each.role != "system"
        ]
        inside = {name: value for name, value in parameters.items() if name not in _OUTSIDE}
        outside = {name: value for name, value in parameters.items() if name in _OUTSIDE}
        instruction: JsonValue = {"parts": [{"text": system}]} if system else None
        asides = given({"systemInstruction": instruction, "generationConfig": inside or None})
        return {"contents": contents, **asides, **outside}

    def reply(self, body: Body) -> ChatReply:
        candidates = objects(body.get("candidates"))
        blocked = string(mapping(body.get("promptFeedback")).get("blockReason"))
        if not candidates and blocked:
            raise CallRefused("refusal", f"The prompt was blocked ({blocked[:_LONGEST_REASON]}).")
        if not candidates:
            raise unreadable("holds no candidates")
        candidate = candidates[0]
        parts = objects(mapping(candidate.get("content")).get("parts"))
        aside, text = split_thought(_joined(parts, thought=False))
        return ChatReply(
            text=text,
            reasoning=_joined(parts, thought=True) or aside,
            version=string(body.get("modelVersion")),
            finish=string(candidate.get("finishReason")),
            usage=_usage(mapping(body.get("usageMetadata"))),
            tool_calls=[each["functionCall"] for each in parts if "functionCall" in each] or None,
        )


def _content(role: str, text: str) -> Body:
    return {"role": role, "parts": [{"text": text}]}


def _joined(parts: list[Body], *, thought: bool) -> str:
    return "".join(
        string(each.get("text")) or "" for each in parts if (each.get("thought") is True) == thought
    )


def _usage(counts: Body) -> Usage:
    """Gemini counts thoughts beside the candidates' tokens; both are billed as output."""
    thoughts = count(counts.get("thoughtsTokenCount"))
    return Usage(
        input=count(counts.get("promptTokenCount")),
        output=total(count(counts.get("candidatesTokenCount")), thoughts),
        cached=count(counts.get("cachedContentTokenCount")),
        reasoning=thoughts,
    )
