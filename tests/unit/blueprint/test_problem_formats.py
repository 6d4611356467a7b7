"""Problems as programs read them."""

from __future__ import annotations

import json

from pointwise.blueprint.problems import Problem
from pointwise.reporting.problem_formats import problems_github, problems_json, problems_sarif

ERROR = Problem(
    severity="error",
    file="a b/ü,1.yml",
    line=3,
    column=5,
    code="x-y",
    message="50% of\nit: no.",
    fix="Do: so.",
)
WHOLE = Problem(severity="warning", file="b.yml", line=0, column=0, code="z", message="All.")


def test_json_is_a_list_of_problems() -> None:
    """With every field, null included."""
    assert json.loads(problems_json([ERROR, WHOLE])) == [ERROR.model_dump(), WHOLE.model_dump()]
    assert json.loads(problems_json([])) == []


def test_sarif_has_a_result_a_problem() -> None:
    """With rule, level, message and place; none where the whole file is meant."""
    log = json.loads(problems_sarif([ERROR, WHOLE], "1.2"))
    (run,) = log["runs"]
    assert log["version"] == "2.1.0"
    assert run["tool"]["driver"]["version"] == "1.2"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["x-y", "z"]
    first, second = run["results"]
    assert (first["ruleId"], first["level"]) == ("x-y", "error")
    assert first["message"]["text"] == "50% of\nit: no. Do: so."
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b/%C3%BC%2C1.yml"
    assert place["region"] == {"startLine": 3, "startColumn": 5}
    assert "region" not in second["locations"][0]["physicalLocation"]


def test_github_gets_an_annotation_a_problem() -> None:
    """With what would end a property or the line escaped."""
    assert problems_github([ERROR, WHOLE]).split("\n") == [
        "::error file=a b/ü%2C1.yml,line=3,col=5,title=x-y::50%25 of%0Ait: no. Do: so.",
        "::warning file=b.yml,title=z::All.",
    ]
    assert problems_github([]) == ""
