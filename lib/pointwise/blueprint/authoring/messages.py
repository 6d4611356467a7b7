"""A message of a conversation, as types."""

# ruff: noqa: TC001 - pydantic reads the annotations

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from pointwise.blueprint.authoring.shapes import Filled
from pointwise.blueprint.authoring.written import Authored


class FormalMessage(Authored):
    """`{role, content}`."""

    role: Literal["user", "assistant", "ai", "system"]
    content: Annotated[Filled | None, Field(description="Null where the model is to answer.")]


class UserMessage(Authored):
    """What the user says."""

    user: Filled


class AssistantMessage(Authored):
    """What the model said; null where it is to answer."""

    assistant: Filled | None


class AiMessage(Authored):
    """The same as `assistant`."""

    ai: Filled | None


class SystemMessage(Authored):
    """Instructions."""

    system: Filled


Message = FormalMessage | UserMessage | AssistantMessage | AiMessage | SystemMessage
