"""The first sentence says who is better, and how sure that is."""

from __future__ import annotations

import random

import pytest

from pointwise.reporting.verdict import fewest_prompts, verdict
from pointwise.scoring.sign_flips import sign_flip_p
from tests.unit.results.made import prompt, result_of


def said(*, prompts: int, gap: float, models: int = 2, noise: float = 0.1) -> str:
    """The sentence on models of which the first is ahead of the others by a known gap."""
    source = random.Random(7)  # noqa: S311 - made-up scores
    made = []
    for number in range(prompts):
        ease = source.uniform(0.3, 0.7)
        scores = {"first": ease + gap + source.uniform(-noise, noise)}
        scores |= {f"m{n}": ease + source.uniform(-noise, noise) for n in range(1, models)}
        made.append(prompt(f"p{number}", scores))
    found = result_of(made).evaluation_results
    return verdict(found.model_scores, found.model_comparisons)


def test_models_that_differ_by_nothing_cannot_be_told_apart() -> None:
    """No model is called better, and it is said what would have shown."""
    text = said(prompts=30, gap=0.0)
    assert "cannot be told apart" in text
    assert "may be chance" in text
    assert "This run could have shown" in text
    assert "better" not in text


def test_a_difference_of_3_points_is_named_only_where_there_are_prompts_enough() -> None:
    """30 noisy prompts cannot tell, and say how many could; 300 can."""
    few, many = said(prompts=30, gap=0.03, noise=0.15), said(prompts=300, gap=0.03)
    assert "cannot be told apart" in few
    assert "takes about" in few
    assert many.startswith("first is better than m1 by ")
    assert "paired over 300 prompts" in many


def test_a_difference_of_20_points_is_named() -> None:
    """With its size, its interval, and p."""
    text = said(prompts=12, gap=0.2)
    assert text.startswith("first is better than m1 by ")
    assert "with 95% confidence between" in text
    assert "p < 0.001" in text or "p = 0.00" in text


def test_models_that_answer_alike_score_the_same() -> None:
    """Equal scores on every prompt are no matter of chance."""
    found = result_of([prompt(f"p{n}", {"a": n / 10, "b": n / 10}) for n in range(8)]).evaluation_results
    assert (
        verdict(found.model_scores, found.model_comparisons) == "a and b score the same on each of 8 prompts."
    )


def test_one_that_beats_all_others_is_said_to() -> None:
    """The next best is named, with the difference to it."""
    assert said(prompts=30, gap=0.3, models=5).startswith(
        "first is better than all 4 others; than the next, m"
    )


def test_whoever_is_beaten_beside_a_tie_is_told() -> None:
    """Two at the top cannot be told apart; the third is worse."""
    source = random.Random(5)  # noqa: S311 - made-up scores
    made = [
        prompt(f"p{n}", {"a": s, "b": s + source.uniform(-0.05, 0.05), "c": s - 0.4})
        for n in range(20)
        for s in [source.uniform(0.5, 0.9)]
    ]
    found = result_of(made).evaluation_results
    text = verdict(found.model_scores, found.model_comparisons)
    assert "cannot be told apart" in text
    assert text.endswith("is better than the one other model.")


@pytest.mark.parametrize(("pairs", "fewest"), [(1, 6), (3, 7), (45, 11)])
def test_too_few_prompts_can_name_nothing(pairs: int, fewest: int) -> None:
    """One prompt less, and even full agreement has a corrected p of at least 0.05."""
    assert fewest_prompts(pairs) == fewest
    enough, short = sign_flip_p([1.0] * fewest), sign_flip_p([1.0] * (fewest - 1))
    assert enough is not None
    assert short is not None
    assert enough * pairs < 0.05 <= short * pairs


def test_below_that_the_sentence_says_so() -> None:
    """Not a word on who is better."""
    assert "naming a difference takes at least 6" in said(prompts=3, gap=0.4)


def test_a_model_alone_is_told_with_its_interval() -> None:
    """There is nobody to compare it with."""
    found = result_of([prompt(f"p{n}", {"a": 0.8}) for n in range(6)]).evaluation_results
    text = verdict(found.model_scores, found.model_comparisons)
    assert text.startswith("a scores 80.0%, with 95% confidence between ")
    few = result_of([prompt("p", {"a": 0.8})]).evaluation_results
    assert "too few for an interval" in verdict(few.model_scores, few.model_comparisons)


def test_without_scores_nothing_is_claimed() -> None:
    """Unscored is not zero."""
    found = result_of([prompt("p", {"a": None, "b": None})]).evaluation_results
    assert verdict(found.model_scores, found.model_comparisons) == "No model has a score."
