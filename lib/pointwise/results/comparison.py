"""The result of a run, from the results of its prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.results.agreement import judge_agreement
from pointwise.results.answers import coverages, first_answers, histories, responses
from pointwise.results.document import SCHEMA_VERSION, Comparison, EvaluationResults
from pointwise.results.model_scores import model_scores, total
from pointwise.results.similarity import with_similarities
from pointwise.results.statistics import compared, ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.planning.plan import Plan
    from pointwise.results.model import PromptResult, Unscored


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
        eval_methods_used=("llm-coverage", "embedding") if plan.embedding else ("llm-coverage",),
        effective_models=tuple(variant.id for variant in plan.variants),
        model_system_prompts={variant.id: variant.system for variant in plan.variants},
        prompt_ids=tuple(p.prompt_id for p in prompts),
        prompt_contexts={prompt.id: prompt.messages for prompt in blueprint.prompts},
        extracted_key_points={p.prompt_id: p.extracted_key_points for p in prompts if p.extracted_key_points},
        all_final_assistant_responses={p.prompt_id: responses(p) for p in prompts},
        full_conversation_histories={p.prompt_id: histories(p) for p in prompts},
        errors={p.prompt_id: failed for p in prompts if (failed := _errors(p))},
        evaluation_results=with_similarities(_evaluation(plan, prompts), prompts, plan.embedding),
    )


def _evaluation(plan: Plan, prompts: Sequence[PromptResult]) -> EvaluationResults:
    comparisons = compared(prompts)
    return EvaluationResults(
        llm_coverage_scores={p.prompt_id: coverages(p) for p in prompts},
        model_scores=ranked(model_scores(prompts), comparisons),
        model_comparisons=tuple(comparisons),
        judge_agreement=judge_agreement(prompts, plan.panel.scale),
        extraction=total(p.extraction for p in prompts),
    )


def _errors(prompt: PromptResult) -> dict[str, Unscored]:
    return {cell.model_id: cell.error for cell in first_answers(prompt) if cell.error is not None}
