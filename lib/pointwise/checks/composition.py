"""How checks are put together: an argument reader before, a negation after, both cases from one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeVar

from pydantic import JsonValue

from pointwise.checks.context import CheckContext
from pointwise.checks.effects import NeedsScripts, Step
from pointwise.checks.verdicts import CheckError, Unscored, Verdict

if TYPE_CHECKING:
    from pointwise.checks.effects import ScriptJob, ScriptOutcome

T = TypeVar("T")

Flags = Literal["", "i"]
"""Whether case matters, spelled as the flag of a regular expression."""

Check = Callable[[str | None, JsonValue, CheckContext], Step]
"""(response, argument, context) to a verdict or a need. A response of None was not given."""

LocalCheck = Callable[[str | None, T, CheckContext], Verdict | NeedsScripts]
"""A check of a read argument that needs no service."""

Reader = Callable[[JsonValue], T | CheckError]


def taking(read: Reader[T], check: Callable[[str | None, T, CheckContext], Step]) -> Check:
    """A check whose argument is read first; an unreadable argument is its verdict."""

    def run(response: str | None, argument: JsonValue, context: CheckContext) -> Step:
        value = read(argument)
        return value if isinstance(value, CheckError) else check(response, value, context)

    return run


def both_cases(name: str, read: Reader[T], family: Callable[[Flags], LocalCheck[T]]) -> dict[str, Check]:
    """A function and its `i` form."""
    return {name: taking(read, family("")), f"i{name}": taking(read, family("i"))}


def with_negations(name: str, read: Reader[T], family: Callable[[Flags], LocalCheck[T]]) -> dict[str, Check]:
    """A function, its `i` form, and the `not_` forms of both."""
    return both_cases(name, read, family) | {
        f"not_{name}": taking(read, negated(family(""))),
        f"not_i{name}": taking(read, negated(family("i"))),
    }


def negated(check: LocalCheck[T]) -> LocalCheck[T]:
    """True becomes false, a score becomes 1 - score, an error stays."""

    def run(response: str | None, value: T, context: CheckContext) -> Verdict | NeedsScripts:
        step = check(response, value, context)
        if not isinstance(step, NeedsScripts):
            return _opposite(step)
        conclude = step.conclude
        return replace(step, conclude=lambda outcomes: _opposite(conclude(outcomes)))

    return run


def _opposite(verdict: Verdict) -> Verdict:
    if isinstance(verdict, bool):
        return not verdict
    return 1 - verdict if isinstance(verdict, int | float) else verdict


def ask(jobs: Sequence[ScriptJob], conclude: Callable[[Sequence[bool]], Verdict]) -> NeedsScripts:
    """Jobs that say true or false; the first that failed is the verdict."""

    def decide(outcomes: Sequence[ScriptOutcome]) -> Verdict:
        failed = next((failure for outcome in outcomes if (failure := failure_of(outcome))), None)
        return failed or conclude([bool(outcome.value) for outcome in outcomes])

    return NeedsScripts(tuple(jobs), decide)


def failure_of(outcome: ScriptOutcome) -> CheckError | Unscored | None:
    """What a failed job means for its check; None where it did not fail."""
    if outcome.error is None:
        return None
    if outcome.blame == "engine":
        return Unscored("service", outcome.error)
    return CheckError(outcome.error)
