"""Prices of models and costs of replies."""

from __future__ import annotations

from datetime import date

import pytest

from pointwise.adapters.prices import AS_OF, PRICES, cost, price_of
from pointwise.chat import Usage

USAGE = Usage(input=1_000_000, output=100_000, cached=400_000)
SMALL = Usage(input=1_000, output=100, cached=400)


@pytest.mark.parametrize(
    ("provider", "model", "expected"),
    [
        ("openai", "gpt-4.1-mini", 600 * 0.4 + 400 * 0.1 + 100 * 1.6),
        ("openai", "gpt-4.1-mini-2025-04-14", 600 * 0.4 + 400 * 0.1 + 100 * 1.6),
        ("anthropic", "claude-haiku-4-5-20251001", 600 * 1 + 400 * 0.1 + 100 * 5),
        ("google", "gemini-2.5-flash", 600 * 0.3 + 400 * 0.03 + 100 * 2.5),
        ("xai", "grok-4.3", 600 * 1.25 + 400 * 0.2 + 100 * 2.5),
        ("mistral", "mistral-small-2506", 1_000 * 0.1 + 100 * 0.3),
    ],
)
def test_a_cost_follows_from_price_and_tokens(provider: str, model: str, expected: float) -> None:
    """Fresh input, cached input and output each at their price; the release in a name makes no difference."""
    assert cost(provider, model, SMALL) == pytest.approx(expected / 1e6)


@pytest.mark.parametrize(
    ("routed", "provider", "model"),
    [
        ("openai/gpt-4.1-mini", "openai", "gpt-4.1-mini"),
        ("anthropic/claude-haiku-4.5", "anthropic", "claude-haiku-4-5"),
        ("anthropic/claude-3.5-haiku", "anthropic", "claude-3-5-haiku"),
        ("google/gemini-2.5-flash", "google", "gemini-2.5-flash"),
        ("x-ai/grok-3-mini", "xai", "grok-3-mini"),
        ("mistralai/mistral-large-2411", "mistral", "mistral-large-2411"),
    ],
)
def test_openrouter_passes_prices_on(routed: str, provider: str, model: str) -> None:
    """Its ids lead to the price of the provider behind it."""
    price = price_of("openrouter", routed)
    assert price is not None
    assert price == price_of(provider, model)


@pytest.mark.parametrize(
    ("provider", "model"),
    [
        ("openai", "gpt-99"),
        ("openai", "gpt-4.1-mini-turbo"),
        ("ollama", "gpt-4.1-mini"),
        ("custom", "gpt-4.1-mini"),
        ("openrouter", "gpt-4.1-mini"),
        ("openrouter", "nobody/gpt-4.1-mini"),
        ("openrouter", "openai/gpt-4.1-mini:free"),
        ("", ""),
    ],
)
def test_an_unknown_price_is_no_price(provider: str, model: str) -> None:
    """Unknown is None, never 0 and never a guess from a similar name."""
    assert price_of(provider, model) is None
    assert cost(provider, model, SMALL) is None


@pytest.mark.parametrize("usage", [Usage(), Usage(input=1), Usage(output=1), USAGE])
def test_a_cost_needs_counts_within_the_price(usage: Usage) -> None:
    """Where a count is missing, or the input is longer than the price holds for, the cost is unknown."""
    assert cost("google", "gemini-2.5-pro", usage) is None


def test_cached_tokens_are_at_most_all_tokens() -> None:
    """A provider that miscounts its cache makes no negative cost."""
    assert cost("openai", "gpt-4.1", Usage(input=10, output=0, cached=99)) == pytest.approx(10 * 0.5 / 1e6)


def test_the_table_is_plausible() -> None:
    """Cached input costs no more than fresh input, output no less; the table says how old it is."""
    prices = [price for models in PRICES.values() for price in models.values()]
    assert all(0 < price.cached <= price.input <= price.output for price in prices)
    assert date(2026, 1, 1) <= AS_OF <= date(2026, 12, 31)
