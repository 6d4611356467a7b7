"""Delimiters around text of strangers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.chat import digest
from pointwise.judging.lookalikes import neutralise

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.model import Message

_HEX_DIGITS = 32
"""128 bits: nobody finds a text that holds the beginning of its own SHA-256."""


def mark_for(response: str, conversation: tuple[Message, ...] = ()) -> str:
    """The unpredictable value that the delimiters of one response carry, 32 hex digits.

    It is derived from the very texts it fences off: whoever writes the response would have to know the hash
    of a text that contains that hash. No random number is drawn, so that equal calls stay equal: replies
    are kept by content, and providers' caches hold the part that all criteria of a response share.
    """
    turns: list[JsonValue] = [[message.role, message.content] for message in conversation]
    return digest([turns, response])[:_HEX_DIGITS]


def fence(section: str, text: str, mark: str) -> str:
    """The text, neutralised, between two lines of its own that carry the mark."""
    return f"{opening_line(section, mark)}\n{neutralise(text)}\n{closing_line(section, mark)}"


def opening_line(section: str, mark: str) -> str:
    """The line before a text."""
    return f"<<<BEGIN {section} {mark}>>>"


def closing_line(section: str, mark: str) -> str:
    """The line after a text."""
    return f"<<<END {section} {mark}>>>"
