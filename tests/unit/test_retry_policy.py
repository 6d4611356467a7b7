"""When a call is made again, without any network."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pointwise.adapters.retrying import RetryPolicy, retrying
from pointwise.errors import CallInterrupted, CallRefused


@dataclass
class Stage:
    """A clock that only sleeping and calling move, and a call that fails as often as told."""

    failures: int
    takes: float = 0.0
    retry_after: float | None = None
    now: float = 0.0
    left: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    async def call(self, left: float) -> str:
        self.left.append(left)
        self.now += self.takes
        if len(self.left) <= self.failures:
            raise CallInterrupted("provider", "no", retry_after=self.retry_after)
        return "yes"

    def run(self, **bounds: float) -> str:
        chance = bounds.pop("chance", 1.0)
        policy = RetryPolicy(sleep=self.sleep, random=lambda: chance, clock=lambda: self.now, **bounds)  # type: ignore[arg-type]
        return asyncio.run(retrying(self.call, policy, lambda _, wait: self.told.append(wait)))


def test_success_is_not_repeated() -> None:
    """One call, no wait."""
    stage = Stage(failures=0)
    assert stage.run() == "yes"
    assert (len(stage.left), stage.told) == (1, [])


def test_waits_double_up_to_a_bound() -> None:
    """The longest possible waits are 1, 2, 4, … seconds."""
    stage = Stage(failures=7)
    assert stage.run(attempts=8, longest_wait=10.0) == "yes"
    assert stage.told == [1, 2, 4, 8, 10, 10, 10]


@given(chance=st.floats(0, 1), failures=st.integers(1, 30))
def test_jitter_is_full(chance: float, failures: int) -> None:
    """A wait is anything from 0 to its bound, in proportion to the draw."""
    error = CallInterrupted("provider", "no")
    policy = RetryPolicy(attempts=99, random=lambda: chance)
    assert policy.wait(failures, error) == pytest.approx(chance * min(30.0, 2.0 ** (failures - 1)))


@pytest.mark.parametrize("attempts", [1, 2, 5])
def test_attempts_are_bounded(attempts: int) -> None:
    """The last failure is raised; nobody is told of a retry that is not made."""
    stage = Stage(failures=99)
    with pytest.raises(CallInterrupted):
        stage.run(attempts=attempts)
    assert (len(stage.left), len(stage.told)) == (attempts, attempts - 1)


def test_time_is_bounded() -> None:
    """No wait is begun that would end beyond the time; each call is told how much is left."""
    stage = Stage(failures=99, takes=10.0)
    with pytest.raises(CallInterrupted):
        stage.run(attempts=99, seconds=35.0)
    assert stage.left == [35.0, 24.0, 12.0]
    assert stage.now <= 35.0


def test_a_refusal_is_final() -> None:
    """Only interruptions are tried again."""

    async def refuse(_: float) -> str:
        raise CallRefused("auth", "no")

    told: list[float] = []
    with pytest.raises(CallRefused):
        asyncio.run(retrying(refuse, RetryPolicy(), lambda _, wait: told.append(wait)))
    assert told == []


@pytest.mark.parametrize(("retry_after", "told"), [(0.0, [0.5]), (7.0, [7.5]), (60.0, [60.5])])
def test_a_wish_is_honoured_before_the_jitter(retry_after: float, told: list[float]) -> None:
    """What the other side asked for is waited out in full."""
    stage = Stage(failures=1, retry_after=retry_after)
    assert stage.run(chance=0.5) == "yes"
    assert stage.told == told


def test_too_great_a_wish_is_handed_back() -> None:
    """Beyond the bound the error goes out at once, with the wish in it."""
    stage = Stage(failures=1, retry_after=60.1)
    with pytest.raises(CallInterrupted) as caught:
        stage.run()
    assert caught.value.retry_after == 60.1
    assert stage.now == 0.0
