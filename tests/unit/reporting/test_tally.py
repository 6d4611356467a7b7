"""Events in, counts out: what a job has done, is doing and still has to do."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.chat import ChatReply, Origin, Usage
from pointwise.events import CallEnded, CallRetried, CallStarted, Planned, RunFinished, UnitSettled
from pointwise.reporting.tally import Count, Snapshot, Tally
from pointwise.tasks import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.errors import Reason
    from pointwise.events import Event

CANDIDATE = Origin(purpose="candidate", prompt="p", model="m")
JUDGE = Origin(purpose="judge", prompt="p", model="m", judge="j")


def reply(*, latency: float = 1.0, cost: float | None = 0.5, attempts: int = 1) -> ChatReply:
    """A reply of 100 tokens in and 20 out."""
    usage = Usage(input=100, output=20)
    return ChatReply(text="", usage=usage, cost=cost, latency=latency, attempts=attempts)


def response(number: int, reason: Reason | None = None, run: str = "r") -> UnitSettled:
    """One response, stored as a value or as a failure."""
    return UnitSettled(run, "response", Cell(prompt=number, variant=0), reason)


def judgement(number: int, reason: Reason | None = None, run: str = "r") -> UnitSettled:
    """One judgement, stored as a value or as a failure."""
    return UnitSettled(run, "judgement", Cell(prompt=number, variant=0), reason)


def after(events: Iterable[Event], *, runs: int = 1, now: float = 10.0) -> Snapshot:
    """A job that began and was planned at 0 and met all other events at `now`."""
    tally = Tally(began=0.0, runs=runs)
    for event in events:
        tally.take(event, 0.0 if isinstance(event, Planned) else now)
    return tally.snapshot(now)


def test_what_was_there_counts_as_done() -> None:
    """A resumed run starts where it was left."""
    seen = after([Planned("r", 10, 40, responses_there=4, judgements_there=8), response(5), judgement(0)])
    assert (seen.responses, seen.judgements) == (Count(5, 10), Count(9, 40))
    assert seen.share == pytest.approx(14 / 50)


def test_a_response_settled_twice_counts_once() -> None:
    """Tasks are delivered at least once; the same cell is one unit, in whatever run."""
    events = [Planned("r", 4, 0), Planned("q", 4, 0), response(1), response(1), response(1, run="q")]
    assert after(events, runs=2).responses == Count(2, 8)


def test_backup_judges_never_make_more_done_than_there_is() -> None:
    """A judge that stands in for a failed one settles a unit nobody planned."""
    seen = after([Planned("r", 1, 2), response(0), *[judgement(0)] * 5])
    assert seen.judgements == Count(2, 2)
    assert seen.share == 1.0


def test_checks_are_no_part_of_what_was_planned() -> None:
    """Plans count calls; deterministic checks make none."""
    checks = UnitSettled("r", "checks", Cell(prompt=0, variant=0))
    assert after([Planned("r", 2, 2), checks]).share == 0.0


def test_a_run_planned_again_is_not_counted_again() -> None:
    """The schedule step may be delivered twice; what it finds the second time was settled meanwhile."""
    again = Planned("r", 10, 20, responses_there=1, judgements_there=0)
    assert after([Planned("r", 10, 20), response(0), again]).responses == Count(1, 10)


PHASES = [
    ([], "planning"),
    ([Planned("r", 2, 2)], "generating"),
    ([response(0)], "generating"),
    ([judgement(0)], "generating and judging"),
    ([response(1)], "judging"),
    ([judgement(1)], "aggregating"),
    ([RunFinished("r")], "done"),
]


@pytest.mark.parametrize(
    ("events", "phase"),
    [(events, phase) for events, (_, phase) in zip(accumulate(e for e, _ in PHASES), PHASES, strict=True)],
    ids=[phase + str(len(events)) for events, phase in PHASES],
)
def test_phases_follow_what_is_left(events: list[Event], phase: str) -> None:
    """Generation and judging overlap, and are said to."""
    assert after(events).phase == phase


def test_a_job_is_done_when_its_last_run_is() -> None:
    """One of two blueprints finished is half of the job; finishing twice is finishing once."""
    both = [Planned("r", 1, 0), Planned("q", 1, 0), response(0), RunFinished("r"), RunFinished("r")]
    half, whole = after(both, runs=2), after([*both, RunFinished("q")], runs=2)
    assert (half.finished, half.phase) == (1, "generating")
    assert (whole.finished, whole.phase, whole.share) == (2, "done", 1.0)


def timed(responses: int, judgements: int, latencies: tuple[float, float]) -> list[Event]:
    """Settled units with the calls they took."""
    generated, judged = (reply(latency=seconds) for seconds in latencies)
    return [
        *[CallEnded("x", CANDIDATE, generated)] * responses,
        *[CallEnded("x", JUDGE, judged)] * judgements,
        *map(response, range(responses)),
        *map(judgement, range(judgements)),
    ]


@pytest.mark.parametrize(
    ("latencies", "seconds"),
    [
        # 5 responses of 4 s and 10 judgements of 1 s took 10 s; 5 and 40 are left: 60 / 30 x 10.
        ((4.0, 1.0), 20.0),
        # Stored responses take no time: only judgements count. 40 / 10 x 10.
        ((0.0, 1.0), 40.0),
        # Fixtures take no time at all: units count alike. 45 / 15 x 10.
        ((0.0, 0.0), 30.0),
    ],
)
def test_time_left_weighs_units_by_what_their_calls_take(
    latencies: tuple[float, float], seconds: float
) -> None:
    """A slow response stands for several fast judgements."""
    seen = after([Planned("r", 10, 50), *timed(5, 10, latencies)])
    assert seen.eta == pytest.approx(seconds)


def test_time_left_ignores_what_was_there_before() -> None:
    """Units of an earlier process say nothing about the speed of this one."""
    seen = after([Planned("r", 1010, 0, responses_there=1000), *timed(5, 0, (1, 1))])
    assert seen.eta == pytest.approx(10.0)


@pytest.mark.parametrize(
    ("events", "runs", "now"),
    [
        ([], 1, 10.0),
        ([Planned("r", 10, 50)], 1, 10.0),
        ([Planned("r", 10, 50), *timed(2, 2, (1, 1))], 1, 10.0),
        ([Planned("r", 10, 50), *timed(5, 10, (1, 1))], 1, 1.0),
        ([Planned("r", 10, 50), *timed(8, 0, (1, 1))], 1, 10.0),
        ([Planned("r", 10, 50), *timed(5, 10, (1, 1))], 2, 10.0),
    ],
    ids=["nothing", "planned", "few units", "few seconds", "no judgement yet", "a run unplanned"],
)
def test_time_left_is_unknown_until_enough_is_known(events: list[Event], runs: int, now: float) -> None:
    """No guess is better than a wild one."""
    assert after(events, runs=runs, now=now).eta is None


def test_judgements_of_failed_responses_are_not_waited_for() -> None:
    """Nobody judges a response that is not there: 2 of 4 failed, so 8 of 16 judgements never come."""
    failed = [response(n, "auth") for n in (0, 1)]
    seen = after([Planned("r", 4, 16), *failed, response(2), response(3), *[judgement(2)] * 8])
    assert (seen.phase, seen.eta, seen.share) == ("aggregating", 0.0, 1.0)
    assert seen.judgements == Count(8, 16)


def test_failures_are_counted_by_reason() -> None:
    """Responses and judgements alike."""
    events = [Planned("r", 3, 3), response(0, "timeout"), judgement(1, "rate_limit"), judgement(2, "timeout")]
    assert after(events).failed == {"timeout": 2, "rate_limit": 1}


def test_a_call_that_waits_to_be_sent_again_is_not_in_flight() -> None:
    """Between two requests of a call nothing is under way; when the wait is over, something is."""
    tally = Tally(began=0.0)
    for event in (CallStarted("a"), CallStarted("a"), CallStarted("b"), CallRetried("a", "rate_limit", 5.0)):
        tally.take(event, 1.0)
    waiting, sent = tally.snapshot(5.9), tally.snapshot(6.1)
    assert (waiting.in_flight, waiting.retrying) == ((("a", 1), ("b", 1)), {"rate_limit": 1})
    assert (sent.in_flight, sent.retrying) == ((("a", 2), ("b", 1)), {})


def test_an_end_without_a_start_is_no_debt() -> None:
    """A provider never heard of, or ended twice, leaves no negative count behind."""
    events = [CallEnded("new", JUDGE, None, "timeout"), CallStarted("new")]
    assert after(events).in_flight == (("new", 1),)


@pytest.mark.parametrize("wait", [0.0, -1.0, float("inf"), float("nan")])
def test_waits_that_are_no_waits_are_left_out(wait: float) -> None:
    """A retry at once, or at no time at all, is not shown as waiting."""
    assert after([CallStarted("a"), CallRetried("a", "provider", wait)]).retrying == {}


def test_money_and_tokens_are_those_spent_now() -> None:
    """Replies that used no network cost nothing; replies without a price are counted, not guessed."""
    events = [
        CallEnded("a", CANDIDATE, reply(cost=0.5)),
        CallEnded("a", JUDGE, reply(cost=None)),
        CallEnded("a", JUDGE, reply(cost=9.0, attempts=0)),
        CallEnded("a", JUDGE, None, "timeout", "no answer"),
    ]
    seen = after(events)
    assert (seen.cost, seen.unpriced, seen.tokens_in, seen.tokens_out) == (0.5, 1, 200, 40)


def test_tokens_a_provider_did_not_count_are_none() -> None:
    """A reply without usage adds nothing."""
    assert after([CallEnded("a", JUDGE, ChatReply(text=""))]).tokens_in == 0


cell = st.builds(Cell, prompt=st.integers(0, 3), variant=st.integers(0, 1))
run = st.sampled_from(["r", "q"])
provider = st.sampled_from(["a", "b", "\x1b[2J"])
reason = st.sampled_from(["timeout", "no_response", "a_reason_of_tomorrow"])
kind = st.sampled_from(["response", "judgement", "checks"])
size = st.integers(0, 5)
event = st.one_of(
    st.builds(CallStarted, provider),
    st.builds(CallEnded, provider, st.sampled_from([CANDIDATE, JUDGE]), st.sampled_from([None, reply()])),
    st.builds(CallRetried, provider, reason, st.floats()),
    st.builds(Planned, run, size, size, size, size),
    st.builds(UnitSettled, run, kind, cell, reason | st.none()),
    st.builds(RunFinished, run),
    st.just("no event"),
)


@given(st.lists(st.tuples(event, st.floats(0, 100))), st.integers(1, 3))
def test_any_sequence_of_events_keeps_the_bounds(events: list[tuple[Event, float]], runs: int) -> None:
    """Whatever comes, in whatever order: no error, no count below 0 or above its total."""
    tally = Tally(began=0.0, runs=runs)
    for taken, now in events:
        tally.take(taken, now)
        seen = tally.snapshot(now)
        assert 0 <= seen.share <= 1
        assert seen.eta is None or seen.eta >= 0
        assert all(0 <= count.done <= count.total for count in (seen.responses, seen.judgements))
        assert all(number > 0 for _, number in seen.in_flight)
