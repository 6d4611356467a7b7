"""How many calls a run takes, before it starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.judging.panel import next_seats

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan


@dataclass(frozen=True, slots=True)
class Forecast:
    """Units of work of a run where no judge fails; stand-ins come on top."""

    responses: int
    judgements: int


def forecast(plan: Plan) -> Forecast:
    """Count the responses, and the verdicts on them."""
    judges = len(next_seats(plan.panel, {}))
    prompts = range(len(plan.blueprint.prompts))
    points = sum(1 for prompt in prompts for point in plan.rubric(prompt) if point.is_judged)
    answers = len(plan.variants) * plan.repeats
    return Forecast(responses=len(prompts) * answers, judgements=points * judges * answers)
