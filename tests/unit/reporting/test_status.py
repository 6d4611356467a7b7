"""Progress in words: the panel, the line for logs, the line at the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pointwise.reporting.cells import FINE, PLAIN, Glyphs, cells
from pointwise.reporting.status import closing_line, status_line, status_panel
from pointwise.reporting.tally import Count, Snapshot

START = Snapshot(
    phase="planning",
    elapsed=0.2,
    eta=None,
    share=0.0,
    responses=Count(0, 0),
    judgements=Count(0, 0),
    failed={},
    retrying={},
    tokens_in=0,
    tokens_out=0,
    cost=0.0,
    unpriced=0,
    in_flight=(),
    runs=1,
    planned=0,
    finished=0,
)
MIDDLE = replace(
    START,
    phase="generating and judging",
    elapsed=65.0,
    eta=181.0,
    share=0.43,
    responses=Count(120, 200),
    judgements=Count(310, 800),
    failed={"rate_limit": 3, "timeout": 1},
    retrying={"rate_limit": 2},
    tokens_in=1_200_000,
    tokens_out=310_000,
    cost=0.4212,
    unpriced=12,
    in_flight=(("openai", 2), ("openrouter", 8)),
    runs=3,
    planned=3,
    finished=1,
)
END = replace(
    MIDDLE,
    phase="done",
    elapsed=42.0,
    share=1.0,
    responses=Count(9, 9),
    judgements=Count(18, 18),
    failed={"timeout": 1},
    tokens_in=9,
    tokens_out=8,
    unpriced=0,
    runs=1,
)


def test_the_panel_says_how_far_how_long_and_how_much() -> None:
    """Phase, bars, time left, spending, calls and failures, each on its line."""
    assert status_panel(MIDDLE, "Safety basics", 90, FINE, color=False) == [
        "Safety basics  generating and judging",
        "  responses   ━━━━━━━━━━━━━━━━━━━━━━━━────────────────  120/200   60%",
        "  judgements  ━━━━━━━━━━━━━━━╸────────────────────────  310/800   38%",
        "  about 3 min left · 1 min 05 s passed · 1/3 runs finished",
        "  1.2M tokens in, 310k out · $0.42 · price of 12 calls unknown",
        "  in flight: openai 2, openrouter 8 · 2 waiting to retry (rate limit 2)",
        "  4 failed (rate limit 3, timeout 1)",
    ]


def test_the_panel_begins_small() -> None:
    """What is not known yet takes no line."""
    assert status_panel(START, "Safety basics", 90, FINE, color=False) == [
        "Safety basics  planning",
        "  0.2 s passed",
    ]


@pytest.mark.parametrize("width", [10, 20, 38, 58, 100, 198])
@pytest.mark.parametrize("glyphs", [FINE, PLAIN])
def test_the_panel_keeps_within_its_width(width: int, glyphs: Glyphs) -> None:
    """A line that wraps could not be taken back when the panel is redrawn."""
    title = "A title that is a good deal longer than a narrow terminal is wide, " * 3
    lines = status_panel(MIDDLE, title, width, glyphs, color=False)
    assert max(map(cells, lines)) <= width


def test_without_fine_glyphs_the_panel_is_ascii() -> None:
    """For streams that can carry nothing else."""
    assert "".join(status_panel(MIDDLE, "t" * 99, 60, PLAIN, color=False)).isascii()


def test_hostile_names_cannot_steer_the_terminal() -> None:
    """Titles come from blueprints, provider names from model ids."""
    hostile = replace(MIDDLE, in_flight=(("\x1b[2J\nx", 1),))
    for line in status_panel(hostile, "\x1b]0;owned\x07\r", 90, FINE, color=False):
        assert line.isprintable()


def test_a_line_for_logs_says_it_all_in_ascii() -> None:
    """One line, no glyphs, no control characters."""
    assert status_line(MIDDLE) == (
        " 43%  generating and judging: 1/3 runs finished; 120/200 responses; 310/800 judgements; "
        "4 failed (rate limit 3, timeout 1); 1.2M tokens in, 310k out; $0.42; price of 12 calls unknown; "
        "2 waiting to retry (rate limit 2); about 3 min left"
    )


def test_a_percentage_of_hundred_means_all() -> None:
    """999 of 1000 are not 100%."""
    assert status_line(replace(MIDDLE, share=0.999)).startswith(" 99%")


@pytest.mark.parametrize(
    ("snapshot", "line"),
    [
        (START, None),
        (
            END,
            "Done in 42 s: 9/9 responses; 18/18 judgements; 1 failed (timeout 1); 9 tokens in, 8 out; $0.42.",
        ),
        (
            replace(START, phase="generating", planned=1, elapsed=3, responses=Count(3, 9)),
            "Ended after 3.0 s: 3/9 responses.",
        ),
    ],
)
def test_the_last_line_says_what_came_of_it(snapshot: Snapshot, line: str | None) -> None:
    """Nothing where not even the plan was made: an error follows then."""
    assert closing_line(snapshot) == line


def test_unknown_prices_are_not_shown_as_no_cost() -> None:
    """Where no price is known there is no sum."""
    line = status_line(replace(MIDDLE, cost=0.0))
    assert "$" not in line
    assert "price of 12 calls unknown" in line
