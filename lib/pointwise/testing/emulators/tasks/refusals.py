"""Answers of Cloud Tasks that say no, and how statuses of HTTP are called in gRPC."""

from __future__ import annotations

import grpc  # type: ignore[import-untyped]

from pointwise.errors import PointwiseError

_Code = grpc.StatusCode

CODES = {
    400: _Code.INVALID_ARGUMENT,
    401: _Code.UNAUTHENTICATED,
    403: _Code.PERMISSION_DENIED,
    404: _Code.NOT_FOUND,
    409: _Code.ABORTED,
    412: _Code.FAILED_PRECONDITION,
    429: _Code.RESOURCE_EXHAUSTED,
    499: _Code.CANCELLED,
    500: _Code.INTERNAL,
    501: _Code.UNIMPLEMENTED,
    503: _Code.UNAVAILABLE,
    504: _Code.DEADLINE_EXCEEDED,
}
"""The mapping of google/rpc/code.proto; 409 there is both ABORTED and ALREADY_EXISTS."""


class Refusal(PointwiseError):  # noqa: N818 - the name says what it is
    """A call is answered with an error.

    Attributes:
        code: Of gRPC.
    """

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code

    @property
    def number(self) -> int:
        """The code as google.rpc.Status has it."""
        return int(self.code.value[0])


def invalid(message: str) -> Refusal:
    """The request makes no sense."""
    return Refusal(_Code.INVALID_ARGUMENT, message)


def absent(what: str) -> Refusal:
    """What is asked for is not there."""
    return Refusal(_Code.NOT_FOUND, f"{what} does not exist.")


def taken(message: str) -> Refusal:
    """The name is in use, or was too recently."""
    return Refusal(_Code.ALREADY_EXISTS, message)


def not_emulated(what: str) -> Refusal:
    """Nothing is ignored silently: a test that needs it must not pass by accident."""
    return Refusal(_Code.UNIMPLEMENTED, f"This emulator has no {what}.")


def injected(status: int) -> Refusal:
    """A fault was switched on; `status` is of HTTP."""
    return Refusal(CODES.get(status, _Code.UNKNOWN), f"Injected fault {status}")
