"""Uploads: in one request, in two parts, or chunk by chunk."""

from __future__ import annotations

import json
import re
import secrets
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pointwise.testing.emulators.storage.objects import Draft
from pointwise.testing.emulators.storage.refusals import Refusal, invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.testing.emulators.listener import Request
    from pointwise.testing.emulators.storage.objects import Preconditions, StoredObject

_CHUNK = 256 * 1024  # Cloud Storage keeps an unfinished upload in multiples of this
_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_RANGE = re.compile(r"bytes (?:\*|(?P<first>\d+)-(?P<last>\d+))/(?P<total>\*|\d+)")


def read_json(body: bytes) -> dict[str, JsonValue]:
    """The JSON object in a body; an empty body is an empty object.

    Raises:
        Refusal: It is something else.
    """
    try:
        value = json.loads(body or b"{}")
    except ValueError as exc:
        raise invalid("Parse Error") from exc
    if not isinstance(value, dict):
        raise invalid("Parse Error: not an object")
    return value


def media_draft(request: Request) -> Draft:
    """An object whose bytes are the body."""
    return Draft(_name(request, {}), request.body, {"contentType": request.headers.get("content-type")})


def multipart_draft(request: Request) -> Draft:
    """An object whose body is its metadata as JSON, then its bytes.

    Raises:
        Refusal: The body has not these two parts.
    """
    parts = split_parts(request.headers.get("content-type", ""), request.body)
    if len(parts) != 2:
        raise invalid("A multipart upload has two parts: metadata and media.")
    (_, about), (headers, data) = parts
    fields = read_json(about)
    fields.setdefault("contentType", headers.get("content-type"))
    return Draft(_name(request, fields), data, fields)


def split_parts(content_type: str, body: bytes) -> list[tuple[dict[str, str], bytes]]:
    """Headers, their names in lower case, and bytes of each part of a multipart body.

    Raises:
        Refusal: It is none.
    """
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise invalid("A multipart body needs a boundary.")
    mark = re.escape(b"--" + boundary[1].strip("'").encode())
    return [_part(part) for part in re.split(rb"(?:^|\r?\n)" + mark, body)[1:-1]]


def _part(part: bytes) -> tuple[dict[str, str], bytes]:
    # Batches of Google's own client end these lines with a bare newline, its uploads do not.
    blank = re.search(rb"\r?\n\r?\n", part)
    if blank is None:
        raise invalid("A part of a multipart body has no blank line after its headers.")
    lines = (line.partition(":") for line in part[: blank.start()].decode("latin-1").split("\n"))
    return {name.strip().lower(): text.strip() for name, _, text in lines}, part[blank.end() :]


def _name(request: Request, fields: Mapping[str, JsonValue]) -> str:
    name = request.query.get("name") or fields.get("name")
    if not isinstance(name, str):
        raise invalid("An upload needs the name of the object.")
    return name


@dataclass(slots=True)
class Session:
    """A resumable upload that has begun. `stored` once it is complete."""

    id: str
    bucket: str
    draft: Draft
    conditions: Preconditions
    received: bytearray = field(default_factory=bytearray)
    stored: StoredObject | None = None

    @property
    def range(self) -> dict[str, str]:
        """The header that says what has been received; absent where nothing has."""
        return {"Range": f"bytes=0-{len(self.received) - 1}"} if self.received else {}

    def take(self, request: Request) -> Draft | None:
        """Take a chunk over; the whole object once its last byte is there.

        A chunk may repeat bytes received before; one that would leave a gap is not taken.

        Raises:
            Refusal: The range makes no sense.
        """
        said = request.headers.get("content-range", f"bytes 0-{len(request.body) - 1}/{len(request.body)}")
        found = _RANGE.fullmatch(said)
        if found is None and request.body:
            raise invalid(f"Failed to parse Content-Range header: {said}")
        if found and found["first"] and int(found["first"]) <= len(self.received):
            del self.received[int(found["first"]) :]
            self.received += request.body
        total = found["total"] if found else str(len(self.received))
        if total == "*" or len(self.received) < int(total):
            del self.received[len(self.received) - len(self.received) % _CHUNK :]
            return None
        return replace(self.draft, data=bytes(self.received), fields={**self.draft.fields, **_sums(request)})


def _sums(request: Request) -> dict[str, JsonValue]:
    """Checksums that come with the last chunk."""
    pairs = (pair.strip().partition("=") for pair in request.headers.get("x-goog-hash", "").split(","))
    names = {"crc32c": "crc32c", "md5": "md5Hash"}
    return {names[name]: text for name, _, text in pairs if name in names}


class Sessions:
    """Resumable uploads under way. Thread-safe; chunks of one upload come one after another."""

    def __init__(self) -> None:
        self._sessions: dict[str, Session] = {}
        self._lock = threading.Lock()

    def begin(self, bucket: str, request: Request, conditions: Preconditions) -> Session:
        """Note what the object will be; its bytes follow."""
        fields = read_json(request.body)
        fields.setdefault("contentType", request.headers.get("x-upload-content-type"))
        session = Session(
            secrets.token_urlsafe(16), bucket, Draft(_name(request, fields), b"", fields), conditions
        )
        with self._lock:
            self._sessions[session.id] = session
        return session

    def find(self, upload: str) -> Session:
        """The upload of this id.

        Raises:
            Refusal: There is none, or it was cancelled.
        """
        with self._lock:
            if upload not in self._sessions:
                raise Refusal(404, "notFound", "There is no such upload, or it was cancelled.")
            return self._sessions[upload]

    def cancel(self, upload: str) -> None:
        with self._lock:
            self._sessions.pop(upload, None)
