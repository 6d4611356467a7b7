"""`call` and `factcheck`: whom they ask, what, and what they make of the answer."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

from pointwise.blueprint.model import Message
from pointwise.checks.context import CheckContext
from pointwise.checks.effects import Endpoint, ServiceReply
from pointwise.checks.verdicts import CheckError, Explained, Unscored
from tests.unit.checks.verdict_of import after, asked, verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

SERVICES: Mapping[str, JsonValue] = {
    "judge": {
        "url": "https://judge.example/${PLACE}",
        "method": "put",
        "headers": {"X-Key": "${KEY}", "X-N": 5},
        "timeout_ms": 500,
        "max_retries": 1,
        "retry_backoff_ms": 250,
        "cache": False,
    },
    "factcheck": {"url": "https://facts.example"},
    "broken": "https://x",
}
CONTEXT = CheckContext(
    prompt="p1",
    messages=(Message(role="user", content='Say "x"'), Message(role="assistant", content=None)),
    model="m:1",
    services=SERVICES,
)
RESPONSE = "the $& {modelId} response"
URL = "https://x.example"


def sent(argument: JsonValue, context: CheckContext = CONTEXT, name: str = "call") -> JsonValue:
    request, _ = asked(name, RESPONSE, argument, context)
    body: JsonValue = json.loads(request.body)
    return body


def test_a_named_service_is_asked_as_it_is_described() -> None:
    """Variables are not filled in here; header names are in lower case."""
    request, _ = asked("external", RESPONSE, {"service": "judge"}, CONTEXT)
    assert request.endpoint == Endpoint(
        url="https://judge.example/${PLACE}",
        method="PUT",
        headers=(("x-key", "${KEY}"), ("x-n", "5")),
        timeout=0.5,
        retries=1,
        backoff=0.25,
        cache=False,
    )


def test_a_call_may_name_its_own_url_and_settings() -> None:
    """Its own settings go before a service's, except where the service is."""
    assert asked("call", "r", {"url": URL})[0].endpoint == Endpoint(URL)
    call: JsonValue = {"service": "judge", "url": "https://other", "cache": True, "max_retries": 0}
    endpoint = asked("call", "r", call, CONTEXT)[0].endpoint
    assert (endpoint.url, endpoint.cache, endpoint.retries, endpoint.timeout) == (
        "https://judge.example/${PLACE}", True, 0, 0.5,
    )  # fmt: skip


@pytest.mark.parametrize("value", [None, "5", True, -1, math.nan, []])
def test_a_setting_that_makes_no_sense_is_the_default(value: JsonValue) -> None:
    """And one without measure is cut to it."""
    odd: JsonValue = {"url": URL, "timeout_ms": value, "max_retries": value, "retry_backoff_ms": value}
    assert asked("call", "r", odd)[0].endpoint == Endpoint(URL)
    huge: JsonValue = {"url": URL, "timeout_ms": 10**400, "max_retries": math.inf, "retry_backoff_ms": 10**9}
    endpoint = asked("call", "r", huge)[0].endpoint
    assert (endpoint.timeout, endpoint.retries, endpoint.backoff) == (120.0, 5, 10.0)


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        (None, "a map"),
        ("judge", "a text"),
        ([], "a list"),
        ({}, "a service or a url"),
        ({"url": 5}, "a service or a url"),
        ({"service": ""}, "a service or a url"),
        ({"service": "nobody"}, "'nobody'"),
        ({"service": 5}, "5"),
        ({"service": "broken"}, "'broken'"),
        ({"url": URL, "method": "GET"}, "POST"),
        ({"url": URL, "method": 5}, "POST"),
        ({"url": URL, "headers": []}, None),
        ({"url": URL, "headers": "x"}, "headers"),
        ({"url": URL, "headers": {"Host": "inner"}}, "host"),
        ({"url": URL, "headers": {"Transfer-Encoding": "x"}}, "transfer-encoding"),
    ],
)
def test_a_call_that_cannot_be_made_says_why(argument: JsonValue, said: str | None) -> None:
    """An error of the blueprint, before anything is sent."""
    if said is None:
        asked("call", "r", argument, CONTEXT)
        return
    found = verdict("call", "r", argument, CONTEXT)
    assert isinstance(found, CheckError)
    assert said in found.message


def test_the_body_holds_response_model_prompt_and_the_calls_own_fields() -> None:
    """Settings are not sent; a field of the same name replaces the usual one."""
    usual = {"response": RESPONSE, "modelId": "m:1", "promptId": "p1"}
    assert sent({"url": URL, "cache": True, "depth": 2}) == {**usual, "depth": 2}
    assert sent({"url": URL, "modelId": "other", "promptId": 5}) == {
        **usual,
        "modelId": "other",
        "promptId": 5,
    }


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("{response}", RESPONSE),
        ("a {response} b", f"a {RESPONSE} b"),
        ("{{promptId}}", "{p1}"),
        ("{modelId}/{promptId}", "m:1/p1"),
        ("{unknown} {promptText}", "{unknown} {promptText}"),
        ("{messages}", [{"role": "user", "content": 'Say "x"'}, {"role": "assistant", "content": None}]),
        ("m: {messages}", 'm: [{"role":"user","content":"Say \\"x\\""},{"role":"assistant","content":null}]'),
        ({"a": ["{promptId}", 1, None, {"b": "{modelId}"}]}, {"a": ["p1", 1, None, {"b": "m:1"}]}),
    ],
)
def test_placeholders_are_filled_in_once(template: JsonValue, filled: JsonValue) -> None:
    """At any depth; what is filled in is not looked at again; what has no value stays."""
    assert sent({"url": URL, "x": template})["x"] == filled  # type: ignore[index, call-overload]


def test_the_prompts_text_has_a_placeholder_where_there_is_one() -> None:
    """And messages have none where there are none."""
    context = CheckContext(prompt_text="Q?")
    assert sent({"url": URL, "x": "{promptText} {messages}"}, context)["x"] == "Q? {messages}"  # type: ignore[index, call-overload]


@pytest.mark.parametrize(
    ("argument", "fields"),
    [
        (None, {"claim": RESPONSE}),
        ("Look at dates.", {"claim": RESPONSE, "instruction": "Look at dates."}),
        ({"claim": "It is {promptId}.", "depth": 1}, {"claim": "It is p1.", "depth": 1}),
    ],
)
def test_factcheck_asks_the_service_of_that_name(argument: JsonValue, fields: dict[str, JsonValue]) -> None:
    """The response is the claim unless another is given."""
    request, _ = asked("factcheck", RESPONSE, argument, CONTEXT)
    assert request.endpoint == Endpoint("https://facts.example")
    assert fields.items() <= json.loads(request.body).items()


def test_factcheck_without_a_service_is_unscored() -> None:
    """A service that nobody set up says nothing about a response; the message says what to do."""
    found = verdict("factcheck", "r")
    assert isinstance(found, Unscored)
    assert "externalServices" in found.message
    assert isinstance(verdict("factcheck", "r", 5, CONTEXT), CheckError)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"score": 0.8, "explain": "good"}, Explained(0.8, "good")),
        ({"score": 7}, Explained(7.0)),
        ({"score": 10**400}, Explained(math.inf)),
        ({"score": 0.5, "explain": None, "error": None}, Explained(0.5)),
        ({"score": 0.5, "explain": 5, "error": ""}, Explained(0.5)),
        ({"error": "no claim", "score": 1}, CheckError("The service reports: no claim")),
        ({"error": {"a": 1}}, CheckError('The service reports: {"a":1}')),
        ({"score": "1"}, Unscored("unparsable", "The service gave a text where a score should be.")),
        ({"score": True}, Unscored("unparsable", "The service gave a boolean where a score should be.")),
        ({}, Unscored("unparsable", "The service gave nothing where a score should be.")),
        ([], Unscored("unparsable", "The service answered with a list instead of a map.")),
    ],
)
def test_an_answer_is_a_score_or_an_error_or_no_verdict(content: JsonValue, expected: object) -> None:
    """A service's `{error}` is the check's error; an answer that says nothing leaves the point unscored."""
    _, step = asked("call", "r", {"url": URL})
    assert after(step, ServiceReply(content)) == expected


def test_an_answer_from_the_cache_says_so() -> None:
    """Where it has words to say it with."""
    _, step = asked("call", "r", {"url": URL})
    assert after(step, ServiceReply({"score": 1, "explain": "good"}, cached=True)) == Explained(
        1.0, "good (cached)"
    )
    assert after(step, ServiceReply({"score": 1}, cached=True)) == Explained(1.0)


def test_a_service_that_was_not_reached_leaves_the_point_unscored() -> None:
    """Not reached is not 0."""
    _, step = asked("call", "r", {"url": URL})
    assert after(step, Unscored("timeout", "Too late.")) == Unscored("timeout", "Too late.")
