"""When a queue may dispatch, and when a failed task goes again. Times are in emulated seconds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import RateLimits, RetryConfig

_SLOWEST = 1 / 64
_SLOW_DOWN = 0.5
_SPEED_UP = 1.25
"""Cloud Tasks does not say how far it slows down; halving and climbing back is this emulator's own."""


class PacedClock:
    """A clock that runs `pace` times as fast as time does."""

    def __init__(self, pace: float = 1.0) -> None:
        self.pace = pace
        self._start = time.monotonic()

    def now(self) -> float:
        """Emulated seconds since the start."""
        return (time.monotonic() - self._start) * self.pace


class TokenBucket:
    """Holds a queue to its rate, and to less while its target says that it is overloaded."""

    def __init__(self, limits: RateLimits, now: float) -> None:
        self._share = 1.0
        self._last = now
        self._blocked_until = now
        self.limit(limits)
        self._tokens = self._size

    def limit(self, limits: RateLimits) -> None:
        """Go by these limits from now on."""
        self._rate = limits.max_dispatches_per_second
        self._size = float(limits.max_burst_size)

    def take(self, now: float) -> float:
        """Take a token: 0 where there was one, else the seconds until there may be."""
        rate = self._rate * self._share
        self._tokens = min(max(1.0, self._size * self._share), self._tokens + (now - self._last) * rate)
        self._last = now
        if now < self._blocked_until:
            return self._blocked_until - now
        if self._tokens < 1:
            return (1 - self._tokens) / rate
        self._tokens -= 1
        return 0.0

    def slow_down(self, now: float, wait: float) -> None:
        """The target is overloaded: halve the rate, and dispatch nothing for `wait` seconds."""
        self._share = max(_SLOWEST, self._share * _SLOW_DOWN)
        self._blocked_until = max(self._blocked_until, now + wait)

    def speed_up(self) -> None:
        """The target did well: come back to the rate, step by step."""
        self._share = min(1.0, self._share * _SPEED_UP)


def backoff(failures: int, retries: RetryConfig) -> float:
    """Seconds until the next attempt after so many failed ones, 1 or more.

    Doubles max_doublings times, then grows by a constant, up to max_backoff: with 10 s, 300 s and 3 that is
    10, 20, 40, 80, 160, 240, 300, 300 (reference of RetryConfig).
    """
    doublings = min(failures - 1, retries.max_doublings)
    steps = failures - 1 - doublings
    first = retries.min_backoff.total_seconds()
    wait = first * 2.0**doublings + steps * first * 2.0**retries.max_doublings
    return float(min(wait, retries.max_backoff.total_seconds()))


def is_exhausted(attempts: int, age: float, retries: RetryConfig) -> bool:
    """Whether a failed task is given up: every limit that is set is reached.

    Args:
        attempts: Made so far.
        age: Seconds since the first of them.
        retries: Where -1 attempts and a duration of 0 mean that there is no such limit.
    """
    duration = retries.max_retry_duration.total_seconds() if retries.max_retry_duration else 0.0
    reached = [attempts >= retries.max_attempts] if retries.max_attempts > 0 else []
    if duration > 0:
        reached.append(age >= duration)
    return bool(reached) and all(reached)
