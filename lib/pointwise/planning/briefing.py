"""What a judge is shown, as the plan of a run has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.model import TextPoint
from pointwise.judging.prompt import JudgeBrief
from pointwise.judging.scales import level_order
from pointwise.planning.conversation import opening
from pointwise.planning.variants import system_for

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.tasks import JudgePoint


def brief_for(plan: Plan, task: JudgePoint, rubric: tuple[PlannedPoint, ...], response: str) -> JudgeBrief:
    """The brief of one judge on one criterion of one response."""
    prompt, judge = plan.prompt(task.cell), plan.panel.seats[task.judge]
    criterion = _text(rubric[task.point])
    return JudgeBrief(
        response=response,
        criterion=criterion,
        approach=judge.approach,
        scale=plan.panel.scale,
        conversation=opening(prompt, system_for(plan.variant(task.cell), prompt)),
        criteria=tuple(_text(planned) for planned in rubric if planned.is_judged),
        description=plan.blueprint.description,
        level_order=level_order(criterion, response, judge.id),
        instructions=plan.panel.instructions,
    )


def _text(planned: PlannedPoint) -> str:
    return planned.point.text if isinstance(planned.point, TextPoint) else ""
