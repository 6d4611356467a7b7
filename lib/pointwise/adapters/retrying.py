"""When a call is made again: bounded by attempts and by time, spread by full jitter."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pointwise.errors import CallInterrupted

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How long to try. Times are in seconds.

    Attributes:
        attempts: Calls at most, 1 or more.
        seconds: From the first call to the end of the last.
        first_wait: Longest wait after the first failure; it doubles with every further one.
        longest_wait: Where the doubling stops.
        longest_retry_after: What the other side may ask for and still be waited for; beyond it the call
            is handed back to the queue, which can wait without holding a worker.
        sleep, random, clock: Stand-ins in tests. `random` gives 0 to 1, `clock` rises by one a second.
    """

    attempts: int = 5
    seconds: float = 900.0
    first_wait: float = 1.0
    longest_wait: float = 30.0
    longest_retry_after: float = 60.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic

    def wait(self, failures: int, error: CallInterrupted) -> float | None:
        """Seconds to wait after so many failures, or None where it is time to give up.

        Full jitter: uniform from 0 to the bound (Brooker, "Exponential Backoff And Jitter", 2015). What the
        other side asked for is waited out first, then the jitter of a first failure.
        """
        if failures >= self.attempts:
            return None
        if error.retry_after is None:
            return self.random() * min(self.longest_wait, self.first_wait * 2.0 ** (failures - 1))
        if error.retry_after > self.longest_retry_after:
            return None
        return error.retry_after + self.random() * self.first_wait


async def retrying(
    call: Callable[[float], Awaitable[T]],
    policy: RetryPolicy,
    notice: Callable[[CallInterrupted, float], None],
) -> T:
    """The value of a call that is made until it succeeds, is refused, or the policy ends it.

    Args:
        call: Is given the seconds left, and is to end by then.
        policy: The bounds.
        notice: Is told of each failure that is followed by another call, and of the wait before it.

    Raises:
        CallRefused: As the call raised it.
        CallInterrupted: The last one, when the policy gives up.
    """
    end = policy.clock() + policy.seconds
    failures = 0
    while True:
        try:
            return await call(end - policy.clock())
        except CallInterrupted as error:
            failures += 1
            wait = policy.wait(failures, error)
            if wait is None or policy.clock() + wait >= end:
                raise
            notice(error, wait)
        await policy.sleep(wait)
