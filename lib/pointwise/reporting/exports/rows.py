"""A result as flat rows, one for each point and judge, as CSV or JSON Lines."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue

    from pointwise.results.document import Comparison
    from pointwise.results.model import CoverageResult, JudgeVote, PointAssessment

    Row = dict[str, JsonValue]

COLUMNS = (
    "run_label", "timestamp", "prompt", "model", "repeat", "point", "text", "inverted", "path", "weight",
    "score", "unscored", "error", "judge", "judge_score", "judge_unscored", "reason", "citation",
)  # fmt: skip
"""In order. `score` is after inversion, `judge_score` before; a function is its own judge, and has none."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make spreadsheets run a text. https://owasp.org/www-community/attacks/CSV_Injection"""


def result_rows(result: Comparison) -> Iterator[Row]:
    """One row for each point and judge, in the order of the document."""
    run: Row = {"run_label": result.run_label, "timestamp": result.timestamp}
    for prompt, models in result.evaluation_results.llm_coverage_scores.items():
        for model, coverage in models.items():
            for repeat, points in _answers(coverage):
                place: Row = {**run, "prompt": prompt, "model": model, "repeat": repeat}
                for point in points:
                    yield from _point_rows(place, point)


def _answers(coverage: CoverageResult) -> list[tuple[int, tuple[PointAssessment, ...]]]:
    if coverage.repeats:
        return [(each.repeat, each.point_assessments) for each in coverage.repeats]
    return [(0, coverage.point_assessments)]


def _point_rows(place: Row, point: PointAssessment) -> Iterator[Row]:
    row: Row = {
        **place,
        "point": point.point_id,
        "text": point.key_point_text,
        "inverted": point.is_inverted,
        "path": point.path_id,
        "weight": point.multiplier,
        "score": point.coverage_extent,
        "unscored": point.unscored.reason if point.unscored else None,
        "error": point.error,
        "citation": point.citation,
    }
    for vote in point.individual_judgements or (None,):
        yield {name: {**row, **_vote(vote, point)}.get(name) for name in COLUMNS}


def _vote(vote: JudgeVote | None, point: PointAssessment) -> Row:
    if vote is None:
        return {"reason": point.reflection}
    return {
        "judge": vote.judge_model_id,
        "judge_score": vote.coverage_extent,
        "judge_unscored": vote.unscored.reason if vote.unscored else None,
        "reason": vote.reflection,
    }


def csv_text(result: Comparison) -> str:
    """Comma-separated values (RFC 4180) with a header; texts a spreadsheet would run get a `'` before."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in result_rows(result):
        writer.writerow([_cell(row[name]) for name in COLUMNS])
    return text.getvalue()


def _cell(value: JsonValue) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return json.dumps(value, ensure_ascii=False)


def json_lines(result: Comparison) -> str:
    """One JSON object a line."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in result_rows(result))
