"""Comparisons of systems, and the report as text, JSON and page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pointwise.narrative.page import render_page
from pointwise.narrative.pairing import pairings_of
from pointwise.narrative.summary import document, summarise
from pointwise.narrative.terminal import Paper, render
from tests.unit.narrative.table import row

if TYPE_CHECKING:
    from pointwise.narrative.scored import ScoredRow

STORIES = [f"s{number}" for number in range(12)]


def side(system: str, marks: list[float], kind: str = "loose") -> list[ScoredRow]:
    return [row(story, mark, kind, system) for story, mark in zip(STORIES, marks, strict=False)]


CLOSE = [3, 4, 2, 5, 3, 4, 2, 5, 3, 4, 2, 4]
BETTER = [mark + 1 if mark < 5 else 5 for mark in CLOSE]


def test_a_clear_difference_is_named_in_marks() -> None:
    """One mark better at ten of twelve stories: +0.83, an interval above 0, and the verdict."""
    (pair,) = pairings_of(side("a", BETTER) + side("b", CLOSE))
    assert pair.difference == pytest.approx(10 / 12)
    assert pair.low is not None
    assert 0 < pair.low < 10 / 12
    assert (pair.cells, pair.stories, pair.verdict) == (12, 12, "better")


def test_only_shared_continuations_count() -> None:
    """Ids and prompt types that one side lacks, or has no mark for, are left out; repeats are one cell."""
    ours = [row("s", 5), row("s", 3), row("t", 5, "strict"), row("u", 1), row("v", 2)]
    theirs = [row("s", 3, system="b"), row("t", 1, "loose", "b"), row("u", None, system="b"), row("w", 2)]
    (pair,) = pairings_of(ours + theirs)
    assert (pair.cells, pair.stories, pair.difference) == (1, 1, pytest.approx(1))
    assert pair.verdict == "cannot tell"


def test_three_prompt_types_of_a_story_are_one_story() -> None:
    """Tripling the rows of each story promises no more precision."""
    rows = side("a", BETTER) + side("b", CLOSE)
    tripled = [row(r.id, r.overall, kind, r.system) for r in rows for kind in ("loose", "moderate", "strict")]
    (once,), (thrice,) = pairings_of(rows), pairings_of(tripled)
    assert (thrice.cells, thrice.stories) == (36, 12)
    assert thrice.error == pytest.approx(once.error)
    assert thrice.p == once.p


def test_systems_without_common_ids_are_not_compared() -> None:
    """Their means stand beside each other, and nothing is said of the difference."""
    assert pairings_of([row("s", 5), row("t", 1, system="b")]) == ()


def test_several_pairs_are_corrected_for_being_several() -> None:
    """Holm: with three systems the smallest p triples."""
    found = pairings_of(side("a", BETTER) + side("b", CLOSE) + side("c", CLOSE))
    smallest = min(found, key=lambda pair: pair.p or 0)
    assert len(found) == 3
    assert smallest.adjusted_p == pytest.approx(3 * (smallest.p or 0))


def test_equal_rows_give_equal_reports_whatever_their_order() -> None:
    """The document does not depend on the order of rows."""
    rows = side("a", BETTER, "strict") + side("b", CLOSE, "strict")
    assert document(summarise({"f": rows})) == document(summarise({"f": rows[::-1]}))


def test_the_document_names_the_metrics_as_published() -> None:
    """OverallScore, FactualScore and RelevanceScore, with errors, per system and prompt type."""
    found = json.loads(json.dumps(document(summarise({"f": [*side("a", CLOSE), row("z", None)]}))))
    group = found["groups"][0]
    assert (found["rows"], found["unscored"], group["prompt_type"]) == (13, 1, "all")
    assert list(group["metrics"])[:3] == ["OverallScore", "FactualScore", "RelevanceScore"]
    assert group["metrics"]["OverallScore"]["value"] == pytest.approx(41 / 12)
    assert group["metrics"]["FactualScore"]["error"] > 0


@pytest.mark.parametrize(("width", "encoding"), [(200, "utf-8"), (100, "utf-8"), (60, "ascii")])
def test_the_terminal_report_fits(width: int, encoding: str) -> None:
    """No line is wider than the terminal, the primary metric is always there, what is left out is named."""
    rows = side("a system with a rather long name, as models have them", BETTER) + side("b", CLOSE)
    text = render(summarise({"f": [*rows, row("z", None)]}), Paper(width, color=False, encoding=encoding))
    assert max(map(len, text.splitlines())) <= width
    for word in ("Overall", "Unscored", "better", "1 of 25 rows (4.0%) unscored"):
        assert word in text
    assert ("No room for" in text) == (width < 200)
    text.encode(encoding)


def test_the_page_is_escaped_and_needs_nothing_else() -> None:
    """Names from files cannot put anything into the page; no script, no address."""
    hostile = "<script>alert(1)</script>\" onload='x'"
    rows = [row("s", 4, f"<b>{hostile}", hostile), row("s", 2, f"<b>{hostile}", "b")]
    page = render_page(summarise({hostile: rows}))
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert "http" not in page.replace('http-equiv="Content-Security-Policy"', "")


def test_terminal_codes_in_names_are_harmless() -> None:
    """A name cannot move the cursor."""
    text = render(
        summarise({"f": [row("s", 4, system="\x1b[2Jx")]}), Paper(100, color=False, encoding="utf-8")
    )
    assert "\x1b" not in text
