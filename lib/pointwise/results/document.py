"""The result document of a run."""

from __future__ import annotations

from typing import Literal

from pointwise.blueprint.model import Blueprint, Message
from pointwise.results.agreement import JudgeAgreement
from pointwise.results.model import (
    CoverageResult,
    Document,
    ModelComparison,
    ModelScore,
    Spending,
    Unscored,
)

SCHEMA_VERSION = 1


class EvaluationResults(Document):
    """Scores by prompt and model.

    Attributes:
        model_comparisons: Every pair of models.
        judge_agreement: Over the whole run; None where nothing was judged.
        similarity_matrix: Mean cosine of each two models over the prompts; None where it was not asked for.
        per_prompt_similarities: The same of each prompt.
        similarity_gap: Why some or all of it is missing.
        extraction: What drawing key points from ideal answers took.
    """

    llm_coverage_scores: dict[str, dict[str, CoverageResult]]
    model_scores: tuple[ModelScore, ...]
    model_comparisons: tuple[ModelComparison, ...] = ()
    judge_agreement: JudgeAgreement | None = None
    extraction: Spending = Spending()
    similarity_matrix: dict[str, dict[str, float | None]] | None = None
    per_prompt_similarities: dict[str, dict[str, dict[str, float | None]]] | None = None
    similarity_gap: Unscored | None = None


class Comparison(Document):
    """The result of a run: `[runLabel]_[timestamp]_comparison.json`."""

    schema_version: Literal[1]
    config_id: str
    config_title: str
    run_label: str
    timestamp: str
    description: str | None
    source_commit_sha: str | None
    source_blueprint_file_name: str | None
    note: str | None
    config: Blueprint
    eval_methods_used: tuple[str, ...]
    effective_models: tuple[str, ...]
    model_system_prompts: dict[str, str | None]
    prompt_ids: tuple[str, ...]
    prompt_contexts: dict[str, tuple[Message, ...]]
    extracted_key_points: dict[str, tuple[str, ...]]
    all_final_assistant_responses: dict[str, dict[str, str]]
    full_conversation_histories: dict[str, dict[str, tuple[Message, ...]]]
    errors: dict[str, dict[str, Unscored]]
    evaluation_results: EvaluationResults
