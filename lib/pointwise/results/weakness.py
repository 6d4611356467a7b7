"""Which points of a rubric responses fall short of most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.results.model import Document
from pointwise.scoring.coverage import weighted_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pointwise.results.document import Comparison
    from pointwise.results.model import CoverageResult, PointAssessment

MOST = 10
"""As many as a person will work on."""


class WeakPoint(Document):
    """A point that responses fall short of.

    Attributes:
        score: Mean over the models, 0 to 1.
        loss: What it costs: (1 - score) x weight of the point in its prompt x weight of the prompt.
        models: How many models have a score for it.
    """

    prompt_id: str
    point_id: str
    key_point_text: str
    is_inverted: bool
    score: float
    loss: float
    models: int


def weakest_points(result: Comparison, count: int = MOST) -> tuple[WeakPoint, ...]:
    """The points that cost most, worst first. Of alternatives only those of a response's best path count."""
    weights = {prompt.id: prompt.weight for prompt in result.config.prompts}
    found = [
        weak
        for prompt, by_model in result.evaluation_results.llm_coverage_scores.items()
        for weak in _of_prompt(prompt, list(by_model.values()), weights.get(prompt, 1.0))
    ]
    short = [weak for weak in found if weak.loss > 0]
    return tuple(sorted(short, key=lambda weak: (-weak.loss, weak.prompt_id, weak.point_id))[:count])


def _of_prompt(prompt: str, coverages: Sequence[CoverageResult], weight: float) -> Iterator[WeakPoint]:
    given: dict[str, list[PointAssessment]] = {}
    for coverage in coverages:
        for point in counting(coverage.point_assessments):
            given.setdefault(point.point_id, []).append(point)
    whole = sum(points[0].multiplier for points in given.values())
    for name, points in given.items():
        score = sum(point.coverage_extent or 0.0 for point in points) / len(points)
        yield WeakPoint(
            prompt_id=prompt,
            point_id=name,
            key_point_text=points[0].key_point_text,
            is_inverted=points[0].is_inverted,
            score=score,
            loss=(1 - score) * weight * points[0].multiplier / whole,
            models=len(points),
        )


def counting(points: Sequence[PointAssessment]) -> list[PointAssessment]:
    """The scored points that a response's score hangs on: of alternatives, those of the path that counts."""
    scored = [point for point in points if point.coverage_extent is not None]
    chosen = {_path(scored, inverted=False), _path(scored, inverted=True)}
    return [point for point in scored if point.path_id is None or point.path_id in chosen]


def _path(points: Sequence[PointAssessment], *, inverted: bool) -> str | None:
    """The best path of `should`, the worst of `should_not`."""
    paths: dict[str, list[tuple[float, float]]] = {}
    for point in points:
        if point.path_id is not None and point.is_inverted is inverted:
            paths.setdefault(point.path_id, []).append((point.coverage_extent or 0.0, point.multiplier))
    means = {name: weighted_mean(pairs) or 0.0 for name, pairs in paths.items()}
    pick = min if inverted else max
    return pick(means, key=lambda name: means[name]) if means else None
