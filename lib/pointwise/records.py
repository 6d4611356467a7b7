"""What is stored: one object per unit of work, written once.

Success and failure are different types under different keys, so that a listing alone tells them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from pointwise.blueprint.model import Message
from pointwise.chat import ChatReply, Usage
from pointwise.errors import DamagedObject, Reason
from pointwise.frozen import Frozen

if TYPE_CHECKING:
    from typing import TypeVar

    RecordT = TypeVar("RecordT", bound="Frozen")


class Failure(Frozen):
    """Why a unit of work has no value. Infrastructure trouble, never a bad answer.

    Attributes:
        attempts: Requests sent in vain, over all deliveries known.
    """

    reason: Reason
    message: str
    attempts: int = 1


class Response(Frozen):
    """What one variant answered to one prompt.

    Attributes:
        messages: The whole conversation, generated turns filled in.
        text: All generated turns joined by a blank line: what is judged.
        replies: One per generated turn, in order.
    """

    prompt: str
    model: str
    repeat: int = 0
    messages: tuple[Message, ...]
    text: str
    replies: tuple[ChatReply, ...]


class FailedResponse(Frozen):
    """A response that could not be had; its points are unscored."""

    prompt: str
    model: str
    repeat: int = 0
    failure: Failure


class KeyPoints(Frozen):
    """The rubric of a prompt that has an ideal answer and no points of its own.

    Attributes:
        judge: Who drew it up.
        request: The exact messages sent.
    """

    prompt: str
    points: tuple[str, ...]
    judge: str
    request: tuple[Message, ...]
    reply: ChatReply


class FailedKeyPoints(Frozen):
    """A rubric that could not be had; the prompt's responses are unscored."""

    prompt: str
    failure: Failure


class Judgement(Frozen):
    """The verdict of one judge on one point of one response, and how it came about.

    Attributes:
        point: Id of the point within the plan.
        judge: Id of the judge within the plan.
        score: 0 to 1, before inversion.
        prompt: The exact messages sent.
        digest: Of the whole request, 64 hex digits: where its reply is cached.
        reply: The reply that held the verdict, unparsed.
        traits: What else matters to a reader of the verdict, such as the order of the scale's levels.
    """

    point: str
    judge: str
    score: float
    reflection: str | None = None
    prompt: tuple[Message, ...] = ()
    digest: str | None = None
    reply: ChatReply | None = None
    traits: dict[str, JsonValue] = {}


class FailedJudgement(Frozen):
    """A verdict that could not be had; the last raw reply is kept where there was one."""

    point: str
    judge: str
    failure: Failure
    prompt: tuple[Message, ...] = ()
    reply: ChatReply | None = None


class CheckResult(Frozen):
    """The outcome of one deterministic check, before inversion.

    Attributes:
        score: 0 to 1, or None where `failure` says why it is unscored.
        error: What the function complained of; such a point scores 0, inverted or not.
    """

    point: str
    score: float | None
    explanation: str
    error: str | None = None
    failure: Failure | None = None


class Checks(Frozen):
    """All deterministic checks of one response."""

    results: tuple[CheckResult, ...]


class Similarities(Frozen):
    """How alike the responses to a prompt, and its ideal answer, are.

    Attributes:
        matrix: Cosine by two names, of models and of the ideal answer; None where `failure` says why.
        model: Which embeddings.
    """

    prompt: str
    model: str
    matrix: dict[str, dict[str, float | None]] | None = None
    failure: Failure | None = None


def total_usage(replies: tuple[ChatReply, ...]) -> Usage:
    """Sum of the tokens of several replies; None only where no reply said anything."""

    def add(field: str) -> int | None:
        known = [n for reply in replies if (n := getattr(reply.usage, field)) is not None]
        return sum(known) if known else None

    return Usage(input=add("input"), output=add("output"), cached=add("cached"), reasoning=add("reasoning"))


def write(record: Frozen) -> bytes:
    """The bytes of a record. Equal records have equal bytes."""
    return record.model_dump_json(exclude_unset=True, by_alias=True).encode()


def read(kind: type[RecordT], data: bytes, key: str) -> RecordT:
    """The record in stored bytes.

    Raises:
        DamagedObject: The bytes are no such record.
    """
    try:
        return kind.model_validate_json(data)
    except ValueError as exc:
        raise DamagedObject(
            f"{key} is damaged and cannot be read back; delete it and resume the run."
        ) from exc
