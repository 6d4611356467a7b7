"""How far a job is: events in, counts, phase and time left out. Times are monotonic and passed in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from heapq import heappop, heappush
from math import isfinite
from typing import TYPE_CHECKING, Literal

from pointwise.events import CallEnded, CallRetried, CallStarted, Planned, RunFinished, UnitSettled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.errors import Reason
    from pointwise.events import Event

Phase = Literal["planning", "generating", "generating and judging", "judging", "aggregating", "done"]

_UNITS_FOR_ETA = 5
_SECONDS_FOR_ETA = 3.0
"""Less than this says more about the first few calls than about the job."""


@dataclass(frozen=True, slots=True)
class Count:
    """Units of one kind, those that were there at the start included."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A job at one moment.

    Attributes:
        elapsed: Seconds since the tally began.
        eta: Seconds until everything is settled; None until enough is known, 0 when nothing is left.
        share: How much of the work is done, 0 to 1; what can no longer be had is no part of it.
        failed: Units stored as failures in this process, by reason.
        retrying: Requests that wait to be sent again, by what they failed of.
        tokens_in: Sent over the network in this process; likewise `tokens_out`, received, and `cost`, USD.
        unpriced: Replies whose price is unknown, not part of `cost`.
        in_flight: Calls by provider that wait for an answer, not for another try; only those above 0.
        planned: Runs whose size is known; likewise `finished`, of `runs`.
    """

    phase: Phase
    elapsed: float
    eta: float | None
    share: float
    responses: Count
    judgements: Count
    failed: Mapping[Reason, int]
    retrying: Mapping[Reason, int]
    tokens_in: int
    tokens_out: int
    cost: float
    unpriced: int
    in_flight: tuple[tuple[str, int], ...]
    runs: int
    planned: int
    finished: int


@dataclass(slots=True)
class _Work:
    """Units of one kind: how many, and what one takes.

    Attributes:
        there: Done before this process.
        settled: Done, or failed for good, in this process.
        lost: Expected never to be settled, since what they build on failed.
        seconds: Spent in calls for what is settled, over all connections.
    """

    total: int = 0
    there: int = 0
    settled: int = 0
    lost: int = 0
    seconds: float = 0.0

    @property
    def done(self) -> int:
        # More than planned is settled where backup judges stand in for those that failed.
        return min(self.there + self.settled, self.total)

    @property
    def left(self) -> int:
        return max(self.total - self.done - self.lost, 0)

    @property
    def each(self) -> float:
        """Seconds of calls a unit takes; 0 while unknown."""
        return self.seconds / self.settled if self.settled else 0.0


@dataclass(slots=True)
class Tally:
    """Counts a job of one or more runs. Not safe for use by several threads at a time.

    Attributes:
        began: Monotonic seconds.
        runs: How many blueprints run as this job.
    """

    began: float
    runs: int = 1
    _responses: _Work = field(default_factory=_Work)
    _judgements: _Work = field(default_factory=_Work)
    _planned: dict[str, Planned] = field(default_factory=dict)
    _planned_at: float | None = None
    _finished: set[str] = field(default_factory=set)
    _settled: set[tuple[str, int, int, int]] = field(default_factory=set)
    _failed: Counter[Reason] = field(default_factory=Counter)
    _failed_responses: int = 0
    _retries: list[tuple[float, str, Reason]] = field(default_factory=list)
    _open: Counter[str] = field(default_factory=Counter)
    _tokens_in: int = 0
    _tokens_out: int = 0
    _cost: float = 0.0
    _unpriced: int = 0

    def take(self, event: Event, now: float) -> None:
        """Count an event. Anything that is no event of a run is left out."""
        match event:
            case CallStarted():
                self._open[event.provider] += 1
            case CallEnded():
                self._end(event)
            case CallRetried():
                self._retry(event, now)
            case UnitSettled():
                self._settle(event)
            case Planned():
                self._plan(event, now)
            case RunFinished():
                self._finished.add(event.run)

    def snapshot(self, now: float) -> Snapshot:
        """The job at this moment; nothing in it changes later."""
        return Snapshot(
            phase=self._phase(),
            elapsed=max(now - self.began, 0.0),
            eta=self._eta(now),
            share=self.share,
            responses=Count(self._responses.done, self._responses.total),
            judgements=Count(self._judgements.done, self._judgements.total),
            failed=dict(self._failed),
            retrying=Counter(reason for _, _, reason in self._waiting(now)),
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            cost=self._cost,
            unpriced=self._unpriced,
            in_flight=tuple(sorted(self._in_flight(now).items())),
            runs=max(self.runs, len(self._planned)),
            planned=len(self._planned),
            finished=len(self._finished),
        )

    @property
    def share(self) -> float:
        """How much of the work is done, 0 to 1."""
        if self._is_finished:
            return 1.0
        done = self._responses.done + self._judgements.done
        return done / (done + self._responses.left + self._judgements.left) if done else 0.0

    @property
    def is_sized(self) -> bool:
        """Whether the size of every run is known."""
        return len(self._planned) >= self.runs

    @property
    def _is_finished(self) -> bool:
        return self.is_sized and self._finished >= self._planned.keys()

    def _phase(self) -> Phase:
        if not self._planned:
            return "planning"
        if self._is_finished:
            return "done"
        if self._responses.left:
            return "generating and judging" if self._judgements.settled else "generating"
        return "judging" if self._judgements.left else "aggregating"

    def _eta(self, now: float) -> float | None:
        """Work left over work done a second, in this process.

        Units of both kinds count by the seconds their calls take: at equal concurrency, a response that
        takes as long as five judgements is worth five.
        """
        works = (self._responses, self._judgements)
        if self._planned_at is None or not self.is_sized:
            return None
        if not any(work.left for work in works):
            return 0.0
        elapsed = now - self._planned_at
        if elapsed < _SECONDS_FOR_ETA or sum(work.settled for work in works) < _UNITS_FOR_ETA:
            return None
        if any(work.left and not work.settled for work in works):
            return None
        timed = any(work.each for work in works)
        left = sum(work.left * (work.each if timed else 1.0) for work in works)
        done = sum(work.settled * (work.each if timed else 1.0) for work in works)
        return left / done * elapsed

    def _waiting(self, now: float) -> list[tuple[float, str, Reason]]:
        while self._retries and self._retries[0][0] <= now:
            heappop(self._retries)
        return self._retries

    def _in_flight(self, now: float) -> Counter[str]:
        # A call is open from its first request to its last answer; between two requests it only waits.
        return self._open - Counter(provider for _, provider, _ in self._waiting(now))

    def _plan(self, event: Planned, now: float) -> None:
        known = self._planned.get(event.run)
        if known is None:
            self._planned_at = now if self._planned_at is None else self._planned_at
            self._responses.there += event.responses_there
            self._judgements.there += event.judgements_there
        # Planned again, a run may have another size; what was there since is counted as settled already.
        self._responses.total += event.responses - (known.responses if known else 0)
        self._judgements.total += event.judgements - (known.judgements if known else 0)
        self._planned[event.run] = event

    def _settle(self, event: UnitSettled) -> None:
        if event.kind == "response":
            place = (event.run, event.cell.prompt, event.cell.variant, event.cell.repeat)
            if place in self._settled:
                return
            self._settled.add(place)
            self._responses.settled += 1
        elif event.kind == "judgement":
            self._judgements.settled += 1
        if event.reason is not None:
            self._failed[event.reason] += 1
            self._lose(event)

    def _lose(self, event: UnitSettled) -> None:
        """Take the judgements a failed response will never get out of what is expected, on average."""
        if event.kind == "response" and self._responses.total:
            self._failed_responses += 1
            per_response = self._judgements.total / self._responses.total
            self._judgements.lost = round(self._failed_responses * per_response)

    def _retry(self, event: CallRetried, now: float) -> None:
        if isfinite(event.wait) and event.wait > 0:
            heappush(self._retries, (now + event.wait, event.provider, event.reason))

    def _end(self, event: CallEnded) -> None:
        self._open[event.provider] = max(self._open[event.provider] - 1, 0)
        reply = event.reply
        if reply is None or not reply.attempts:  # nothing was sent: a fixture or a stored reply
            return
        work = self._responses if event.origin.purpose == "candidate" else self._judgements
        work.seconds += reply.latency
        self._tokens_in += reply.usage.input or 0
        self._tokens_out += reply.usage.output or 0
        self._cost += reply.cost or 0.0
        self._unpriced += reply.cost is None
