"""A router that talks to the stand-in server while everything is written down."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pointwise.adapters.chat_router import ChatRouter
from pointwise.adapters.http_client import HttpLimits
from pointwise.adapters.providers import ProviderSettings, provider_settings
from pointwise.adapters.retrying import RetryPolicy
from pointwise.blueprint.model import CustomModel, Message
from pointwise.chat import ChatReply, ChatRequest, Origin
from pointwise.errors import CallError

if TYPE_CHECKING:
    from bench.standin import Standin
    from pointwise.events import Event

ORIGIN = Origin(purpose="candidate", prompt="p", model="m")
KEY = "sk-standin-0123456789abcdef"


def ask(text: str = "How are you?", model: str = "openai:m", **fields: Any) -> ChatRequest:  # noqa: ANN401 - any field
    """A request of one user message; a `system` text goes before it."""
    system = fields.pop("system", None)
    first = (Message(role="system", content=system),) if system is not None else ()
    return ChatRequest(model=model, messages=(*first, Message(role="user", content=text)), **fields)


def custom(url: str, **fields: Any) -> CustomModel:  # noqa: ANN401 - any field
    """A custom model at a URL."""
    return CustomModel(
        **{"id": "custom:own", "url": url, "modelName": "own-1", "inherit": "openai", **fields}
    )


def chat(message: dict[str, Any], finish: str = "stop", **rest: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """A reply of Chat Completions."""
    return {"model": "m-1", "choices": [{"message": message, "finish_reason": finish}], **rest}


def messages(*blocks: dict[str, Any], stop: str = "end_turn", **usage: int) -> dict[str, Any]:
    """A reply of Anthropic Messages."""
    return {"model": "m-1", "content": list(blocks), "stop_reason": stop, "usage": usage}


def gemini(*parts: dict[str, Any], finish: str = "STOP", **rest: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """A reply of Gemini."""
    candidate = {"content": {"role": "model", "parts": list(parts)}, "finishReason": finish}
    return {"candidates": [candidate], "modelVersion": "m-1", **rest}


@dataclass
class Talk:
    """A router, what its observer heard, and how long it would have waited."""

    server: Standin
    policy: dict[str, Any] = field(default_factory=dict)
    limits: HttpLimits = field(default_factory=HttpLimits)
    extra: dict[str, str] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    @property
    def settings(self) -> ProviderSettings:
        return provider_settings({**self.server.environment(KEY), **self.extra})

    def notify(self, event: Event) -> None:
        self.events.append(event)

    async def _sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    def router(self) -> ChatRouter:
        policy = RetryPolicy(sleep=self._sleep, random=lambda: 1.0, **self.policy)
        return ChatRouter(self.settings, self, policy, self.limits)

    def all(self, *requests: ChatRequest) -> list[ChatReply | CallError]:
        """Ask one after the other; errors are values."""

        async def run() -> list[ChatReply | CallError]:
            router = self.router()
            try:
                return [await self._one(router, request) for request in requests]
            finally:
                await router.close()

        return asyncio.run(run())

    async def _one(self, router: ChatRouter, request: ChatRequest) -> ChatReply | CallError:
        try:
            return await router.complete(request, ORIGIN)
        except CallError as error:
            return error

    def reply(self, request: ChatRequest | None = None) -> ChatReply:
        """Ask once; it must succeed."""
        (reply,) = self.all(request or ask())
        assert isinstance(reply, ChatReply), reply
        return reply

    def error(self, request: ChatRequest | None = None) -> CallError:
        """Ask once; it must fail."""
        (error,) = self.all(request or ask())
        assert isinstance(error, CallError), error
        return error

    def bodies(self) -> list[dict[str, Any]]:
        """What was sent, oldest first."""
        return [request["body"] for request in self.server.requests()]
