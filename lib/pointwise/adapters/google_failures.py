"""What the errors of Google's clients mean: whose fault it is, and whether a later call may succeed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pointwise.errors import Reason

# ruff: noqa: PLC0415 - imported where an error is at hand, and so its package is loaded already

_TRANSIENT = frozenset({408, 429, 499, 500, 502, 503, 504})
"""Statuses of HTTP, to which the client also maps those of gRPC."""
_REASONS: dict[int, Reason] = {401: "auth", 403: "auth", 408: "timeout", 429: "rate_limit", 504: "timeout"}
_LONGEST_DETAIL = 300


@dataclass(frozen=True, slots=True)
class GoogleFailure:
    """Why a call failed.

    Attributes:
        is_transient: Whether a later call may succeed.
        detail: What the service or the client said, in a few words, without secrets.
    """

    is_transient: bool
    reason: Reason
    detail: str


def failure_of(error: BaseException) -> GoogleFailure | None:
    """What an error of a Google client means; None where it is not one."""
    from google.api_core import exceptions as api

    if isinstance(error, api.RetryError):
        return failure_of(error.cause) if error.cause else GoogleFailure(True, "timeout", _detail(error))
    if isinstance(error, api.Aborted):
        return GoogleFailure(True, "service", _detail(error))
    if isinstance(error, api.GoogleAPICallError):
        return _failure_of_status(int(error.code or 500), _detail(error))
    return _failure_to_identify(error) or _failure_to_connect(error) or _failure_of_response(error)


def _failure_of_status(status: int, detail: str) -> GoogleFailure:
    is_transient = status in _TRANSIENT
    return GoogleFailure(
        is_transient, _REASONS.get(status, "service" if is_transient else "invalid_request"), detail
    )


def _failure_of_response(error: BaseException) -> GoogleFailure | None:
    """What transfers of Cloud Storage raise: classes of their own, around an answer or damaged bytes."""
    status = getattr(getattr(error, "response", None), "status_code", None)
    if not isinstance(status, int):
        return None
    if 200 <= status < 300:
        return GoogleFailure(True, "service", "the bytes were damaged on the way")
    return _failure_of_status(status, f"{status} {_detail(error)}")


def _failure_to_identify(error: BaseException) -> GoogleFailure | None:
    from google.auth import exceptions as auth

    if isinstance(error, auth.TransportError):
        return GoogleFailure(True, "unreachable", "the identity service could not be reached")
    if isinstance(error, auth.DefaultCredentialsError):
        advice = "run `gcloud auth application-default login`, or give the function a service account"
        return GoogleFailure(False, "auth", f"there are no credentials: {advice}")
    if isinstance(error, auth.GoogleAuthError):
        return GoogleFailure(error.retryable, "auth", "the credentials were not accepted")
    return None


def _failure_to_connect(error: BaseException) -> GoogleFailure | None:
    import requests

    if isinstance(error, requests.Timeout | TimeoutError):
        return GoogleFailure(True, "timeout", "there was no answer in time")
    if isinstance(error, requests.RequestException | ConnectionError):
        return GoogleFailure(True, "unreachable", "the connection could not be made or was lost")
    return None


def _detail(error: BaseException) -> str:
    return str(error)[:_LONGEST_DETAIL]
