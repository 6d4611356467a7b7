"""Which turns of a conversation are given and which are to be generated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.model import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.blueprint.model import Prompt

TURN_SEPARATOR = "\n\n"
"""Between the generated turns of a response, in the text that is judged."""


def opening(prompt: Prompt, system: str | None) -> tuple[Message, ...]:
    """The conversation to be held, system prompt first, each turn to be generated as an open one.

    After a final user message a turn is always generated. A prompt whose messages begin with a system
    message of their own keeps that one.
    """
    messages = prompt.messages
    if system is not None and messages[0].role != "system":
        messages = (Message(role="system", content=system), *messages)
    if messages[-1].role == "user":
        messages = (*messages, Message(role="assistant", content=None))
    return messages


def turns_to_generate(messages: Sequence[Message]) -> tuple[int, ...]:
    """Places of the open turns, in order."""
    return tuple(place for place, message in enumerate(messages) if message.content is None)
