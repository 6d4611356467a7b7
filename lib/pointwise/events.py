"""What happens during a run, as told to observers. Carries no text of prompts, responses or keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pointwise.chat import ChatReply, Origin
    from pointwise.errors import Reason
    from pointwise.tasks import Cell


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A call to a provider begins: told once, however many requests it takes."""

    provider: str


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A provider answered, or was given up on (`reason`)."""

    provider: str
    origin: Origin
    reply: ChatReply | None
    reason: Reason | None = None
    message: str | None = None


@dataclass(frozen=True, slots=True)
class CallRetried:
    """A request failed and will be sent again after `wait` seconds."""

    provider: str
    reason: Reason
    wait: float


@dataclass(frozen=True, slots=True)
class Planned:
    """A run's size is known: responses to have, judgements to have, of which some are there already."""

    run: str
    responses: int
    judgements: int
    responses_there: int = 0
    judgements_there: int = 0


@dataclass(frozen=True, slots=True)
class UnitSettled:
    """A unit of work was stored, as a value or as a failure."""

    run: str
    kind: Literal["response", "judgement", "checks"]
    cell: Cell
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The result of a run was written."""

    run: str


Deed = Literal["queued", "given_up", "let_go"]


@dataclass(frozen=True, slots=True)
class RunStoodStill:
    """The sweeper found a run as it was at its last look, and did something about it.

    Attributes:
        deed: `queued` anew, `given_up` after so many times, or `let_go` because even that moved nothing.
    """

    run: str
    deed: Deed


Event = CallStarted | CallEnded | CallRetried | Planned | UnitSettled | RunFinished | RunStoodStill
