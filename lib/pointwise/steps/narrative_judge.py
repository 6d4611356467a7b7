"""Have one continuation marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.chat import ChatRequest, Origin
from pointwise.errors import CallInterrupted, CallRefused
from pointwise.narrative.judge_prompt import judge_messages
from pointwise.narrative.marks import read_marks
from pointwise.narrative.rows import judged
from pointwise.steps.narrative_asking import ask_readably, failure_of

if TYPE_CHECKING:
    from pointwise.narrative.length_bonus import LengthBonus
    from pointwise.narrative.marks import Marks
    from pointwise.narrative.rows import Entry, Outcome
    from pointwise.records import Failure
    from pointwise.services import Services

_REPLY_TOKENS = 8192
"""Six numbers and two sentences need 200; the rest is room for judges that reason first, which counts too."""
RUBRIC = "rubric"
"""What the six marks together are called where a judge's reply is looked up by criterion."""


@dataclass(frozen=True, slots=True)
class JudgeOptions:
    """How rows are judged. `model` is a `provider:name` id."""

    model: str
    bonus: LengthBonus


async def judge_entry(
    entry: Entry, options: JudgeOptions, services: Services, *, last_attempt: bool
) -> Outcome:
    """The cells that judging adds to a row, maybe without marks and with the reason.

    Raises:
        CallInterrupted: The judge may answer later; not on the last attempt.
    """
    found = entry.settled
    if found is None:
        found = await _marks(entry, options.model, services, last_attempt=last_attempt)
    return judged(entry, found, options.bonus, options.model)


async def _marks(entry: Entry, model: str, services: Services, *, last_attempt: bool) -> Marks | Failure:
    request = ChatRequest(
        model=model,
        messages=judge_messages(entry.continuation),
        temperature=0.0,
        max_tokens=_REPLY_TOKENS,
    )
    origin = Origin(purpose="judge", prompt=entry.name, model=entry.system, point=RUBRIC, judge=model)
    try:
        return await ask_readably(request, origin, read_marks, services)
    except CallInterrupted as exc:
        if not last_attempt:
            raise
        return failure_of(exc)
    except CallRefused as exc:
        return failure_of(exc)
