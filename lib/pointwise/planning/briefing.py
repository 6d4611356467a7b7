"""What a judge is shown, as the plan of a run has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.model import TextPoint
from pointwise.judging.prompt import JudgeBrief
from pointwise.judging.scales import level_order
from pointwise.planning.conversation import opening
from pointwise.planning.variants import system_for

if TYPE_CHECKING:
    from pointwise.judging.panel import Judge
    from pointwise.planning.plan import Plan
    from pointwise.tasks import Cell


def brief_for(plan: Plan, cell: Cell, criterion: str, judge: Judge, response: str) -> JudgeBrief:
    """The brief of one judge on one criterion of one response."""
    prompt = plan.prompt(cell)
    points = (planned.point for planned in plan.rubric(cell.prompt))
    return JudgeBrief(
        response=response,
        criterion=criterion,
        approach=judge.approach,
        scale=plan.panel.scale,
        conversation=opening(prompt, system_for(plan.variant(cell), prompt)),
        criteria=tuple(point.text for point in points if isinstance(point, TextPoint)),
        description=plan.blueprint.description,
        level_order=level_order(criterion, response, judge.id),
    )
