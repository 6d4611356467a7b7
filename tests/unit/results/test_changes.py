"""A later run against an earlier one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pointwise.results.changes import changes
from pointwise.results.gating import gate_by_baseline, gate_by_minimum, overall
from pointwise.results.model import PromptResult
from tests.unit.results.made import cell, point, prompt, result_of

if TYPE_CHECKING:
    from pointwise.results.document import Comparison


def run(shift: float, *, prompts: int = 12, seed: int = 1) -> Comparison:
    """A run whose scores lie higher than a fixed one's by a shift, but for noise."""
    source = random.Random(seed)  # noqa: S311 - made-up scores
    return result_of(
        [prompt(f"p{n}", {"m": 0.5 + shift + source.uniform(-0.05, 0.05)}) for n in range(prompts)]
    )


def two_points(second: str, score: float) -> Comparison:
    """One prompt whose second point may differ."""
    points = [point("it", 0.5), point(second, score)]
    return result_of([PromptResult(prompt_id="p", weight=1, cells=(cell("m", points, (0.5 + score) / 2),))])


def test_drift_is_named_beyond_noise_only() -> None:
    """A shift of 20 points is named, none is not."""
    verdicts = [changes(run(0), run(shift, seed=2)).models[0].verdict for shift in (0.2, -0.2, 0.0)]
    assert verdicts == ["better", "worse", "cannot tell"]


def test_prompts_that_only_one_run_has_are_listed_and_left_out() -> None:
    """The comparison rests on the prompts of both."""
    found = changes(run(0, prompts=12), run(0, prompts=10, seed=2))
    assert found.removed_prompts == ("p10", "p11")
    assert found.models[0].prompts == 10


def test_a_prompt_that_asks_something_else_is_left_out() -> None:
    """It is listed; its scores are of another question."""
    earlier, later = run(0), run(0, seed=2)
    first, *others = later.config.prompts
    messages = (first.messages[0].model_copy(update={"content": "Something else?"}),)
    config = later.config.model_copy(
        update={"prompts": (first.model_copy(update={"messages": messages}), *others)}
    )
    found = changes(earlier, later.model_copy(update={"config": config}))
    assert found.changed_prompts == ("p0",)
    assert found.models[0].prompts == 11


def test_points_that_changed_are_left_out_of_both_sides() -> None:
    """A new point with a worse score moves nothing: the old ones score as before."""
    found = changes(two_points("old", 1.0), two_points("new", 0.0))
    assert found.models[0].difference == 0
    assert {(each.key_point_text, each.change) for each in found.changed_points} == {
        ("Says old.", "removed"),
        ("Says new.", "added"),
    }


def test_models_that_came_and_went_are_listed() -> None:
    """Only those of both runs are compared."""
    found = changes(result_of([prompt("p", {"a": 1, "b": 1})]), result_of([prompt("p", {"b": 1, "c": 1})]))
    assert (found.added_models, found.removed_models) == (("c",), ("a",))
    assert [model.model_id for model in found.models] == ["b"]


def test_gates_take_the_interval_not_the_score() -> None:
    """A score just above the bound is inconclusive."""
    result = run(0.3)
    outcomes = [overall(gate_by_minimum(result, bound)) for bound in (0.5, 0.79, 0.95)]
    assert outcomes == ["pass", "inconclusive", "fail"]
    assert overall(()) == "inconclusive"


def test_a_gate_by_baseline_allows_a_margin() -> None:
    """Losing 20 points fails; the same again passes; too few prompts cannot tell."""
    outcomes = [overall(gate_by_baseline(run(shift, seed=2), run(0), 0.05)) for shift in (-0.2, 0.0, 0.2)]
    assert outcomes == ["fail", "pass", "pass"]
    assert overall(gate_by_baseline(run(0, prompts=3), run(0), 0.05)) == "inconclusive"
