"""Cloud Logging's `entries:list`, as a stand-in on loopback speaks it."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.adapters.cloud_logging import CloudLogs, LogQuestion
from pointwise.errors import CallInterrupted, CallRefused

if TYPE_CHECKING:
    from collections.abc import Iterator

SINCE = datetime(2026, 11, 21, tzinfo=UTC)


@contextmanager
def served(answers: list[tuple[int, dict[str, Any]]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that gives these answers in turn; its address, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            status, answer = answers[len(asked) - 1]
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", asked
        finally:
            server.shutdown()
            thread.join()


def entry(number: int) -> dict[str, Any]:
    return {"timestamp": f"{number}", "severity": "INFO", "jsonPayload": {"message": f"m{number}"}}


def test_all_pages_are_read_and_no_line_too_many() -> None:
    """Oldest first, up to what was asked for; the run is quoted in the filter."""
    pages = [
        (200, {"entries": [entry(1), entry(2)], "nextPageToken": "next"}),
        (200, {"entries": [entry(3), entry(4)]}),
    ]
    with served(pages) as (url, asked):
        lines = list(CloudLogs("p", url).lines(LogQuestion('b/"x', SINCE, "WARNING", 3)))
    assert [line.payload["message"] for line in lines] == ["m1", "m2", "m3"]
    assert asked[0]["filter"] == (
        'jsonPayload.run="b/\\"x" AND timestamp>="2026-11-21T00:00:00+00:00" AND severity>=WARNING'
    )
    assert asked[1]["pageToken"] == "next"


@pytest.mark.parametrize(("status", "error"), [(403, CallRefused), (503, CallInterrupted)])
def test_a_refusal_is_told_as_one_of_our_errors(status: int, error: type[Exception]) -> None:
    """Whether a later call may succeed decides which."""
    with served([(status, {})]) as (url, _), pytest.raises(error, match="Cloud Logging"):
        list(CloudLogs("p", url).lines(LogQuestion("r", SINCE)))
