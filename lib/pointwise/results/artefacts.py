"""The result of a run in pieces, for readers that want one of them: small files beside the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import JsonValue

from pointwise.blueprint.model import Message
from pointwise.results.answers import by_model, coverage_of, histories, responses
from pointwise.results.document import SCHEMA_VERSION
from pointwise.results.model import CoverageResult, Document, ModelComparison, ModelScore, Unscored

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.results.document import Comparison
    from pointwise.results.model import PointAssessment, PromptResult


class PromptResponses(Document):
    """Every model's answer to a prompt: `artefacts/responses/<prompt>.json`."""

    schema_version: Literal[1]
    prompt_id: str
    responses: dict[str, str]


class ModelCoverage(Document):
    """What a model's answers to a prompt came to: `artefacts/coverage/<prompt>/<model>.json`."""

    schema_version: Literal[1]
    prompt_id: str
    model_id: str
    coverage: CoverageResult | None


class ModelHistory(Document):
    """A model's conversation on a prompt: `artefacts/histories/<prompt>/<model>.json`."""

    schema_version: Literal[1]
    prompt_id: str
    model_id: str
    messages: tuple[Message, ...]


class CorePoint(Document):
    """A point of a prompt's rubric."""

    point_id: str
    key_point_text: str
    multiplier: float
    is_inverted: bool
    path_id: str | None
    citation: JsonValue = None


class CoreCoverage(Document):
    """What a model's answers to a prompt came to.

    Attributes:
        scores: Of each point, in the order of the rubric; None where it is unscored.
    """

    avg_coverage_extent: float | None
    scores: tuple[float | None, ...]


class Core(Document):
    """A run without texts, small enough to open at once: `artefacts/core.json`.

    Attributes:
        rubrics: By prompt; each point stands there once, not once a model.
        coverages: By prompt and model.
    """

    schema_version: Literal[1]
    config_id: str
    config_title: str
    run_label: str
    timestamp: str
    description: str | None
    note: str | None
    effective_models: tuple[str, ...]
    prompt_ids: tuple[str, ...]
    rubrics: dict[str, tuple[CorePoint, ...]]
    coverages: dict[str, dict[str, CoreCoverage]]
    errors: dict[str, dict[str, Unscored]]
    model_scores: tuple[ModelScore, ...]
    model_comparisons: tuple[ModelComparison, ...]


def prompt_artefacts(prompt: PromptResult) -> tuple[PromptResponses, dict[str, ModelCoverage]]:
    """The answers to a prompt, and what each model's came to."""
    texts = PromptResponses(
        schema_version=SCHEMA_VERSION, prompt_id=prompt.prompt_id, responses=responses(prompt)
    )
    return texts, {
        model: ModelCoverage(
            schema_version=SCHEMA_VERSION,
            prompt_id=prompt.prompt_id,
            model_id=model,
            coverage=coverage_of(cells),
        )
        for model, cells in by_model(prompt).items()
    }


def history_artefacts(prompt: PromptResult) -> dict[str, ModelHistory]:
    """Each model's conversation on a prompt; none where no answer could be had."""
    return {
        model: ModelHistory(
            schema_version=SCHEMA_VERSION, prompt_id=prompt.prompt_id, model_id=model, messages=messages
        )
        for model, messages in histories(prompt).items()
    }


def core(result: Comparison) -> Core:
    """The core of a result; its texts are not looked at."""
    found = result.evaluation_results
    return Core(
        **{name: getattr(result, name) for name in Core.model_fields if name in type(result).model_fields},
        rubrics={prompt: _rubric(models) for prompt, models in found.llm_coverage_scores.items()},
        coverages={
            prompt: {model: _core_coverage(coverage) for model, coverage in models.items()}
            for prompt, models in found.llm_coverage_scores.items()
        },
        model_scores=found.model_scores,
        model_comparisons=found.model_comparisons,
    )


def _rubric(models: Mapping[str, CoverageResult]) -> tuple[CorePoint, ...]:
    return next((tuple(map(_core_point, c.point_assessments)) for c in models.values()), ())


def _core_point(point: PointAssessment) -> CorePoint:
    return CorePoint(
        point_id=point.point_id,
        key_point_text=point.key_point_text,
        multiplier=point.multiplier,
        is_inverted=point.is_inverted,
        path_id=point.path_id,
        citation=point.citation,
    )


def _core_coverage(coverage: CoverageResult) -> CoreCoverage:
    return CoreCoverage(
        avg_coverage_extent=coverage.avg_coverage_extent,
        scores=tuple(point.coverage_extent for point in coverage.point_assessments),
    )
