"""A threaded HTTP/1.1 server around one function: what both emulators listen with."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping

    from pydantic import JsonValue

_POLL_SECONDS = 0.02
"""How long closing waits for the listening thread at most."""


@dataclass(frozen=True, slots=True)
class Request:
    """What arrived. `path` is still percent-encoded; header names are in lower case."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @classmethod
    def of(cls, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Request:
        """A request from the parts of its wire form; of a repeated query parameter the last counts."""
        parts = urlsplit(target)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        return cls(method, parts.path, query, {name.lower(): text for name, text in headers.items()}, body)


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes back."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    @classmethod
    def json(cls, value: JsonValue, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
        kind = {"Content-Type": "application/json; charset=UTF-8"}
        return cls(status, {**kind, **(headers or {})}, json.dumps(value).encode())


class Listener:
    """Answers every request on a port of this machine with one function, each connection in a thread.

    Args:
        answer: Called in any thread; None hangs up without an answer.
        port: 0 takes a free one.
    """

    def __init__(self, answer: Callable[[Request], Answer | None], port: int = 0) -> None:
        self._server = _Server(answer, port)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL_SECONDS,), daemon=True)

    @property
    def url(self) -> str:
        """Where it listens, without a slash at the end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop listening and hang up on everybody."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._server.hang_up()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, answer: Callable[[Request], Answer | None], port: int) -> None:
        self.answer = answer
        self._connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), _Handler)

    def process_request(self, request: socket.socket, client_address: object) -> None:  # type: ignore[override]
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: socket.socket) -> None:  # type: ignore[override]
        self._connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of clients that did not wait for their answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def hang_up(self) -> None:
        for connection in tuple(self._connections):
            self.shutdown_request(connection)


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # headers and body leave in one packet

    def handle_any(self) -> None:
        request = Request.of(self.command, self.path, dict(self.headers.items()), self._body())
        answer = self.server.answer(request)
        if answer is None:
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, text in answer.headers.items():
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any  # noqa: N815 - names given by the base class

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - name given by the base class
        """Say nothing: a test reads counts, not lines."""

    def _body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            return b"".join(iter(self._chunk, b""))
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _chunk(self) -> bytes:
        size = int(self.rfile.readline().partition(b";")[0], 16)
        data = self.rfile.read(size)
        self.rfile.readline()
        return data
