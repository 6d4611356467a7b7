"""Agreement over a run, on the scale its judges used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.judging.panel import Judge, Panel
from pointwise.results.comparison import comparison
from pointwise.results.model import PromptResult
from pointwise.scoring.agreement import Rating, ac2, by_unit
from tests.unit.results.made import cell, judged, plan_of

if TYPE_CHECKING:
    from pointwise.judging.scales import Scale

VOTES = (
    {"x": 0.0, "y": 0.0},
    {"x": 1.0, "y": 1.0},
    {"x": 1.0, "y": 0.5},
    {"x": 0.0, "y": 0.0},
    {"x": 1.0, "y": 1.0},
)
"""Judges who used three of the five levels."""


def agreed_on(scale: Scale) -> float | None:
    """AC2 of a run judged on this scale."""
    prompts = [
        PromptResult(prompt_id=f"p{n}", weight=1, cells=(cell("a", [judged("it", votes)], 0.5),))
        for n, votes in enumerate(VOTES)
    ]
    panel = Panel(judges=(Judge(id="j", model="x:j"),), scale=scale)
    result = comparison(plan_of(prompts, ["a"]).model_copy(update={"panel": panel}), prompts)
    agreement = result.evaluation_results.judge_agreement
    return None if agreement is None else agreement.ac2.value


@pytest.mark.parametrize(
    ("scale", "levels"),
    [("levels-5", (0, 0.25, 0.5, 0.75, 1)), ("continuous", (0, 0.5, 1))],
)
def test_levels_nobody_chose_count(scale: Scale, levels: tuple[float, ...]) -> None:
    """AC2 knows all levels of a named scale; of a continuous one it knows what was given."""
    ratings = by_unit(Rating(f"p{n}", "u", j, v) for n, votes in enumerate(VOTES) for j, v in votes.items())
    assert agreed_on(scale) == ac2(ratings, categories=levels).value


def test_the_scale_matters() -> None:
    """The same verdicts show another agreement beyond luck where more could have been said."""
    assert agreed_on("levels-5") != agreed_on("continuous")
