"""Rows of `pointwise check --jsonl`."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.blueprint.model import Message
from pointwise.checks.context import CheckContext
from pointwise.checks.outcome import CheckOutcome
from pointwise.entrypoints.cli.check_rows import Row, UnreadableRow, read_row, write_row

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["prompt", "messages", "config", "externalServices", "toolCalls", "$num", "id"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


def line(**fields: Any) -> bytes:  # noqa: ANN401 - JSON
    return json.dumps({"fn": "js", **fields}).encode()


def test_a_row_says_all_a_check_needs() -> None:
    """The context in the shape of the public vectors."""
    context = {
        "modelId": "m:1",
        "config": {"externalServices": {"s": {"url": "u"}}},
        "prompt": {
            "id": "p",
            "promptText": "Q",
            "messages": [{"role": "user", "content": "Q"}],
            "__modelResponse": {"toolCalls": [{"name": "t"}]},
        },
    }
    assert read_row(line(response="r", args=[1], context=context)) == Row(
        "js",
        "r",
        [1],
        CheckContext(
            prompt="p",
            messages=(Message(role="user", content="Q"),),
            prompt_text="Q",
            model="m:1",
            tool_calls=({"name": "t"},),
            services={"s": {"url": "u"}},
        ),
    )


def test_what_is_missing_is_not_given() -> None:
    """A response that is no text counts as not given; empty lists of calls are not missing ones."""
    assert (
        read_row(line()) == read_row(line(response=5, context=None)) == Row("js", None, None, CheckContext())
    )
    assert read_row(line(context={"prompt": {"__modelResponse": {"toolCalls": []}}})).context.tool_calls == ()


def test_numbers_that_json_lacks_are_spelled_out() -> None:
    """At any depth of the argument."""
    argument = read_row(line(args=[{"$num": "-Infinity"}, {"a": {"$num": "NaN"}}])).argument
    assert isinstance(argument, list)
    assert argument[0] == -math.inf
    assert "nan" in str(argument[1])


@pytest.mark.parametrize(
    "data",
    [
        b"x",
        b"5",
        b"[]",
        b"{}",
        b'{"fn": 5}',
        b"\xff",
        b"[" * 100_000,
        line(args={"$num": "many"}),
        line(context=5),
        line(context={"prompt": 5}),
        line(context={"prompt": {"messages": [{"role": "poet"}]}}),
        line(context={"modelId": 5}),
        line(context={"config": {"externalServices": 5}}),
    ],
)
def test_what_is_no_row_is_said_to_be_none(data: bytes) -> None:
    """Never another exception."""
    with pytest.raises(UnreadableRow):
        read_row(data)


@given(JSON, JSON)
def test_no_context_crashes(context: object, argument: object) -> None:
    """Whatever JSON a row holds, it is a row or it is not."""
    try:
        row = read_row(line(context=context, args=argument))
    except UnreadableRow:
        return
    assert row.name == "js"


@pytest.mark.parametrize(
    ("outcome", "written"),
    [
        (CheckOutcome(1.0, ""), {"score": 1}),
        (CheckOutcome(1 / 3, ""), {"score": 1 / 3}),
        (CheckOutcome(0.0, "", error="wrong"), {"error": "wrong"}),
        (CheckOutcome(None, "not reached", unscored="timeout"), {"error": "not reached"}),
    ],
)
def test_an_outcome_is_a_score_or_an_error(outcome: CheckOutcome, written: dict[str, Any]) -> None:
    """Never both."""
    assert json.loads(write_row(outcome)) == written
