"""Problems of blueprints for programs: JSON, SARIF 2.1.0, and the annotations of GitHub's workflows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from pointwise.blueprint.problems import Problem

_SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def problems_json(problems: Sequence[Problem]) -> str:
    """A list of maps."""
    return json.dumps([problem.model_dump(mode="json") for problem in problems], indent=2)


def problems_sarif(problems: Sequence[Problem], version: str) -> str:
    """A SARIF log with one run."""
    rules: list[JsonValue] = [{"id": code} for code in sorted({problem.code for problem in problems})]
    driver: JsonValue = {"name": "pointwise", "version": version, "rules": rules}
    results: list[JsonValue] = [_result(problem) for problem in problems]
    log: JsonValue = {
        "$schema": _SARIF,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }
    return json.dumps(log, indent=2)


def problems_github(problems: Sequence[Problem]) -> str:
    """Workflow commands, one a line.

    https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    return "\n".join(_annotation(problem) for problem in problems)


def _result(problem: Problem) -> JsonValue:
    where: dict[str, JsonValue] = {"artifactLocation": {"uri": quote(problem.file)}}
    if problem.line:
        where["region"] = {"startLine": problem.line, "startColumn": problem.column}
    return {
        "ruleId": problem.code,
        "level": problem.severity,
        "message": {"text": _sentence(problem)},
        "locations": [{"physicalLocation": where}],
    }


def _annotation(problem: Problem) -> str:
    place = f",line={problem.line},col={problem.column}" if problem.line else ""
    title = f",title={_property(problem.code)}"
    return f"::{problem.severity} file={_property(problem.file)}{place}{title}::{_data(_sentence(problem))}"


def _sentence(problem: Problem) -> str:
    return f"{problem.message} {problem.fix}" if problem.fix else problem.message


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
