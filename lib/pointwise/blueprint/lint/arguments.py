"""Arguments with which a check can only fail, or only pass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pointwise.blueprint.catalog import FUNCTIONS, canonical
from pointwise.blueprint.findings import shown
from pointwise.blueprint.model import FunctionPoint
from pointwise.blueprint.text.canonical import json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import JsonValue

    from pointwise.blueprint.catalog import ArgumentKind, FunctionSpec
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import Draft, PointDraft

Outcome = Literal["always", "never"]
_NEGATION = "not_"
_OPPOSITE: Mapping[Outcome, Outcome] = {"always": "never", "never": "always"}


def lint_arguments(draft: Draft, findings: Findings) -> None:
    """Check the argument of every function."""
    for prompt in draft.prompts:
        for _, point in prompt.points():
            if isinstance(point.point, FunctionPoint):
                _lint(point.point, point, findings)


def _lint(point: FunctionPoint, draft: PointDraft, findings: Findings) -> None:
    spec = FUNCTIONS[canonical(point.fn) or point.fn]
    place = draft.argument or draft.node
    if not _FITS[spec.takes](point.argument):
        given = "none is given" if point.argument is None else f"`{shown(json_text(point.argument))}` is none"
        findings.warn(
            place,
            "wrong-argument",
            f"`${point.fn}` takes {spec.argument}; {given}, so the check can only fail.",
        )
        return
    outcome = _outcome(spec, point.argument)
    if outcome:
        findings.warn(
            place,
            f"{outcome}-passes",
            f"With this argument `${point.fn}` {outcome} passes, whatever the answer is.",
        )


def _outcome(spec: FunctionSpec, argument: JsonValue) -> Outcome | None:
    """What the check always comes to, if it always comes to the same."""
    of_kind = _OUTCOMES.get(spec.takes)
    outcome = of_kind(argument) if of_kind else None
    if argument == []:
        outcome = "never" if "any_of" in spec.name else "always"
    if outcome and spec.name.startswith(_NEGATION):
        return _OPPOSITE[outcome]
    return outcome


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_text(value: JsonValue) -> bool:
    return isinstance(value, str)


def _is_name(value: JsonValue) -> bool:
    return isinstance(value, str) and bool(value)


def _is_texts(value: JsonValue) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_number(value[0]) and _is_texts(value[1])


def _is_word_range(value: JsonValue) -> bool:
    if not (isinstance(value, list) and len(value) == 2):
        return False
    low, high = value
    numbers = _is_number(low) and _is_number(high)
    return numbers and 0 <= low <= high  # type: ignore[operator]


def _is_call_range(value: JsonValue) -> bool:
    if not isinstance(value, list) or not 1 <= len(value) <= 3:
        return False
    limits = value[:2]
    return all(limit is None or _is_number(limit) for limit in limits)


def _is_call(value: JsonValue) -> bool:
    return isinstance(value, dict) and bool(value.get("name"))


_FITS: Mapping[ArgumentKind, Callable[[JsonValue], bool]] = {
    "none": lambda _: True,
    "text": _is_text,
    "texts": _is_texts,
    "count and texts": _is_count,
    "pattern": _is_text,
    "patterns": _is_texts,
    "count and patterns": _is_count,
    "word range": _is_word_range,
    "call range": _is_call_range,
    "script": _is_name,
    "tool name": _is_name,
    "tool names": lambda value: _is_texts(value) and bool(value),
    "tool arguments": _is_call,
    "service call": lambda value: isinstance(value, dict),
    "instruction": lambda value: value is None or isinstance(value, str | dict),
}


def _of_text(argument: JsonValue) -> Outcome | None:
    return "always" if argument == "" else None


def _of_texts(argument: JsonValue) -> Outcome | None:
    return "always" if isinstance(argument, list) and argument and set(map(str, argument)) == {""} else None


def _of_count(argument: JsonValue) -> Outcome | None:
    if not isinstance(argument, list):
        return None
    count, texts = argument
    if not isinstance(count, int | float) or not isinstance(texts, list):
        return None
    return "always" if count <= 0 else "never" if count > len(texts) else None


def _of_calls(argument: JsonValue) -> Outcome | None:
    if not isinstance(argument, list):
        return None
    low, high, *_ = [*argument, None, None]
    if isinstance(low, int | float) and isinstance(high, int | float):
        return "never" if low > high else None
    return "never" if isinstance(high, int | float) and high < 0 else None


_OUTCOMES: Mapping[ArgumentKind, Callable[[JsonValue], Outcome | None]] = {
    "text": _of_text,
    "texts": _of_texts,
    "pattern": _of_text,
    "patterns": _of_texts,
    "count and texts": _of_count,
    "count and patterns": _of_count,
    "call range": _of_calls,
}
