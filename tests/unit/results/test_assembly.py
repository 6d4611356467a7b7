"""The document that is written in pieces is the document."""

from __future__ import annotations

from pointwise import records
from pointwise.results.assembly import entry, pieces, without_texts
from pointwise.results.comparison import comparison
from pointwise.results.document import Comparison
from tests.unit.results.made import cell, judged, plan_of, prompt

QUOTES = '"allFinalAssistantResponses":{}'


def test_pieces_put_together_are_the_whole() -> None:
    """To the byte, with repeats, failures, quotes in every text, and one prompt without answers."""
    hostile = prompt(f"p{QUOTES}", {f"m{QUOTES}": [0.5, None]})
    reasons = cell("n", [judged("it", {"j": 0.5}, reflection=QUOTES)], 0.5)
    full = [
        hostile,
        prompt("plain", {"n": 0.25}).model_copy(update={"cells": (reasons,)}),
        prompt("none", {}),
    ]
    plan = plan_of(full, ("m", "n"))
    skeleton = comparison(plan, [without_texts(each) for each in full])
    parts = (
        piece if isinstance(piece, bytes) else b"{" + b",".join(entry(piece, p) for p in full) + b"}"
        for piece in pieces(skeleton)
    )
    written = b"".join(parts)
    assert written == records.write(comparison(plan, full))
    assert records.read(Comparison, written, "it") == comparison(plan, full)


def test_what_statistics_need_holds_no_text() -> None:
    """Neither responses nor reasons stay in memory."""
    light = without_texts(
        prompt("p", {}).model_copy(
            update={"cells": (cell("n", [judged("it", {"j": 0.5}, reflection="because")], 0.5),)}
        )
    )
    assert "says" not in light.model_dump_json()
    assert "because" not in light.model_dump_json()
