"""What an emulator does wrong on purpose, and when."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

from pydantic import Field

from pointwise.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")

Share = Annotated[float, Field(ge=0, le=1)]
Loss = Literal["denied", "dropped"]


class Faults(Frozen):
    """Which operations go wrong, how, and how often. Every share is of operations, 0 to 1.

    Attributes:
        seed: Equal seeds give equal runs.
        on: Kinds of operations that are hit; all where empty.
        refused: HTTP status to share: answered with it, and nothing takes effect.
        retry_after: Storage only: seconds in the Retry-After header of such an answer, or None.
        denied: It takes effect, yet the answer is 503.
        dropped: It takes effect, yet the connection closes without an answer.
        slow: It takes effect, and the answer comes `delay` seconds late; a delivery of a task is late itself.
        doubled: Tasks only: delivered twice, `apart` seconds after one another.
    """

    seed: int = 0
    on: frozenset[str] = frozenset()
    refused: dict[int, Share] = {}
    retry_after: Annotated[int, Field(ge=0)] | None = None
    denied: Share = 0.0
    dropped: Share = 0.0
    slow: Share = 0.0
    delay: Annotated[float, Field(ge=0)] = 1.0
    doubled: Share = 0.0
    apart: Annotated[float, Field(ge=0)] = 0.0

    @property
    def is_none(self) -> bool:
        """Whether nothing ever goes wrong."""
        return not (self.denied or self.dropped or self.slow or self.doubled or any(self.refused.values()))


@dataclass(frozen=True, slots=True)
class Mishap:
    """What goes wrong with one operation.

    Attributes:
        refusal: HTTP status to answer with instead of performing it.
        loss: How the answer gets lost.
        delay: Seconds the answer is late.
        doubled: Whether a delivery is made twice.
    """

    refusal: int | None = None
    loss: Loss | None = None
    delay: float = 0.0
    doubled: bool = False


NO_MISHAP = Mishap()


class Mishaps:
    """Hands out mishaps. Thread-safe.

    The n-th operation of a kind on a name meets the same fate in every run with the same seed, in whatever
    order operations on different names arrive.
    """

    def __init__(self) -> None:
        self._faults = Faults()
        self._seen: Counter[tuple[str, str]] = Counter()
        self._lock = threading.Lock()

    @property
    def faults(self) -> Faults:
        return self._faults

    def inject(self, faults: Faults) -> None:
        """Go wrong like this from now on; counting of operations starts anew."""
        with self._lock:
            self._faults = faults
            self._seen.clear()

    def next(self, kind: str, name: str) -> Mishap:
        """The fate of the operation that just arrived."""
        with self._lock:
            faults = self._faults
            if faults.is_none or (faults.on and kind not in faults.on):
                return NO_MISHAP
            self._seen[kind, name] += 1
            nth = self._seen[kind, name]
        return _drawn(faults, random.Random(f"{faults.seed}/{kind}/{name}/{nth}"))  # noqa: S311 - a game of chance


def _drawn(faults: Faults, chance: random.Random) -> Mishap:
    # Every kind of fault takes one number, so that switching one on leaves the others as they were.
    refusal, loss, slow, doubled = (chance.random() for _ in range(4))
    losses: dict[Loss, float] = {"denied": faults.denied, "dropped": faults.dropped}
    return Mishap(
        refusal=_pick(refusal, faults.refused),
        loss=_pick(loss, losses),
        delay=faults.delay if slow < faults.slow else 0.0,
        doubled=doubled < faults.doubled,
    )


def _pick(number: float, shares: Mapping[T, float]) -> T | None:
    for choice, share in shares.items():
        number -= share
        if number < 0:
            return choice
    return None
