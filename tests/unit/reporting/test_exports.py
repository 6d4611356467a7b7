"""Results for other programs, with hostile texts in them."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from pointwise.reporting.condensing import Surroundings, condense
from pointwise.reporting.exports.junit import junit
from pointwise.reporting.exports.markdown import markdown
from pointwise.reporting.exports.rows import COLUMNS, csv_text, json_lines
from pointwise.results.model import PromptResult, Unscored
from tests.unit.results.made import cell, judged, point, prompt, result_of

if TYPE_CHECKING:
    from pointwise.results.document import Comparison

HOSTILE = '=1+1"&<script>\x00\x1b[31m\ud800\n| `x` @all [a](b)'


def result(text: str = HOSTILE) -> Comparison:
    """One model passes, one does not, one is unscored; every text is hostile."""
    missing = Unscored(reason="timeout", message=text)
    cells = (
        cell("good", [judged("a", {"x": 1.0, "y": 0.5}, key_point_text=text)], 1.0),
        cell(f"bad{text}", [point("a", 0.25, key_point_text=text, reflection=text)], 0.25),
        cell("none", [point("a", None, key_point_text=text, unscored=missing)], None),
    )
    return result_of([PromptResult(prompt_id=f"p{text}", weight=1, cells=cells)])


def test_csv_survives_any_text_and_runs_no_formula() -> None:
    """Every row has every column; nothing begins as a spreadsheet's formula does."""
    rows = list(csv.reader(io.StringIO(csv_text(result()), newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert [len(row) for row in rows] == [len(COLUMNS)] * 5
    assert not [field for row in rows for field in row if field.startswith(("=", "+", "-", "@"))]
    judges = [(row[COLUMNS.index("judge")], row[COLUMNS.index("judge_score")]) for row in rows[1:3]]
    assert judges == [("x", "1.0"), ("y", "0.5")]


def test_unscored_is_empty_and_not_zero() -> None:
    """In CSV nothing stands there, in JSON Lines null, with the reason beside it."""
    last = [json.loads(line) for line in json_lines(result("plain")).splitlines()][-1]
    assert (last["score"], last["unscored"]) == (None, "timeout")
    assert csv_text(result("plain")).splitlines()[-1].count(",timeout,") == 1


def test_each_answer_has_rows_of_its_own() -> None:
    """Repeats are told apart."""
    rows = [json.loads(line) for line in json_lines(result_of([prompt("p", {"m": [1.0, 0.5]})])).splitlines()]
    assert [(row["repeat"], row["score"]) for row in rows] == [(0, 1.0), (1, 0.5)]


def test_junit_is_xml_whatever_the_text() -> None:
    """A pass, a failure and an error, each with its reason."""
    suites = ET.fromstring(junit(result()).encode("utf-8"))  # noqa: S314 - our own
    good, bad, none = suites
    assert [suite.get("failures") for suite in suites] == ["0", "1", "0"]
    assert [suite.get("errors") for suite in suites] == ["0", "0", "1"]
    assert not list(good[0])
    assert [child.tag for child in bad[0]] == ["failure"]
    assert [child.tag for child in none[0]] == ["error"]
    assert "25.0%, below 80.0%" in (bad[0][0].get("message") or "")


@pytest.mark.parametrize("char", ["<script>", "@all", "[a](b)", "`x`", "x | y", "**b**"])
def test_markdown_shows_texts_and_does_not_obey_them(char: str) -> None:
    """No tag, mention, link, code or cell comes out of a text."""
    text = markdown(condense(result(char), Surroundings(run="b/l")))
    assert char not in text.replace("### ", "")
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == 4


def test_markdown_has_the_verdict_and_every_model() -> None:
    """Fit for a comment: heading, verdict, table, what is missing."""
    made = result_of([prompt(f"p{n}", {"a": 0.9, "b": 0.5}) for n in range(8)])
    lines = markdown(condense(made, Surroundings(run="b/l"))).splitlines()
    assert lines[0] == "### B"
    assert lines[2].startswith("**a is better than b by 40.0 points")
    assert [line.split(" | ")[0] for line in lines if "%" in line and line.startswith("| ")][1:] == [
        "| a",
        "| b",
    ]
