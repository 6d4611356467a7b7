"""`js`: what the author's program gets, and what becomes of what it returns."""

from __future__ import annotations

import json

import pytest

from pointwise.blueprint.model import Message
from pointwise.checks.context import CheckContext
from pointwise.checks.effects import Program, ScriptOutcome
from pointwise.checks.verdicts import CheckError, Explained, Unscored
from tests.unit.checks.verdict_of import BROKEN, STOPPED, scripted


def test_a_program_sees_response_and_conversation() -> None:
    """As ASCII documents, so that halves of characters survive."""
    context = CheckContext(messages=(Message(role="user", content="é"),), model="m:1")
    (program,) = scripted("expr", "\ud83d", "r.length", context).jobs
    assert isinstance(program, Program)
    assert program.source == "r.length"
    assert "".join(program.names.values()).isascii()
    assert {name: json.loads(document) for name, document in program.names.items()} == {
        "r": "\ud83d",
        "response": "\ud83d",
        "context": {"messages": [{"role": "user", "content": "é"}], "modelId": "m:1"},
    }


def test_without_a_response_it_is_undefined() -> None:
    """A response that was not given is not an empty text."""
    (program,) = scripted("js", None, "r").jobs
    assert isinstance(program, Program)
    assert program.names["r"] == program.names["response"] == ""


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (ScriptOutcome(value=True), True),
        (ScriptOutcome(7.5), 7.5),
        (ScriptOutcome(0.5, "half"), Explained(0.5, "half")),
        (STOPPED, CheckError("It took too long.")),
        (BROKEN, Unscored("service", "No engine.")),
    ],
)
def test_its_value_is_the_verdict(outcome: ScriptOutcome, expected: object) -> None:
    """Not yet clamped; failures keep their cause."""
    assert scripted("js", "r", "1").conclude([outcome]) == expected
