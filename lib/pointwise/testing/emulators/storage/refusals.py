"""Answers of Cloud Storage that say no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.errors import PointwiseError
from pointwise.testing.emulators.listener import Answer

if TYPE_CHECKING:
    from pydantic import JsonValue


class Refusal(PointwiseError):  # noqa: N818 - the name says what it is
    """A request is answered with an error.

    Attributes:
        status: Of HTTP.
        reason: Google's name of the error.
    """

    def __init__(self, status: int, reason: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.reason = reason

    def answer(self) -> Answer:
        """The error as Google words it; 304 has no body."""
        if self.status == 304:
            return Answer(304)
        error: JsonValue = {"message": self.message, "domain": "global", "reason": self.reason}
        return Answer.json(
            {"error": {"code": self.status, "message": self.message, "errors": [error]}}, self.status
        )


def no_bucket() -> Refusal:
    """The bucket is not there."""
    return Refusal(404, "notFound", "The specified bucket does not exist.")


def no_object(bucket: str, name: str) -> Refusal:
    """The object, or the generation asked for, is not there."""
    return Refusal(404, "notFound", f"No such object: {bucket}/{name}")


def condition_not_met(status: int = 412) -> Refusal:
    """A precondition does not hold; 304 tells a reader that it has the present state."""
    return Refusal(
        status, "conditionNotMet", "At least one of the pre-conditions you specified did not hold."
    )


def conflict(message: str) -> Refusal:
    """The present state forbids it."""
    return Refusal(409, "conflict", message)


def invalid(message: str) -> Refusal:
    """The request makes no sense."""
    return Refusal(400, "invalid", message)


def not_emulated(what: str) -> Refusal:
    """Nothing is ignored silently: a test that needs it must not pass by accident."""
    return Refusal(501, "notImplemented", f"This emulator has no {what}.")
