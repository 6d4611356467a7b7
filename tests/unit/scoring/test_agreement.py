"""Agreement coefficients against published examples and plain definitions."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.scoring.agreement import Rating, ac2, alpha, by_unit, pair_agreements

PUBLISHED = (
    (1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None),
    (1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3),
    (None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None),
    (1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None),
)
"""Four observers, twelve units: Krippendorff (2011), section C; as `cac.raw4raters` in Gwet's irrCAC too."""

TABLES = st.lists(
    st.lists(st.none() | st.sampled_from([0.0, 0.25, 0.3, 0.75, 1.0]), min_size=3, max_size=3), max_size=8
)

PAIR = ((0, 1, 2, 3, 4, 4, 3, 2, 4, 4, 1, 0), (0, 2, 2, 3, 4, 3, 3, 1, 4, 4, 2, 1))


def ratings(judges: object, per_prompt: int = 1) -> list[Rating]:
    """Ratings from a row per judge and a column per unit."""
    return [
        Rating(f"p{u // per_prompt}", f"u{u}", f"j{j}", score)
        for j, row in enumerate(judges)  # type: ignore[arg-type]
        for u, score in enumerate(row)
    ]


@pytest.mark.parametrize(("metric", "value"), [("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_of_krippendorffs_example(metric: str, value: float) -> None:
    """Krippendorff (2011) gives ordinal .815 and interval .849; 11 of 12 units can be paired."""
    found = alpha(by_unit(ratings(PUBLISHED)), metric)  # type: ignore[arg-type]
    assert found.value == pytest.approx(value, abs=5e-4)
    assert found.units == 11


@pytest.mark.parametrize(
    ("weighting", "value"), [("quadratic", 0.91400), ("linear", 0.85874), ("ordinal", 0.89894)]
)
def test_ac2_of_gwets_example(weighting: str, value: float) -> None:
    """What irrCAC 0.4.4 gives for Gwet's four raters; its published unweighted AC1 is .77544."""
    found = ac2(by_unit(ratings(PUBLISHED)), weighting)  # type: ignore[arg-type]
    assert found.value == pytest.approx(value, abs=5e-6)


def test_kappa_agrees_with_a_reference() -> None:
    """Quadratic weighted kappa of scikit-learn 1.9, cohen_kappa_score."""
    (pair,) = pair_agreements(by_unit(ratings(PAIR)))
    assert (pair.first, pair.second) == ("j0", "j1")
    assert pair.kappa.value == pytest.approx(0.8905109489051095)


@pytest.mark.parametrize("judges", [((0.5,) * 6,) * 2, ((1.0,) * 6,) * 3, ((0.1,) * 7,) * 2])
def test_no_variation_is_not_agreement(judges: object) -> None:
    """Judges who gave one score everywhere have no coefficient: neither 1 nor 0."""
    units = by_unit(ratings(judges))
    for found in (alpha(units), alpha(units, "ordinal"), ac2(units), pair_agreements(units)[0].kappa):
        assert (found.value, found.interval, found.gap) == (None, None, "no variation")


@pytest.mark.parametrize("judges", [(), ((1.0, 0.0),), ((1.0, None), (None, 0.0))])
def test_unpaired_ratings_say_nothing(judges: object) -> None:
    """One judge, or judges who share no unit, have no coefficient."""
    units = by_unit(ratings(judges))
    for found in (alpha(units), alpha(units, "ordinal"), ac2(units)):
        assert (found.value, found.units, found.gap) == (None, 0, "too few ratings")


def test_pairs_without_common_units_have_no_kappa() -> None:
    """Three judges, of whom two never met: that pair is listed, without a value."""
    units = by_unit(ratings(((1, 0, 1, None), (None, None, None, 1), (1, 0, 0, 1))))
    gaps = {(p.first, p.second): p.kappa.gap for p in pair_agreements(units)}
    assert gaps == {("j0", "j1"): "too few ratings", ("j0", "j2"): None, ("j1", "j2"): "too few ratings"}


def test_full_agreement_is_one() -> None:
    """Judges who follow each other through all scores agree fully."""
    units = by_unit(ratings(((0, 0.5, 1.0, 0.2),) * 2))
    for found in (alpha(units), alpha(units, "ordinal"), ac2(units), pair_agreements(units)[0].kappa):
        assert found.value == pytest.approx(1.0)


def test_alpha_has_an_interval_over_prompts() -> None:
    """Many prompts narrow the interval around the value; more units of the same prompts would not."""
    rows = ([i % 5 / 4 for i in range(200)], [(i % 5 + (i % 7 == 0)) / 5 for i in range(200)])
    wide, narrow = (alpha(by_unit(ratings(rows, per_prompt=size))) for size in (25, 2))
    assert wide.interval is not None
    assert narrow.interval is not None
    assert narrow.interval.low <= narrow.value <= narrow.interval.high  # type: ignore[operator]
    assert narrow.value == wide.value


def test_alpha_of_few_prompts_has_no_interval() -> None:
    """Below five prompts agreement has a value only."""
    found = alpha(by_unit(ratings(((0, 0.5, 1, 0.3),) * 2)))
    assert found.value is not None
    assert found.interval is None


def test_variation_in_one_prompt_has_no_interval() -> None:
    """Where all variation comes from a single prompt, resampling prompts cannot say how far it carries."""
    rows = ([1.0] * 9 + [0.0], [1.0] * 9 + [0.5])
    assert alpha(by_unit(ratings(rows))).interval is None


def test_a_judge_rates_a_unit_once() -> None:
    """The same judge twice on one unit is a mistake of the caller, not agreement with oneself."""
    with pytest.raises(ValueError, match="twice"):
        by_unit([Rating("p", "u", "j", 1.0), Rating("p", "u", "j", 0.0)])


def test_a_finer_scale_lowers_assumed_luck() -> None:
    """Categories that nobody chose still count for AC2's chance agreement."""
    units = by_unit(ratings(((0, 1, 1, 0), (0, 1, 0.5, 0))))
    assert ac2(units).value != ac2(units, categories=(0.0, 0.25, 0.5, 0.75, 1.0)).value
    assert ac2(units, categories=(1.0, 0.5)) == ac2(units)


@given(TABLES, st.sampled_from(["ordinal", "interval"]))
def test_alpha_is_its_definition(table: list[list[float | None]], metric: str) -> None:
    """Sums over prompts give what Krippendorff's coincidence matrix gives, gaps and all."""
    found = alpha(by_unit(ratings(zip(*table, strict=True))), metric)  # type: ignore[arg-type]
    expected = defined_alpha(table, metric)
    assert found.value == (None if expected is None else pytest.approx(expected, abs=1e-9))


@given(TABLES, st.sampled_from(["quadratic", "linear", "ordinal"]))
def test_ac2_is_its_definition(table: list[list[float | None]], weighting: str) -> None:
    """The closed form over categories gives what summing the matrix of weights gives."""
    found = ac2(by_unit(ratings(zip(*table, strict=True))), weighting)  # type: ignore[arg-type]
    if found.value is not None:
        assert found.value == pytest.approx(defined_ac2(table, weighting), abs=1e-9)


@given(TABLES, st.randoms())
def test_order_changes_nothing(table: list[list[float | None]], source: object) -> None:
    """Shuffled ratings give the same bytes."""
    given_order = ratings(zip(*table, strict=True))
    shuffled = list(given_order)
    source.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = by_unit(given_order), by_unit(shuffled)
    for measure in (alpha, lambda u: alpha(u, "ordinal"), ac2, pair_agreements):
        assert measure(one) == measure(other)


def defined_alpha(table: list[list[float | None]], metric: str) -> float | None:
    """Alpha by pairs within units against pairs of all values, as Krippendorff writes it."""
    units = [[x for x in row if x is not None] for row in table]
    units = [unit for unit in units if len(unit) > 1]
    values = [x for unit in units for x in unit]
    counts = {x: values.count(x) for x in sorted(set(values))}

    def gap(a: float, b: float) -> float:
        if metric == "interval":
            return (a - b) ** 2
        low, high = sorted((a, b))
        between = sum(n for x, n in counts.items() if low <= x <= high)
        return (between - (counts[a] + counts[b]) / 2) ** 2

    expected = sum(n * m * gap(a, b) for (a, n), (b, m) in product(counts.items(), repeat=2))
    if not expected:
        return None
    observed = sum(gap(a, b) / (len(u) - 1) for u in units for a, b in permutations(u, 2))
    return 1 - (len(values) - 1) * observed / expected


def defined_ac2(table: list[list[float | None]], weighting: str) -> float:
    """AC2 with the whole matrix of weights summed, as Gwet writes it."""
    units = [[x for x in row if x is not None] for row in table]
    units = [unit for unit in units if unit]
    scale = sorted({x for unit in units for x in unit})
    q, reach = len(scale), scale[-1] - scale[0]

    def weight(a: float, b: float) -> float:
        steps = abs(scale.index(a) - scale.index(b))
        return {
            "quadratic": 1 - (a - b) ** 2 / reach**2,
            "linear": 1 - abs(a - b) / reach,
            "ordinal": 1 - steps * (steps + 1) / (q * (q - 1)),
        }[weighting]

    paired = [unit for unit in units if len(unit) > 1]
    agreed = [sum(weight(a, b) for a, b in permutations(u, 2)) / (len(u) * (len(u) - 1)) for u in paired]
    shares = [sum(unit.count(x) / len(unit) for unit in units) / len(units) for x in scale]
    whole = sum(weight(a, b) for a, b in product(scale, repeat=2))
    chance = whole / (q * (q - 1)) * sum(p * (1 - p) for p in shares)
    return (sum(agreed) / len(agreed) - chance) / (1 - chance)
