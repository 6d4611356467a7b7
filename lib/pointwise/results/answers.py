"""The answers to one prompt by model, as the result document holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.results.model import CoverageResult, Repeat
from pointwise.scoring.repeats import repeat_means

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.blueprint.model import Message
    from pointwise.results.model import CellResult, PointAssessment, PromptResult


def first_answers(prompt: PromptResult) -> list[CellResult]:
    """The first answer of each model."""
    return [cell for cell in prompt.cells if cell.repeat == 0]


def responses(prompt: PromptResult) -> dict[str, str]:
    """Text of the first answer by model; those that could not be had are left out."""
    return {cell.model_id: cell.response for cell in first_answers(prompt) if cell.response is not None}


def histories(prompt: PromptResult) -> dict[str, tuple[Message, ...]]:
    """The conversation of the first answer by model."""
    return {cell.model_id: cell.history for cell in first_answers(prompt) if cell.history}


def coverages(prompt: PromptResult) -> dict[str, CoverageResult]:
    """What each model's answers came to; models without a rubric are left out."""
    found = {name: coverage_of(cells) for name, cells in by_model(prompt).items()}
    return {name: coverage for name, coverage in found.items() if coverage is not None}


def by_model(prompt: PromptResult) -> dict[str, list[CellResult]]:
    """The answers of each model, in order."""
    models: dict[str, list[CellResult]] = {}
    for cell in prompt.cells:
        models.setdefault(cell.model_id, []).append(cell)
    return models


def coverage_of(cells: Sequence[CellResult]) -> CoverageResult | None:
    """What one model's answers to one prompt came to, as one value."""
    first = cells[0].coverage
    if first is None or len(cells) == 1:
        return first
    return CoverageResult(
        key_points_count=first.key_points_count,
        avg_coverage_extent=mean_score(cells),
        point_assessments=first.point_assessments,
        unscored=first.unscored,
        repeats=tuple(_repeat(cell) for cell in cells),
    )


def mean_score(cells: Sequence[CellResult]) -> float | None:
    """Mean coverage of a model's answers to one prompt; None where none is scored."""
    return repeat_means(("", score_of(cell)) for cell in cells)[""]


def score_of(cell: CellResult) -> float | None:
    """Coverage of one answer."""
    return cell.coverage.avg_coverage_extent if cell.coverage else None


def points_of(cell: CellResult) -> tuple[PointAssessment, ...]:
    """All points of one answer."""
    return cell.coverage.point_assessments if cell.coverage else ()


def _repeat(cell: CellResult) -> Repeat:
    return Repeat(
        repeat=cell.repeat,
        response=cell.response,
        error=cell.error,
        avg_coverage_extent=score_of(cell),
        point_assessments=points_of(cell),
    )
