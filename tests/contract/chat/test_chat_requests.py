"""What is sent, in each format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pointwise.blueprint.model import Message
from pointwise.chat import ChatRequest
from tests.contract.chat.talk import KEY, ask

if TYPE_CHECKING:
    from tests.contract.chat.talk import Talk

TURNS = (
    Message(role="system", content="Be brief."),
    Message(role="user", content="One?"),
    Message(role="assistant", content="One."),
    Message(role="user", content="Two?"),
)

OPENAI_TURNS = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "One?"},
    {"role": "assistant", "content": "One."},
    {"role": "user", "content": "Two?"},
]
PLAIN = {"model": "m", "messages": OPENAI_TURNS, "temperature": 0.5, "max_tokens": 9}
GEMINI_TURNS = [
    {"role": "user", "parts": [{"text": "One?"}]},
    {"role": "model", "parts": [{"text": "One."}]},
    {"role": "user", "parts": [{"text": "Two?"}]},
]
BEARER = ("authorization", f"Bearer {KEY}")
SENT: list[tuple[str, str, tuple[str, str], dict[str, Any]]] = [
    (
        "openai:m",
        "/v1/chat/completions",
        BEARER,
        {"model": "m", "messages": OPENAI_TURNS, "temperature": 0.5, "max_completion_tokens": 9},
    ),
    ("openrouter:m", "/v1/chat/completions", BEARER, PLAIN),
    ("together:m", "/v1/chat/completions", BEARER, PLAIN),
    ("mistral:m", "/v1/chat/completions", BEARER, PLAIN),
    ("xai:m", "/v1/chat/completions", BEARER, PLAIN),
    ("ollama:m", "/v1/chat/completions", BEARER, PLAIN),
    (
        "anthropic:m",
        "/v1/messages",
        ("x-api-key", KEY),
        {
            "model": "m",
            "system": "Be brief.",
            "messages": OPENAI_TURNS[1:],
            "temperature": 0.5,
            "max_tokens": 9,
        },
    ),
    (
        "google:m",
        "/v1beta/models/m:generateContent",
        ("x-goog-api-key", KEY),
        {
            "contents": GEMINI_TURNS,
            "systemInstruction": {"parts": [{"text": "Be brief."}]},
            "generationConfig": {"temperature": 0.5, "maxOutputTokens": 9},
        },
    ),
]


@pytest.mark.parametrize(("model", "path", "header", "body"), SENT, ids=[each[0] for each in SENT])
def test_each_provider_gets_its_own_format(
    talk: Talk, model: str, path: str, header: tuple[str, str], body: dict[str, Any]
) -> None:
    """Path, key header and body are those of the provider's documentation."""
    talk.reply(ChatRequest(model=model, messages=TURNS, temperature=0.5, max_tokens=9))
    (request,) = talk.server.requests()
    assert request["path"] == path
    assert request["headers"][header[0]] == header[1]
    assert request["body"] == body


@pytest.mark.parametrize(
    ("model", "body"),
    [
        ("openai:m", {"model": "m", "messages": [{"role": "user", "content": "How are you?"}]}),
        (
            "anthropic:m",
            {"model": "m", "messages": [{"role": "user", "content": "How are you?"}], "max_tokens": 8192},
        ),
        ("google:m", {"contents": [{"role": "user", "parts": [{"text": "How are you?"}]}]}),
    ],
)
def test_nothing_is_sent_that_was_not_set(talk: Talk, model: str, body: dict[str, Any]) -> None:
    """Unset parameters are left to the provider; only Anthropic demands a bound on tokens."""
    talk.reply(ask(model=model))
    assert talk.bodies() == [body]


def test_anthropic_version_is_named(talk: Talk) -> None:
    """The header without which Anthropic answers nothing."""
    talk.reply(ask(model="anthropic:m"))
    assert talk.server.requests()[0]["headers"]["anthropic-version"] == "2023-06-01"


def test_model_names_keep_their_colons_and_slashes(talk: Talk) -> None:
    """Only the first colon ends the provider."""
    talk.reply(ask(model="openrouter:a/b:free"))
    assert talk.bodies()[0]["model"] == "a/b:free"


def test_a_model_name_cannot_leave_its_path(talk: Talk) -> None:
    """Gemini's model name is part of the URL and is escaped there."""
    talk.all(ask(model="google:../../../files?x#"))
    (request,) = talk.server.requests()
    assert request["path"] == "/v1beta/models/..%2F..%2F..%2Ffiles%3Fx%23:generateContent"


@pytest.mark.parametrize("model", ["openai:m", "anthropic:m", "google:m"])
def test_half_characters_are_sent_whole(talk: Talk, model: str) -> None:
    """A pair of surrogates is joined and a lone one replaced, so that the provider can read the body."""
    talk.reply(ask("\ud83d\ude00 \ud800!", model=model))
    assert "😀 �!" in str(talk.bodies()[0])


def test_what_a_request_is_for_is_never_sent(talk: Talk) -> None:
    """Repeats and origins tell calls apart here, not there."""
    talk.all(ask(repeat=1), ask(repeat=2))
    first, second = talk.bodies()
    assert first == second
