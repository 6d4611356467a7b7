"""A later run against an earlier one of the same blueprint, on what both asked and judged alike."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from pointwise.results.model import Document, ScoreInterval
from pointwise.results.statistics import interval_of
from pointwise.scoring.comparison import compare_runs
from pointwise.scoring.coverage import ScoredPoint, coverage
from pointwise.scoring.interval import PromptScore
from pointwise.scoring.repeats import repeat_means

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from pointwise.results.document import Comparison
    from pointwise.results.model import CoverageResult, PointAssessment
    from pointwise.scoring.comparison import Drift

    Content = tuple[object, ...]


class ModelChange(Document):
    """How a model's score moved; later minus earlier, paired by prompt.

    Attributes:
        verdict: `better` or `worse` only beyond what chance would give.
    """

    model_id: str
    difference: float | None
    prompts: int
    interval: ScoreInterval | None
    p: float | None
    adjusted_p: float | None
    detectable: float | None
    verdict: Literal["better", "worse", "cannot tell"]


class PointChange(Document):
    """A point that only one of the runs has."""

    prompt_id: str
    key_point_text: str
    change: Literal["added", "removed"]


class RunChanges(Document):
    """What changed between two runs.

    Attributes:
        earlier, later: Timestamps.
        changed_prompts: Asked differently, so left out.
        changed_points: Left out of the scores that are compared.
        judges_changed: Scores may differ for that reason alone.
    """

    earlier: str
    later: str
    models: tuple[ModelChange, ...]
    added_models: tuple[str, ...]
    removed_models: tuple[str, ...]
    added_prompts: tuple[str, ...]
    removed_prompts: tuple[str, ...]
    changed_prompts: tuple[str, ...]
    changed_points: tuple[PointChange, ...]
    judges_changed: bool


def changes(earlier: Comparison, later: Comparison) -> RunChanges:
    """What changed from one run to another, judged by the prompts and points that both have."""
    before, after = _prompts(earlier), _prompts(later)
    kept = _kept(earlier, later)
    pairs = {prompt: (_points(earlier, prompt), _points(later, prompt)) for prompt in kept}
    drifts = compare_runs(*common_scores(earlier, later))
    old_models, new_models = earlier.effective_models, later.effective_models
    return RunChanges(
        earlier=earlier.timestamp,
        later=later.timestamp,
        models=tuple(_change(drift) for drift in drifts),
        added_models=tuple(model for model in new_models if model not in old_models),
        removed_models=tuple(model for model in old_models if model not in new_models),
        added_prompts=tuple(prompt for prompt in after if prompt not in before),
        removed_prompts=tuple(prompt for prompt in before if prompt not in after),
        changed_prompts=tuple(each for each in after if each in before and each not in kept),
        changed_points=tuple(each for prompt in kept for each in _changed_points(prompt, pairs[prompt])),
        judges_changed=_judges(earlier) != _judges(later),
    )


def common_scores(
    earlier: Comparison, later: Comparison
) -> tuple[dict[str, list[PromptScore]], dict[str, list[PromptScore]]]:
    """Each model's scores in both runs, over the prompts that ask the same and the points both have."""
    shared = {prompt: _points(earlier, prompt) & _points(later, prompt) for prompt in _kept(earlier, later)}
    return _scores(earlier, shared), _scores(later, shared)


def _kept(earlier: Comparison, later: Comparison) -> list[str]:
    """Prompts that ask the same in both runs."""
    before, after = _prompts(earlier), _prompts(later)
    return [prompt for prompt in after if prompt in before and before[prompt] == after[prompt]]


def _prompts(result: Comparison) -> dict[str, JsonValue]:
    """What each prompt asks, whatever it is judged by."""
    header = result.config.model_dump(mode="json", include={"system", "temperature", "tools", "tool_use"})
    return {
        prompt.id: {**header, **prompt.model_dump(mode="json", include=_ASKED)}
        for prompt in result.config.prompts
        if prompt.id in result.prompt_ids
    }


_ASKED = {"messages", "system", "temperature"}


def _points(result: Comparison, prompt: str) -> frozenset[Content]:
    by_model = result.evaluation_results.llm_coverage_scores.get(prompt, {})
    return frozenset(_content(p) for coverage in by_model.values() for p in coverage.point_assessments)


def _content(point: PointAssessment) -> Content:
    """What makes a point the same in two runs: not its place."""
    return point.key_point_text, point.is_inverted, point.path_id or "", point.multiplier


def _changed_points(prompt: str, pair: tuple[frozenset[Content], frozenset[Content]]) -> list[PointChange]:
    old, new = pair
    named = [(str(p[0]), "removed") for p in old - new] + [(str(p[0]), "added") for p in new - old]
    return [
        PointChange.model_validate({"prompt_id": prompt, "key_point_text": text, "change": change})
        for text, change in sorted(named)
    ]


def _scores(result: Comparison, shared: Mapping[str, frozenset[Content]]) -> dict[str, list[PromptScore]]:
    """Each model's score at each prompt, over the points that both runs have."""
    weights = {prompt.id: prompt.weight for prompt in result.config.prompts}
    scores: dict[str, list[PromptScore]] = {}
    for prompt, points in shared.items():
        for model, found in result.evaluation_results.llm_coverage_scores.get(prompt, {}).items():
            score = PromptScore(prompt, _score(found, points), weights.get(prompt, 1.0))
            scores.setdefault(model, []).append(score)
    return scores


def _score(found: CoverageResult, points: frozenset[Content]) -> float | None:
    answers = [each.point_assessments for each in found.repeats] or [found.point_assessments]
    return repeat_means(("", _coverage(answer, points)) for answer in answers)[""]


def _coverage(assessments: Sequence[PointAssessment], points: frozenset[Content]) -> float | None:
    return coverage(
        [
            ScoredPoint(point.coverage_extent, point.multiplier, point.is_inverted, point.path_id)
            for point in assessments
            if _content(point) in points
        ]
    )


def _judges(result: Comparison) -> str:
    """Who judged, told by the verdicts and by how they were asked for."""
    agreement = result.evaluation_results.judge_agreement
    asked = [] if agreement is None else [judge.judge for judge in agreement.judges]
    return json.dumps([asked, result.config.evaluation], sort_keys=True)


def _change(drift: Drift) -> ModelChange:
    found = drift.difference
    return ModelChange(
        model_id=drift.model,
        difference=found.value,
        prompts=found.prompts,
        interval=interval_of(found.interval),
        p=found.p,
        adjusted_p=drift.adjusted_p,
        detectable=found.detectable,
        verdict=drift.verdict,
    )
