"""What patterns and whole words ask of the engine, and what they make of its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.checks.effects import PatternTest, ScriptOutcome
from pointwise.checks.verdicts import CheckError, Unscored
from tests.unit.checks.verdict_of import BROKEN, FALSE, STOPPED, TRUE, WRONG, scripted, verdict

if TYPE_CHECKING:
    from pydantic import JsonValue


@pytest.mark.parametrize(
    ("name", "argument", "jobs"),
    [
        ("matches", "a+", [PatternTest("a+", "r")]),
        ("imatches", "a+", [PatternTest("a+", "r", "i")]),
        ("not_matches", "a+", [PatternTest("a+", "r")]),
        ("matches", "(?i)a+", [PatternTest("a+", "r", "i")]),
        ("matches", "a(?i)", [PatternTest("a(?i)", "r")]),
        ("matches_all_of", ["a", "(?i)b"], [PatternTest("a", "r"), PatternTest("b", "r", "i")]),
        ("imatches_at_least_n_of", [1, ["a", "b"]], [PatternTest("a", "r", "i"), PatternTest("b", "r", "i")]),
        ("contains_word", "a.b", [PatternTest(r"(?<![\p{L}\p{N}_])a\.b(?![\p{L}\p{N}_])", "r", "u")]),
        ("icontains_word", "-", [PatternTest(r"(?<![\p{L}\p{N}_])-(?![\p{L}\p{N}_])", "r", "iu")]),
    ],
)
def test_patterns_go_to_the_engine(name: str, argument: JsonValue, jobs: list[PatternTest]) -> None:
    """As they are written, with the flag that the name or a leading `(?i)` asks for."""
    assert list(scripted(name, "r", argument).jobs) == jobs


@pytest.mark.parametrize(
    ("name", "argument", "outcomes", "expected"),
    [
        ("matches", "a", [TRUE], True),
        ("not_matches", "a", [TRUE], False),
        ("not_imatches", "a", [FALSE], True),
        ("matches_all_of", ["a", "b", "c"], [TRUE, FALSE, FALSE], 1 / 3),
        ("matches_all_of", [], [], 1.0),
        ("matches_at_least_n_of", [4, ["a", "b"]], [TRUE, TRUE], 0.5),
        ("contains_word", "a", [TRUE], True),
        ("not_contains_word", "a", [TRUE], False),
        ("not_matches", "(", [WRONG], CheckError("SyntaxError: no")),
        ("matches_all_of", ["a", "("], [TRUE, WRONG], CheckError("SyntaxError: no")),
        ("matches", "a", [STOPPED], CheckError("It took too long.")),
        ("matches", "a", [BROKEN], Unscored("service", "No engine.")),
    ],
)
def test_outcomes_become_a_verdict(
    name: str, argument: JsonValue, outcomes: list[ScriptOutcome], expected: object
) -> None:
    """Truths are graded; a failed pattern is an error; an engine that broke down scores nothing."""
    assert scripted(name, "r", argument).conclude(outcomes) == expected


@pytest.mark.parametrize(
    ("name", "argument", "expected"),
    [
        ("matches", "a", False),
        ("not_matches", "a", True),
        ("matches_all_of", ["a"], 0.0),
        ("matches_at_least_n_of", [1, ["a"]], 0.0),
        ("contains_word", "a", False),
    ],
)
def test_without_a_response_nothing_matches(name: str, argument: JsonValue, expected: float) -> None:
    """And the engine is not bothered."""
    assert verdict(name, None, argument) == expected


def test_nothing_is_wanted_and_nothing_is_run() -> None:
    """At least 0 of any patterns is 1, were they ever so wrong; the empty word is everywhere."""
    assert verdict("matches_at_least_n_of", "r", [0, ["("]]) == 1
    assert verdict("contains_word", "r", "") is True
