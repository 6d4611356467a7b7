"""As much of HTTP/1.1 as clients of models use: requests with a length, connections kept alive.

Hand-made, because the server is there to measure clients and must cost next to nothing itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

_END = b"\r\n\r\n"
_REASONS = {status.value: status.phrase for status in HTTPStatus}


class BadRequest(Exception):  # noqa: N818 - named after the status it is answered with
    """What arrived is not HTTP that is understood here."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request. `head` is everything before the body, as it arrived."""

    method: str
    path: str
    head: bytes
    body: bytes

    def header(self, name: str) -> str | None:
        """The value of a header, or None. `name` in any case."""
        return self.headers().get(name.lower())

    def headers(self) -> dict[str, str]:
        """All headers, names in lower case; of several of one name the last."""
        lines = self.head.decode("latin-1").split("\r\n")[1:]
        pairs = (line.partition(":") for line in lines if line)
        return {name.lower(): value.strip() for name, _, value in pairs}


def take_request(buffer: bytearray) -> Request | None:
    """Cut the first whole request off a buffer; None where it has not all arrived.

    Raises:
        BadRequest: It will never be one.
    """
    end = buffer.find(_END)
    if end < 0:
        return None
    head = bytes(buffer[:end])
    length = _length(head)
    stop = end + len(_END) + length
    if len(buffer) < stop:
        return None
    body = bytes(buffer[end + len(_END) : stop])
    del buffer[:stop]
    method, _, rest = head[: head.find(b"\r\n")].decode("latin-1").partition(" ")
    return Request(method, rest.rpartition(" ")[0].partition("?")[0], head, body)


def _length(head: bytes) -> int:
    lower = head.lower()
    if b"\r\ntransfer-encoding:" in lower:
        raise BadRequest("a body needs a content-length")
    start = lower.find(b"\r\ncontent-length:")
    if start < 0:
        return 0
    value = lower[start + 17 :].partition(b"\r\n")[0].strip()
    if not value.isdigit():
        raise BadRequest("content-length is no number")
    return int(value)


def response(status: int, body: bytes, headers: dict[str, str] | None = None) -> bytes:
    """A whole answer as bytes."""
    extra = "".join(f"{name}: {value}\r\n" for name, value in (headers or {}).items())
    head = (
        f"HTTP/1.1 {status} {_REASONS.get(status, 'Other')}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\n{extra}\r\n"
    )
    return head.encode("latin-1") + body
