"""Which tools were called, how often, in which order and with what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.arguments import is_number, read_text
from pointwise.checks.composition import failure_of, taking
from pointwise.checks.effects import NeedsScripts, Program
from pointwise.checks.javascript import document
from pointwise.checks.partial_match import Expectation
from pointwise.checks.tool_calls import tool_calls
from pointwise.checks.verdicts import CheckError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from pointwise.checks.context import CheckContext
    from pointwise.checks.effects import ScriptOutcome
    from pointwise.checks.verdicts import Verdict


def _read_name(argument: JsonValue) -> str | CheckError:
    name = read_text(argument)
    return name or CheckError("It needs the name of a tool and got an empty text.")


def _tool_called(response: str | None, name: str, context: CheckContext) -> Verdict:
    return any(call.name == name for call in tool_calls(response, context))


def _read_names(argument: JsonValue) -> tuple[str, ...] | CheckError:
    """Items that are no texts are passed over."""
    items = argument if isinstance(argument, list) else []
    names = tuple(item for item in items if isinstance(item, str))
    return names or CheckError("It needs a list of names of tools.")


def _tool_call_order(response: str | None, names: Sequence[str], context: CheckContext) -> Verdict:
    """Whether the names occur in this order; other calls may stand between them."""
    called = iter([call.name for call in tool_calls(response, context)])
    return all(name in called for name in names)


def _tool_call_count_between(response: str | None, argument: JsonValue, context: CheckContext) -> Verdict:
    """Whether min <= calls <= max. A limit that is no number is open; a name counts that tool only."""
    limits = argument if isinstance(argument, list) else []
    low, high, name, *_ = [*limits, None, None, None]
    calls = tool_calls(response, context)
    count = sum(call.name == name for call in calls) if name and isinstance(name, str) else len(calls)
    return _at_least(low, count) and _at_most(high, count)


def _at_least(low: JsonValue, count: int) -> bool:
    return not is_number(low) or count >= low


def _at_most(high: JsonValue, count: int) -> bool:
    return not is_number(high) or count <= high


def _read_call(argument: JsonValue) -> Mapping[str, JsonValue] | CheckError:
    if not isinstance(argument, dict) or not argument.get("name"):
        return CheckError("It needs a map with the name of a tool and where, {name, where}.")
    return argument


def _tool_args_match(
    response: str | None, wanted: Mapping[str, JsonValue], context: CheckContext
) -> Verdict | NeedsScripts:
    """Whether a call of the tool has such arguments.

    `where` is what the arguments contain, or a JavaScript expression over `args`.
    """
    called = [call for call in tool_calls(response, context) if call.name == wanted["name"]]
    where = wanted.get("where")
    if isinstance(where, str):
        programs = [Program(where, {"args": document(call.arguments)}, "truth") for call in called]
        return NeedsScripts(tuple(programs), _any_true)
    if not isinstance(where, dict | list):
        return False
    expectation = Expectation(where, ignore_whitespace=bool(wanted.get("normalizeWhitespace")))
    return expectation.met_by_any(call.arguments for call in called if _is_given(call.arguments))


def _is_given(arguments: JsonValue) -> bool:
    return isinstance(arguments, dict | list) or bool(arguments)


def _any_true(outcomes: Sequence[ScriptOutcome]) -> Verdict:
    """Whether a call matches.

    A call that `where` stumbles over, for want of an argument, is no match; a `where` that is no
    JavaScript, or took too much, is an error.
    """
    failed = (outcome for outcome in outcomes if outcome.error and not _stumbled(outcome))
    failure = next(map(failure_of, failed), None)
    return failure or any(outcome.value for outcome in outcomes)


def _stumbled(outcome: ScriptOutcome) -> bool:
    return outcome.blame == "script" and not (outcome.error or "").startswith("SyntaxError")


CHECKS = {
    "tool_called": taking(_read_name, _tool_called),
    "tool_call_order": taking(_read_names, _tool_call_order),
    "tool_call_count_between": _tool_call_count_between,
    "tool_args_match": taking(_read_call, _tool_args_match),
}
