"""Variance components against published analyses of variance."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.variance import (
    Design,
    Observation,
    VarianceSplit,
    next_purchases,
    split_variance,
    standard_error,
)

DYESTUFF = (
    (1545, 1440, 1440, 1520, 1580),
    (1540, 1555, 1490, 1560, 1495),
    (1595, 1550, 1605, 1510, 1560),
    (1445, 1440, 1595, 1465, 1545),
    (1595, 1630, 1515, 1635, 1625),
    (1520, 1455, 1450, 1480, 1445),
)
"""Yield of six batches, five preparations each: Davies and Goldsmith (1972); `Dyestuff` in R's lme4."""

RATERS = ((9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7))
"""Six subjects, four judges: Shrout and Fleiss, Psychological Bulletin 86 (1979), table 2."""

CROSSED = (
    ((0.8, 0.74, 0.88), (0.78, 0.82, 0.8), (0.86, 0.79, 0.97)),
    ((0.69, 0.67, 0.78), (0.63, 0.52, 0.71), (0.62, 0.58, 0.65)),
    ((0.64, 0.63, 0.67), (0.56, 0.6, 0.74), (0.57, 0.58, 0.67)),
    ((0.7, 0.59, 0.81), (0.68, 0.65, 0.8), (0.74, 0.68, 0.86)),
)


def crossed() -> list[Observation]:
    """The full table of prompts, answers and judges."""
    return [
        Observation(f"p{p}", g, f"j{j}", score)
        for p, answers in enumerate(CROSSED)
        for g, verdicts in enumerate(answers)
        for j, score in enumerate(verdicts)
    ]


def test_published_repeats_under_one_judge() -> None:
    """Dyestuff: 1764.05 between batches, 2451.25 within; one judge leaves no residual to tell apart."""
    seen = [Observation(str(p), g, "j", y) for p, row in enumerate(DYESTUFF) for g, y in enumerate(row)]
    split = split_variance(seen)
    assert split.prompt == pytest.approx(1764.05)
    assert split.generation == pytest.approx(2451.25)
    assert (split.judge, split.residual, split.set_to_zero) == (None, None, ())


def test_published_judges_without_repeats() -> None:
    """Shrout and Fleiss: mean squares 11.24, 32.49 and 1.02 of subjects, judges and residual."""
    seen = [Observation(str(p), 0, str(j), y) for p, row in enumerate(RATERS) for j, y in enumerate(row)]
    split = split_variance(seen)
    assert split.residual == pytest.approx(1.02, abs=0.005)
    assert split.judge == pytest.approx((32.49 - 1.02) / 6, abs=0.005)
    assert split.prompt == pytest.approx((11.24 - 1.02) / 4, abs=0.005)
    assert split.generation is None


def test_a_full_table_gives_the_analysis_of_variance() -> None:
    """Four prompts, three answers, three judges: mean squares solved with numpy 1.26."""
    split = split_variance(crossed())
    found = (split.prompt, split.generation, split.judge, split.residual)
    assert found == pytest.approx(
        (0.007470370370370373, 0.001000252525252523, 0.003967424242424251, 0.001577020202020201), rel=1e-6
    )


def test_gaps_do_not_bias_the_parts() -> None:
    """A third of the verdicts missing at random, the parts of 400 prompts stay near the truth."""
    noise = random.Random(4)  # noqa: S311 - made-up data
    judges = {j: noise.gauss(0, 0.3) for j in "abcdefgh"}
    seen = []
    for p in range(400):
        prompt = noise.gauss(0, 0.2)
        for g in range(noise.choice([1, 2, 3])):
            answer = prompt + noise.gauss(0, 0.1)
            kept = [j for j in judges if noise.random() < 2 / 3]
            seen += [Observation(str(p), g, j, answer + judges[j] + noise.gauss(0, 0.15)) for j in kept]
    split = split_variance(seen)
    spread = sum((x - sum(judges.values()) / 8) ** 2 for x in judges.values()) / 7
    assert split.prompt == pytest.approx(0.04, rel=0.2)
    assert split.generation == pytest.approx(0.01, rel=0.2)
    assert split.judge == pytest.approx(spread, rel=0.05)
    assert split.residual == pytest.approx(0.0225, rel=0.05)


def test_negative_estimates_become_zero_and_are_named() -> None:
    """Prompts more alike than their answers: the part is 0, and the split says so."""
    seen = [Observation(str(p), g, "j", score) for p in range(3) for g, score in enumerate((0.0, 1.0))]
    split = split_variance(seen)
    assert split.prompt == 0.0
    assert split.set_to_zero == ("prompt",)


@pytest.mark.parametrize(
    "seen",
    [
        [],
        [Observation("p", 0, "j", None)],
        [Observation("p", 0, "j", 0.5)],
        [Observation("p", 0, "a", 0.5), Observation("p", 0, "b", 0.7)],
    ],
)
def test_too_little_data_has_no_parts(seen: list[Observation]) -> None:
    """What cannot be told apart is None, not 0."""
    assert split_variance(seen) == VarianceSplit(None, None, None, None)


def test_judges_who_never_met_are_not_told_apart() -> None:
    """Under failover each answer has one judge: no judge's part, no residual."""
    seen = [Observation(str(p), 0, "ab"[p % 2], p / 10) for p in range(8)]
    split = split_variance(seen)
    assert (split.judge, split.residual) == (None, None)
    assert split.prompt is not None


@given(st.permutations(crossed()[:-1]))
def test_order_changes_nothing(shuffled: list[Observation]) -> None:
    """Shuffled observations give the same bytes."""
    assert split_variance(shuffled) == split_variance(crossed()[:-1])


SPLIT = VarianceSplit(prompt=0.04, generation=0.01, judge=0.0016, residual=0.02)


def test_standard_error_adds_the_parts() -> None:
    """Parts shrink with prompts, answers, judges and verdicts."""
    expected = 0.04 / 20 + 0.01 / 60 + 0.0016 / 2 + 0.02 / 120
    assert standard_error(SPLIT, Design(20, 3, 2, 5)) == pytest.approx(expected**0.5)


def test_calls_of_a_design() -> None:
    """One call per answer and one per judge and point of it."""
    assert Design(20, 3, 2, 5).calls == 20 * 3 * 11


@pytest.mark.parametrize(
    ("split", "best"),
    [
        (VarianceSplit(0.09, 0.0, 0.0, 0.01), "prompts"),
        (VarianceSplit(0.0, 0.001, 0.04, 0.001), "judges"),
    ],
)
def test_the_next_calls_go_where_the_spread_is(split: VarianceSplit, best: str) -> None:
    """Hard and easy prompts call for prompts, strict and lenient judges for judges."""
    offers = next_purchases(split, Design(10, 1, 2, 4))
    assert offers[0].kind == best
    assert [offer.gain for offer in offers] == sorted((offer.gain for offer in offers), reverse=True)


def test_an_offer_states_its_price_and_what_it_leaves() -> None:
    """One more prompt: its answers and their verdicts in calls, and the error of the larger design."""
    offer = next(o for o in next_purchases(SPLIT, Design(20, 3, 2, 5)) if o.kind == "prompts")
    before, after = standard_error(SPLIT, Design(20, 3, 2, 5)), standard_error(SPLIT, Design(21, 3, 2, 5))
    assert (offer.calls, offer.error) == (33, after)
    assert offer.gain == pytest.approx((before - after) / 33)


def test_unknown_parts_are_not_for_sale() -> None:
    """Without repeats and with one judge nothing is promised of either."""
    offers = next_purchases(VarianceSplit(0.04, None, None, None), Design(10, 1, 1, 4))
    assert [offer.kind for offer in offers] == ["prompts"]
