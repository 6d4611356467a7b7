"""Problems as people read them."""

from __future__ import annotations

import click

from pointwise.blueprint.problems import Problem
from pointwise.reporting.problem_listing import list_problems

SOURCE = "title: t\n\tmodels: x\n" + "y" * 300 + "\n"


def problem(
    line: int, column: int = 1, *, severity: str = "error", code: str = "c", fix: str | None = None
) -> Problem:
    return Problem.model_validate(
        {
            "severity": severity,
            "file": "f.yml",
            "line": line,
            "column": column,
            "code": code,
            "message": "M.",
            "fix": fix,
        }
    )


def listed(*problems: Problem, files: int = 1) -> list[str]:
    return click.unstyle(list_problems(problems, {"f.yml": SOURCE}, files=files)).split("\n")


def test_a_problem_is_shown_with_its_line_and_a_caret() -> None:
    """And with what to do."""
    assert listed(problem(1, 8, fix="Do.")) == [
        "f.yml",
        "  1:8 error: M. [c]",
        "    1 | title: t",
        "               ^",
        "    Do.",
        "",
        "1 error in 1 file.",
    ]


def test_a_problem_of_the_whole_file_has_no_line() -> None:
    """Nor has one on a line that is not there."""
    assert listed(problem(0, 0))[1:3] == ["  error: M. [c]", ""]
    assert listed(problem(9))[1:3] == ["  9:1 error: M. [c]", ""]


def test_a_long_line_is_cut_around_the_place() -> None:
    """The caret stays under it; tabs do not move it."""
    excerpt, caret = listed(problem(3, 200))[2:4]
    assert excerpt.startswith("    3 | …yyy")
    assert excerpt.endswith("y…")
    assert len(excerpt) < 120
    assert caret.index("^") == len("    3 | …") + 50 - 1 + 1 - 1
    assert listed(problem(2, 2))[2:4] == ["    2 |  models: x", "         ^"]


def test_many_warnings_of_a_kind_are_summed_up() -> None:
    """Three in full, the lines of the others; errors always in full."""
    warnings = [problem(line, severity="warning", code="w") for line in range(1, 30)]
    shown = listed(*warnings, *[problem(1)] * 5)
    assert sum("[w]" in line for line in shown) == 3
    assert sum("[c]" in line for line in shown) == 5
    assert any(
        line.startswith("  and 26 more w, on lines 4, 5, 6") and line.endswith("and 6 more") for line in shown
    )
    assert shown[-1] == "5 errors and 29 warnings in 1 file."


def test_no_problems_are_said_too() -> None:
    """With the number of files that were looked at."""
    assert listed(files=4) == ["4 files, no problems."]
