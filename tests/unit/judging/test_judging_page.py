"""docs/judging.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
import yaml

from pointwise.judging.extent import read_extent
from pointwise.judging.families import family
from pointwise.judging.key_points import MOST_KEY_POINTS
from pointwise.judging.lookalikes import neutralise
from pointwise.judging.panel import panel_from
from pointwise.judging.scales import LEVELS
from pointwise.judging.settings import Approach

PAGE = (Path(__file__).parents[3] / "docs" / "judging.md").read_text(encoding="utf-8")


def _table(head: str) -> list[tuple[str, str]]:
    """Rows of the table of two columns that begins with this head, code marks taken off."""
    block = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    rows = (line.strip("| ").split(" | ") for line in block.splitlines()[2:])
    return [(first.replace("`", ""), last.replace("`", "")) for first, last in rows]


@pytest.mark.parametrize(("written", "read"), _table("written | read as"))
def test_what_is_said_to_be_read_is_read(written: str, read: str) -> None:
    """Each row of the table of numbers holds."""
    value = read_extent(written)
    assert (str(value) if isinstance(value, float) else value.reason) == read


@pytest.mark.parametrize(("model", "maker"), _table("model | family"))
def test_families_are_as_shown(model: str, maker: str) -> None:
    """Each row of the table of makers holds."""
    assert family(model) == maker


@pytest.mark.parametrize("scale", ["levels-5", "levels-10"])
def test_levels_are_as_shown(scale: str) -> None:
    """Names and scores, all of them, in their order."""
    shown = [(name, float(score)) for name, score in _table(f"`{scale}` | score")]
    assert shown == [(level.name, level.score) for level in LEVELS[scale]]  # type: ignore[index]


def test_the_default_panel_is_as_shown() -> None:
    """Judges, then the backup."""
    panel = panel_from({})
    shown = _table("seat | model")
    assert [model for seat, model in shown if seat == "judge"] == [judge.model for judge in panel.judges]
    assert [model for seat, model in shown if seat == "backup"] == [panel.seats[-1].model]


def test_the_example_can_be_used() -> None:
    """The block of settings is accepted and gives a panel of three seats."""
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    panel = panel_from(yaml.safe_load(block)["evaluationConfig"])
    assert [judge.id for judge in panel.seats] == [
        "owl",
        "anthropic:claude-haiku-4.5",
        "google:gemini-3.5-flash",
    ]


def test_every_approach_is_explained() -> None:
    """The table of approaches is complete, and the default is said to be it."""
    shown = [approach for approach, _ in _table("approach | sees, besides response and criterion")]
    assert sorted(name.partition(" ")[0] for name in shown) == sorted(get_args(Approach))
    assert f"{panel_from({}).judges[0].approach} (default)" in shown


def test_smaller_claims_hold() -> None:
    """The broken tag, and how many key points there may be."""
    assert f"`{neutralise('<coverage_extent>')}`" in PAGE
    assert f"up to {MOST_KEY_POINTS} key points" in PAGE
