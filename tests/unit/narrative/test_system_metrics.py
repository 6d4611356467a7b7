"""What marks say of systems, against numbers worked out by hand."""

from __future__ import annotations

import math

import pytest

from pointwise.errors import InputError
from pointwise.narrative.columns import SCORES
from pointwise.narrative.scored import read_scored, told_apart
from pointwise.narrative.system_metrics import groups_of, mean_by_story, slope_by_story
from tests.unit.narrative.table import row


def test_the_error_of_a_mean_counts_stories_not_rows() -> None:
    """Three stories with 2, 2 and 1 rows: mean 3; sums less 3n are 2, -2, 0; SE = sqrt(3/2 x 8) / 5."""
    mean = mean_by_story([("s", 4), ("s", 4), ("t", 2), ("t", 2), ("u", 3)])
    assert mean.value == 3
    assert mean.error == pytest.approx(math.sqrt(12) / 5)
    assert mean.stories == 3


def test_repeating_every_row_makes_nothing_more_certain() -> None:
    """Ten copies of each row leave mean and error what they were."""
    rows = [("s", 5.0), ("t", 3.0), ("u", 1.0)]
    assert mean_by_story(rows * 10).error == pytest.approx(mean_by_story(rows).error)


def test_one_story_has_a_mean_and_no_error() -> None:
    """A spread needs two."""
    assert mean_by_story([("s", 4), ("s", 2)]).error is None


def test_slope_is_marks_per_100_words() -> None:
    """Marks 1, 2, 3 at 10, 60, 110 words lie on a line of 2 per 100 words, without error."""
    slope = slope_by_story([("s", 10, 1), ("t", 60, 2), ("u", 110, 3)])
    assert slope is not None
    assert (slope.value, slope.error) == (pytest.approx(2), pytest.approx(0, abs=1e-12))


def test_slope_error_is_the_cluster_robust_one() -> None:
    """At x -1, 0, 1 and y 0, 3, 0 the slope is 0, pulls are 1, 0, -1 and SE = sqrt(3/2 x 2) / 2 a word."""
    slope = slope_by_story([("s", -1, 0), ("t", 0, 3), ("u", 1, 0)])
    assert slope is not None
    assert slope.value == pytest.approx(0)
    assert slope.error == pytest.approx(100 * math.sqrt(3) / 2)


@pytest.mark.parametrize("points", [[], [("s", 5, 1)], [("s", 5, 1), ("t", 5, 4)]])
def test_there_is_no_slope_without_two_lengths(points: list[tuple[str, float, float]]) -> None:
    """None, not 0."""
    assert slope_by_story(points) is None


def test_unscored_rows_are_counted_and_stay_out_of_means() -> None:
    """Unscored is not zero, neither in means nor in histograms nor in lengths."""
    rows = [row("s", 4, words=10), row("t", None, words=1000), row("t", 2, words=20)]
    group = groups_of(rows)[0]
    assert (group.rows, group.unscored, group.words) == (3, 1, 15)
    assert group.means["overall_quality"].value == 3
    assert group.histograms["relevance"] == (0, 0, 1, 0, 1, 0)


def test_a_system_without_marks_has_no_means() -> None:
    """Nothing scored is no value."""
    group = groups_of([row("s", None)])[0]
    assert (dict(group.means), group.words, group.slope) == ({}, None, None)


def test_groups_are_systems_by_name_then_prompt_types_in_their_order() -> None:
    """All rows of a system first; a type nobody knows comes last."""
    kinds = ("strict", "odd", "loose", "moderate")
    rows = [row("s", 3, kind, system) for system in ("b", "a") for kind in kinds]
    found = [(group.system, group.prompt_type) for group in groups_of(rows)]
    order = (None, "loose", "moderate", "strict", "odd")
    assert found == [(system, kind) for system in ("a", "b") for kind in order]


def test_the_histogram_of_the_overall_mark_is_the_judges() -> None:
    """A bonus moves means and leaves what the judge said."""
    group = groups_of([row("s", 4.25), row("t", 4.25)])[0]
    assert group.means["overall_quality"].value == 4.25
    assert group.means["overall_raw"].value == 4
    assert group.histograms["overall_quality"] == (0, 0, 0, 0, 2, 0)


def test_a_system_in_two_files_is_told_apart_by_file() -> None:
    """Two runs of one system can be compared; a system in one file keeps its name."""
    files = {"before": [row("s", 3), row("s", 3, system="b")], "after": [row("s", 4)]}
    assert [each.system for each in told_apart(files)] == ["a (before)", "b", "a (after)"]


PLACES = {name: place for place, name in enumerate((*SCORES, "system"))}
GOOD = ("42", "Strict ", "3", "4", "5", "3", "4", "4.25", "4", "112", "")


def test_a_written_row_is_read_back() -> None:
    """The published row: final and raw marks, words, and the file as system where the row names none."""
    found = read_scored(GOOD, PLACES, "file")
    assert (found.id, found.prompt_type, found.system, found.words) == ("42", "strict", "file", 112)
    assert found.marks is not None
    assert (found.overall, found.marks["overall_raw"], found.marks["relevance"]) == (4.25, 4, 5)


def test_a_row_without_any_mark_is_unscored() -> None:
    """Empty cells are what a failed row is written with."""
    assert read_scored((*GOOD[:2], *[""] * 8, "sys"), PLACES, "file").marks is None


@pytest.mark.parametrize(
    ("place", "text"), [(3, "six"), (3, "6"), (3, "-1"), (3, ""), (7, "nan"), (9, "inf")]
)
def test_a_cell_that_is_no_mark_is_refused(place: int, text: str) -> None:
    """Neither guessed nor passed over; the column is named."""
    with pytest.raises(InputError, match=f"{SCORES[place]} is '{text}'"):
        read_scored((*GOOD[:place], text, *GOOD[place + 1 :]), PLACES, "file")
