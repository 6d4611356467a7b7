"""`js`: a score computed by the author's own JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.arguments import read_text
from pointwise.checks.composition import failure_of, taking
from pointwise.checks.effects import NeedsScripts, Program
from pointwise.checks.javascript import document
from pointwise.checks.verdicts import Explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from pointwise.checks.context import CheckContext
    from pointwise.checks.effects import ScriptOutcome
    from pointwise.checks.verdicts import Verdict

UNDEFINED = ""
"""The document of a name without value."""


def _js(response: str | None, source: str, context: CheckContext) -> NeedsScripts:
    text = UNDEFINED if response is None else document(response)
    names = {"r": text, "response": text, "context": _surroundings(context)}
    return NeedsScripts((Program(source, names),), _score)


def _surroundings(context: CheckContext) -> str:
    messages: list[JsonValue] = [message.model_dump(mode="json") for message in context.messages]
    return document({"messages": messages, "modelId": context.model})


def _score(outcomes: Sequence[ScriptOutcome]) -> Verdict:
    (outcome,) = outcomes
    if failure := failure_of(outcome):
        return failure
    return Explained(outcome.value, outcome.explanation) if outcome.explanation else outcome.value


CHECKS = {"js": taking(read_text, _js)}
