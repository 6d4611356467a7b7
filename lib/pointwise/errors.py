"""The tree of errors, and what a queue does with each branch.

PointwiseError
├─ InputError              what a person gave is wrong: refused whole, before money is spent; exit code 2
│  ├─ BlueprintError       problems of blueprint files, with positions
│  └─ UnknownRun           no such run in this store
├─ NothingToRun            input was fine, yet not one call could be made; exit code 3
├─ UnreadableTask          a queue delivered something that is no task: logged and dropped
├─ StorageError            the store refused: full, read-only, damaged
│  └─ DamagedObject        a stored object cannot be read back
└─ CallError               a call to a model or service did not bring a usable reply
   ├─ CallRefused          permanent: stored as a failure at once, never retried
   └─ CallInterrupted      transient: retried by the adapter, then by the queue, then stored as a failure
      └─ SystemInterrupted the store or the queue itself: as above, but never stored as a failure of a unit

The docstring of each class is its default message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.blueprint.problems import Problem

Reason = Literal[
    "rate_limit",
    "quota",
    "auth",
    "unknown_model",
    "invalid_request",
    "timeout",
    "unreachable",
    "provider",
    "refusal",
    "empty",
    "unparsable",
    "off_scale",
    "budget",
    "no_fixture",
    "no_response",
    "service",
    "given_up",
]
"""Why a unit of work is unscored. Closed, so that reports can count by it."""


class PointwiseError(Exception):
    """Something went wrong in Pointwise."""

    def __init__(self, message: str | None = None) -> None:
        self.message = message or (type(self).__doc__ or "").strip()
        super().__init__(self.message)


class InputError(PointwiseError):
    """What was given cannot be used; nothing was run."""


class BlueprintError(InputError):
    """The blueprint has errors; nothing was run."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class UnknownRun(InputError):  # noqa: N818 - the name says what it is
    """There is no such run here."""


class NothingToRun(PointwiseError):  # noqa: N818 - the name says what it is
    """Nothing could be run."""


class UnreadableTask(PointwiseError):  # noqa: N818 - the name says what it is
    """A queue delivered something that is not a task of this version."""


class StorageError(PointwiseError):
    """The store cannot be read or written."""


class DamagedObject(StorageError):  # noqa: N818 - the name says what it is
    """A stored object cannot be read back; delete it and resume the run."""


class CallError(PointwiseError):
    """A call brought no usable reply.

    Attributes:
        reason: Why, from a closed list.
        attempts: How many requests were sent, at least 0.
    """

    def __init__(self, reason: Reason, message: str, *, attempts: int = 1) -> None:
        super().__init__(message)
        self.reason: Reason = reason
        self.attempts = attempts


class CallRefused(CallError):  # noqa: N818 - the name says what it is
    """The call can never succeed as it is."""


class CallInterrupted(CallError):  # noqa: N818 - the name says what it is
    """The call may succeed later.

    Attributes:
        retry_after: Seconds the other side asked to wait, or None.
    """

    def __init__(
        self, reason: Reason, message: str, *, attempts: int = 1, retry_after: float | None = None
    ) -> None:
        super().__init__(reason, message, attempts=attempts)
        self.retry_after = retry_after


class SystemInterrupted(CallInterrupted):
    """The store or the queue may answer later.

    Whatever was being done is not at fault and stays undone: delivered again or, where the queue has given
    up, found missing and queued anew.
    """
