"""The result of a run, from the results of its prompts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pointwise.results.agreement import judge_agreement
from pointwise.results.document import SCHEMA_VERSION, Comparison, EvaluationResults
from pointwise.results.model import ModelScore, Spending
from pointwise.scoring.coverage import weighted_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pointwise.errors import Reason
    from pointwise.planning.plan import Plan
    from pointwise.results.model import CellResult, PointAssessment, PromptResult


def comparison(plan: Plan, prompts: Sequence[PromptResult]) -> Comparison:
    """The whole document. `prompts` in the order of the plan."""
    blueprint = plan.blueprint
    return Comparison(
        schema_version=SCHEMA_VERSION,
        config_id=blueprint.id,
        config_title=blueprint.title,
        run_label=plan.label,
        timestamp=plan.timestamp,
        description=blueprint.description,
        source_commit_sha=plan.source.commit,
        source_blueprint_file_name=plan.source.file,
        note=plan.note,
        config=blueprint,
        eval_methods_used=("llm-coverage",),
        effective_models=tuple(variant.id for variant in plan.variants),
        model_system_prompts={variant.id: variant.system for variant in plan.variants},
        prompt_ids=tuple(p.prompt_id for p in prompts),
        prompt_contexts={prompt.id: prompt.messages for prompt in blueprint.prompts},
        extracted_key_points={p.prompt_id: p.extracted_key_points for p in prompts if p.extracted_key_points},
        all_final_assistant_responses={
            p.prompt_id: {c.model_id: c.response for c in p.cells if c.response is not None} for p in prompts
        },
        full_conversation_histories={
            p.prompt_id: {c.model_id: c.history for c in p.cells if c.history} for p in prompts
        },
        errors={
            p.prompt_id: failed
            for p in prompts
            if (failed := {c.model_id: c.error for c in p.cells if c.error is not None})
        },
        evaluation_results=EvaluationResults(
            llm_coverage_scores={
                p.prompt_id: {c.model_id: c.coverage for c in p.cells if c.coverage is not None}
                for p in prompts
            },
            model_scores=model_scores(prompts),
            judge_agreement=judge_agreement(prompts),
            extraction=total(p.extraction for p in prompts),
        ),
    )


def model_scores(prompts: Sequence[PromptResult]) -> tuple[ModelScore, ...]:
    """One row per model, in the order of the plan."""
    names = dict.fromkeys(cell.model_id for prompt in prompts for cell in prompt.cells)
    return tuple(_model_score(name, prompts) for name in names)


def _model_score(name: str, prompts: Sequence[PromptResult]) -> ModelScore:
    weighed = [(p.weight, c) for p in prompts for c in p.cells if c.model_id == name]
    scores = [(score, weight) for weight, cell in weighed if (score := _score(cell)) is not None]
    points = [point for _, cell in weighed for point in _points(cell)]
    return ModelScore(
        model_id=name,
        score=weighted_mean(scores),
        prompts=len(scores),
        points=sum(1 for point in points if point.coverage_extent is not None),
        unscored=_by_reason(points, [cell for _, cell in weighed]),
        failed=sum(1 for _, cell in weighed if cell.error is not None),
        generation=total(cell.generation for _, cell in weighed),
        judging=total(cell.judging for _, cell in weighed),
    )


def _score(cell: CellResult) -> float | None:
    return cell.coverage.avg_coverage_extent if cell.coverage else None


def _points(cell: CellResult) -> tuple[PointAssessment, ...]:
    return cell.coverage.point_assessments if cell.coverage else ()


def _by_reason(points: Iterable[PointAssessment], cells: Iterable[CellResult]) -> dict[Reason, int]:
    """Points without a score; a rubric that could not be had counts as one."""
    counts = Counter(point.unscored.reason for point in points if point.unscored)
    counts.update(cell.coverage.unscored.reason for cell in cells if cell.coverage and cell.coverage.unscored)
    return dict(sorted(counts.items()))


def total(parts: Iterable[Spending]) -> Spending:
    """Sum of some spendings, in their order."""
    parts = list(parts)
    return Spending(
        calls=sum(p.calls for p in parts),
        input_tokens=sum(p.input_tokens for p in parts),
        output_tokens=sum(p.output_tokens for p in parts),
        cost=sum(p.cost for p in parts),
        unpriced=sum(p.unpriced for p in parts),
    )
