"""What the page of a run is drawn from at once: everything but texts, small enough for any run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.reporting.condensing import condense
from pointwise.reporting.figures import duration, money, plural, reason_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from pointwise.reporting.condensing import Surroundings
    from pointwise.reporting.summary import ModelRow, RunSummary
    from pointwise.results.document import Comparison
    from pointwise.results.model import CoverageResult, Document, ModelScore, Unscored
    from pointwise.results.overview import RunEntry

    Json = dict[str, JsonValue]

_EXCERPT = 240
"""Characters of a prompt that are searched and shown without its details."""
_PRECISION = 4


def core(result: Comparison, around: Surroundings, history: Sequence[RunEntry]) -> Json:
    """Head, models, comparisons, scores of all cells and points, agreement of judges."""
    brief, found = condense(result, around), result.evaluation_results
    return {
        **_head(result, brief),
        **_sentences(brief),
        "models": [
            _model(row, score, result.model_system_prompts.get(row.model))
            for row, score in zip(brief.models, found.model_scores, strict=True)
        ],
        "comparisons": [_json(each) for each in found.model_comparisons],
        "prompts": [_prompt(name, result) for name in result.prompt_ids],
        "agreement": _json(found.judge_agreement) if found.judge_agreement else None,
        "similarity": _similarity(result),
        "weak": [{"prompt": w.prompt, "text": w.text, "score": w.score} for w in brief.weak],
        "trend": trend(history),
    }


def _head(result: Comparison, brief: RunSummary) -> Json:
    source = [result.source_blueprint_file_name, result.source_commit_sha and result.source_commit_sha[:10]]
    return {
        "title": result.config_title,
        "run": brief.run,
        "timestamp": result.timestamp,
        "description": result.description,
        "note": result.note,
        "source": " @ ".join(part for part in source if part),
        "tags": list(result.config.tags),
        "facts": _facts(brief),
    }


def _facts(brief: RunSummary) -> list[JsonValue]:
    costs = [brief.judging_cost, *(row.cost for row in brief.models)]
    known = sum(cost for cost in costs if cost is not None)
    judging = f" (judging {money(brief.judging_cost)})" if brief.judging_cost else ""
    at_least = "at least " if None in costs and known else ""
    cost = f"{at_least}{money(known)}{judging}" if known or None not in costs else "cost unknown"
    return [
        plural(brief.prompts, "prompt"),
        plural(len(brief.models), "model"),
        *([] if brief.wall is None else [duration(brief.wall)]),
        cost,
    ]


def _sentences(brief: RunSummary) -> Json:
    return {
        "verdict": brief.verdict,
        "coverage": _coverage(brief),
        "judges": brief.judges,
        "changes": list(brief.changes),
        "warnings": list(brief.warnings),
    }


def _coverage(brief: RunSummary) -> str:
    unscored = sum(brief.unscored.values())
    total = unscored + sum(row.points for row in brief.models)
    lost = f" {plural(brief.failed, 'response')} failed." if brief.failed else ""
    if not unscored:
        return f"All {total:,} points are scored.{lost}" if total else lost.strip()
    are = "is" if unscored == 1 else "are"
    why = reason_counts(brief.unscored)
    return f"{unscored:,} of {plural(total, 'point')} {are} unscored and left out of the scores: {why}.{lost}"


def _model(row: ModelRow, score: ModelScore, system: str | None) -> Json:
    unscored: Json = dict(sorted(row.unscored.items()))
    return {
        "id": row.model,
        "score": row.score,
        "interval": list(row.interval) if row.interval else None,
        "gap": score.interval_gap,
        "group": row.group,
        "passed": row.passed,
        "unscored": unscored,
        "failed": row.failed,
        "prompts": row.prompts,
        "points": row.points,
        "cost": row.cost,
        "tokens": [row.tokens_in, row.tokens_out],
        "latency": list(row.latency) if row.latency else None,
        "repeats": _json(score.repeats) if score.repeats else None,
        "variance": _json(score.variance) if score.variance else None,
        "system": system,
        "similarity": _rounded(score.similarity),
        "hybrid": _rounded(score.hybrid),
    }


def _prompt(name: str, result: Comparison) -> Json:
    written = next((prompt for prompt in result.config.prompts if prompt.id == name), None)
    scores = result.evaluation_results.llm_coverage_scores.get(name, {})
    errors = result.errors.get(name, {})
    messages = result.prompt_contexts.get(name, ())
    asked = next((m.content for m in reversed(messages) if m.role == "user" and m.content), "")
    return {
        "id": name,
        "text": " ".join(asked[: 2 * _EXCERPT].split())[:_EXCERPT],
        "tags": list(written.tags) if written else [],
        "weight": written.weight if written else 1,
        "cells": [_cell(scores.get(model), errors.get(model)) for model in _models(result)],
    }


def _models(result: Comparison) -> list[str]:
    """In the order of the scores, which is that of the cells."""
    return [score.model_id for score in result.evaluation_results.model_scores]


def _cell(coverage: CoverageResult | None, error: Unscored | None) -> JsonValue:
    """`[score, score of each point, why there is no response]`; None where nothing is known yet."""
    if coverage is None:
        return None if error is None else [None, [], error.reason]
    points: list[JsonValue] = [_rounded(p.coverage_extent) for p in coverage.point_assessments]
    gap = error or coverage.unscored
    return [_rounded(coverage.avg_coverage_extent), points, *([gap.reason] if gap else [])]


def _rounded(score: float | None) -> float | None:
    """Enough for colours, sorting and bars; the details have all digits."""
    return None if score is None else round(score, _PRECISION)


def _similarity(result: Comparison) -> JsonValue:
    """How alike the responses of each two models are; None where that was not asked for, or not to be had."""
    matrix = result.evaluation_results.similarity_matrix or {}
    names = [model for model in _models(result) if model in matrix]
    rows: list[JsonValue] = [[_rounded(matrix[one].get(other)) for other in names] for one in names]
    return {"models": [*names], "rows": rows} if names else None


def trend(runs: Sequence[RunEntry]) -> list[JsonValue]:
    """The scores of runs of one blueprint, in their order."""
    return [_entry(run) for run in runs]


def _entry(run: RunEntry) -> Json:
    scores: Json = {
        each.model_id: [
            _rounded(each.score),
            *map(_rounded, (each.low, each.high) if each.low is not None else ()),
        ]
        for each in run.models
        if each.score is not None
    }
    return {"timestamp": run.timestamp, "run": run.run, "scores": scores}


def _json(document: Document) -> JsonValue:
    dumped: Json = document.model_dump(mode="json", by_alias=True)
    return dumped
