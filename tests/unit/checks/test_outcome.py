"""Verdicts as scores and sentences."""

from __future__ import annotations

import math

import pytest

from pointwise.checks.outcome import CheckOutcome, outcome_of
from pointwise.checks.verdicts import CheckError, Explained, Unscored, Verdict


@pytest.mark.parametrize(
    ("verdict", "score", "explanation"),
    [
        (True, 1.0, "Function 'f' evaluated to true. Score: 1"),
        (False, 0.0, "Function 'f' evaluated to false. Score: 0"),
        (0.5, 0.5, "Function 'f' evaluated to 0.5. Score: 0.5"),
        (1 / 3, 1 / 3, "Function 'f' evaluated to 0.333. Score: 0.333"),
        (5, 1.0, "Function 'f' evaluated to 5. Score: 1"),
        (-0.0, 0.0, "Function 'f' evaluated to -0. Score: 0"),
        (-math.inf, 0.0, "Function 'f' evaluated to -inf. Score: 0"),
        (Explained(0.25, "so so"), 0.25, "Function 'f' evaluated to 0.25. Score: 0.25 so so"),
        (Explained(2.0), 1.0, "Function 'f' evaluated to 2. Score: 1"),
    ],
)
def test_a_value_becomes_a_score(verdict: Verdict, score: float, explanation: str) -> None:
    """A boolean is 1 or 0, a number is clamped; the score is exact, the sentence is for people."""
    assert outcome_of("f", verdict) == CheckOutcome(score, explanation)


def test_an_error_scores_nothing_and_is_kept() -> None:
    """The score is 0, and the outcome says that it is an error."""
    outcome = outcome_of("f", CheckError("It is wrong."))
    assert (outcome.score, outcome.error, outcome.unscored) == (0.0, "It is wrong.", None)
    assert outcome.explanation == "Function 'f' failed: It is wrong. Score: 0"


@pytest.mark.parametrize("verdict", [math.nan, Explained(math.nan, "x")])
def test_what_is_no_number_is_an_error(verdict: Verdict) -> None:
    """NaN cannot be clamped."""
    assert outcome_of("f", verdict).error


def test_unscored_is_not_zero() -> None:
    """No score at all, and the reason."""
    outcome = outcome_of("f", Unscored("timeout", "Too late."))
    assert (outcome.score, outcome.error, outcome.unscored) == (None, None, "timeout")
    assert "Too late." in outcome.explanation


def test_what_a_script_says_is_bounded_and_can_be_stored() -> None:
    """Long texts are cut, halves of characters replaced."""
    for verdict in (Explained(1, "😀\ud83d" * 5000), CheckError("😀\ud83d" * 5000)):
        explanation = outcome_of("f", verdict).explanation
        assert len(explanation) < 2100
        assert explanation.encode()
