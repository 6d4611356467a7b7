"""Named levels and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.judging.scales import LEVELS, find_level, level_order, levels_shown

if TYPE_CHECKING:
    from pointwise.judging.scales import Scale


@pytest.mark.parametrize("scale", ["levels-5", "levels-10"])
def test_levels_rise_from_0_to_1(scale: Scale) -> None:
    """Each scale has as many levels as its name says, and no two are worth the same."""
    scores = [level.score for level in LEVELS[scale]]
    assert len(scores) == int(scale.partition("-")[2])
    assert scores == sorted(set(scores))
    assert (scores[0], scores[-1]) == (0, 1)


def test_levels_are_shown_in_both_orders() -> None:
    """Descending is ascending backwards; the continuous scale has nothing to show."""
    assert levels_shown("levels-5", "ascending") == levels_shown("levels-5", "descending")[::-1]
    assert levels_shown("continuous", "ascending") == ()


def test_the_order_is_a_fair_coin_that_stays_fallen() -> None:
    """About half of the points are shown each order, and the same one every time."""
    orders = [level_order(f"point {i}", "response", "judge") for i in range(2000)]
    assert orders == [level_order(f"point {i}", "response", "judge") for i in range(2000)]
    assert 900 < orders.count("ascending") < 1100  # 2000 tosses stray by more than 100 once in 100,000


@pytest.mark.parametrize("changed", [("b", "r", "j"), ("p", "s", "j"), ("p", "r", "k")])
def test_the_order_depends_on_point_response_and_judge(changed: tuple[str, str, str]) -> None:
    """Each of the three tosses the coin anew."""
    suffixes = [str(i) for i in range(50)]
    one = [level_order("p" + s, "r" + s, "j" + s) for s in suffixes]
    point, response, judge = changed
    assert one != [level_order(point + s, response + s, judge + s) for s in suffixes]


@pytest.mark.parametrize("name", ["", "CLASS_", "MET", "CLASS_CLASS_UNMET", "UNMET_CLASS"])
def test_other_names_are_no_levels(name: str) -> None:
    """Only a level's own name finds it."""
    assert find_level("levels-5", name) is None
