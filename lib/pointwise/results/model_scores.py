"""What each model of a run came to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pointwise.results.answers import points_of, score_of
from pointwise.results.model import ModelScore, Spending
from pointwise.results.spread import repeat_measures, variance_parts
from pointwise.results.statistics import cells_of, interval_of, pass_rate, prompt_scores
from pointwise.scoring.interval import estimate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pointwise.errors import Reason
    from pointwise.results.model import CellResult, PointAssessment, PromptResult
    from pointwise.results.statistics import Answers
    from pointwise.scoring.interval import PromptScore


def model_scores(prompts: Sequence[PromptResult]) -> tuple[ModelScore, ...]:
    """One row per model, in the order of the plan."""
    scores = prompt_scores(prompts)
    return tuple(_model_score(name, answers, scores[name]) for name, answers in cells_of(prompts).items())


def _model_score(name: str, answers: Answers, scores: Sequence[PromptScore]) -> ModelScore:
    cells = [cell for each in answers.values() for cell in each]
    points = [point for cell in cells for point in points_of(cell)]
    found = estimate(scores)
    return ModelScore(
        model_id=name,
        score=found.value,
        prompts=found.prompts,
        points=sum(1 for point in points if point.coverage_extent is not None),
        unscored=_by_reason(points, cells),
        failed=sum(1 for cell in cells if cell.error is not None),
        generation=total(cell.generation for cell in cells),
        judging=total(cell.judging for cell in cells),
        error=found.error,
        interval=interval_of(found.interval),
        interval_gap=found.gap,
        pass_rate=pass_rate({prompt: [score_of(c) for c in each] for prompt, each in answers.items()}),
        repeats=repeat_measures(answers),
        variance=variance_parts(answers),
    )


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
