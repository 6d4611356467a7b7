"""What functions wrote about a run, out of Cloud Logging.

https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any

from pointwise.adapters.google_failures import failure_of
from pointwise.errors import CallInterrupted, CallRefused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from pointwise.errors import CallError

# ruff: noqa: PLC0415 - Google's clients take long to import, and one command alone needs this module

_API = "https://logging.googleapis.com"
_SCOPE = "https://www.googleapis.com/auth/logging.read"
_PAGE = 500
_TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line that a function wrote."""

    time: str
    severity: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LogQuestion:
    """Which lines to read.

    Attributes:
        severity: The least that counts.
        most: Lines at most, the oldest first.
    """

    run: str
    since: datetime
    severity: str = "DEFAULT"
    most: int = 1000

    @property
    def filter(self) -> str:
        """In the query language of Cloud Logging."""
        run = self.run.replace("\\", "\\\\").replace('"', '\\"')
        since = self.since.astimezone(UTC).isoformat()
        return f'jsonPayload.run="{run}" AND timestamp>="{since}" AND severity>={self.severity}'


class CloudLogs:
    """The logs of a project.

    Args:
        project: Its id.
        endpoint: URL of a stand-in, used without credentials; Cloud Logging where None.
    """

    def __init__(self, project: str, endpoint: str | None = None) -> None:
        self._project = project
        self._endpoint = endpoint

    def lines(self, question: LogQuestion) -> Iterator[LogLine]:
        """The lines, oldest first.

        Raises:
            CallRefused: They may not be read.
            CallInterrupted: A later call may succeed.
        """
        body: dict[str, Any] = {
            "resourceNames": [f"projects/{self._project}"],
            "filter": question.filter,
            "orderBy": "timestamp asc",
            "pageSize": min(_PAGE, question.most),
        }
        left = question.most
        with self._session() as session:
            while left > 0:
                answer = self._ask(session, body)
                for entry in answer.get("entries", [])[:left]:
                    left -= 1
                    yield LogLine(
                        entry.get("timestamp", ""), entry.get("severity", ""), entry.get("jsonPayload", {})
                    )
                if not answer.get("nextPageToken"):
                    return
                body["pageToken"] = answer["nextPageToken"]

    def _ask(self, session: Any, body: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - Google's has no types
        try:
            reply = session.post(f"{self._endpoint or _API}/v2/entries:list", json=body, timeout=_TIMEOUT)
        except Exception as exc:
            failure = failure_of(exc)
            if failure is None:
                raise
            error = CallInterrupted if failure.is_transient else CallRefused
            raise error(failure.reason, f"Cloud Logging: {failure.detail}.") from exc
        if reply.status_code == 200:
            answer: dict[str, Any] = reply.json()
            return answer
        raise _refusal(reply.status_code)

    def _session(self) -> Any:  # noqa: ANN401 - Google's client has no types
        if self._endpoint:
            import requests

            return requests.Session()
        import google.auth
        from google.auth.exceptions import GoogleAuthError
        from google.auth.transport.requests import AuthorizedSession

        try:
            credentials, _ = google.auth.default(scopes=[_SCOPE])
        except GoogleAuthError as exc:
            failure = failure_of(exc)
            raise CallRefused("auth", f"Cloud Logging: {failure.detail if failure else exc}.") from exc
        return AuthorizedSession(credentials)  # type: ignore[no-untyped-call]


def _refusal(status: int) -> CallError:
    if status == 429 or status >= 500:
        return CallInterrupted("service", f"Cloud Logging answered {status}; try again.")
    return CallRefused("auth", f"Cloud Logging answered {status}: logs need the role roles/logging.viewer.")
