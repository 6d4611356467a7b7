"""The result of a run as a terminal shows it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.reporting.cells import cells
from pointwise.reporting.summary import WeakPoint
from pointwise.reporting.terminal import Hint, ModelRow, RunSummary, render, render_job

RUN = "safety/3f2a9c1b7d6e5f40_2026-11-21T10-00-00-000Z"
WHOLE = RunSummary(
    title="Safety basics",
    run=RUN,
    prompts=12,
    models=(
        ModelRow("openai:gpt-4.1-mini", 0.8731, 12, 120, cost=0.1234, tokens_in=120_000, tokens_out=31_000),
        ModelRow("openai:gpt-4.1", 0.912, 12, 120, cost=0.21, tokens_in=98_000, tokens_out=41_000),
    ),
    judging_cost=0.302,
    wall=252.4,
    written=("results/safety/3f2a_comparison.json",),
)
GAPS = replace(
    WHOLE,
    models=(
        ModelRow("openrouter:mistral/gone", None, 0, 0, {"no_response": 120}, failed=12),
        ModelRow(
            "custom:a-very-long-deployment-name-of-some-company-v2[temp:0.7]",
            0.4401,
            11,
            108,
            {"timeout": 10, "rate_limit": 2},
            cost=None,
            tokens_in=1_500_000,
        ),
        *WHOLE.models,
    ),
    note="answers come from demo.yml, not from the models named",
    warnings=("There are two prompts with the id greet; the later one became greet-2.",),
    hints=(Hint("pointwise compare A B", "shows what changed"),),
)

WHOLE_AT_100 = """\
Safety basics
safety/3f2a9c1b7d6e5f40_2026-11-21T10-00-00-000Z
12 prompts · 2 models · 4 min 12 s · $0.64 (judging $0.30)

Model                Score                            Unscored   Cost  Tokens in/out
openai:gpt-4.1       91.2%  ━━━━━━━━━━━━━━━━━━━━━━──         0  $0.21    98.0k/41.0k
openai:gpt-4.1-mini  87.3%  ━━━━━━━━━━━━━━━━━━━━━───         0  $0.12     120k/31.0k

All 240 points are scored.
Score: mean over prompts of the share of points met.

Written:
  results/safety/3f2a_comparison.json
"""

GAPS_AT_60 = """\
Safety basics
safety/3f2a9c1b7d6e5f40_2026-11-21T10-00-00-000Z
12 prompts · 4 models · 4 min 12 s · at least $0.64 (judging
$0.30)
Note: answers come from demo.yml, not from the models named

Model                        Score  Prompts  Unscored   Cost
openai:gpt-4.1               91.2%    12/12         0  $0.21
openai:gpt-4.1-mini          87.3%    12/12         0  $0.12
custom:a-very…-v2[temp:0.7]  44.0%    11/12        12      -
openrouter:mistral/gone       none     0/12       120  $0.00

132 of 480 points are unscored and left out of the scores:
  no response 120, timeout 10, rate limit 2.
12 responses failed.
Score: mean over prompts of the share of points met. Cost -:
  price unknown.

Warning: There are two prompts with the id greet; the later
  one became greet-2.

Written:
  results/safety/3f2a_comparison.json

Next:
  pointwise resume safety/3f2a9c1b7d6e5f40_2026-11-21T10-00-00-000Z
    tries the 132 unscored points again
  pointwise compare A B  shows what changed
"""


@pytest.mark.parametrize(
    ("summary", "width", "text"),
    [(WHOLE, 100, WHOLE_AT_100), (GAPS, 60, GAPS_AT_60)],
    ids=["whole, 100 wide", "with gaps, 60 wide"],
)
def test_a_run_reads_like_this(summary: RunSummary, width: int, text: str) -> None:
    """Best model first, what is missing said plainly, paths and commands whole."""
    assert render(summary, width) + "\n" == text


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
@pytest.mark.parametrize("width", [60, 79, 80, 100, 133, 200])
def test_only_what_is_to_be_copied_is_wider_than_the_terminal(width: int, encoding: str) -> None:
    """Paths and commands are never cut or wrapped; everything else is."""
    long = replace(GAPS, title="標題" * 60, written=("x" * 250,), warnings=("word " * 99,))
    lines = render(long, width, encoding=encoding).splitlines()
    wide = [line for line in lines if cells(line) > width]
    assert all(line == "  " + "x" * 250 or "pointwise resume" in line for line in wide)
    assert "  " + "x" * 250 in lines


@pytest.mark.parametrize("width", [60, 100, 200])
def test_score_unscored_and_cost_are_there_at_every_width(width: int) -> None:
    """A score is not shown without what is missing from it."""
    (header,) = [line for line in render(GAPS, width).splitlines() if line.startswith("Model")]
    assert {"Model", "Score", "Prompts", "Unscored", "Cost"} <= set(header.split())


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "no such encoding"])
def test_streams_without_the_glyphs_get_ascii(encoding: str) -> None:
    """A title the encoding lacks is shown with question marks, not with an error."""
    text = render(replace(GAPS, title="標題"), 80, encoding=encoding)
    assert text.isascii()
    assert text.startswith("??\n")


def test_colour_changes_no_text() -> None:
    """With colour off there is no escape sequence; with colour on, nothing but."""
    painted = render(GAPS, 100, color=True)
    assert "\x1b[1mSafety basics\x1b[0m" in painted
    assert re.sub(r"\x1b\[\d+m", "", painted) == render(GAPS, 100)


HOSTILE = "\x1b]0;owned\x07\x1b[2J\r\n\u202e\x9b31m\ud800"


def test_nothing_from_outside_steers_the_terminal() -> None:
    """Titles, model ids, runs, warnings, notes, paths and hints come from files and services."""
    hostile = RunSummary(
        title=HOSTILE,
        run=HOSTILE,
        prompts=1,
        models=(ModelRow(HOSTILE, 0.5, 1, 1, {"timeout": 1}),),
        judging_cost=None,
        wall=1.0,
        written=(HOSTILE,),
        warnings=(HOSTILE,),
        note=HOSTILE,
        hints=(Hint(HOSTILE, HOSTILE),),
    )
    for line in render(hostile, 80).split("\n"):
        assert line.isprintable()


@given(st.text(st.characters()), st.integers(0, 250), st.sampled_from(["utf-8", "ascii", "cp437"]))
def test_any_text_can_be_shown(text: str, width: int, encoding: str) -> None:
    """No title or model id makes the table fail or leaves the encoding."""
    summary = replace(WHOLE, title=text, models=(ModelRow(text, None, 0, 0), ModelRow(text, 1.0, 12, 4)))
    render(summary, width, encoding=encoding).encode(encoding)


def test_columns_that_tell_nothing_are_left_out() -> None:
    """Fixtures use no tokens, and a prompt column of equals repeats the heading."""
    free = replace(WHOLE, models=(ModelRow("m", 0.5, 12, 10),))
    assert "Tokens" in render(WHOLE, 100)
    assert "Tokens" not in render(free, 100)
    assert "Prompts" not in render(free, 100)
    assert "Prompts" in render(replace(free, prompts=13), 100)


def test_equal_scores_stand_in_the_order_of_their_names() -> None:
    """The same result reads the same every time, whatever the order of models."""
    rows = tuple(ModelRow(name, 0.5, 12, 10) for name in ("b", "a", "c"))
    text = render(replace(WHOLE, models=rows), 80)
    assert text == render(replace(WHOLE, models=rows[::-1]), 80)
    assert re.findall(r"^[abc](?= )", text, re.MULTILINE) == ["a", "b", "c"]


def test_a_score_of_zero_is_not_no_score() -> None:
    """Unscored is not zero: 0.0% has a bar, `none` has not, and stands below it."""
    rows = (ModelRow("x", None, 0, 0, {"auth": 4}), ModelRow("y", 0.0, 12, 4))
    y, x = [line for line in render(replace(WHOLE, models=rows), 80).splitlines() if line[:2] in {"x ", "y "}]
    assert "0.0%  ───" in y
    assert "none" in x
    assert "─" not in x


@pytest.mark.parametrize(
    ("costs", "judging", "phrase"),
    [
        ((0.5, 0.25), 0.25, "$1.00 (judging $0.25)"),
        ((0.5, None), 0.0, "at least $0.50"),
        ((0.5, 0.25), None, "at least $0.75"),
        ((None, None), None, "cost unknown"),
        ((0.0, 0.0), 0.0, "$0.00"),
    ],
)
def test_the_sum_says_whether_it_is_whole(
    costs: tuple[float | None, ...], judging: float | None, phrase: str
) -> None:
    """An unknown price is no price of nothing."""
    rows = tuple(ModelRow(f"m{n}", 0.5, 12, 10, cost=cost) for n, cost in enumerate(costs))
    facts = render(replace(WHOLE, models=rows, judging_cost=judging), 100).splitlines()[2]
    assert facts == f"12 prompts · 2 models · 4 min 12 s · {phrase}"


@pytest.mark.parametrize(
    ("paid", "shown"), [(None, False), (0.635, False), (0.05, True), (0.0, True), (9.0, False)]
)
def test_what_stored_replies_saved_is_said(paid: float | None, *, shown: bool) -> None:
    """A run over stored replies costs less than its replies did."""
    assert ("of it paid now" in render(replace(WHOLE, paid=paid), 100)) is shown


def test_a_run_without_gaps_has_nothing_to_resume() -> None:
    """Hints are for those who can use them."""
    assert "Next:" not in render(WHOLE, 100)


@pytest.mark.parametrize(
    ("row", "hint"),
    [
        (ModelRow("m", 0.5, 12, 9, {"timeout": 1}), "tries the 1 unscored point again"),
        (ModelRow("m", 0.5, 11, 9, failed=2), "tries the 2 failed responses again"),
    ],
)
def test_a_run_with_gaps_says_how_to_close_them(row: ModelRow, hint: str) -> None:
    """The command can be pasted into a shell as it is."""
    gaps = replace(WHOLE, models=(row,))
    assert f"  pointwise resume {RUN}  {hint}" in render(gaps, 130)
    assert "pointwise resume 'a b~1'" in render(replace(gaps, run="a b~1"), 130)
    assert f"  pointwise resume x --out y  {hint}" in render(
        replace(gaps, resumption="pointwise resume x --out y"), 130
    )


def test_warnings_are_bounded() -> None:
    """A thousand warnings do not push the table off the screen."""
    text = render(replace(WHOLE, warnings=tuple(f"number {n}" for n in range(1000))), 100)
    assert 1 <= text.count("Warning: ") <= 10
    assert re.search(r"… and 99\d more warnings\.", text)


def test_a_run_without_models_or_points_still_reads() -> None:
    """Nothing to show is shown as nothing."""
    text = render(replace(WHOLE, models=(), judging_cost=0.0), 80)
    assert "0 models" in text


def test_several_runs_are_blocks_and_a_sum() -> None:
    """One block a run, in the order given, then all of them in one line."""
    text = render_job((WHOLE, GAPS), 100)
    assert text.startswith(render(WHOLE, 100))
    assert render(GAPS, 100) in text
    assert text.endswith("\n2 runs · at least $1.27 · 132 unscored")
    assert render_job((WHOLE,), 100) == render(WHOLE, 100)


FULL = replace(
    WHOLE,
    models=(
        ModelRow(
            "openai:gpt-4.1",
            0.912,
            12,
            120,
            cost=0.21,
            interval=(0.85, 0.95),
            group="a",
            passed=0.75,
            latency=(1.23, 14.2),
        ),
        ModelRow("openai:gpt-4.1-mini", 0.5, 12, 120, interval=(0.4, 0.6), group="b", passed=0.0),
    ),
    verdict="openai:gpt-4.1 is better than openai:gpt-4.1-mini by 41.2 points.",
    judges="Judges: a, b. Agreement (Krippendorff's alpha) 0.81.",
    weak=(WeakPoint("greet", "Says hello.", 0.25),),
    changes=("Since yesterday: no model changed beyond noise.",),
)


def test_the_verdict_comes_first_and_everything_else_in_its_order() -> None:
    """Sentence, table with intervals and groups, coverage, judges, points to fix, changes, paths."""
    lines = render(FULL, 110).splitlines()
    assert lines[0] == FULL.verdict
    header = next(line for line in lines if line.startswith("Model"))
    assert header.split() == [
        "Model",
        "Score",
        "95%",
        "sure",
        "Group",
        "Pass",
        "Unscored",
        "Cost",
        "p50/p95",
        "s",
    ]
    best = next(line for line in lines if line.startswith("openai:gpt-4.1 ") and "91.2%" in line)
    assert re.search(r"─━+●━+─.* 85\.0-95\.0 +a +75% +0 +\$0\.21 +1\.2/14", best)
    order = ("Model", "All 240", "Judges: a", "To fix first:", "Since yesterday", "Written:")
    places = [next(n for n, line in enumerate(lines) if line.strip().startswith(each)) for each in order]
    assert places == sorted(places)
    assert "   25.0%  greet: Says hello." in lines


@pytest.mark.parametrize("width", [60, 80, 100, 200])
@pytest.mark.parametrize("models", [1, 3, 30, 300])
def test_a_run_fits_on_a_screen(models: int, width: int) -> None:
    """Whatever there is to say, there are at most 40 lines, and the verdict is the first."""
    crowd = tuple(replace(FULL.models[0], model=f"m{n}", unscored={"timeout": 1}) for n in range(models))
    full = replace(
        FULL,
        models=crowd,
        weak=FULL.weak * 10,
        changes=("Changed. " * 30,) * 9,
        warnings=("word " * 60,) * 20,
        note="note " * 20,
        verdict="Something is better than something else. " * 3,
    )
    text = render(full, width)
    assert text.count("\n") < 40
    assert text.startswith("Something is better")
