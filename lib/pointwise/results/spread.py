"""Where the spread of a model's scores comes from, and what several answers to a prompt say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.results.answers import points_of, score_of
from pointwise.results.model import Purchase, RepeatMeasures, VarianceParts
from pointwise.results.statistics import PASS_MARK
from pointwise.scoring.coverage import weighted_mean
from pointwise.scoring.repeats import mean_over_prompts, pass_at_k, pass_hat_k
from pointwise.scoring.variance import Design, Observation, next_purchases, split_variance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.results.model import CellResult, PointAssessment
    from pointwise.results.statistics import Answers


def repeat_measures(answers: Answers) -> RepeatMeasures | None:
    """pass@k and pass^k over the prompts; None where each prompt was answered once."""
    k = max(map(len, answers.values()), default=0)
    if k < 2:
        return None
    counts = [_trials(cells) for cells in answers.values()]
    return RepeatMeasures(
        k=k,
        pass_at_1=mean_over_prompts(pass_at_k, counts, 1),
        pass_at_k=mean_over_prompts(pass_at_k, counts, k),
        pass_hat_k=mean_over_prompts(pass_hat_k, counts, k),
    )


def _trials(cells: list[CellResult]) -> tuple[int, int]:
    scores = [score for cell in cells if (score := score_of(cell)) is not None]
    return len(scores), sum(score >= PASS_MARK for score in scores)


def variance_parts(answers: Answers) -> VarianceParts | None:
    """Variance of one model's verdicts split by source; None where no judge was asked."""
    observations = list(_observations(answers))
    if not any(seen.score is not None for seen in observations):
        return None
    split = split_variance(observations)
    bought = next_purchases(split, _design(answers, len({seen.judge for seen in observations})))
    return VarianceParts(
        prompt=split.prompt,
        generation=split.generation,
        judge=split.judge,
        residual=split.residual,
        set_to_zero=split.set_to_zero,
        purchases=tuple(Purchase(kind=each.kind, calls=each.calls, error=each.error) for each in bought),
    )


def _design(answers: Answers, judges: int) -> Design:
    cells = [cell for each in answers.values() for cell in each]
    points = sum(len(_judged(cell)) for cell in cells)
    repeats = max(map(len, answers.values()))
    return Design(prompts=len(answers), repeats=repeats, judges=judges, points=points / len(cells))


def _observations(answers: Answers) -> Iterator[Observation]:
    for prompt, cells in answers.items():
        for cell in cells:
            judges = dict.fromkeys(v.judge_model_id for p in _judged(cell) for v in p.individual_judgements)
            for judge in judges:
                yield Observation(prompt, cell.repeat, judge, _given(cell, judge))


def _judged(cell: CellResult) -> list[PointAssessment]:
    return [point for point in points_of(cell) if point.individual_judgements]


def _given(cell: CellResult, judge: str) -> float | None:
    """What one judge alone gives an answer: the weighted mean over the points it has a verdict on."""
    return weighted_mean(
        (1 - vote.coverage_extent if point.is_inverted else vote.coverage_extent, point.multiplier)
        for point in _judged(cell)
        for vote in point.individual_judgements
        if vote.judge_model_id == judge and vote.coverage_extent is not None
    )
