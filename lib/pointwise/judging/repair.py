"""The one request for a readable reply, after one that could not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.model import Message

if TYPE_CHECKING:
    from pointwise.judging.extent import Unreadable

_LONGEST = 4000
"""Characters of the unreadable reply that are shown again: the end, where the verdict should have been."""
_NOTHING = "(no reply)"
"""Providers refuse messages without text."""


def repair_messages(asked: tuple[Message, ...], reply: str, unreadable: Unreadable) -> tuple[Message, ...]:
    """What to ask after a reply that could not be read: the same again, the reply, and what is wrong with it.

    Works for verdicts and for key points: the form asked for stands in the messages asked.
    """
    return (
        *asked,
        Message(role="assistant", content=reply.strip()[-_LONGEST:] or _NOTHING),
        Message(role="user", content=_request(unreadable)),
    )


def _request(unreadable: Unreadable) -> str:
    return (
        f"Your reply cannot be used. {unreadable.message} Reply once more, in exactly the form asked for and "
        "with nothing else. Stay with your judgement if you had come to one."
    )
