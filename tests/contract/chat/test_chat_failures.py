"""What goes wrong: whose fault it is, what is tried again, what a person reads."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.adapters.http_client import HttpLimits
from pointwise.errors import CallInterrupted, CallRefused
from pointwise.events import CallEnded, CallRetried, CallStarted
from tests.contract.chat.talk import ORIGIN, Talk, ask

if TYPE_CHECKING:
    from bench.standin import Standin
    from pointwise.errors import Reason

FORMATS = ["openai:m", "anthropic:m", "google:m"]


def said(message: str, **rest: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """An error body."""
    return {"error": {"message": message, **rest}}


@pytest.mark.parametrize("model", FORMATS)
@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 520, 529])
def test_what_may_pass_is_tried_again(talk: Talk, model: str, status: int) -> None:
    """Timeouts, conflicts, rate limits and failures of the server are waited out."""
    talk.server.change(script=[{"status": status}, {"status": status}])
    assert talk.reply(ask(model=model)).attempts == 3
    assert talk.waits == [1.0, 2.0]


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (408, "timeout"),
        (409, "provider"),
        (429, "rate_limit"),
        (500, "provider"),
        (504, "timeout"),
        (529, "provider"),
    ],
)
def test_giving_up_says_why(talk: Talk, status: int, reason: Reason) -> None:
    """After the last attempt the queue is told that later calls may succeed."""
    talk.server.change(models={"m": status})
    error = talk.error()
    assert isinstance(error, CallInterrupted)
    assert (error.reason, error.attempts) == (reason, 5)
    assert talk.waits == [1.0, 2.0, 4.0, 8.0]
    assert str(status) in error.message


@pytest.mark.parametrize("model", FORMATS)
@pytest.mark.parametrize(
    ("status", "body", "reason", "words"),
    [
        (401, said("no"), "auth", "refused the key in"),
        (403, said("not in your country"), "auth", "not in your country"),
        (404, said("no such model"), "unknown_model", "Model m is unknown to"),
        (404, "Not Found", "unknown_model", "Model m is unknown to"),
        (400, said("too long"), "invalid_request", "refused the request (400): too long."),
        (413, "<html>", "invalid_request", "refused the request (413)."),
        (422, {"detail": "no"}, "invalid_request", "refused the request (422): no."),
        (402, said("pay"), "quota", "is used up (402): pay."),
        (302, "", "invalid_request", "redirect"),
    ],
)
def test_what_cannot_pass_is_refused_at_once(  # noqa: PLR0913, PLR0917 - a table
    talk: Talk,
    model: str,
    status: int,
    body: Any,  # noqa: ANN401 - JSON
    reason: Reason,
    words: str,
) -> None:
    """The person reads one sentence about what is wrong; nothing is asked twice."""
    talk.server.change(script=[{"status": status, "body": body}])
    error = talk.error(ask(model=model))
    assert isinstance(error, CallRefused)
    assert (error.reason, error.attempts) == (reason, 1)
    assert words in error.message
    assert talk.waits == []


@pytest.mark.parametrize(
    ("model", "status", "body", "reason"),
    [
        ("openai:m", 429, said("You exceeded your current quota", code="insufficient_quota"), "quota"),
        ("openai:m", 429, said("Rate limit reached", code="rate_limit_exceeded"), "rate_limit"),
        ("openai:m", 400, said("hard limit", code="billing_hard_limit_reached"), "quota"),
        ("openrouter:m", 402, said("Insufficient credits", code=402), "quota"),
        ("anthropic:m", 400, said("Your credit balance is too low to access the API."), "quota"),
        ("xai:m", 403, said("The team has used all available credits."), "quota"),
        ("google:m", 400, said("API key not valid. Please pass a valid API key."), "auth"),
        ("xai:m", 400, said("Incorrect API key provided: x***y."), "auth"),
        ("openrouter:m", 400, said("m is not a valid model ID"), "unknown_model"),
        ("mistral:m", 400, {"message": "Invalid model: m", "type": "invalid_model"}, "unknown_model"),
        ("xai:m", 400, said("The model m does not exist or your team has no access."), "unknown_model"),
        ("openrouter:m", 403, said("Flagged", metadata={"reasons": ["violence"]}), "refusal"),
        ("openrouter:m", 200, said("Provider returned error", code=502), "provider"),
        ("openrouter:m", 200, {"choices": [{"error": {"code": 429, "message": "slow"}}]}, "rate_limit"),
        ("openrouter:m", 200, said("No credits", code=402), "quota"),
    ],
)
def test_each_provider_is_understood(talk: Talk, model: str, status: int, body: Any, reason: Reason) -> None:  # noqa: ANN401 - JSON
    """The same trouble has one reason, whatever status and words a provider chose for it."""
    talk.server.change(script=[{"status": status, "body": body}] * 5)
    assert talk.error(ask(model=model)).reason == reason


def test_geminis_daily_quota_is_not_its_rate(talk: Talk) -> None:
    """The share of a day is not waited for; the share of a minute is, for as long as Gemini says."""

    def exhausted(quota: str) -> dict[str, Any]:
        failure = {"@type": "QuotaFailure", "violations": [{"quotaId": quota}]}
        return said("You exceeded your current quota", details=[failure, {"retryDelay": "7.5s"}])

    talk.server.change(script=[{"status": 429, "body": exhausted("GenerateRequestsPerDayPerProject")}])
    assert talk.error(ask(model="google:m")).reason == "quota"
    talk.server.change(script=[{"status": 429, "body": exhausted("GenerateRequestsPerMinutePerProject")}])
    assert talk.reply(ask(model="google:m")).attempts == 2
    assert talk.waits == [8.5]


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({"retry-after": "3"}, 4.0),
        ({"Retry-After": "0"}, 1.0),
        ({"retry-after": "0.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "60"}, 1.25),
        ({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"}, 1.0),
        ({"retry-after": "soon"}, 1.0),
        ({"retry-after": "-5"}, 1.0),
        ({"retry-after": "nan"}, 1.0),
        ({"retry-after": "Mon, 99 Foo 2026 00:00:00 GMT"}, 1.0),
    ],
)
def test_the_wait_that_is_asked_for_is_waited(talk: Talk, headers: dict[str, str], wait: float) -> None:
    """Retry-After in seconds or milliseconds comes first, then jitter; nonsense is no wish."""
    talk.server.change(script=[{"status": 429, "headers": headers}])
    talk.reply()
    assert talk.waits == [wait]


def test_a_date_to_wait_for_is_understood(talk: Talk) -> None:
    """Retry-After may be an HTTP date."""
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    talk.server.change(script=[{"status": 503, "headers": {"retry-after": date}}])
    talk.reply()
    (wait,) = talk.waits
    assert 28 <= wait <= 31


def test_too_long_a_wait_is_left_to_the_queue(talk: Talk) -> None:
    """Beyond the bound the call goes back with what was asked for, and no worker is held."""
    talk.server.change(script=[{"status": 429, "headers": {"retry-after": "61"}}])
    error = talk.error()
    assert isinstance(error, CallInterrupted)
    assert (error.reason, error.retry_after, error.attempts) == ("rate_limit", 61.0, 1)
    assert talk.waits == []


def test_a_wait_beyond_the_time_left_is_not_begun(server: Standin) -> None:
    """Attempts are bounded by time as well; the wish of the other side is handed on."""
    server.change(models={"m": 429}, retry_after="20")
    talk = Talk(server, {"seconds": 10.0})
    server.change(script=[{"status": 429, "headers": {"retry-after": "20"}}])
    error = talk.error()
    assert isinstance(error, CallInterrupted)
    assert (error.retry_after, error.attempts) == (20.0, 1)


def test_silence_ends(server: Standin) -> None:
    """A server that never answers costs the time allowed, and no more."""
    server.change(script=[{"hang": True}] * 2)
    talk = Talk(server, {"attempts": 2}, HttpLimits(seconds=0.1))
    error = talk.error()
    assert isinstance(error, CallInterrupted)
    assert (error.reason, error.attempts) == ("timeout", 2)
    assert "within 0.1 s" in error.message


def test_an_answer_that_stalls_ends(server: Standin) -> None:
    """The time allowed holds for the whole answer, not for each piece of it."""
    server.change(script=[{"raw": "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{", "keep": True}])
    error = Talk(server, {"attempts": 1}, HttpLimits(seconds=0.1)).error()
    assert error.reason == "timeout"


def test_the_last_attempt_gets_only_the_time_left(server: Standin) -> None:
    """All attempts together stay within the policy's time."""
    server.change(script=[{"hang": True}])
    error = Talk(server, {"seconds": 0.1}, HttpLimits(seconds=30.0)).error()
    assert error.reason == "timeout"


def test_nobody_there_is_unreachable(server: Standin) -> None:
    """A refused connection is tried again, then told with the host it went to."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound, not listening
        url = f"http://127.0.0.1:{held.getsockname()[1]}/v1"
        talk = Talk(server, {"attempts": 2}, extra={"POINTWISE_OPENAI_BASE_URL": url})
        error = talk.error()
    assert isinstance(error, CallInterrupted)
    assert (error.reason, error.attempts) == ("unreachable", 2)
    assert "127.0.0.1" in error.message


@pytest.mark.parametrize("url", ["http://[::1/v1", "ftp://127.0.0.1/v1", "nonsense"])
def test_an_address_that_is_none_is_refused(server: Standin, url: str) -> None:
    """A base URL that can never work is not tried again."""
    error = Talk(server, extra={"POINTWISE_OPENAI_BASE_URL": url}).error()
    assert isinstance(error, CallRefused)
    assert error.reason == "invalid_request"


def test_redirects_are_not_followed(talk: Talk) -> None:
    """Else a key could be carried to another host."""
    target = f"{talk.server.url}/elsewhere/v1/chat/completions"
    talk.server.change(script=[{"status": 307, "headers": {"location": target}}])
    assert talk.error().reason == "invalid_request"
    assert len(talk.server.requests()) == 1


def test_what_a_provider_says_is_kept_short_and_plain(talk: Talk) -> None:
    """Text of others in our messages is one line of bounded length without control characters."""
    talk.server.change(script=[{"status": 400, "body": said("bad\n\x1b[31mred\x00 " + "x" * 5_000)}])
    message = talk.error().message
    assert len(message) < 300
    assert message.isprintable()


@pytest.mark.parametrize("model", ["nobody:m", "m", "openai:", ""])
def test_an_unknown_provider_is_refused_unasked(talk: Talk, model: str) -> None:
    """A model id that names no provider costs no request, and the message lists those there are."""
    error = talk.error(ask(model=model))
    assert isinstance(error, CallRefused)
    assert (error.reason, error.attempts) == ("unknown_model", 0)
    assert "openrouter" in error.message


def test_the_observer_hears_a_call_from_start_to_end(talk: Talk) -> None:
    """Started once, told of each retry, ended once, with the reply."""
    talk.server.change(script=[{"status": 503}])
    reply = talk.reply()
    assert talk.events == [
        CallStarted("openai"),
        CallRetried("openai", "provider", 1.0),
        CallEnded("openai", ORIGIN, reply),
    ]


def test_the_observer_hears_why_a_call_failed(talk: Talk) -> None:
    """A failed call ends with its reason and message."""
    talk.server.change(models={"m": 404})
    error = talk.error()
    assert talk.events == [
        CallStarted("openai"),
        CallEnded("openai", ORIGIN, None, "unknown_model", error.message),
    ]
