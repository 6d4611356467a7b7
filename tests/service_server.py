"""A scripted HTTP service on a real socket."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Service:
    """What it answers next, and what it was asked.

    Attributes:
        answers: One per request, `{status?, body? | raw?, headers?, wait?}`; the last one stays.
        requests: `{method, path, headers, body}`, header names in lower case.
    """

    url: str
    answers: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    def will(self, *answers: dict[str, Any]) -> None:
        """Forget all requests and answer like this from now on."""
        self.answers[:] = answers
        self.requests.clear()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        self.requests.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def service() -> Iterator[Service]:
    """A service on a free port of this machine, gone at the end."""
    running = Service("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else headers and body are 40 ms apart

        def respond(self) -> None:
            _respond(self, running)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond  # noqa: N815 - names of the standard library

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    running.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield running
    finally:
        running.stopped.set()
        server.shutdown()
        thread.join()
        server.server_close()


def _respond(handler: BaseHTTPRequestHandler, running: Service) -> None:
    body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
    headers = {name.lower(): value for name, value in handler.headers.items()}
    asked = {"method": handler.command, "path": handler.path, "headers": headers, "body": body.decode()}
    answer = running.answer(asked)
    running.stopped.wait(answer.get("wait", 0))
    data = answer["raw"] if "raw" in answer else json.dumps(answer.get("body"))
    data = data.encode() if isinstance(data, str) else data
    handler.send_response(answer.get("status", 200))
    for name, value in answer.get("headers", {}).items():
        handler.send_header(name, value)
    handler.send_header("content-length", str(len(data)))
    handler.end_headers()
    try:
        handler.wfile.write(data)
    except OSError:  # whoever asked has hung up
        handler.close_connection = True
