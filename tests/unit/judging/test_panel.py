"""Whom to ask next, when a point is settled, and what the votes come to."""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pointwise.judging.panel import Judge, Panel, combine, counted, is_settled, next_seats, own_family

if TYPE_CHECKING:
    from pointwise.judging.settings import Mode

GOOGLE = Judge(id="g", model="openrouter:google/gemini-2.5-flash")
OPENAI = Judge(id="o", model="openrouter:openai/gpt-4.1-mini")
CLAUDE = Judge(id="c", model="openrouter:anthropic/claude-haiku-4.5")
META = Judge(id="m", model="groq:llama-3.3-70b")

BOTH = Panel(judges=(GOOGLE, OPENAI), backup=CLAUDE)
ALONE = Panel(judges=(GOOGLE, OPENAI))
ROW = Panel(judges=(GOOGLE, OPENAI), mode="failover", backup=CLAUDE)
SHORT_ROW = Panel(judges=(GOOGLE, OPENAI), mode="failover")


def test_seats_are_judges_then_backup() -> None:
    """A place in `seats` is what tasks and stored judgements carry."""
    assert BOTH.seats == (GOOGLE, OPENAI, CLAUDE)
    assert ALONE.seats == (GOOGLE, OPENAI)


@pytest.mark.parametrize(
    ("settled", "asked"),
    [
        ({}, (0, 1)),
        ({0: True}, (1,)),
        ({1: True}, (0,)),
        ({0: True, 1: True}, ()),
        ({0: False}, (1, 2)),
        ({1: False}, (0, 2)),
        ({0: False, 1: True}, (2,)),
        ({0: False, 1: False}, (2,)),
        ({0: False, 2: True}, (1,)),
        ({0: False, 1: True, 2: True}, ()),
        ({0: False, 1: True, 2: False}, ()),
        ({0: False, 1: False, 2: False}, ()),
        ({0: True, 1: True, 2: True}, ()),
    ],
)
def test_a_consensus_asks_all_and_the_backup_once(settled: dict[int, bool], asked: tuple[int, ...]) -> None:
    """Every judge is asked; the backup as soon as one has failed for good, and never twice."""
    assert next_seats(BOTH, settled) == asked
    assert is_settled(BOTH, settled) == (not asked)


@pytest.mark.parametrize(
    ("settled", "asked"),
    [({}, (0, 1)), ({0: False}, (1,)), ({0: False, 1: True}, ()), ({0: False, 1: False}, ())],
)
def test_without_a_backup_nobody_stands_in(settled: dict[int, bool], asked: tuple[int, ...]) -> None:
    """A panel without backup is settled when its judges are."""
    assert next_seats(ALONE, settled) == asked


@pytest.mark.parametrize(
    ("settled", "asked"),
    [
        ({}, (0,)),
        ({0: True}, ()),
        ({0: False}, (1,)),
        ({0: False, 1: True}, ()),
        ({0: False, 1: False}, (2,)),
        ({0: False, 1: False, 2: True}, ()),
        ({0: False, 1: False, 2: False}, ()),
        ({1: True}, ()),
    ],
)
def test_failover_asks_in_order_until_one_answers(settled: dict[int, bool], asked: tuple[int, ...]) -> None:
    """One at a time, the backup last."""
    assert next_seats(ROW, settled) == asked
    assert is_settled(ROW, settled) == (not asked)


def test_failover_without_backup_ends() -> None:
    """When all have failed nobody is left."""
    assert next_seats(SHORT_ROW, {0: False, 1: False}) == ()


@pytest.mark.parametrize("panel", [BOTH, ALONE, ROW, SHORT_ROW])
def test_every_course_of_events_ends(panel: Panel) -> None:
    """Whoever answers or fails, in whatever order: each seat is asked at most once, then nobody is."""
    seats = range(len(panel.seats))
    for outcomes, order in product(product([True, False], repeat=len(seats)), permutations(seats)):
        settled: dict[int, bool] = {}
        while asked := next_seats(panel, settled):
            seat = min(asked, key=order.index)
            assert seat not in settled
            settled[seat] = outcomes[seat]
        assert any(settled.values()) or len(settled) == len(panel.seats)


@pytest.mark.parametrize(
    ("panel", "votes", "score"),
    [
        (BOTH, {}, None),
        (BOTH, {0: 0.5}, 0.5),
        (BOTH, {0: 0.5, 1: 1.0}, 0.75),
        (BOTH, {1: 1.0, 2: 0.5}, 0.75),
        (BOTH, {2: 0.25}, 0.25),
        (BOTH, {0: 0.5, 1: 1.0, 2: 0.0}, 0.75),  # the backup was asked for a verdict that then came
        (ROW, {0: 0.5}, 0.5),
        (ROW, {2: 0.5}, 0.5),
        (ROW, {1: 0.5, 2: 1.0}, 0.5),
        (ROW, {}, None),
    ],
)
def test_votes_become_one_score(panel: Panel, votes: dict[int, float], score: float | None) -> None:
    """The mean of the judges that answered, or the first that did; nobody is no score, not 0."""
    assert combine(panel, votes) == score


@pytest.mark.parametrize(
    ("votes", "score"),
    [((0.0, 0.1, 1.0), 0.1), ((0.0, 1.0), 0.5), ((0.2,), 0.2), ((), None)],
)
def test_the_median_can_be_asked_for(votes: tuple[float, ...], score: float | None) -> None:
    """The middle verdict, of an even number the mean of the two in the middle."""
    panel = Panel(judges=(GOOGLE, OPENAI, META), combine="median")
    assert combine(panel, dict(enumerate(votes))) == score


def test_own_family_is_by_maker() -> None:
    """Judges of the candidate's maker are named, whoever resells either of them."""
    assert own_family(BOTH, "openai:gpt-5[temp:0.5]") == {1}
    assert own_family(BOTH, "bedrock:us.anthropic.claude-sonnet-4") == {2}
    assert own_family(BOTH, "sample:aspen") == frozenset()


@pytest.mark.parametrize(
    ("mode", "given", "candidate", "seats"),
    [
        ("consensus", (0, 1), "openai:gpt-5", (0,)),
        ("consensus", (0, 1), "google:gemini-3", (1,)),
        ("consensus", (0, 1), "mistral:large", (0, 1)),
        ("consensus", (0, 1), None, (0, 1)),
        ("consensus", (1,), "openai:gpt-5", (1,)),  # nobody else answered
        ("consensus", (1, 2), "openai:gpt-5", (2,)),
        ("consensus", (0, 1, 2), "openai:gpt-5", (0,)),
        ("failover", (0,), "google:gemini-3", (0,)),
        ("failover", (0, 1), "google:gemini-3", (1,)),
    ],
)
def test_excluded_votes_count_only_where_there_are_no_others(
    mode: Mode, given: tuple[int, ...], candidate: str | None, seats: tuple[int, ...]
) -> None:
    """With `exclude` a judge of the candidate's own maker does not count beside others."""
    panel = Panel(judges=(GOOGLE, OPENAI), backup=CLAUDE, mode=mode, self_judging="exclude")
    assert counted(panel, given, candidate) == seats


@pytest.mark.parametrize("policy", ["allow", "warn"])
def test_other_policies_do_not_touch_the_score(policy: str) -> None:
    """A mark in the result is no change of the score."""
    panel = BOTH.model_copy(update={"self_judging": policy})
    assert combine(panel, {0: 0.0, 1: 1.0}, "openai:gpt-5") == 0.5


@given(st.dictionaries(st.integers(0, 2), st.floats(0, 1)), st.sampled_from([BOTH, ROW]))
def test_the_score_lies_among_the_votes(votes: dict[int, float], panel: Panel) -> None:
    """Never below the lowest verdict or above the highest, and the order of arrival does not matter."""
    score = combine(panel, votes)
    assert score == combine(panel, dict(reversed(votes.items())))
    assert (score is None) == (not votes)
    assert score is None or min(votes.values()) <= score <= max(votes.values())


def test_a_panel_needs_a_judge() -> None:
    """An empty panel cannot be made."""
    with pytest.raises(ValidationError):
        Panel(judges=())


def test_panels_survive_being_stored() -> None:
    """What is written into a plan is read back as it was."""
    assert Panel.model_validate_json(BOTH.model_dump_json(exclude_unset=True)) == BOTH


def test_the_description_matters_to_holistic_judges_only() -> None:
    """Any seat counts, the backup included."""
    holistic = CLAUDE.model_copy(update={"approach": "holistic"})
    assert not BOTH.reads_description
    assert Panel(judges=(GOOGLE,), backup=holistic).reads_description


def test_a_judge_knows_its_provider() -> None:
    """Limits of calls are the provider's, not the maker's."""
    assert GOOGLE.provider == "openrouter"
