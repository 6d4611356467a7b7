"""Models that refuse a parameter: it is left out or renamed, and that is learned once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.chat import ChatReply
from pointwise.events import CallRetried
from tests.contract.chat.talk import ORIGIN, ask

if TYPE_CHECKING:
    from tests.contract.chat.talk import Talk


def refused(message: str, param: str | None = None) -> dict[str, Any]:
    """A step that refuses a parameter."""
    return {"status": 400, "body": {"error": {"message": message, "param": param}}}


def test_a_refused_parameter_is_left_out_from_then_on(talk: Talk) -> None:
    """The first call pays for learning, the second knows."""
    talk.server.change(unsupported={"m": ["temperature"]})
    first, second = talk.all(ask("1", temperature=0.0), ask("2", temperature=0.0))
    assert isinstance(first, ChatReply)
    assert isinstance(second, ChatReply)
    assert (first.attempts, second.attempts) == (2, 1)
    assert [body.get("temperature") for body in talk.bodies()] == [0.0, None, None]
    assert CallRetried("openai", "invalid_request", 0.0) in talk.events
    assert talk.waits == []


def test_a_renamed_parameter_goes_under_its_new_name(talk: Talk) -> None:
    """`max_tokens` becomes `max_completion_tokens` where the provider says so."""
    talk.server.change(unsupported={"m": ["max_tokens"]})
    reply = talk.reply(ask(model="together:m", max_tokens=9))
    assert reply.attempts == 2
    assert talk.bodies()[1]["max_completion_tokens"] == 9
    assert "max_tokens" not in talk.bodies()[1]


def test_several_parameters_are_learned_one_by_one(talk: Talk) -> None:
    """Each refusal names one; the call goes through in the end, nothing lost but what was refused."""
    talk.server.change(unsupported={"m": ["max_tokens", "temperature", "max_completion_tokens"]})
    reply = talk.reply(ask(model="together:m", max_tokens=9, temperature=0.0))
    assert reply.attempts == 4
    assert set(talk.bodies()[-1]) == {"model", "messages"}


def test_what_one_model_refuses_others_still_get(talk: Talk) -> None:
    """Habits belong to one model at one provider."""
    talk.server.change(unsupported={"m": ["temperature"]})
    talk.all(
        ask(temperature=0.0), ask(model="openai:n", temperature=0.0), ask(model="together:m", temperature=0.0)
    )
    assert [body.get("temperature") for body in talk.bodies()] == [0.0, None, 0.0, 0.0, None]


def test_many_calls_at_once_learn_together(talk: Talk) -> None:
    """Calls that were under way while another learned neither fail nor unlearn."""
    talk.server.change(unsupported={"m": ["max_tokens", "temperature"]})

    async def run() -> list[ChatReply]:
        router = talk.router()
        requests = (ask(str(n), model="together:m", max_tokens=9, temperature=0.0) for n in range(50))
        replies = await asyncio.gather(*(router.complete(request, ORIGIN) for request in requests))
        await router.close()
        return replies

    replies = asyncio.run(run())
    assert max(reply.attempts for reply in replies) <= 4
    answered = [
        body for body in talk.bodies() if "max_completion_tokens" in body and "temperature" not in body
    ]
    assert len(answered) == 50


@pytest.mark.parametrize(
    ("model", "message", "param"),
    [
        ("openai:m", "Unsupported value: 'temperature' does not support 0 with this model.", "temperature"),
        ("openai:m", "Only the default (1) value is supported.", "temperature"),
        ("anthropic:m", "`temperature` is deprecated for this model.", None),
        ("xai:m", "Argument not supported on this model: temperature", None),
        ("google:m", "temperature is not supported for this model", None),
    ],
)
def test_the_words_of_each_provider_are_understood(
    talk: Talk, model: str, message: str, param: str | None
) -> None:
    """Refusals as the providers write them."""
    talk.server.change(script=[refused(message, param)])
    assert talk.reply(ask(model=model, temperature=0.0)).attempts == 2
    assert "temperature" not in str(talk.bodies()[1])


@pytest.mark.parametrize(
    "message",
    [
        "temperature must be between 0 and 2",
        "max_tokens is too large: 900. This model supports at most 100 completion tokens.",
        "This model's maximum context length is 8192 tokens.",
        "Unsupported parameter: 'stream'.",
    ],
)
def test_a_wrong_value_is_told_to_the_person(talk: Talk, message: str) -> None:
    """Only a parameter that a model does not take at all is dropped; a bad value is its author's to mend."""
    talk.server.change(script=[refused(message)])
    error = talk.error(ask(model="together:m", temperature=3.0, max_tokens=900))
    assert (error.reason, error.attempts) == ("invalid_request", 1)
    assert message.rstrip(".") in error.message


def test_a_provider_that_never_agrees_ends(talk: Talk) -> None:
    """Every parameter is renamed or dropped at most once."""
    advice = "Unsupported parameter: '{}'. Use '{}' instead."
    names = ("max_tokens", "max_completion_tokens")
    talk.server.change(script=[refused(advice.format(*pair)) for pair in (names, names[::-1])] * 5)
    error = talk.error(ask(model="together:m", max_tokens=9))
    assert (error.reason, error.attempts) == ("invalid_request", 3)
