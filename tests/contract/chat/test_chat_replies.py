"""What comes back, in each format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pointwise.chat import Usage
from pointwise.errors import CallRefused
from tests.contract.chat.talk import ask, chat, gemini, messages

if TYPE_CHECKING:
    from tests.contract.chat.talk import Talk

FORMATS = ["openai:m", "anthropic:m", "google:m"]


@pytest.mark.parametrize(("model", "finish"), list(zip(FORMATS, ["stop", "end_turn", "STOP"], strict=True)))
def test_a_reply_is_read_whole(talk: Talk, model: str, finish: str) -> None:
    """Text, version, finish reason and counts arrive as the provider gave them."""
    reply = talk.reply(ask(model=model))
    assert reply.text.startswith("You asked: How are you? - ")
    assert (reply.version, reply.finish, reply.reasoning, reply.tool_calls) == ("m", finish, None, None)
    assert reply.usage.input == len("\nHow are you?") // 4 + 1
    assert reply.usage.output == len(reply.text) // 4 + 1
    assert reply.attempts == 1
    assert 0 < reply.latency < 5


@pytest.mark.parametrize(
    ("model", "body"),
    [
        ("openai:m", chat({"content": "<think>Hm.\nWell.</think>\n\nFine."})),
        ("openai:m", chat({"content": "\n<think>Hm.\nWell.</think>Fine."})),
        ("openai:m", chat({"content": "Hm.\nWell.\n</think>\n\nFine."})),
        ("google:m", gemini({"text": "Hm.\nWell.\r\n </think>\r\nFine."})),
        ("openai:m", chat({"content": "Fine.", "reasoning": "Hm.\nWell."})),
        ("openai:m", chat({"content": "Fine.", "reasoning_content": "Hm.\nWell."})),
        (
            "mistral:m",
            chat(
                {
                    "content": [
                        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm.\nWell."}]},
                        {"type": "text", "text": "Fine."},
                    ]
                }
            ),
        ),
        (
            "anthropic:m",
            messages({"type": "thinking", "thinking": "Hm.\nWell."}, {"type": "text", "text": "Fine."}),
        ),
        ("anthropic:m", messages({"type": "text", "text": "<think>Hm.\nWell.</think>Fine."})),
        ("google:m", gemini({"text": "Hm.\nWell.", "thought": True}, {"text": "Fi"}, {"text": "ne."})),
    ],
)
def test_reasoning_is_kept_aside(talk: Talk, model: str, body: dict[str, Any]) -> None:
    """What a model thinks aloud is no part of its answer, wherever the provider puts it."""
    talk.server.change(script=[{"body": body}])
    reply = talk.reply(ask(model=model))
    assert (reply.text, reply.reasoning) == ("Fine.", "Hm.\nWell.")


ABOUT_TAGS = (
    "Models write <think>so</think> first.",
    "Models end their thoughts with\n<think>\n</think>\nand so on.",
    "End it with `</think>`.\nOr so:\n</think>\nDone.",
    "Models end it with </think>\nand go on.",
    "The template ends in\n```\n</think>\n```\nalways.",
    "The template:\n- </think>\nalways.",
)


@pytest.mark.parametrize("text", ABOUT_TAGS)
def test_a_thought_inside_an_answer_stays_there(talk: Talk, text: str) -> None:
    """Elsewhere than at the start, or alone on a line and first, a model may be writing about the tags."""
    talk.server.change(script=[{"text": text}])
    reply = talk.reply()
    assert (reply.text, reply.reasoning) == (text, None)


def test_a_thought_that_was_empty_is_none(talk: Talk) -> None:
    """Models that are told not to think leave the closing tag."""
    talk.server.change(script=[{"text": "\n\n</think>\n\nFine."}])
    reply = talk.reply()
    assert (reply.text, reply.reasoning) == ("Fine.", None)


@pytest.mark.parametrize(
    ("model", "body", "usage"),
    [
        (
            "openai:m",
            chat(
                {"content": "x"},
                usage={
                    "prompt_tokens": 100,
                    "completion_tokens": 30,
                    "total_tokens": 130,
                    "prompt_tokens_details": {"cached_tokens": 64},
                    "completion_tokens_details": {"reasoning_tokens": 20},
                },
            ),
            Usage(input=100, output=30, cached=64, reasoning=20),
        ),
        (
            "xai:m",  # leaves reasoning out of completion_tokens
            chat(
                {"content": "x"},
                usage={
                    "prompt_tokens": 100,
                    "completion_tokens": 10,
                    "total_tokens": 130,
                    "completion_tokens_details": {"reasoning_tokens": 20},
                },
            ),
            Usage(input=100, output=30, reasoning=20),
        ),
        (
            "anthropic:m",
            messages(
                {"type": "text", "text": "x"},
                input_tokens=30,
                cache_read_input_tokens=64,
                cache_creation_input_tokens=6,
                output_tokens=9,
            ),
            Usage(input=100, output=9, cached=64),
        ),
        (
            "google:m",
            gemini(
                {"text": "x"},
                usageMetadata={
                    "promptTokenCount": 100,
                    "candidatesTokenCount": 10,
                    "thoughtsTokenCount": 20,
                    "cachedContentTokenCount": 64,
                },
            ),
            Usage(input=100, output=30, cached=64, reasoning=20),
        ),
        ("openai:m", chat({"content": "x"}), Usage()),
        (
            "openai:m",
            chat(
                {"content": "x"}, usage={"prompt_tokens": -1, "completion_tokens": "9", "total_tokens": True}
            ),
            Usage(),
        ),
    ],
)
def test_tokens_are_counted_alike(talk: Talk, model: str, body: dict[str, Any], usage: Usage) -> None:
    """Cached tokens are part of the input and reasoning of the output; nonsense is no count."""
    talk.server.change(script=[{"body": body}])
    assert talk.reply(ask(model=model)).usage == usage


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        ({"cost": 0.00125}, 0.00125),
        ({"cost": 0}, 0.0),
        ({"cost": 0.001, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.02}}, 0.021),
        ({"cost": "free"}, None),
        ({"cost": -1}, None),
        ({}, None),
    ],
)
def test_the_price_of_the_provider_wins(talk: Talk, usage: dict[str, Any], cost: float | None) -> None:
    """What OpenRouter says it charged is the cost; nonsense and nothing are unknown, not 0."""
    talk.server.change(script=[{"body": chat({"content": "x"}, usage=usage)}])
    assert talk.reply(ask(model="openrouter:some/model")).cost == cost


def test_a_known_price_makes_a_cost(talk: Talk) -> None:
    """Without the provider's word the cost is computed from the table."""
    usage = {
        "prompt_tokens": 1_000,
        "completion_tokens": 500,
        "prompt_tokens_details": {"cached_tokens": 600},
    }
    talk.server.change(script=[{"body": chat({"content": "x"}, usage=usage)}])
    cost = talk.reply(ask(model="openai:gpt-4.1-mini")).cost
    assert cost == pytest.approx((400 * 0.4 + 600 * 0.1 + 500 * 1.6) / 1e6)


def test_local_models_have_no_known_price(talk: Talk) -> None:
    """What a machine of one's own costs is unknown, not 0."""
    assert talk.reply(ask(model="ollama:llama3.2:3b")).cost is None


@pytest.mark.parametrize(
    ("model", "body", "calls"),
    [
        (
            "openai:m",
            chat({"content": None, "tool_calls": [{"id": "1", "function": {"name": "f"}}]}, "tool_calls"),
            [{"id": "1", "function": {"name": "f"}}],
        ),
        ("anthropic:m", messages({"type": "tool_use", "name": "f"}), [{"type": "tool_use", "name": "f"}]),
        ("google:m", gemini({"functionCall": {"name": "f"}}), [{"name": "f"}]),
    ],
)
def test_calling_a_tool_is_an_answer(talk: Talk, model: str, body: dict[str, Any], calls: Any) -> None:  # noqa: ANN401 - JSON
    """A reply without text that calls tools is complete."""
    talk.server.change(script=[{"body": body}])
    reply = talk.reply(ask(model=model))
    assert (reply.text, reply.tool_calls) == ("", calls)


@pytest.mark.parametrize(
    ("model", "body"),
    [
        ("openai:m", chat({"content": None, "refusal": "I would rather not."})),
        ("openai:m", chat({"content": "I would rather not."}, "content_filter")),
        ("anthropic:m", messages({"type": "text", "text": "I would rather not."}, stop="refusal")),
        ("google:m", gemini({"text": "I would rather not."}, finish="SAFETY")),
    ],
)
def test_declining_in_words_is_an_answer(talk: Talk, model: str, body: dict[str, Any]) -> None:
    """A model that says no has answered, whatever the finish reason."""
    talk.server.change(script=[{"body": body}])
    assert talk.reply(ask(model=model)).text == "I would rather not."


@pytest.mark.parametrize(
    ("model", "body"),
    [
        ("openai:m", chat({"content": None}, "content_filter")),
        ("anthropic:m", messages(stop="refusal")),
        ("google:m", gemini(finish="SAFETY")),
        ("google:m", {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}),
        ("google:m", {"promptFeedback": {"blockReason": "SOMETHING_NEW"}}),
    ],
)
def test_an_answer_kept_back_is_a_refusal(talk: Talk, model: str, body: dict[str, Any]) -> None:
    """Where the provider lets no text through, the call is refused and not repeated."""
    talk.server.change(script=[{"body": body}])
    error = talk.error(ask(model=model))
    assert isinstance(error, CallRefused)
    assert (error.reason, error.attempts) == ("refusal", 1)


@pytest.mark.parametrize("model", FORMATS)
def test_an_empty_answer_is_asked_for_once_more(talk: Talk, model: str) -> None:
    """Some providers send nothing while a model loads."""
    talk.server.change(script=[{"text": ""}])
    reply = talk.reply(ask(model=model))
    assert reply.text
    assert reply.attempts == 2


@pytest.mark.parametrize("model", FORMATS)
def test_a_second_empty_answer_is_an_answer(talk: Talk, model: str) -> None:
    """A model that says nothing twice has nothing to say; that is its answer, not trouble on the way."""
    talk.server.change(empty=1.0)
    reply = talk.reply(ask(model=model))
    assert (reply.text.strip(), reply.attempts) == ("", 2)


@pytest.mark.parametrize(
    ("model", "body"),
    [
        ("openai:m", chat({"content": "<think>Let me see"}, "length")),
        ("openai:m", chat({"content": ""}, "length")),
        ("anthropic:m", messages({"type": "thinking", "thinking": "Let me see"}, stop="max_tokens")),
        ("google:m", gemini(finish="MAX_TOKENS")),
    ],
)
def test_thinking_to_the_limit_is_no_answer(talk: Talk, model: str, body: dict[str, Any]) -> None:
    """A model that spent all its tokens on thinking would do so again; the message says what to change."""
    talk.server.change(script=[{"body": body}])
    error = talk.error(ask(model=model))
    assert (error.reason, error.attempts) == ("empty", 1)
    assert "raise the limit" in error.message
