"""How alike responses are, from single prompts to the result of a run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pointwise.results.assessment import unscored
from pointwise.scoring.coverage import weighted_mean
from pointwise.scoring.similarity import hybrid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.planning.plan import Embedding
    from pointwise.records import Similarities
    from pointwise.results.document import EvaluationResults
    from pointwise.results.model import ModelScore, PromptResult

    Matrix = dict[str, dict[str, float | None]]

IDEAL = "IDEAL_BENCHMARK"
"""The ideal answer among the names of a matrix, as the public result format calls it."""


def with_matrix(prompt: PromptResult, found: Similarities | None) -> PromptResult:
    """The result of a prompt with how alike its responses are."""
    if found is None:
        return prompt
    gap = unscored(found.failure) if found.failure else None
    return prompt.model_copy(update={"similarities": found.matrix, "similarity_gap": gap})


def with_similarities(
    found: EvaluationResults, prompts: Sequence[PromptResult], embedding: Embedding | None
) -> EvaluationResults:
    """The evaluation with the matrices of prompts, their mean, and hybrid scores, where asked for."""
    if embedding is None:
        return found
    matrices = {p.prompt_id: p.similarities for p in prompts if p.similarities}
    gaps = [p.similarity_gap for p in prompts if p.similarity_gap]
    return found.model_copy(
        update={
            "similarity_matrix": _mean_matrix(list(matrices.values())),
            "per_prompt_similarities": matrices,
            "similarity_gap": gaps[0] if gaps else None,
            "model_scores": tuple(_with_hybrid(s, prompts, embedding.beta) for s in found.model_scores),
        }
    )


def _mean_matrix(matrices: Sequence[Matrix]) -> Matrix:
    """Mean of each pair over the prompts that have a value for it."""
    values: dict[tuple[str, str], list[float]] = {}
    for matrix in matrices:
        for row, columns in matrix.items():
            for column, value in columns.items():
                values.setdefault((row, column), []).extend([] if value is None else [value])
    mean: Matrix = {}
    for (row, column), known in sorted(values.items()):
        mean.setdefault(row, {})[column] = math.fsum(known) / len(known) if known else None
    return mean


def _with_hybrid(score: ModelScore, prompts: Sequence[PromptResult], beta: float) -> ModelScore:
    """Similarity to the ideal answers, a mean over prompts by their weights, and the mix with coverage."""
    given = [(_to_ideal(prompt, score.model_id), prompt.weight) for prompt in prompts]
    similarity = weighted_mean((value, weight) for value, weight in given if value is not None)
    mixed = hybrid(similarity, score.score, beta)
    return score.model_copy(update={"similarity": similarity, "hybrid": mixed})


def _to_ideal(prompt: PromptResult, model: str) -> float | None:
    return (prompt.similarities or {}).get(model, {}).get(IDEAL)
