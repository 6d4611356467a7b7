"""The length bonus against the rows that are published with the rule."""

from __future__ import annotations

import pytest

from pointwise.narrative.length_bonus import LengthBonus

DEFAULT, WHOLE = LengthBonus(), LengthBonus(cap=1.0)

ROWS = [
    (DEFAULT, 4, 112, "strict", 4.25),
    (WHOLE, 4, 112, "strict", 4.4),
    (WHOLE, 2, 240, "moderate", 3.0),
    (DEFAULT, 5, 240, "strict", 5.0),
    (WHOLE, 5, 112, "moderate", 5.0),
    (WHOLE, 4, 400, "strict", 5.0),
    (WHOLE, 4, 80, "strict", 4.0),
    (WHOLE, 4, 81, "strict", 4.0125),
    (DEFAULT, 4, 0, "moderate", 4.0),
    (DEFAULT, 4, 240, "loose", 4.0),
    (WHOLE, 0, 240, "loose", 0.0),
    (LengthBonus(cap=2.0, start=10, span=20), 1, 40, "strict", 2.5),
    (LengthBonus(cap=0.0), 1, 400, "strict", 1.0),
]


@pytest.mark.parametrize(("bonus", "raw", "words", "kind", "final"), ROWS)
def test_worked_rows(bonus: LengthBonus, raw: int, words: int, kind: str, final: float) -> None:
    """Raw mark, words and prompt type give the published final mark, to the last digit."""
    assert bonus.final(raw, words, kind) == final


def test_final_marks_carry_no_noise_of_floating_point() -> None:
    """Every final mark is a multiple of 1/80 that prints in at most four decimals."""
    marks = {WHOLE.final(raw, words, "strict") for raw in range(6) for words in range(400)}
    assert all(len(f"{mark:.15g}") <= 6 for mark in marks)
