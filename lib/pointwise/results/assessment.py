"""From what is stored of one point to what a reader sees of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointwise.blueprint.model import FunctionPoint
from pointwise.judging.panel import combine, counted, own_family
from pointwise.records import FailedJudgement, Failure, Judgement
from pointwise.results.model import JudgeVote, PointAssessment, Unscored

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.judging.panel import Panel
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.records import CheckResult


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything stored that scores one response.

    Attributes:
        judgements: By point id, then by the judge's seat.
        checks: By point id.
        failure: Why there is no response, where there is none.
        model: Who is judged.
    """

    model: str
    judgements: Mapping[str, Mapping[int, Judgement | FailedJudgement]] = field(default_factory=dict)
    checks: Mapping[str, CheckResult] = field(default_factory=dict)
    failure: Failure | None = None


def assess(planned: PlannedPoint, panel: Panel, evidence: Evidence) -> PointAssessment:
    """The assessment of one point; unscored where nothing scores it."""
    if evidence.failure is not None:
        return _unscored(planned, evidence.failure)
    if isinstance(planned.point, FunctionPoint):
        check = evidence.checks.get(planned.id)
        return _unscored(planned, _NOT_THERE) if check is None else _checked(planned, check)
    return _judged(planned, panel, evidence)


_NOT_THERE = Failure(reason="no_response", message="Nothing was stored for this point.", attempts=0)


def _checked(planned: PlannedPoint, check: CheckResult) -> PointAssessment:
    if check.score is None:
        return _unscored(planned, check.failure or _NOT_THERE)
    # An error scores 0 on either side of the rubric: inverted it would reward a broken check.
    score = check.score if check.error is None else 0.0
    inverted = planned.inverted and check.error is None
    return _assessment(
        planned, 1 - score if inverted else score, reflection=check.explanation, error=check.error
    )


def _judged(planned: PlannedPoint, panel: Panel, evidence: Evidence) -> PointAssessment:
    by_seat = evidence.judgements.get(planned.id, {})
    given = {seat: j for seat, j in sorted(by_seat.items()) if isinstance(j, Judgement)}
    kin = own_family(panel, evidence.model) if panel.self_judging != "allow" else frozenset()
    votes = tuple(_vote(panel, seat, by_seat[seat], own=seat in kin) for seat in sorted(by_seat))
    score = combine(panel, {seat: judgement.score for seat, judgement in given.items()}, evidence.model)
    if score is None:
        failures = [j.failure for j in by_seat.values() if isinstance(j, FailedJudgement)]
        return _unscored(planned, failures[0] if failures else _NOT_THERE, votes)
    counting = {seat: given[seat] for seat in counted(panel, given, evidence.model)}
    return _assessment(
        planned,
        1 - score if planned.inverted else score,
        reflection=_reflections(panel, counting),
        judge_model_id=_judges(panel, counting),
        individual_judgements=votes,
    )


def _vote(panel: Panel, seat: int, judgement: Judgement | FailedJudgement, *, own: bool) -> JudgeVote:
    judge = panel.seats[seat].id
    if isinstance(judgement, FailedJudgement):
        return JudgeVote(judge_model_id=judge, coverage_extent=None, unscored=unscored(judgement.failure))
    return JudgeVote(
        judge_model_id=judge,
        coverage_extent=judgement.score,
        reflection=judgement.reflection,
        judges_own_family=own,
    )


def _reflections(panel: Panel, given: Mapping[int, Judgement]) -> str | None:
    said = [(seat, j.reflection) for seat, j in given.items() if j.reflection]
    if len(given) == 1:
        return said[0][1] if said else None
    return "\n".join(f"{panel.seats[seat].id}: {reflection}" for seat, reflection in said) or None


def _judges(panel: Panel, given: Mapping[int, Judgement]) -> str:
    names = [panel.seats[seat].id for seat in given]
    return names[0] if len(names) == 1 else f"{panel.combine}({', '.join(names)})"


def _unscored(planned: PlannedPoint, failure: Failure, votes: tuple[JudgeVote, ...] = ()) -> PointAssessment:
    return _assessment(planned, None, unscored=unscored(failure), individual_judgements=votes)


def unscored(failure: Failure) -> Unscored:
    """What a reader is told of a failure."""
    return Unscored(reason=failure.reason, message=failure.message)


def _assessment(planned: PlannedPoint, score: float | None, **known: object) -> PointAssessment:
    fields = {
        "point_id": planned.id,
        "key_point_text": point_text(planned),
        "coverage_extent": score,
        "multiplier": planned.point.multiplier,
        "citation": planned.point.citation,
        "is_inverted": planned.inverted,
        "path_id": planned.path,
    }
    return PointAssessment.model_validate({**fields, **known})


def point_text(planned: PlannedPoint) -> str:
    """The criterion, or `Function: contains("x")`."""
    point = planned.point
    if not isinstance(point, FunctionPoint):
        return point.text
    given = "argument" in point.model_fields_set
    argument = json.dumps(point.argument, ensure_ascii=False) if given else ""
    return f"Function: {point.fn}({argument})"
