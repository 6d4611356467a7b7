"""Keys stay where they belong."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.providers import MissingKey, provider_settings
from pointwise.errors import CallError, CallRefused
from tests.contract.chat.talk import KEY, Talk, ask, custom

if TYPE_CHECKING:
    from bench.standin import Standin

FORMATS = ["openai:m", "anthropic:m", "google:m"]
SECRET = "token-of-mine-0123456789"
ECHO = {"status": 200, "body": {"choices": [{"message": {"content": f"You sent {KEY}, {SECRET}."}}]}}


def everything(talk: Talk, *values: object) -> str:
    """All that a person, a log or a store could get to see."""
    chain = []
    for value in values:
        while isinstance(value, BaseException):
            chain.append(value)
            value = value.__cause__ or value.__context__  # noqa: PLW2901 - walking up
    shown = (*values, *chain, *talk.events, talk.settings, talk.router())
    return "\n".join(f"{each!s}\n{each!r}" for each in shown)


@pytest.mark.parametrize("model", FORMATS)
@pytest.mark.parametrize(
    "step",
    [
        {"text": f"Your key is {KEY}."},
        {"status": 401, "body": {"error": {"message": f"Incorrect API key provided: {KEY}"}}},
        {
            "status": 400,
            "body": {"error": {"message": f"Incorrect API key provided: {KEY[:6]}***{KEY[-4:]}"}},
        },
        {"status": 403, "body": {"error": {"message": f"{KEY} may not"}}},
        {"status": 404, "body": {"error": {"message": f"{KEY} knows no such model"}}},
        {"status": 500, "body": {"error": {"message": KEY}}},
        {"status": 429, "body": {"error": {"message": KEY, "code": KEY}}},
        {"body": f"{KEY} is no JSON"},
        {"drop": True},
        {"raw": f"{KEY}\r\n\r\n"},
    ],
    ids=lambda step: str(step)[:30],
)
def test_a_key_comes_back_in_nothing(
    server: Standin, caplog: pytest.LogCaptureFixture, model: str, step: dict[str, object]
) -> None:
    """Replies, errors, causes, events, settings and logs are free of it, even where a server repeats it."""
    caplog.set_level(logging.DEBUG)
    server.change(script=[step])
    talk = Talk(server, {"attempts": 1})
    (value,) = talk.all(ask(model=model))
    shown = everything(talk, value) + caplog.text
    assert KEY not in shown
    assert KEY[-4:] not in shown


def test_a_variable_in_a_header_comes_back_in_nothing(server: Standin) -> None:
    """What a header was filled with is cut out of replies as keys are."""
    talk = Talk(server, extra={"MY_TOKEN": SECRET, "POINTWISE_VARIABLES": "MY_TOKEN"})
    model = custom(f"{server.url}/v1/chat/completions", headers={"x-token": "${MY_TOKEN}"})
    server.change(script=[ECHO])
    reply = talk.reply(ask(model=model.id, custom=model))
    assert reply.text == "You sent [removed], [removed]."
    assert SECRET not in everything(talk, reply)


def test_a_missing_key_is_named_before_anything_is_sent(server: Standin) -> None:
    """The message says which variable to set; no request is made."""
    talk = Talk(server, extra={"OPENAI_API_KEY": " "})
    error = talk.error()
    assert isinstance(error, CallRefused)
    assert (error.reason, error.attempts) == ("auth", 0)
    assert error.message == "openai needs a key: set OPENAI_API_KEY."
    assert server.requests() == []


def test_a_refused_key_is_named_by_its_variable(talk: Talk) -> None:
    """Each provider's message says where the key came from."""
    talk.server.change(key="another")
    errors = talk.all(*(ask(model=model) for model in FORMATS))
    assert [error.message for error in errors if isinstance(error, CallError)] == [
        "openai refused the key in OPENAI_API_KEY (401).",
        "anthropic refused the key in ANTHROPIC_API_KEY (401).",
        "google refused the key in GEMINI_API_KEY (401).",
    ]


def test_the_right_key_is_let_in(talk: Talk) -> None:
    """Each format carries the key where its provider looks for it."""
    talk.server.change(key=KEY)
    for model in FORMATS:
        assert talk.reply(ask(model=model)).text


def test_missing_keys_are_known_before_the_first_call() -> None:
    """A run can be refused before money is spent; each key is named once, local models need none."""
    settings = provider_settings({"XAI_API_KEY": "k"})
    models = ["openai:a", "xai:b", "openai:c", "ollama:d", "google:e", "nobody:f"]
    assert settings.missing_keys(models) == (
        MissingKey("google", "GEMINI_API_KEY"),
        MissingKey("openai", "OPENAI_API_KEY"),
    )
    assert settings.unknown_providers(models) == ("nobody",)
