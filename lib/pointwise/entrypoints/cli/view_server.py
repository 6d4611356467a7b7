"""The server of `pointwise view`: loopback only, reading only."""

from __future__ import annotations

import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

from pointwise.entrypoints.cli.view_pages import Answer, Pages
from pointwise.errors import InputError, PointwiseError, UnknownRun

if TYPE_CHECKING:
    from pathlib import Path

_LOOPBACK = "127.0.0.1"
_NAMES = {_LOOPBACK, "localhost"}


class Server(ThreadingHTTPServer):
    """Serves the pages of one folder.

    Attributes:
        pages: What is served.
    """

    daemon_threads = True

    def __init__(self, pages: Pages, port: int) -> None:
        self.pages = pages
        super().__init__((_LOOPBACK, port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as http.server has them
        """Say nothing of browsers that leave before they have their answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def open_server(folder: Path, port: int) -> Server:
    """Bind to a port of this machine.

    Raises:
        InputError: There is no such folder, or the port is taken.
    """
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}; name the one that `pointwise run` wrote to.")
    try:
        return Server(Pages(folder), port)
    except OSError as exc:
        raise InputError(f"Port {port} cannot be used ({exc.strerror}); choose another with --port.") from exc


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"
    timeout = 60
    server_version = "pointwise"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer with a page, or with a sentence on why there is none."""
        try:
            self._send(HTTPStatus.OK, self._answer())
        except UnknownRun as exc:
            self._send(HTTPStatus.NOT_FOUND, Answer.of_text(exc.message))
        except InputError as exc:
            self._send(HTTPStatus.BAD_REQUEST, Answer.of_text(exc.message))
        except PointwiseError as exc:
            self._send(HTTPStatus.INTERNAL_SERVER_ERROR, Answer.of_text(exc.message))

    def _answer(self) -> Answer:
        self._refuse_other_names()
        asked = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(asked.query).items()}
        return self.server.pages.answer(tuple(map(unquote, asked.path.removeprefix("/").split("/"))), query)

    def _refuse_other_names(self) -> None:
        """A page elsewhere could point a name of its own at this machine, and read what is served here."""
        if self.headers.get("Host", "").rpartition(":")[0] not in _NAMES:
            raise InputError("Pages are served to this machine under its own name only.")

    def _send(self, status: HTTPStatus, answer: Answer) -> None:
        body = answer.text.encode("utf-8", "backslashreplace")
        self.send_response(status)
        self.send_header("Content-Type", f"{answer.kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the signature of http.server
        """Say nothing: what was looked at is nobody's business."""
