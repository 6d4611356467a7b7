"""Logs of functions: one JSON object a line on standard output, which is what Cloud Logging reads.

https://cloud.google.com/logging/docs/structured-logging
"""

from __future__ import annotations

import json
import sys
import traceback
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from pointwise.events import CallEnded, CallRetried, RunFinished, RunStoodStill, UnitSettled

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from starlette.requests import Request

    from pointwise.events import Deed, Event
    from pointwise.tasks import Task

    Facts = Mapping[str, object]

Severity = Literal["DEBUG", "INFO", "WARNING", "ERROR"]

_STILL: Mapping[Deed, tuple[Severity, str]] = {
    "queued": ("WARNING", "stood still, and was queued anew"),
    "given_up": ("ERROR", "given up: queued anew again and again, and nothing of it moved"),
    "let_go": ("ERROR", "not looked after any more: it did not move even when it was given up"),
}
_OURS = "pointwise"
_RETRIES = "X-CloudTasks-TaskRetryCount"
_TRACE = "logging.googleapis.com/trace"
_KEPT = ("run", "prompt", "cell", "point", "judge", "trigger", "delivery")
_facts: ContextVar[Facts] = ContextVar("facts", default=MappingProxyType({}))


class LogObserver:
    """Writes what is worth knowing later to the log, with the facts of the delivery it belongs to."""

    def notify(self, event: Event) -> None:
        """Take note."""
        match event:
            case CallRetried():
                log("INFO", "call repeated", provider=event.provider, reason=event.reason)
            case CallEnded(reason=reason) if reason is not None:
                log("WARNING", event.message or "call failed", provider=event.provider, reason=reason)
            case UnitSettled(reason=reason) if reason is not None:
                log("WARNING", f"{event.kind} could not be had", reason=reason)
            case RunFinished():
                log("INFO", "run finished", run=event.run)
            case RunStoodStill():
                severity, message = _STILL[event.deed]
                log(severity, message, run=event.run, stalled=event.run)
            case _:
                return


def log(severity: Severity, message: str, **more: object) -> None:
    """Write one line. Never a text of a prompt or response, never a key."""
    line = {"severity": severity, "message": message, **_facts.get(), **more}
    sys.stdout.write(json.dumps(line, default=str) + "\n")
    sys.stdout.flush()


@contextmanager
def facts(**more: object) -> Iterator[None]:
    """Put facts on every line that is written within."""
    token = _facts.set({**_facts.get(), **{name: fact for name, fact in more.items() if fact is not None}})
    try:
        yield
    finally:
        _facts.reset(token)


def facts_of(task: Task) -> dict[str, object]:
    """What tells a task apart from others."""
    dumped = task.model_dump(mode="json")
    return {"task": task.task, **{name: dumped[name] for name in _KEPT if dumped.get(name) is not None}}


def attempt_of(request: Request) -> int:
    """Which delivery of its task a request is, 1 for the first."""
    text = request.headers.get(_RETRIES, "")
    return int(text) + 1 if text.isascii() and text.isdecimal() else 1


def place_of(error: BaseException) -> str:
    """The last place in our code on the way to an error. Its message may hold what people wrote."""
    frames = traceback.extract_tb(error.__traceback__)
    last = next((frame for frame in reversed(frames) if _OURS in frame.filename), frames[-1])
    return f"{last.filename.rpartition('/')[2]}:{last.lineno} {last.name}"


def trace_of(request: Request, project: str) -> dict[str, str]:
    """The field that joins lines to the trace that Cloud Run gave a request; none without one.

    `X-Cloud-Trace-Context: TRACE/SPAN;o=OPTIONS`, or W3C's `traceparent: 00-TRACE-SPAN-FLAGS`.
    """
    google = request.headers.get("X-Cloud-Trace-Context", "").partition("/")[0]
    parts = request.headers.get("traceparent", "").split("-")
    trace = google or (parts[1] if len(parts) == 4 else "")
    return {_TRACE: f"projects/{project}/traces/{trace}"} if trace.isalnum() else {}
