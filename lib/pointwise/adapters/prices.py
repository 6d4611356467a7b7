"""What models cost: a table, and the cost of a reply by it.

Standard prices without batch or priority tiers. A price that is not known is None, never 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.chat import Usage

AS_OF = date(2026, 10, 31)
"""When the table was last compared with the price lists of the providers."""

_MILLION = 1_000_000
_DATED = re.compile(r"-(20\d{6}|20\d\d-\d\d-\d\d)$")
"""The release in names such as `gpt-4o-2024-08-06`: every release of these models has cost the same."""


@dataclass(frozen=True, slots=True)
class Price:
    """USD per million tokens.

    Attributes:
        cached: For input that the provider served from its prompt cache.
        longest: Input tokens up to which the price holds. Many providers take more beyond 200,000.
    """

    input: float
    cached: float
    output: float
    longest: int = 200_000


_OPENAI = {
    "gpt-4o": Price(2.5, 1.25, 10),
    "gpt-4o-mini": Price(0.15, 0.075, 0.6),
    "gpt-4.1": Price(2, 0.5, 8),
    "gpt-4.1-mini": Price(0.4, 0.1, 1.6),
    "gpt-4.1-nano": Price(0.1, 0.025, 0.4),
    "o1": Price(15, 7.5, 60),
    "o3": Price(2, 0.5, 8),
    "o3-mini": Price(1.1, 0.55, 4.4),
    "o4-mini": Price(1.1, 0.275, 4.4),
    "gpt-5": Price(1.25, 0.125, 10),
    "gpt-5-chat": Price(1.25, 0.125, 10),
    "gpt-5-chat-latest": Price(1.25, 0.125, 10),
    "gpt-5-mini": Price(0.25, 0.025, 2),
    "gpt-5-nano": Price(0.05, 0.005, 0.4),
    "gpt-5.1": Price(1.25, 0.125, 10),
    "gpt-5.2": Price(1.75, 0.175, 14),
    "gpt-5.4": Price(2.5, 0.25, 15),
    "gpt-5.4-mini": Price(0.75, 0.075, 4.5),
    "gpt-5.4-nano": Price(0.2, 0.02, 1.25),
    "gpt-5.5": Price(5, 0.5, 30),
}
_ANTHROPIC = {
    "claude-3-5-haiku": Price(0.8, 0.08, 4),
    "claude-3-7-sonnet": Price(3, 0.3, 15),
    "claude-haiku-4-5": Price(1, 0.1, 5),
    "claude-haiku-5-5": Price(0.1, 0.01, 0.5, longest=100_000),
    "claude-sonnet-4": Price(3, 0.3, 15),
    "claude-sonnet-4-0": Price(3, 0.3, 15),
    "claude-sonnet-4-5": Price(3, 0.3, 15),
    "claude-sonnet-4-6": Price(3, 0.3, 15),
    "claude-sonnet-5": Price(2, 0.2, 10),
    "claude-sonnet-5-5": Price(2, 0.1, 10),
    "claude-opus-4": Price(15, 1.5, 75),
    "claude-opus-4-0": Price(15, 1.5, 75),
    "claude-opus-4-1": Price(15, 1.5, 75),
    "claude-opus-4-5": Price(5, 0.5, 25),
    "claude-opus-4-6": Price(5, 0.5, 25),
    "claude-opus-4-7": Price(5, 0.5, 25),
    "claude-opus-4-8": Price(5, 0.5, 25),
    "claude-opus-5": Price(5, 0.5, 25),
    "claude-opus-5-5": Price(4, 0.2, 20),
    "claude-fable-5": Price(10, 1, 50),
    "claude-fable-5-1": Price(10, 0.25, 50),
}
_GOOGLE = {
    "gemini-2.5-flash-lite": Price(0.1, 0.01, 0.4),
    "gemini-2.5-flash": Price(0.3, 0.03, 2.5),
    "gemini-2.5-pro": Price(1.25, 0.125, 10),
    "gemini-3-flash-preview": Price(0.5, 0.05, 3),
    "gemini-3.1-pro-preview": Price(2, 0.2, 12),
    "gemini-3.5-flash": Price(1.5, 0.15, 9),
}
_XAI = {
    "grok-3": Price(3, 0.75, 15),
    "grok-3-mini": Price(0.3, 0.075, 0.5),
    "grok-4-1-fast-reasoning": Price(0.2, 0.05, 0.5, longest=128_000),
    "grok-4-1-fast-non-reasoning": Price(0.2, 0.05, 0.5, longest=128_000),
    "grok-4.20-0309-reasoning": Price(2, 0.2, 6),
    "grok-4.20-0309-non-reasoning": Price(2, 0.2, 6),
    "grok-4.3": Price(1.25, 0.2, 2.5),
    "grok-4.5": Price(2, 0.5, 6),
}
_MISTRAL = {
    "mistral-small-2506": Price(0.1, 0.1, 0.3),
    "mistral-medium-2508": Price(0.4, 0.4, 2),
    "mistral-large-2411": Price(2, 2, 6),
    "mistral-large-2512": Price(0.5, 0.5, 1.5),
}
PRICES: Mapping[str, Mapping[str, Price]] = MappingProxyType(
    {"openai": _OPENAI, "anthropic": _ANTHROPIC, "google": _GOOGLE, "xai": _XAI, "mistral": _MISTRAL}
)
"""Provider to model to price."""

_VENDORS = {
    "openai": "openai",
    "anthropic": "anthropic",
    "google": "google",
    "x-ai": "xai",
    "mistralai": "mistral",
}
"""How OpenRouter calls them. It passes on their prices."""


def price_of(provider: str, model: str) -> Price | None:
    """The price of a model, by the two parts of its `provider:model` id, or None where it is not known."""
    if provider == "openrouter":
        vendor, _, model = model.partition("/")
        provider = _VENDORS.get(vendor, "")
    if provider == "anthropic":
        model = model.replace(".", "-")
    known = PRICES.get(provider, {})
    return known.get(model) or known.get(_DATED.sub("", model))


def cost(provider: str, model: str, usage: Usage) -> float | None:
    """The cost of a reply in USD, or None where a price or a count is not known."""
    price = price_of(provider, model)
    if price is None or usage.input is None or usage.output is None or usage.input > price.longest:
        return None
    cached = min(usage.cached or 0, usage.input)
    fresh = usage.input - cached
    return (fresh * price.input + cached * price.cached + usage.output * price.output) / _MILLION
