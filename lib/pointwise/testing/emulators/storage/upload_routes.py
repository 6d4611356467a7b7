"""Operations that bring bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from pointwise.testing.emulators.listener import Answer
from pointwise.testing.emulators.storage.objects import Preconditions
from pointwise.testing.emulators.storage.operations import Call, Operation, Route
from pointwise.testing.emulators.storage.refusals import invalid
from pointwise.testing.emulators.storage.uploads import media_draft, multipart_draft

if TYPE_CHECKING:
    from pointwise.testing.emulators.storage.objects import Draft

_PATH = "/upload/storage/v1/b/*/o"
_CANCELLED = 499  # what Cloud Storage answers to the DELETE of an upload


def _upload(call: Call) -> Operation:
    match call.request.query.get("uploadType"):
        case "media":
            return _put(call, media_draft(call.request))
        case "multipart":
            return _put(call, multipart_draft(call.request))
        case "resumable":
            return _begin(call)
    raise invalid("uploadType must be media, multipart or resumable.")


def _put(call: Call, draft: Draft) -> Operation:
    (bucket,) = call.names
    conditions = Preconditions.of(call.request.query)

    def perform() -> Answer:
        return Answer.json(call.site.store.put(bucket, draft, conditions).resource())

    return Operation("write", f"{bucket}/{draft.name}", perform)


def _begin(call: Call) -> Operation:
    (bucket,) = call.names
    conditions = Preconditions.of(call.request.query)
    session = call.site.sessions.begin(bucket, call.request, conditions)

    def perform() -> Answer:
        call.site.store.check(bucket, session.draft.name, conditions)
        host = call.request.headers.get("host", "")
        path = f"/upload/storage/v1/b/{quote(bucket)}/o?uploadType=resumable&upload_id={session.id}"
        return Answer(200, {"Location": f"http://{host}{path}", "X-GUploader-UploadID": session.id})

    return Operation("write", f"{bucket}/{session.draft.name}", perform)


def _continue(call: Call) -> Operation:
    session = call.site.sessions.find(call.request.query.get("upload_id", ""))

    def perform() -> Answer:
        draft = None if session.stored else session.take(call.request)
        if draft is not None:
            session.stored = call.site.store.put(session.bucket, draft, session.conditions)
        if session.stored is None:
            return Answer(308, session.range)
        return Answer.json(session.stored.resource())

    return Operation("chunk", f"{session.bucket}/{session.draft.name}", perform)


def _cancel(call: Call) -> Operation:
    upload = call.request.query.get("upload_id", "")
    session = call.site.sessions.find(upload)

    def perform() -> Answer:
        call.site.sessions.cancel(upload)
        return Answer(_CANCELLED)

    return Operation("chunk", f"{session.bucket}/{session.draft.name}", perform)


ROUTES = (Route("POST", _PATH, _upload), Route("PUT", _PATH, _continue), Route("DELETE", _PATH, _cancel))
