"""The outcome of a check: a score and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.checks.verdicts import CheckError, Explained, Unscored

if TYPE_CHECKING:
    from pointwise.checks.verdicts import Verdict
    from pointwise.errors import Reason

_LONGEST = 2000
"""Characters of an explanation kept; scripts and services may say anything."""


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """How a check ended, before inversion.

    Attributes:
        score: 0 to 1, or None where it is unscored.
        explanation: One or two sentences for a reader.
        error: What is wrong with the check; its score is then 0, inverted or not.
        unscored: Why there is no score, or None.
    """

    score: float | None
    explanation: str
    error: str | None = None
    unscored: Reason | None = None


def outcome_of(name: str, verdict: Verdict) -> CheckOutcome:
    """The outcome of the function `name`. A number is clamped to 0..1; one that is no number is an error."""
    if isinstance(verdict, Unscored):
        explanation = f"Function '{name}' could not be evaluated: {_short(verdict.message)}"
        return CheckOutcome(None, explanation, unscored=verdict.reason)
    if isinstance(verdict, CheckError):
        message = _short(verdict.message)
        end = "" if message.endswith((".", "!", "?")) else "."
        return CheckOutcome(0.0, f"Function '{name}' failed: {message}{end} Score: 0", error=message)
    if isinstance(verdict, Explained):
        return _scored(name, verdict.score, verdict.explanation)
    return _scored(name, verdict, None)


def _scored(name: str, value: bool | float, words: str | None) -> CheckOutcome:  # noqa: FBT001 - a verdict
    if value != value:  # noqa: PLR0124 - only NaN differs from itself
        return outcome_of(name, CheckError("It evaluated to NaN, which is no score."))
    score = min(1.0, max(0.0, float(value)))
    shown = str(value).lower() if isinstance(value, bool) else _number(value)
    tail = f" {_short(words)}" if words else ""
    return CheckOutcome(score, f"Function '{name}' evaluated to {shown}. Score: {_number(score)}{tail}")


def _number(value: float) -> str:
    """For a reader: three decimals at most."""
    return f"{round(value, 3):g}" if abs(value) < 1000 else f"{value:g}"


def _short(text: str) -> str:
    """What a reader and a file can hold: bounded, and without halves of characters."""
    whole = text[:_LONGEST].encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole if len(text) <= _LONGEST else f"{whole}…"
