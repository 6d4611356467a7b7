"""OpenAI's Chat Completions, which most providers speak.

https://platform.openai.com/docs/api-reference/chat
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.adapters.chat_wire import (
    InnerError,
    amount,
    count,
    given,
    mapping,
    objects,
    split_thought,
    string,
    unreadable,
)
from pointwise.chat import ChatReply, Usage

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.adapters.chat_wire import Body
    from pointwise.chat import ChatRequest


@dataclass(frozen=True, slots=True)
class OpenAIChat:
    """`/chat/completions`. `token_limit` is the provider's name for the bound on tokens."""

    token_limit: str = "max_tokens"  # noqa: S105 - the name of a parameter

    def url(self, base: str, model: str) -> str:  # noqa: ARG002 - this format names the model in the body
        return f"{base}/chat/completions"

    def headers(self, key: str | None) -> dict[str, str]:
        return {"authorization": f"Bearer {key}"} if key else {}

    def parameters(self, request: ChatRequest) -> Body:
        return given({"temperature": request.temperature, self.token_limit: request.max_tokens})

    def body(self, request: ChatRequest, model: str, parameters: Body) -> Body:
        messages: list[JsonValue] = [
            {"role": each.role, "content": each.content or ""} for each in request.messages
        ]
        return {"model": model, "messages": messages, **parameters}

    def reply(self, body: Body) -> ChatReply:
        choice = first_choice(body)
        message = mapping(choice.get("message"))
        text, thought = _content(message.get("content"))
        aside, text = split_thought(text)
        return ChatReply(
            text=text or string(message.get("refusal")) or "",
            reasoning=string(message.get("reasoning"))
            or string(message.get("reasoning_content"))
            or thought
            or aside,
            version=string(body.get("model")),
            finish=string(choice.get("finish_reason")),
            usage=usage(mapping(body.get("usage"))),
            cost=price(mapping(body.get("usage"))),
            tool_calls=message.get("tool_calls") or None,
        )


def completion(body: Body) -> ChatReply:
    """A reply of the older `/completions`, whose choices hold plain text.

    Raises:
        InnerError, CallInterrupted: As `first_choice`.
    """
    choice = first_choice(body)
    thought, text = split_thought(string(choice.get("text")) or "")
    return ChatReply(
        text=text.strip(),
        reasoning=thought,
        version=string(body.get("model")),
        finish=string(choice.get("finish_reason")),
        usage=usage(mapping(body.get("usage"))),
        cost=price(mapping(body.get("usage"))),
    )


def price(counts: Body) -> float | None:
    """What a router of providers charged, in USD: its own price, and the provider's where that bills apart.

    https://openrouter.ai/docs/use-cases/usage-accounting
    """
    charged = amount(counts.get("cost"))
    if charged is None or counts.get("is_byok") is not True:
        return charged
    return charged + (amount(mapping(counts.get("cost_details")).get("upstream_inference_cost")) or 0.0)


def first_choice(body: Body) -> Body:
    """The first choice of a reply.

    Raises:
        InnerError: The reply or the choice holds an error instead; OpenRouter does both.
        CallInterrupted: There is no choice.
    """
    choices = objects(body.get("choices"))
    for place in (body, *choices[:1]):
        error = place.get("error")
        if isinstance(error, dict):
            raise InnerError(count(error.get("code")) or 502, {"error": error})
    if not choices:
        raise unreadable("holds no choices")
    return choices[0]


def usage(counts: Body) -> Usage:
    """Tokens as OpenAI counts them.

    The total is trusted over the parts: xAI leaves reasoning out of `completion_tokens`, not of the total.
    """
    asked, said, both = (count(counts.get(f"{name}_tokens")) for name in ("prompt", "completion", "total"))
    if asked is not None and said is not None and both is not None:
        said = max(said, both - asked)
    return Usage(
        input=asked,
        output=said,
        cached=count(mapping(counts.get("prompt_tokens_details")).get("cached_tokens")),
        reasoning=count(mapping(counts.get("completion_tokens_details")).get("reasoning_tokens")),
    )


def _content(content: JsonValue) -> tuple[str, str | None]:
    """Text and thought of a message: a plain string, or Mistral's list of typed parts."""
    if isinstance(content, str):
        return string(content) or "", None
    parts = objects(content)
    text = "".join(string(part.get("text")) or "" for part in parts if part.get("type") == "text")
    thoughts = (each for part in parts for each in objects(part.get("thinking")))
    return text, "".join(string(each.get("text")) or "" for each in thoughts) or None
