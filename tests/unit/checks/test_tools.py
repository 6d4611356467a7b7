"""Tool calls and what is asked of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pointwise.checks.context import CheckContext
from pointwise.checks.effects import Program, ScriptOutcome
from pointwise.checks.verdicts import CheckError, Unscored
from tests.unit.checks.verdict_of import BROKEN, FALSE, STOPPED, STUMBLED, TRUE, WRONG, scripted, verdict

if TYPE_CHECKING:
    from pydantic import JsonValue

RESPONSE = """I will look it up.
TOOL_CALL {"name": "search", "arguments": {"q": "weather in  Paris", "limit": 5}}
  TOOL_CALL \t {"name": "fetch", "arguments": {"ids": [1, 2, {"a": null}], "deep": {"x": 1, "y": 2}}}\ufeff
TOOL_CALL {"name": "search"}
"""


@pytest.mark.parametrize(
    ("response", "called"),
    [
        (RESPONSE, True),
        ('TOOL_CALL {"name":"search"}\r\nmore', True),
        ("search", False),
        ('text TOOL_CALL {"name":"search"}', False),
        ('TOOL_CALL{"name":"search"}', False),
        ('TOOL_CALL\t{"name":"search"}', False),
        ('TOOL_CALL {"name":"search"} trailing', False),
        ('TOOL_CALL {"name":"search","n":NaN}', False),
        ('TOOL_CALL {"name":"Search"}', False),
        ('TOOL_CALL {"name":5}', False),
        ('TOOL_CALL ["search"]', False),
        ("TOOL_CALL " + "[" * 100_000, False),
        ("TOOL_CALL", False),
        (None, False),
    ],
)
def test_calls_are_read_off_the_response(response: str | None, *, called: bool) -> None:
    """A line of its own that starts with the mark and goes on with JSON."""
    assert verdict("tool_called", response, "search") is called


@pytest.mark.parametrize(
    "call",
    [
        {"name": "search", "arguments": {"q": "x"}},
        {"id": "1", "type": "function", "function": {"name": "search", "arguments": '{"q":"x"}'}},
        {"type": "tool_use", "name": "search", "input": {"q": "x"}},
        {"name": "search", "args": {"q": "x"}},
    ],
    ids=["plain", "openai", "anthropic", "google"],
)
def test_calls_a_provider_returned_go_first(call: JsonValue) -> None:
    """In the shape of any provider; the response's own lines are then not looked at."""
    context = CheckContext(tool_calls=(None, "rubbish", {"arguments": 1}, {"function": 5}, call))
    assert verdict("tool_called", RESPONSE, "search", context) is True
    assert verdict("tool_called", RESPONSE, "fetch", context) is False
    assert verdict("tool_args_match", RESPONSE, {"name": "search", "where": {"q": "x"}}, context) is True
    assert verdict("tool_called", RESPONSE, "search", CheckContext(tool_calls=())) is False


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["search", "fetch", "search"], True),
        (["search", "search"], True),
        (["fetch", "search"], True),
        (["fetch", "fetch"], False),
        (["search", "missing"], False),
        ([1, "fetch"], True),
        ([""], False),
    ],
)
def test_order_allows_other_calls_between(names: JsonValue, *, expected: bool) -> None:
    """The names occur one after the other; what is no name is passed over."""
    assert verdict("tool_call_order", RESPONSE, names) is expected


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ([3, 3], True),
        ([1, 2], False),
        ([4, None], False),
        ([None, 3], True),
        ([2, 2, "search"], True),
        ([0, 0, "missing"], True),
        ([1, 9, 5], True),
        ([], True),
        (None, True),
        ("x", True),
        ([float("nan"), 9], False),
        ([True, "2"], True),
    ],
)
def test_calls_are_counted(limits: JsonValue, *, expected: bool) -> None:
    """A limit that is no number is open; a name counts that tool only."""
    assert verdict("tool_call_count_between", RESPONSE, limits) is expected


@pytest.mark.parametrize(
    ("name", "where", "expected"),
    [
        ("search", {"limit": 5}, True),
        ("search", {"limit": 5.0}, True),
        ("search", {"limit": "5"}, False),
        ("search", {"limit": True}, False),
        ("search", {"q": "weather in Paris"}, False),
        ("search", {"missing": None}, False),
        ("search", {}, True),
        ("fetch", {"ids": [1]}, True),
        ("fetch", {"ids": [1, 2, {"a": None}]}, True),
        ("fetch", {"ids": [2]}, False),
        ("fetch", {"deep": {"x": 1}}, True),
        ("fetch", {"deep": {"x": 1, "z": 3}}, False),
        ("fetch", {"deep": None}, False),
        ("missing", {}, False),
        ("search", None, False),
        ("search", 5, False),
    ],
)
def test_arguments_are_matched_in_part(name: str, where: JsonValue, *, expected: bool) -> None:
    """Maps and lists may hold more than is asked for; everything else is equal and of one kind."""
    assert verdict("tool_args_match", RESPONSE, {"name": name, "where": where}) is expected


def test_whitespace_can_be_left_out_of_account() -> None:
    """`normalizeWhitespace` compares texts without any; case still matters."""
    for text, expected in (("weatherin Paris\n", True), ("weather in paris", False)):
        wanted: JsonValue = {"name": "search", "where": {"q": text}, "normalizeWhitespace": True}
        assert verdict("tool_args_match", RESPONSE, wanted) is expected


def test_looking_into_a_scalar_is_an_error() -> None:
    """What has no parts cannot be matched in part."""
    found = verdict("tool_args_match", RESPONSE, {"name": "search", "where": {"limit": [5]}})
    assert isinstance(found, CheckError)
    assert "a number" in found.message


def test_an_expression_sees_the_arguments_of_each_call() -> None:
    """One program a call of that tool."""
    jobs = scripted("tool_args_match", RESPONSE, {"name": "search", "where": "args.limit > 3"}).jobs
    assert [job.wants for job in jobs if isinstance(job, Program)] == ["truth", "truth"]
    arguments = [json.loads(job.names["args"]) for job in jobs if isinstance(job, Program)]
    assert arguments == [{"q": "weather in  Paris", "limit": 5}, None]


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([FALSE, TRUE], True),
        ([FALSE, FALSE], False),
        ([STUMBLED, TRUE], True),
        ([STUMBLED, FALSE], False),
        ([WRONG, WRONG], CheckError("SyntaxError: no")),
        ([TRUE, STOPPED], CheckError("It took too long.")),
        ([TRUE, BROKEN], Unscored("service", "No engine.")),
    ],
)
def test_an_expression_that_stumbles_is_no_match(outcomes: list[ScriptOutcome], expected: object) -> None:
    """An argument that is missing is no error; an expression that is none, or runs away, is."""
    step = scripted("tool_args_match", RESPONSE, {"name": "search", "where": "args.limit > 3"})
    assert step.conclude(outcomes) == expected


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("tool_called", None),
        ("tool_called", ""),
        ("tool_called", ["search"]),
        ("tool_call_order", None),
        ("tool_call_order", []),
        ("tool_call_order", [1, 2]),
        ("tool_call_order", "search"),
        ("tool_args_match", None),
        ("tool_args_match", {"where": {}}),
        ("tool_args_match", {"name": None, "where": {}}),
        ("tool_args_match", ["search"]),
    ],
)
def test_a_tool_has_to_be_named(name: str, argument: JsonValue) -> None:
    """Without a name there is nothing to look for."""
    assert isinstance(verdict(name, RESPONSE, argument), CheckError)
