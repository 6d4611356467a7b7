"""Results of any size, made up, to look at pages and to measure them."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pointwise.blueprint.model import Blueprint, Message
from pointwise.results.agreement import judge_agreement
from pointwise.results.document import Comparison, EvaluationResults
from pointwise.results.model import (
    CellResult,
    CoverageResult,
    JudgeVote,
    PointAssessment,
    PromptResult,
    Spending,
    Unscored,
)
from pointwise.results.model_scores import model_scores
from pointwise.results.statistics import compared

if TYPE_CHECKING:
    from collections.abc import Sequence

_POINTS = 6
_WORDS = (
    *("the", "council", "opens", "its", "doors", "early", "so", "that", "everyone", "who"),
    *("works", "late", "can", "still", "vote", "in", "time"),
)
_JUDGES = ("judge:north", "judge:south")


def made_result(prompts: int, models: int, *, points: int = _POINTS, words: int = 200) -> Comparison:
    """A result of any size, with failures and gaps here and there. Equal arguments give equal results."""
    source = random.Random(7)  # noqa: S311 - samples, not secrets
    names = [f"vendor{index % 5}:model-{index:02d}-instruct" for index in range(models)]
    found = [_prompt(index, names, (points, words), source) for index in range(prompts)]
    blueprint = _blueprint(prompts, names)
    return Comparison(
        schema_version=1,
        config_id="made",
        config_title=f"Made: {prompts} prompts, {models} models",
        run_label="0123456789abcdef",
        timestamp="2026-11-21T10-00-00-000Z",
        description="A result that was made up, to look at pages of any size.",
        source_commit_sha=None,
        source_blueprint_file_name="made.yml",
        note=None,
        config=blueprint,
        eval_methods_used=("llm-coverage",),
        effective_models=tuple(names),
        model_system_prompts=dict.fromkeys(names),
        prompt_ids=tuple(prompt.prompt_id for prompt in found),
        prompt_contexts={prompt.id: prompt.messages for prompt in blueprint.prompts},
        extracted_key_points={},
        all_final_assistant_responses={p.prompt_id: _responses(p) for p in found},
        full_conversation_histories={},
        errors={p.prompt_id: {c.model_id: c.error for c in p.cells if c.error} for p in found},
        evaluation_results=_evaluation(found),
    )


def _blueprint(prompts: int, names: Sequence[str]) -> Blueprint:
    written = [
        {
            "id": f"prompt-{index:04d}",
            "messages": [{"role": "user", "content": f"Question {index}: how do I vote when I work late?"}],
            "tags": [("civic", "health", "law")[index % 3]],
        }
        for index in range(prompts)
    ]
    return Blueprint.model_validate(
        {"id": "made", "title": "Made", "models": tuple(names), "prompts": written}, strict=False
    )


def _responses(prompt: PromptResult) -> dict[str, str]:
    return {cell.model_id: cell.response for cell in prompt.cells if cell.response is not None}


def _evaluation(found: Sequence[PromptResult]) -> EvaluationResults:
    return EvaluationResults(
        llm_coverage_scores={
            p.prompt_id: {c.model_id: c.coverage for c in p.cells if c.coverage} for p in found
        },
        model_scores=model_scores(found),
        model_comparisons=compared(found),
        judge_agreement=judge_agreement(found[:10], "continuous"),
    )


def _prompt(index: int, names: Sequence[str], size: tuple[int, int], source: random.Random) -> PromptResult:
    cells = tuple(_cell(name, rank / len(names), size, source) for rank, name in enumerate(names))
    return PromptResult(prompt_id=f"prompt-{index:04d}", weight=1, cells=cells)


def _cell(name: str, skill: float, size: tuple[int, int], source: random.Random) -> CellResult:
    spent = Spending(calls=1, input_tokens=300, output_tokens=size[1], cost=0.0004)
    if source.random() < 0.01:
        lost = Unscored(reason="timeout", message="No answer within 120 s.")
        return CellResult(model_id=name, response=None, error=lost)
    points = tuple(_point(number, skill, source) for number in range(size[0]))
    scored = [p.coverage_extent for p in points if p.coverage_extent is not None]
    mean = sum(scored) / len(scored) if scored else None
    coverage = CoverageResult(
        key_points_count=len(points), avg_coverage_extent=mean, point_assessments=points
    )
    text = " ".join(source.choices(_WORDS, k=size[1]))
    return CellResult(
        model_id=name,
        response=text,
        history=_history(text),
        coverage=coverage,
        generation=spent,
        judging=spent,
    )


def _history(text: str) -> tuple[Message, ...]:
    return (Message(role="user", content="?"), Message(role="assistant", content=text))


def _point(number: int, skill: float, source: random.Random) -> PointAssessment:
    text = f"Point {number}: says {' '.join(source.choices(_WORDS, k=6))}."
    if source.random() < 0.01:
        gap = Unscored(reason="rate_limit", message="The judge was busy.")
        return PointAssessment(point_id=f"p{number}", key_point_text=text, coverage_extent=None, unscored=gap)
    votes = tuple(
        JudgeVote(
            judge_model_id=judge,
            coverage_extent=round(min(1.0, max(0.0, source.gauss(0.45 + skill / 2, 0.3))), 1),
            reflection=" ".join(source.choices(_WORDS, k=25)),
        )
        for judge in _JUDGES
    )
    score = sum(vote.coverage_extent or 0.0 for vote in votes) / len(votes)
    return PointAssessment(
        point_id=f"p{number}", key_point_text=text, coverage_extent=score, individual_judgements=votes
    )
