"""All checks of one response at once: scripts go to the engine together, services are asked side by side."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import TYPE_CHECKING

from pointwise.checks.effects import NeedsScripts, NeedsService
from pointwise.checks.outcome import outcome_of
from pointwise.checks.registry import begin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.blueprint.model import FunctionPoint
    from pointwise.checks.context import CheckContext
    from pointwise.checks.effects import Step
    from pointwise.checks.outcome import CheckOutcome
    from pointwise.checks.verdicts import Verdict
    from pointwise.ports import ScriptEngine, ServiceClient


async def evaluate_checks(
    points: Sequence[FunctionPoint],
    response: str | None,
    context: CheckContext,
    scripts: ScriptEngine,
    services: ServiceClient,
) -> tuple[CheckOutcome, ...]:
    """The outcomes of the checks, in their order, before inversion. Never raises for what a check does."""
    steps = [begin(point.fn, response, point.argument, context) for point in points]
    verdicts = await settle(steps, scripts, services)
    return tuple(outcome_of(point.fn, verdict) for point, verdict in zip(points, verdicts, strict=True))


async def settle(
    steps: Sequence[Step], scripts: ScriptEngine, services: ServiceClient
) -> tuple[Verdict, ...]:
    """What each begun check comes to, once what it needs has been done."""
    scripted = [step for step in steps if isinstance(step, NeedsScripts)]
    asking = [step for step in steps if isinstance(step, NeedsService)]
    ran, answered = await asyncio.gather(_run(scripted, scripts), _ask(asking, services))
    ran_next, answered_next = iter(ran), iter(answered)

    def verdict(step: Step) -> Verdict:
        if isinstance(step, NeedsScripts):
            return next(ran_next)
        return next(answered_next) if isinstance(step, NeedsService) else step

    return tuple(map(verdict, steps))


async def _run(steps: Sequence[NeedsScripts], engine: ScriptEngine) -> list[Verdict]:
    outcomes = iter(await engine.run([job for step in steps for job in step.jobs]))
    return [step.conclude(list(islice(outcomes, len(step.jobs)))) for step in steps]


async def _ask(steps: Sequence[NeedsService], client: ServiceClient) -> list[Verdict]:
    outcomes = await asyncio.gather(*(client.ask(step.request) for step in steps))
    return [step.conclude(outcome) for step, outcome in zip(steps, outcomes, strict=True)]
