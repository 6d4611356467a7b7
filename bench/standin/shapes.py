"""Answers and errors in the format they were asked in."""

from __future__ import annotations

from collections import Counter
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.standin.asks import Ask, Format

_CHARACTERS_A_TOKEN = 4
"""A rule of thumb for English; the counts only have to be steady."""

_KINDS: Mapping[int, tuple[str, str]] = {
    400: ("invalid_request_error", "INVALID_ARGUMENT"),
    401: ("authentication_error", "UNAUTHENTICATED"),
    403: ("permission_error", "PERMISSION_DENIED"),
    404: ("not_found_error", "NOT_FOUND"),
    429: ("rate_limit_error", "RESOURCE_EXHAUSTED"),
    503: ("overloaded_error", "UNAVAILABLE"),
}


def reply(ask: Ask, text: str) -> dict[str, Any]:
    """An answer of this text."""
    asked, said = _tokens(ask.text), _tokens(text)
    return _REPLIES[ask.format](ask, text, asked, said)


def failure(form: Format, status: int, message: str, **details: str | None) -> dict[str, Any]:
    """An error body. `details` are OpenAI's `param` and `code`."""
    kind, google = _KINDS.get(status, ("api_error", "INTERNAL"))
    if form == "gemini":
        return {"error": {"code": status, "message": message, "status": google}}
    if form == "messages":
        return {"type": "error", "error": {"type": kind, "message": message}}
    return {"error": {"message": message, "type": kind, "param": None, "code": None} | details}


def _tokens(text: str) -> int:
    return len(text) // _CHARACTERS_A_TOKEN + 1


def _chat(ask: Ask, text: str, asked: int, said: int) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    return {
        "id": "chatcmpl-standin",
        "object": "chat.completion",
        "model": ask.model,
        "choices": [choice],
        "usage": _openai_usage(asked, said),
    }


def _completions(ask: Ask, text: str, asked: int, said: int) -> dict[str, Any]:
    return {
        "id": "cmpl-standin",
        "object": "text_completion",
        "model": ask.model,
        "choices": [{"index": 0, "text": text, "finish_reason": "stop"}],
        "usage": _openai_usage(asked, said),
    }


def _openai_usage(asked: int, said: int) -> dict[str, Any]:
    return {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said}


def _messages(ask: Ask, text: str, asked: int, said: int) -> dict[str, Any]:
    return {
        "id": "msg_standin",
        "type": "message",
        "role": "assistant",
        "model": ask.model,
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": asked, "output_tokens": said},
    }


def _gemini(ask: Ask, text: str, asked: int, said: int) -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": text}]}
    return {
        "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": asked,
            "candidatesTokenCount": said,
            "totalTokenCount": asked + said,
        },
        "modelVersion": ask.model,
    }


def _embeddings(ask: Ask, _text: str, asked: int, _said: int) -> dict[str, Any]:
    vectors = (_vector(text) for text in ask.turns)
    return {
        "object": "list",
        "model": ask.model,
        "data": [{"object": "embedding", "index": n, "embedding": each} for n, each in enumerate(vectors)],
        "usage": {"prompt_tokens": asked, "total_tokens": asked},
    }


def _vector(text: str) -> list[float]:
    """How often a text has each letter: texts of the same words lie close together."""
    letters = Counter(text.lower())
    return [float(letters[letter]) for letter in ascii_lowercase]


_REPLIES = {
    "chat": _chat,
    "completions": _completions,
    "messages": _messages,
    "gemini": _gemini,
    "embeddings": _embeddings,
}
