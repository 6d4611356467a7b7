"""Coverage of rubrics against public vectors: the `should` side, where all is scored."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import yaml

from pointwise.scoring.coverage import ScoredPoint, coverage

DIFFERENCES = Path(__file__).parent / "differences.yaml"


def _listed() -> set[int]:
    groups = yaml.safe_load(DIFFERENCES.read_text())["coverage_vectors"]
    return {row for group in groups for row in group["rows"]}


def _number(value: Any) -> float:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return float(value["$num"].replace("Infinity", "inf"))
    return math.nan if value is None else float(value)


def _point(assessment: dict[str, Any]) -> ScoredPoint:
    extent = assessment.get("coverageExtent")
    score = None if extent is None else _number(extent)
    path = assessment.get("pathId") or None  # an empty id is no path
    return ScoredPoint(
        score, _number(assessment.get("multiplier", 1)), bool(assessment.get("isInverted")), path
    )


def _agrees(vector: dict[str, Any]) -> bool:
    expected = _number(vector["result"])
    found = coverage([_point(assessment) for assessment in vector["assessments"]])
    return found is not None and math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-15)


def test_coverage_agrees_with_the_public_vectors(conformance: Path) -> None:
    """Every row agrees but those listed, and each listed one really differs."""
    rows = [json.loads(line) for line in (conformance / "coverage_vectors.jsonl").read_text().splitlines()]
    disagreeing = {number for number, row in enumerate(rows, 1) if not _agrees(row)}
    assert disagreeing == _listed()
