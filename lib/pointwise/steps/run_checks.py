"""Run all deterministic checks of a response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.blueprint.model import FunctionPoint
from pointwise.checks.context import CheckContext
from pointwise.events import UnitSettled
from pointwise.keys import RunKeys
from pointwise.records import CheckResult, Checks, Failure
from pointwise.steps import completion
from pointwise.steps.checking import evaluate_checks
from pointwise.steps.reading import read_plan, read_response

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.model import Prompt
    from pointwise.checks.outcome import CheckOutcome
    from pointwise.errors import CallError
    from pointwise.planning.plan import Plan
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.records import Response
    from pointwise.services import Services, Visit
    from pointwise.tasks import RunChecks


async def run_checks(task: RunChecks, services: Services) -> None:
    """Store the results of a response's checks, and complete the response if they were the last.

    Raises:
        StorageError: The store refused.
    """
    with completion.visit(task.run, task.cell, services) as own:
        plan = await read_plan(task.run, services)
        response = await read_response(plan, task.cell, services)
        if response is None:  # set aside for a retry since this task was queued
            return
        await _store(plan, task, await _checks(plan, task, response, services), own, services)


async def _checks(plan: Plan, task: RunChecks, response: Response, services: Services) -> Checks:
    planned = [point for point in plan.rubric(task.cell.prompt) if not point.is_judged]
    points = [point.point for point in planned if isinstance(point.point, FunctionPoint)]
    context = _context(plan, task, response)
    outcomes = await evaluate_checks(points, response.text, context, services.scripts, services.remote)
    results = tuple(_result(point, outcome) for point, outcome in zip(planned, outcomes, strict=True))
    return Checks(results=results)


async def give_up(task: RunChecks, error: CallError, services: Services) -> None:
    """Store that the checks of a response could not be run, unless another delivery ran them."""
    with completion.visit(task.run, task.cell, services) as own:
        plan = await read_plan(task.run, services)
        key = RunKeys(plan.run).checks(plan.cell_segment(task.cell))
        if await services.store.read(key) is None:
            await _store(plan, task, _given_up(plan, task, error), own, services)
        else:
            await completion.conclude(plan, task.cell, completion.Deed(is_new=False), own, services)


def _given_up(plan: Plan, task: RunChecks, error: CallError) -> Checks:
    failure = Failure(reason=error.reason, message=error.message, attempts=error.attempts)
    planned = [point for point in plan.rubric(task.cell.prompt) if not point.is_judged]
    results = (
        CheckResult(point=point.id, score=None, explanation=error.message, failure=failure)
        for point in planned
    )
    return Checks(results=tuple(results))


def _context(plan: Plan, task: RunChecks, response: Response) -> CheckContext:
    prompt = plan.prompt(task.cell)
    calls: list[JsonValue] = []
    for reply in response.replies:
        calls += reply.tool_calls if isinstance(reply.tool_calls, list) else []
    return CheckContext(
        prompt=prompt.id,
        messages=response.messages,
        prompt_text=_only_text(prompt),
        model=response.model,
        tool_calls=tuple(calls) or None,
        services=plan.blueprint.external_services,
    )


def _only_text(prompt: Prompt) -> str | None:
    """The text of a prompt that is one user message."""
    if len(prompt.messages) == 1 and prompt.messages[0].role == "user":
        return prompt.messages[0].content
    return None


def _result(planned: PlannedPoint, outcome: CheckOutcome) -> CheckResult:
    reason = outcome.unscored
    return CheckResult(
        point=planned.id,
        score=outcome.score,
        explanation=outcome.explanation,
        error=outcome.error,
        failure=Failure(reason=reason, message=outcome.explanation) if reason else None,
    )


async def _store(plan: Plan, task: RunChecks, checks: Checks, own: Visit, services: Services) -> None:
    keys, cell = RunKeys(plan.run), plan.cell_segment(task.cell)
    failures = [result.failure for result in checks.results if result.failure]
    key = keys.failed_checks(cell) if failures else keys.checks(cell)
    is_new = await services.store.create(key, records.write(checks))
    if is_new:
        reason = failures[0].reason if failures else None
        services.observer.notify(UnitSettled(plan.run, "checks", task.cell, reason))
    await completion.conclude(plan, task.cell, completion.Deed(is_new), own, services)
