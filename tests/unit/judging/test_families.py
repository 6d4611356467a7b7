"""Makers of models, whoever resells them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.judging.families import family


@pytest.mark.parametrize(
    ("model", "maker"),
    [
        ("openrouter:anthropic/claude-haiku-4.5", "anthropic"),
        ("anthropic:claude-sonnet-4", "anthropic"),
        ("bedrock:us.anthropic.claude-3-5-sonnet-20241022-v2:0", "anthropic"),
        ("vertex:publishers/anthropic/models/claude-opus-4", "anthropic"),
        ("openrouter:openai/gpt-4.1-mini", "openai"),
        ("azure:gpt-4o", "openai"),
        ("openai:o3-mini", "openai"),
        ("openai:chatgpt-4o-latest", "openai"),
        ("openai:ft:gpt-4.1-mini-2025-04-14:org::abc", "openai"),
        ("groq:openai/gpt-oss-120b", "openai"),
        ("openrouter:google/gemini-2.5-flash", "google"),
        ("google:gemma-3-27b-it", "google"),
        ("openrouter:meta-llama/llama-4-maverick:free", "meta"),
        ("together:meta-llama/Llama-3.3-70B-Instruct-Turbo", "meta"),
        ("groq:llama3-70b-8192", "meta"),
        ("fireworks:accounts/fireworks/models/llama-v3p1-405b-instruct", "meta"),
        ("mistral:mistral-large-latest", "mistral"),
        ("openrouter:mistralai/codestral-2508", "mistral"),
        ("together:mistralai/Mixtral-8x7B", "mistral"),
        ("openrouter:mistralai/voxtral-small-24b", "mistral"),
        ("xai:grok-4", "xai"),
        ("openrouter:x-ai/grok-3", "xai"),
        ("openrouter:qwen/qwen3-235b-a22b", "alibaba"),
        ("together:Qwen/QwQ-32B", "alibaba"),
        ("openrouter:deepseek/deepseek-r1-distill-llama-70b", "deepseek"),
        ("together:deepseek-ai/DeepSeek-V3", "deepseek"),
        ("openrouter:cohere/command-a", "cohere"),
        ("openrouter:moonshotai/kimi-k2", "moonshot"),
        ("openrouter:z-ai/glm-4.6", "zhipu"),
        ("openrouter:amazon/nova-pro-v1", "amazon"),
        ("openrouter:microsoft/phi-4", "microsoft"),
        ("openrouter:nousresearch/hermes-3-llama-3.1-405b", "meta"),
        ("openrouter:nousresearch/hermes-4", "nousresearch"),
        ("openai:gpt-4.1[temp:0.5][sp_idx:1]", "openai"),
        ("  OpenRouter:OpenAI/GPT-4.1 ", "openai"),
        ("anthropic:something-new", "anthropic"),
        ("gpt-4o", "openai"),
        ("sample:aspen", "sample:aspen"),
        ("custom:mine", "custom:mine"),
        ("", ""),
    ],
)
def test_the_maker_counts(model: str, maker: str) -> None:
    """The maker in the path, else the model line, else the provider, else the model itself."""
    assert family(model) == maker


@given(st.text())
def test_every_name_has_a_family(name: str) -> None:
    """Any text is answered, and variants of a model belong together."""
    assert family(name) == family(f"{name}[temp:0.7]")
