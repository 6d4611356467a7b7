"""What a check can say about a response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pointwise.errors import Reason


@dataclass(frozen=True, slots=True)
class Explained:
    """A score with a reason.

    Attributes:
        score: As the function gave it, not yet clamped.
        explanation: The function's own words, or None.
    """

    score: float
    explanation: str | None = None


@dataclass(frozen=True, slots=True)
class CheckError:
    """The check cannot be evaluated as it is written; the point scores 0, inverted or not."""

    message: str


@dataclass(frozen=True, slots=True)
class Unscored:
    """The check could not be carried out, through no fault of the response or the blueprint."""

    reason: Reason
    message: str


Verdict = bool | float | Explained | CheckError | Unscored
