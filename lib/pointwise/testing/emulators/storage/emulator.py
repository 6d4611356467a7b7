"""The storage emulator as a whole."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Self

from pointwise.testing.emulators.control import ROOT, Control
from pointwise.testing.emulators.listener import Answer, Listener, Request
from pointwise.testing.emulators.storage import bucket_routes, object_routes, upload_routes
from pointwise.testing.emulators.storage.objects import Draft, Preconditions
from pointwise.testing.emulators.storage.operations import Site, find_operation
from pointwise.testing.emulators.storage.partial import keep
from pointwise.testing.emulators.storage.refusals import Refusal
from pointwise.testing.emulators.storage.uploads import split_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

    from pointwise.testing.emulators.faults import Faults, Mishap
    from pointwise.testing.emulators.storage.operations import Operation

_ROUTES = (*object_routes.ROUTES, *upload_routes.ROUTES, *bucket_routes.ROUTES)
_BATCH = "/batch/storage/v1"
_MOST_IN_BATCH = 100  # calls in one batch request (documentation of the JSON API)
_SEAM = "emulated_batch"


class StorageEmulator:
    """Cloud Storage on a port of this machine, in threads of this process, in memory.

    Use it as a context manager. Google's own client finds it through `client_options={"api_endpoint": url}`
    or the environment variable STORAGE_EMULATOR_HOST.

    Args:
        port: 0 takes a free one.
        buckets: Made at the start.
    """

    def __init__(self, port: int = 0, *, buckets: Iterable[str] = ()) -> None:
        self._site = Site()
        self._control = Control()
        self._listener = Listener(self._answer, port)
        for name in buckets:
            self._site.store.create_bucket({"name": name})

    def __enter__(self) -> Self:
        self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    @property
    def url(self) -> str:
        return self._listener.url

    def fill(self, bucket: str, objects: Mapping[str, bytes]) -> None:
        """Put objects into a bucket without any client; nothing is counted."""
        for name, data in objects.items():
            self._site.store.put(bucket, Draft(name, data), Preconditions())

    def counts(self) -> dict[str, int]:
        """Operations since the start by kind: `list`, `read`, `write`, `delete`, `chunk`."""
        return self._control.counts()

    def reset_counts(self) -> None:
        self._control.reset()

    def inject(self, faults: Faults) -> None:
        """Go wrong like this from now on; `Faults()` ends it."""
        self._control.inject(faults)

    def _answer(self, request: Request) -> Answer | None:
        if request.path.startswith(ROOT):
            return self._control.answer(request)
        try:
            if request.path == _BATCH:
                return self._answer_batch(request)
            return self._perform(find_operation(_ROUTES, self._site, request), request)
        except Refusal as refusal:
            return refusal.answer()

    def _perform(self, operation: Operation, request: Request) -> Answer | None:
        mishap = self._control.enter(operation.kind, operation.name)
        if mishap.refusal is not None:
            return _refused(mishap.refusal, self._control.faults)
        try:
            answer = _selected(operation.perform(), request.query.get("fields"))
        except Refusal as refusal:
            answer = refusal.answer()
        return _spoilt(answer, mishap)

    def _answer_batch(self, request: Request) -> Answer:
        parts = split_parts(request.headers.get("content-type", ""), request.body)
        if len(parts) > _MOST_IN_BATCH:
            raise Refusal(400, "invalid", f"A batch holds at most {_MOST_IN_BATCH} calls.")
        answers = (_wire(headers.get("content-id"), self._answer(_inner(body))) for headers, body in parts)
        seams = b"".join(b"--%s\r\n%s\r\n" % (_SEAM.encode(), answer) for answer in answers)
        kind = {"Content-Type": f"multipart/mixed; boundary={_SEAM}"}
        return Answer(200, kind, seams + b"--%s--\r\n" % _SEAM.encode())


def _refused(status: int, faults: Faults) -> Answer:
    answer = Refusal(status, "injected", f"Injected fault {status}").answer()
    wait = {} if faults.retry_after is None else {"Retry-After": str(faults.retry_after)}
    return Answer(answer.status, {**answer.headers, **wait}, answer.body)


def _selected(answer: Answer, fields: str | None) -> Answer:
    if fields is None or not answer.headers.get("Content-Type", "").startswith("application/json"):
        return answer
    return Answer.json(keep(json.loads(answer.body), fields), answer.status)


def _spoilt(answer: Answer, mishap: Mishap) -> Answer | None:
    if mishap.delay:
        time.sleep(mishap.delay)
    if mishap.loss == "denied":
        return Refusal(503, "backendError", "Injected fault: this took effect").answer()
    return None if mishap.loss == "dropped" else answer


def _inner(part: bytes) -> Request:
    """The request in a part of a batch."""
    head, _, body = part.replace(b"\r\n", b"\n").partition(b"\n\n")
    first, *lines = head.decode("latin-1").split("\n")
    method, target, *_ = first.split()
    headers = {name: text.strip() for name, _, text in (line.partition(":") for line in lines)}
    return Request.of(method, target, headers, body)


def _wire(content_id: str | None, answer: Answer | None) -> bytes:
    """The part of a batch's answer that answers one of its calls."""
    if answer is None:
        answer = Refusal(503, "backendError", "Injected fault: this took effect").answer()
    named = f"Content-ID: <response-{content_id.strip('<>')}>\r\n" if content_id else ""
    lines = "".join(f"{name}: {text}\r\n" for name, text in answer.headers.items())
    head = f"Content-Type: application/http\r\n{named}\r\nHTTP/1.1 {answer.status} Answer\r\n{lines}\r\n"
    return head.encode() + answer.body
