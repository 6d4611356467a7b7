"""A run as JUnit XML: a suite a model, a case a prompt, a failure where an answer does not pass."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pointwise.reporting.figures import percent
from pointwise.results.statistics import PASS_MARK
from pointwise.results.weakness import counting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.results.document import Comparison
    from pointwise.results.model import CoverageResult

_FORBIDDEN = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""Characters that XML 1.0 has no way to write."""


def junit(result: Comparison) -> str:
    """XML that continuous integration reads. Unscored answers are errors, not failures."""
    suites = [_suite(result, model) for model in result.effective_models]
    name = _attribute(result.config_title)
    body = "\n".join(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={name}>\n{body}\n</testsuites>\n'


def _suite(result: Comparison, model: str) -> str:
    coverages = result.evaluation_results.llm_coverage_scores
    found = {prompt: coverages.get(prompt, {}).get(model) for prompt in result.prompt_ids}
    cases = {prompt: coverage for prompt, coverage in found.items() if coverage is not None}
    scores = [coverage.avg_coverage_extent for coverage in cases.values()]
    failures = sum(score is not None and score < PASS_MARK for score in scores)
    lines = "\n".join(_case(prompt, model, coverage) for prompt, coverage in cases.items())
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{scores.count(None)}"'
    return f"  <testsuite name={_attribute(model)} {counts}>\n{lines}\n  </testsuite>"


def _case(prompt: str, model: str, coverage: CoverageResult) -> str:
    opening = f"    <testcase classname={_attribute(model)} name={_attribute(prompt)}"
    score = coverage.avg_coverage_extent
    if score is not None and score >= PASS_MARK:
        return f"{opening}/>"
    kind = "error" if score is None else "failure"
    message = "unscored" if score is None else f"{percent(score)}, below {percent(PASS_MARK)}"
    text = escape(_clean("\n".join(_reasons(coverage))))
    return f"{opening}>\n      <{kind} message={_attribute(message)}>{text}</{kind}>\n    </testcase>"


def _reasons(coverage: CoverageResult) -> Iterator[str]:
    for point in coverage.point_assessments:
        if point.unscored:
            yield f"unscored ({point.unscored.reason}): {point.key_point_text}"
    for point in counting(coverage.point_assessments):
        if (point.coverage_extent or 0.0) < 1:
            yield f"{percent(point.coverage_extent or 0.0)}: {point.key_point_text}"


def _attribute(text: str) -> str:
    return quoteattr(_clean(text))


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
