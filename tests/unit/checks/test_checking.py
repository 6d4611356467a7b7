"""All checks of one response at once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pointwise.blueprint.model import FunctionPoint
from pointwise.checks.context import CheckContext
from pointwise.checks.effects import PatternTest, ScriptOutcome, ServiceReply
from pointwise.checks.verdicts import Unscored
from pointwise.steps.checking import evaluate_checks
from pointwise.testing.memory import MemoryScripts, MemoryServices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from pointwise.checks.effects import ScriptJob


class CountedScripts(MemoryScripts):
    """Finds the letter a; counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(lambda job: ScriptOutcome(value=isinstance(job, PatternTest) and "a" in job.pattern))
        self.rounds = 0

    async def run(self, jobs: Sequence[ScriptJob]) -> tuple[ScriptOutcome, ...]:
        self.rounds += 1
        return await super().run(jobs)


def point(name: str, argument: JsonValue = None) -> FunctionPoint:
    return FunctionPoint(fn=name, fnArgs=argument)


def test_scripts_go_over_in_one_round_and_outcomes_keep_their_order() -> None:
    """Whatever the checks need, each gets what is its own."""
    points = [
        point("matches", "a"),
        point("contains", "r"),
        point("call", {"url": "https://one"}),
        point("matches_all_of", ["b", "a"]),
        point("contains", 5),
        point("call", {"url": "https://two"}),
        point("not_match", "a"),
    ]
    scripts = CountedScripts()
    services = MemoryServices(
        lambda request: (
            ServiceReply({"score": 0.25}) if "one" in request.endpoint.url else Unscored("timeout", "Late.")
        )
    )
    outcomes = asyncio.run(evaluate_checks(points, "r", CheckContext(), scripts, services))
    assert [outcome.score for outcome in outcomes] == [1.0, 1.0, 0.25, 0.5, 0.0, None, 0.0]
    assert [bool(outcome.error) for outcome in outcomes] == [False] * 4 + [True] + [False] * 2
    assert outcomes[5].unscored == "timeout"
    assert "'not_match'" in outcomes[6].explanation
    assert (scripts.rounds, len(scripts.jobs)) == (1, 4)


def test_no_checks_are_no_outcomes() -> None:
    """A rubric may have none."""
    assert asyncio.run(evaluate_checks([], "r", CheckContext(), MemoryScripts(), MemoryServices())) == ()
