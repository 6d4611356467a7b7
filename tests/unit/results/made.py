"""Results of prompts made up from scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.model import Blueprint
from pointwise.judging.panel import Judge, Panel
from pointwise.planning.plan import PlanOptions, make_plan
from pointwise.results.comparison import comparison
from pointwise.results.model import CellResult, CoverageResult, JudgeVote, PointAssessment, PromptResult
from pointwise.testing.memory import FixedClock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pointwise.planning.plan import Plan
    from pointwise.results.document import Comparison

    Answers = float | None | Sequence[float | None]


def point(name: str, score: float | None, **fields: object) -> PointAssessment:
    """A point without judges."""
    given = {"point_id": name, "key_point_text": f"Says {name}.", "coverage_extent": score, **fields}
    return PointAssessment.model_validate(given)


def judged(name: str, votes: Mapping[str, float | None], **fields: object) -> PointAssessment:
    """A point and what its judges gave."""
    given = [vote for vote in votes.values() if vote is not None]
    seen = tuple(JudgeVote(judge_model_id=j, coverage_extent=v) for j, v in votes.items())
    mean = sum(given) / len(given) if given else None
    return point(name, mean, individual_judgements=seen, **fields)


def cell(model: str, points: Sequence[PointAssessment], score: float | None, repeat: int = 0) -> CellResult:
    """An answer of a model."""
    coverage = CoverageResult(
        key_points_count=len(points), avg_coverage_extent=score, point_assessments=tuple(points)
    )
    return CellResult(model_id=model, repeat=repeat, response=f"{model} says", coverage=coverage)


def prompt(name: str, scores: Mapping[str, Answers], weight: float = 1.0) -> PromptResult:
    """A prompt at which each model has a score, or one for each of its answers."""
    cells = [
        cell(model, [point("it", score)], score, repeat)
        for model, given in scores.items()
        for repeat, score in enumerate(given if isinstance(given, (list, tuple)) else [given])
    ]
    return PromptResult(prompt_id=name, weight=weight, cells=tuple(cells))


def plan_of(prompts: Sequence[PromptResult], models: Sequence[str]) -> Plan:
    """A plan that the prompts could be the results of."""
    asked = [
        {"id": p.prompt_id, "weight": p.weight, "messages": [{"role": "user", "content": p.prompt_id}]}
        for p in prompts
    ]
    blueprint = Blueprint.model_validate({"id": "b", "title": "B", "prompts": asked})
    panel = Panel(judges=(Judge(id="j", model="x:j"),))
    return make_plan(blueprint, models, panel, FixedClock().now(), PlanOptions())


def result_of(prompts: Sequence[PromptResult]) -> Comparison:
    """The result of a run with these prompts."""
    models = tuple(dict.fromkeys(c.model_id for p in prompts for c in p.cells))
    return comparison(plan_of(prompts, models), prompts)
