"""Results of one prompt, from what is stored of its responses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.records import FailedKeyPoints, FailedResponse, Judgement, KeyPoints
from pointwise.results.assessment import Evidence, assess, unscored
from pointwise.results.model import CellResult, CoverageResult, PromptResult, Spending
from pointwise.scoring.coverage import ScoredPoint, coverage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pointwise.chat import ChatReply
    from pointwise.judging.panel import Panel
    from pointwise.planning.plan import Plan
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.records import CheckResult, FailedJudgement, Response
    from pointwise.results.model import PointAssessment


@dataclass(frozen=True, slots=True)
class StoredCell:
    """All records of one cell of a plan.

    Attributes:
        judgements: By point id, then by the judge's seat.
    """

    variant: int
    repeat: int
    response: Response | FailedResponse
    judgements: Mapping[str, Mapping[int, Judgement | FailedJudgement]]
    checks: Mapping[str, CheckResult]


@dataclass(frozen=True, slots=True)
class Rubric:
    """What the responses to a prompt are judged by.

    Attributes:
        drawn: Key points of the ideal answer that stand in for points, or why there are none.
    """

    points: tuple[PlannedPoint, ...]
    drawn: KeyPoints | FailedKeyPoints | None = None


def prompt_result(plan: Plan, prompt: int, rubric: Rubric, cells: Sequence[StoredCell]) -> PromptResult:
    """Everything about one prompt; the order in which `cells` arrive does not matter."""
    ordered = sorted(cells, key=lambda cell: (cell.variant, cell.repeat))
    drawn = rubric.drawn if isinstance(rubric.drawn, KeyPoints) else None
    return PromptResult(
        prompt_id=plan.blueprint.prompts[prompt].id,
        weight=plan.blueprint.prompts[prompt].weight,
        extracted_key_points=drawn.points if drawn else (),
        extraction=spending([drawn.reply]) if drawn else Spending(),
        cells=tuple(_cell(plan, rubric, cell) for cell in ordered),
    )


def _cell(plan: Plan, rubric: Rubric, cell: StoredCell) -> CellResult:
    model, response = plan.variants[cell.variant].id, cell.response
    if isinstance(response, FailedResponse):
        failure = response.failure
        return CellResult(
            model_id=model,
            repeat=cell.repeat,
            response=None,
            error=unscored(failure),
            coverage=_coverage(rubric, plan.panel, Evidence(model, failure=failure)),
        )
    evidence = Evidence(model, judgements=cell.judgements, checks=cell.checks)
    judge_replies = (j.reply for seats in cell.judgements.values() for j in seats.values())
    return CellResult(
        model_id=model,
        repeat=cell.repeat,
        response=response.text,
        history=response.messages,
        coverage=_coverage(rubric, plan.panel, evidence),
        generation=spending(response.replies),
        judging=spending(reply for reply in judge_replies if reply is not None),
        latencies=tuple(reply.latency for reply in response.replies),
    )


def _coverage(rubric: Rubric, panel: Panel, evidence: Evidence) -> CoverageResult | None:
    if isinstance(rubric.drawn, FailedKeyPoints):
        reason = unscored(rubric.drawn.failure)
        return CoverageResult(
            key_points_count=0, avg_coverage_extent=None, point_assessments=(), unscored=reason
        )
    if not rubric.points:
        return None
    assessments = tuple(assess(planned, panel, evidence) for planned in rubric.points)
    return CoverageResult(
        key_points_count=len(assessments),
        avg_coverage_extent=coverage([_scored(a) for a in assessments]),
        point_assessments=assessments,
    )


def _scored(assessment: PointAssessment) -> ScoredPoint:
    return ScoredPoint(
        score=assessment.coverage_extent,
        weight=assessment.multiplier,
        inverted=assessment.is_inverted,
        path=assessment.path_id,
    )


def spending(replies: Iterable[ChatReply]) -> Spending:
    """Tokens and USD of some replies. Summed in a fixed order, so that equal replies give equal bytes."""
    calls = sorted(replies, key=lambda reply: reply.cost or 0.0)
    return Spending(
        calls=len(calls),
        input_tokens=sum(reply.usage.input or 0 for reply in calls),
        output_tokens=sum(reply.usage.output or 0 for reply in calls),
        cost=sum(reply.cost or 0.0 for reply in calls),
        unpriced=sum(1 for reply in calls if reply.cost is None),
    )
