"""Models behind a URL of a blueprint's author."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from pointwise.blueprint.model import Message
from pointwise.chat import ChatRequest
from pointwise.errors import CallRefused
from tests.contract.chat.talk import KEY, Talk, ask, custom

if TYPE_CHECKING:
    from bench.standin import Standin

OTHER = "http://127.0.0.2:9/v1/chat/completions"
"""A host that is nobody's base URL."""


def request_of(talk: Talk, path: str = "/v1/chat/completions", **fields: Any) -> ChatRequest:  # noqa: ANN401 - any field
    """A request to a custom model on the stand-in."""
    model = custom(f"{talk.server.url}{path}", **fields)
    return ask(model=model.id, custom=model, temperature=0.5, max_tokens=9, system="Be brief.")


@pytest.mark.parametrize(
    ("inherit", "path", "field"),
    [
        ("openai", "/v1/chat/completions", "max_completion_tokens"),
        ("mistral", "/deep/er/chat/completions", "max_tokens"),
        ("anthropic", "/v1/messages", "system"),
        ("google", "/v1beta/models/own-1:generateContent", "systemInstruction"),
    ],
)
def test_the_format_is_inherited(talk: Talk, inherit: str, path: str, field: str) -> None:
    """The body is that of the provider named, posted to exactly the author's URL."""
    reply = talk.reply(request_of(talk, path, inherit=inherit))
    (request,) = talk.server.requests()
    assert request["path"] == path
    assert field in request["body"]
    assert (reply.version, reply.cost) == ("own-1", None)


def test_headers_are_filled_from_the_environment(server: Standin) -> None:
    """`${NAME}` takes the value of a variable; the rest stays."""
    talk = Talk(server, extra={"MY_TOKEN": "token-of-mine-123", "POINTWISE_VARIABLES": "MY_TOKEN"})
    talk.reply(request_of(talk, headers={"Authorization": "Bearer ${MY_TOKEN}", "X-Plain": "a $b {c}"}))
    headers = server.requests()[0]["headers"]
    assert (headers["authorization"], headers["x-plain"]) == ("Bearer token-of-mine-123", "a $b {c}")


@pytest.mark.parametrize(
    ("environment", "variable"),
    [
        ({}, "UNSET"),
        ({}, "ANTHROPIC_API_KEY"),
        ({"MY_TOKEN": "t"}, "MY_TOKEN"),
        ({"MY_TOKEN": "t", "POINTWISE_VARIABLES": "HIS, HERS"}, "MY_TOKEN"),
    ],
)
def test_a_variable_that_is_not_allowed_is_not_sent(
    server: Standin, environment: dict[str, str], variable: str
) -> None:
    """A blueprint cannot carry keys to a URL of its choice; the message names the variable."""
    talk = Talk(server, extra=environment)
    error = talk.error(request_of(talk, headers={"x-key": f"${{{variable}}}"}))
    assert isinstance(error, CallRefused)
    assert (error.reason, error.attempts) == ("auth", 0)
    assert variable in error.message
    assert server.requests() == []


def test_a_listed_variable_is_allowed(server: Standin) -> None:
    """Whoever runs Pointwise may allow any variable by name."""
    names = "OTHER, ANTHROPIC_API_KEY"
    talk = Talk(server, extra={"POINTWISE_VARIABLES": names})
    talk.reply(request_of(talk, headers={"x-key": "${ANTHROPIC_API_KEY}"}))
    assert server.requests()[0]["headers"]["x-key"] == KEY


def test_a_providers_key_goes_only_to_that_provider(server: Standin) -> None:
    """Where the URL is the inherited provider's own, its key is sent; at any other path or host it is not."""
    talk = Talk(server, {"attempts": 1})
    talk.reply(request_of(talk))
    assert server.requests()[0]["headers"]["authorization"] == f"Bearer {KEY}"
    talk.reply(request_of(talk, "/v1/other/chat/completions"))
    moved = Talk(server, extra={"POINTWISE_OPENAI_BASE_URL": "https://api.openai.com/v1"})
    moved.reply(request_of(moved))
    assert all("authorization" not in request["headers"] for request in server.requests()[1:])


def test_parameters_are_added_replaced_and_removed(talk: Talk) -> None:
    """The author's values win; null removes one."""
    parameters = {"temperature": None, "top_p": 0.9, "max_completion_tokens": 50, "extra": {"a": [1]}}
    talk.reply(request_of(talk, parameters=parameters))
    body = talk.bodies()[0]
    assert "temperature" not in body
    assert (body["top_p"], body["max_completion_tokens"], body["extra"]) == (0.9, 50, {"a": [1]})


def test_geminis_parameters_stay_where_they_belong(talk: Talk) -> None:
    """Parameters go into `generationConfig`, but for those that Gemini keeps outside."""
    path = "/v1beta/models/own-1:generateContent"
    parameters = {"temperature": None, "topK": 3, "safetySettings": []}
    talk.reply(request_of(talk, path, inherit="google", parameters=parameters))
    body = talk.bodies()[0]
    assert body["generationConfig"] == {"maxOutputTokens": 9, "topK": 3}
    assert body["safetySettings"] == []


@pytest.mark.parametrize("name", ["maxTokens", "max_tokens"])
def test_parameters_are_renamed(talk: Talk, name: str) -> None:
    """`parameterMapping` gives parameters the names that the author's server knows."""
    talk.reply(request_of(talk, parameterMapping={name: "n_predict", "temperature": "heat"}))
    body = talk.bodies()[0]
    assert (body["n_predict"], body["heat"]) == (9, 0.5)
    assert not {"temperature", "max_tokens", "max_completion_tokens"} & set(body)


@pytest.mark.parametrize(
    ("style", "prompt"),
    [
        (None, "Be brief.\n\nUser: One?\nAssistant: One.\nUser: Two?\nAssistant:"),
        ("conversational", "Be brief.\n\nUser: One?\nAssistant: One.\nUser: Two?\nAssistant:"),
        ("raw", "Be brief.\n\nOne?\n\nOne.\n\nTwo?"),
    ],
)
def test_completions_get_one_prompt(talk: Talk, style: str | None, prompt: str) -> None:
    """For text completions the conversation is written out, with or without who said what."""
    model = custom(f"{talk.server.url}/v1/completions", format="completions", promptFormat=style)
    turns = (("system", "Be brief."), ("user", "One?"), ("assistant", "One."), ("user", "Two?"))
    messages = tuple(Message(role=role, content=content) for role, content in turns)
    reply = talk.reply(ChatRequest(model=model.id, custom=model, messages=messages, max_tokens=9))
    assert talk.bodies() == [{"model": "own-1", "prompt": prompt, "max_tokens": 9}]
    assert reply.text.startswith("You asked: ")
    assert (reply.finish, reply.usage.output) == ("stop", len(reply.text) // 4 + 1)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"inherit": "nobody"}, "'nobody'"),
        ({"url": "ftp://example.org/x"}, "URL"),
        ({"url": "//example.org"}, "URL"),
        ({"url": "http://[::1"}, "URL"),
        ({"url": "http://169.254.169.254/computeMetadata/v1/"}, "link-local"),
        ({"url": "http://[fe80::1]/"}, "link-local"),
        ({"headers": {"Metadata-Flavor": "Google"}}, "Metadata-Flavor"),
        ({"headers": {"Host": "example.org"}}, "Host"),
        ({"headers": {"Content-Length": "3"}}, "Content-Length"),
        ({"headers": {"x y": "z"}}, "x y"),
        ({"headers": {"x": "a\r\nb: c"}}, "'x'"),
        ({"headers": {"x": "ü"}}, "'x'"),
    ],
)
def test_what_cannot_be_asked_is_refused_unasked(talk: Talk, fields: dict[str, Any], words: str) -> None:
    """An unusable custom model costs no request, and the message says what is wrong with it."""
    model = custom(**{"url": OTHER, **fields})
    error = talk.error(ask(model=model.id, custom=model))
    assert isinstance(error, CallRefused)
    assert (error.reason, error.attempts) == ("invalid_request", 0)
    assert words in error.message
    assert model.id in error.message


def test_a_refused_key_is_blamed_on_the_headers(server: Standin) -> None:
    """The person is told where to look."""
    server.change(key="another")
    talk = Talk(server, extra={"MY_TOKEN": "token-of-mine-123", "POINTWISE_VARIABLES": "MY_TOKEN"})
    error = talk.error(request_of(talk, headers={"Authorization": "Bearer ${MY_TOKEN}"}))
    assert error.message == "custom:own refused the key in the headers of custom:own (401)."
