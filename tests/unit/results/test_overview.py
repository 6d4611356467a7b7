"""Documents over several runs do not depend on the order of the runs."""

from __future__ import annotations

from itertools import permutations

import pytest

from pointwise.results.leaderboard import Leaderboard, leaderboard_with
from pointwise.results.overview import LATEST, ModelEntry, RunEntry, latest_with, summary_with


def entry(blueprint: str, at: int, **scores: float | None) -> RunEntry:
    models = tuple(
        ModelEntry(model_id=model.replace("_", ":"), score=score, low=None, high=None, prompts=9, unscored=0)
        for model, score in scores.items()
    )
    return RunEntry(
        run=f"{blueprint}/l_{at:04d}", config_id=blueprint, config_title=blueprint, run_label="l",
        timestamp=f"{at:04d}", note=None, prompts=9, cost=0.0, models=models,
    )  # fmt: skip


def board(*entries: RunEntry) -> Leaderboard:
    found = None
    for each in entries:
        found = leaderboard_with(found, each)
    assert found is not None
    return found


RUNS = (
    entry("x", 1, a=0.1, b=0.2),
    entry("x", 2, a=0.9, b=0.5),
    entry("y", 1, a=0.8, b=0.9, c=1.0),
)


@pytest.mark.parametrize("order", list(permutations(RUNS)))
def test_the_order_of_runs_changes_nothing(order: tuple[RunEntry, ...]) -> None:
    """However late a run is entered, it stands where its time puts it; a run entered twice stands once."""
    assert board(*order, order[0]) == board(*RUNS)
    summary, latest = None, None
    for each in (*order, order[0]):
        latest = latest_with(latest, each)
        if each.config_id == "x":
            summary = summary_with(summary, each)
    assert summary is not None
    assert latest is not None
    assert summary.runs == RUNS[:2]
    assert [each.run for each in latest.runs] == ["x/l_0002", "y/l_0001", "x/l_0001"]


def test_only_the_latest_run_of_a_blueprint_counts() -> None:
    """Means are over blueprints; a model of one blueprint only stands apart."""
    found = board(*RUNS)
    assert [(s.model_id, s.score) for group in found.ranked for s in group] == [
        ("a", pytest.approx(0.85)),
        ("b", pytest.approx(0.7)),
    ]
    assert [standing.model_id for standing in found.too_few] == ["c"]


def test_ties_share_a_rank_and_a_group() -> None:
    """Two first, then a third."""
    found = board(entry("x", 1, a=0.5, b=0.5, c=0.4))
    assert [[(s.model_id, s.rank) for s in group] for group in found.ranked] == [
        [("a", 1), ("b", 1)],
        [("c", 3)],
    ]


def test_variants_of_a_model_are_one_model() -> None:
    """Temperatures are averaged within the blueprint; a variant without a score is no zero."""
    variants = (("m[temp:0]", 0.4), ("m[temp:1]", 0.8), ("m[temp:2]", None))
    models = tuple(
        ModelEntry(model_id=name, score=score, low=None, high=None, prompts=9, unscored=0)
        for name, score in variants
    )
    ((standing,),) = board(entry("x", 1).model_copy(update={"models": models})).ranked
    assert (standing.model_id, standing.score) == ("m", pytest.approx(0.6))


def test_the_latest_runs_are_bounded() -> None:
    """The oldest fall out."""
    latest = None
    for at in range(LATEST + 5):
        latest = latest_with(latest, entry("x", at))
    assert latest is not None
    assert len(latest.runs) == LATEST
    assert latest.runs[-1].timestamp == "0005"
