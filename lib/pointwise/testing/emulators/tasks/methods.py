"""The remote procedures of Cloud Tasks as a table, and pages of names."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from google.cloud import tasks_v2

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Method:
    """One remote procedure.

    Attributes:
        kind: `create`, `batch` or `manage`, for counts and faults.
        perform: From its request to its response; raises Refusal. Called on the event loop.
        request: Type of the message it takes.
        name: Tells apart the things it works on.
    """

    kind: str
    perform: Callable[[Any], Any]
    request: Any
    name: Callable[[Any], str]

    def read(self, data: bytes) -> Any:  # noqa: ANN401 - any message of the service
        """The request in a message."""
        if hasattr(self.request, "deserialize"):
            return self.request.deserialize(data)
        return self.request.FromString(data)


def write(response: Any) -> bytes:  # noqa: ANN401 - any message of the service
    """The message of a response."""
    if isinstance(response, _PLUS):
        return bytes(type(response).serialize(response))
    return bytes(response.SerializeToString())


_PLUS = (tasks_v2.Queue, tasks_v2.Task, tasks_v2.ListQueuesResponse, tasks_v2.ListTasksResponse)


def page(names: Iterable[str], size: int, after: str) -> tuple[list[str], str]:
    """Names in order that come after a token, and the token of the next page; empty where there is none."""
    ordered = sorted(names)
    start = bisect_right(ordered, after) if after else 0
    found = ordered[start : start + size]
    return found, found[-1] if start + size < len(ordered) else ""
