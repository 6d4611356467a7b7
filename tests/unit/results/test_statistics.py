"""The formulas of `scoring` reach the result document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.results.model import ModelScore, PromptResult
from pointwise.scoring.comparison import compare_models
from pointwise.scoring.interval import PromptScore, estimate, pass_rate_interval
from tests.unit.results.made import cell, judged, prompt, result_of

if TYPE_CHECKING:
    from pointwise.results.document import Comparison

SCORES = {"a": (0.9, 0.8, 1.0, 0.7, 0.95, 0.85), "b": (0.4, 0.5, 0.3, 0.45, 0.6, 0.35)}


def prompts_of(scores: dict[str, tuple[float, ...]]) -> list[PromptResult]:
    count = len(next(iter(scores.values())))
    return [prompt(f"p{n}", {model: each[n] for model, each in scores.items()}) for n in range(count)]


def rows(result: Comparison) -> dict[str, ModelScore]:
    return {score.model_id: score for score in result.evaluation_results.model_scores}


def test_the_score_has_the_interval_over_prompts_and_weights() -> None:
    """Value, error and limits are those of `estimate` with the prompts' weights."""
    prompts = [prompt(f"p{n}", {"a": s}, weight=1 + n) for n, s in enumerate(SCORES["a"])]
    row = rows(result_of(prompts))["a"]
    found = estimate(PromptScore(f"p{n}", s, 1 + n) for n, s in enumerate(SCORES["a"]))
    assert found.interval is not None
    assert row.interval is not None
    assert (row.score, row.error, row.interval.low) == (found.value, found.error, found.interval.low)


def test_below_five_prompts_there_is_no_interval_but_a_reason() -> None:
    """Four prompts have a score and say why they have no interval."""
    row = rows(result_of(prompts_of({"a": SCORES["a"][:4]})))["a"]
    assert row.score is not None
    assert (row.interval, row.interval_gap) == (None, "too few prompts for an interval")


def test_an_unscored_prompt_leaves_the_mean_and_is_no_zero() -> None:
    """Five scored prompts and one without a score count as five."""
    prompts = [*prompts_of({"a": (0.8,) * 5}), prompt("p5", {"a": None})]
    row = rows(result_of(prompts))["a"]
    assert (row.score, row.prompts) == (pytest.approx(0.8), 5)


def test_the_pass_rate_is_wilson_s() -> None:
    """Five of six prompts reach the mark; the interval is that of five in six."""
    passed = rows(result_of(prompts_of(SCORES)))["a"].pass_rate
    wilson = pass_rate_interval(5, 6)
    assert passed is not None
    assert wilson is not None
    assert passed.interval is not None
    assert (passed.share, passed.trials) == (pytest.approx(5 / 6), 6)
    assert (passed.interval.low, passed.interval.high) == (wilson.low, wilson.high)


def test_models_are_compared_by_pairs_and_grouped() -> None:
    """The comparison is that of `compare_models`; models told apart have letters of their own."""
    result = result_of(prompts_of(SCORES))
    (pair,) = result.evaluation_results.model_comparisons
    given = {m: [PromptScore(f"p{n}", s) for n, s in enumerate(each)] for m, each in SCORES.items()}
    (expected,) = compare_models(given)
    assert (pair.difference, pair.adjusted_p) == (expected.difference.value, expected.adjusted_p)
    assert pair.verdict == "better"
    assert {name: row.group for name, row in rows(result).items()} == {"a": "a", "b": "b"}


def test_several_answers_are_averaged_within_the_prompt() -> None:
    """A prompt with three answers counts as one prompt, and every answer is in the document."""
    prompts = [prompt("p0", {"a": [1.0, 0.5, 0.0]}), prompt("p1", {"a": [1.0, None, 1.0]})]
    result = result_of(prompts)
    row = rows(result)["a"]
    assert (row.score, row.prompts) == (pytest.approx(0.75), 2)
    coverage = result.evaluation_results.llm_coverage_scores["p0"]["a"]
    assert coverage.avg_coverage_extent == pytest.approx(0.5)
    assert [each.avg_coverage_extent for each in coverage.repeats] == [1.0, 0.5, 0.0]
    assert result.all_final_assistant_responses["p0"] == {"a": "a says"}


def test_several_answers_give_pass_at_k_and_pass_hat_k() -> None:
    """One of two prompts passes always, the other half the time."""
    row = rows(result_of([prompt("p0", {"a": [1.0, 1.0]}), prompt("p1", {"a": [1.0, 0.0]})]))["a"]
    assert row.repeats is not None
    found = row.repeats
    assert (found.k, found.pass_at_1, found.pass_at_k, found.pass_hat_k) == (2, 0.75, 1.0, 0.5)


def test_variance_is_split_and_says_what_to_buy() -> None:
    """Two judges, two answers: all four parts are known, and the inverted point is turned round."""
    votes = {0: {"x": 0.9, "y": 0.8}, 1: {"x": 0.2, "y": 0.3}, 2: {"x": 0.6, "y": 0.7}}
    prompts = [
        PromptResult(
            prompt_id=f"p{n}",
            weight=1,
            cells=tuple(
                cell("a", [judged("it", each), judged("no", each, is_inverted=True)], 0.5, repeat)
                for repeat in range(2)
            ),
        )
        for n, each in votes.items()
    ]
    split = rows(result_of(prompts))["a"].variance
    assert split is not None
    assert (split.prompt, split.judge) == (0, 0), "a point and its opposite cancel out"
    assert None not in (split.generation, split.residual)
    assert {offer.kind for offer in split.purchases} == {"prompts", "repeats", "judges"}


def test_judges_are_rated_on_each_answer() -> None:
    """Two answers with two points make four units of agreement."""
    cells = [cell("a b", [judged(n, {"x": 0.9, "y": 0.1}) for n in "pq"], 0.5, r) for r in range(2)]
    result = result_of([PromptResult(prompt_id="p", weight=1, cells=tuple(cells))])
    agreement = result.evaluation_results.judge_agreement
    assert agreement is not None
    assert agreement.ac2.units == 4
    assert {each.model_id for each in agreement.disputed} == {"a b"}
