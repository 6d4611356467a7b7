"""How models are named: `provider:model`, or a collection by its name."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_SEPARATED = re.compile(r"\s*([:/])\s*")
_COLLECTION = re.compile(r"[A-Za-z][\w.-]*", re.ASCII)
_MODEL = re.compile(r"[a-z0-9][\w.-]*:\S+", re.ASCII)
_RELEASE = re.compile(r"[-@](20\d{6}|20\d\d-\d\d-\d\d|latest|\d{3})$")

AS_OF = date(2026, 11, 21)
"""When the retirements below were last compared with what the makers publish."""
_RETIRED: Mapping[str, date] = {
    "claude-2.0": date(2025, 7, 21),
    "claude-2.1": date(2025, 7, 21),
    "claude-3-sonnet": date(2025, 7, 21),
    "claude-3-5-sonnet": date(2025, 10, 28),
    "claude-3-opus": date(2026, 1, 5),
    "claude-3-5-haiku": date(2026, 2, 19),
    "claude-3-7-sonnet": date(2026, 2, 19),
    "claude-sonnet-4": date(2026, 6, 15),
    "claude-sonnet-4-0": date(2026, 6, 15),
    "claude-opus-4": date(2026, 6, 15),
    "claude-opus-4-0": date(2026, 6, 15),
    "gemini-1.5-flash": date(2025, 9, 24),
    "gemini-1.5-flash-8b": date(2025, 9, 24),
    "gemini-1.5-pro": date(2025, 9, 24),
    "gemini-flash-1.5": date(2025, 9, 24),
    "gemini-pro-1.5": date(2025, 9, 24),
    "gemini-2.0-flash": date(2026, 6, 1),
    "gemini-2.0-flash-lite": date(2026, 6, 1),
    "gemini-2.5-flash": date(2026, 12, 1),
    "gemini-2.5-pro": date(2026, 12, 1),
    "gpt-3.5-turbo": date(2026, 10, 23),
    "gpt-4": date(2026, 10, 23),
    "gpt-4-turbo": date(2026, 10, 23),
    "gpt-4.1": date(2027, 1, 14),
    "gpt-4.1-mini": date(2027, 1, 14),
    "gpt-4.1-nano": date(2026, 10, 23),
    "gpt-4.5-preview": date(2025, 7, 14),
    "gpt-4o": date(2027, 1, 14),
    "gpt-4o-2024-05-13": date(2026, 10, 23),
    "gpt-4o-mini": date(2027, 1, 14),
    "gpt-5": date(2026, 12, 11),
    "gpt-5-mini": date(2026, 12, 11),
    "gpt-5-nano": date(2026, 12, 11),
    "gpt-5.1": date(2027, 4, 1),
    "o1": date(2026, 10, 23),
    "o1-mini": date(2025, 10, 27),
    "o1-preview": date(2025, 7, 28),
    "o1-pro": date(2026, 10, 23),
    "o3": date(2026, 12, 11),
    "o3-mini": date(2026, 10, 23),
    "o3-pro": date(2026, 12, 11),
    "o4-mini": date(2026, 10, 23),
}
"""Models that their makers have switched off, or have said that they will, by name without provider; without
release where all of them go at once.

https://platform.claude.com/docs/en/about-claude/model-deprecations,
https://ai.google.dev/gemini-api/docs/deprecations, https://developers.openai.com/api/docs/deprecations
"""
_RESOLD = re.compile(r"(openrouter|together):.*claude")
"""Other clouds keep these longer than their maker does."""


def mended(name: str) -> str:
    """A name without the common slips: spaces around `:` and `/`, an upper-case provider."""
    joined = _SEPARATED.sub(r"\1", name.strip())
    provider, colon, model = joined.partition(":")
    return f"{provider.lower()}{colon}{model}" if colon else joined


def is_model(name: str) -> bool:
    """Whether a mended name is `provider:model`."""
    return _MODEL.fullmatch(name) is not None


def is_collection(name: str) -> bool:
    """Whether a name can be that of a collection."""
    return _COLLECTION.fullmatch(name) is not None


def retired_on(name: str) -> date | None:
    """When the model's maker switched it off, or is to, after `AS_OF`; None where no day is known."""
    if _RESOLD.match(name):
        return None
    model = name.rpartition(":")[2].rpartition("/")[2]
    return _RETIRED.get(model) or _RETIRED.get(_RELEASE.sub("", model))
