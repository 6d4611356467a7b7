"""Operations on objects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.testing.emulators.listener import Answer
from pointwise.testing.emulators.storage.listing import Selection
from pointwise.testing.emulators.storage.objects import Preconditions, number
from pointwise.testing.emulators.storage.operations import Call, Operation, Route
from pointwise.testing.emulators.storage.refusals import invalid, not_emulated
from pointwise.testing.emulators.storage.store import Source
from pointwise.testing.emulators.storage.uploads import read_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from pointwise.testing.emulators.storage.objects import StoredObject

_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


def _source(call: Call) -> Source:
    return Source(call.names[0], call.names[1], number(call.request.query, "generation"))


def _path(call: Call) -> str:
    return f"{call.names[0]}/{call.names[1]}"


def _list(call: Call) -> Operation:
    (bucket,) = call.names
    selection = Selection.of(call.request.query)

    def perform() -> Answer:
        page, stored = call.site.store.list(bucket, selection)
        items: list[JsonValue] = [one.resource() for one in stored]
        parts: dict[str, JsonValue] = {
            "items": items,
            "prefixes": [*page.prefixes],
            "nextPageToken": page.token,
        }
        return Answer.json(
            {"kind": "storage#objects", **{name: part for name, part in parts.items() if part}}
        )

    return Operation("list", f"{bucket}/{selection.prefix}", perform)


def _get(call: Call) -> Operation:
    source, conditions = _source(call), Preconditions.of(call.request.query)

    def perform() -> Answer:
        stored = call.site.store.get(source, conditions)
        if call.request.query.get("alt") == "media":
            return _download(stored, call.request.headers.get("range"))
        return Answer.json(stored.resource())

    return Operation("read", _path(call), perform)


def _download(stored: StoredObject, asked: str | None) -> Answer:
    """The bytes, or those of one range of RFC 9110; a range that cannot be read asks for everything."""
    found = _RANGE.fullmatch(asked or "")
    size = len(stored.data)
    if found is None or not any(found.groups()):
        return Answer(200, _media_headers(stored), stored.data)
    first, last = found.groups()
    start = int(first) if first else max(size - int(last), 0)
    end = min(int(last) + 1, size) if first and last else size
    if start >= end:
        return Answer(416, {"Content-Range": f"bytes */{size}"})
    headers = {**_media_headers(stored), "Content-Range": f"bytes {start}-{end - 1}/{size}"}
    return Answer(206, headers, stored.data[start:end])


def _media_headers(stored: StoredObject) -> dict[str, str]:
    sums = [f"crc32c={stored.crc32c}", *([f"md5={stored.md5}"] if stored.md5 else [])]
    encoding = str(stored.fields.get("contentEncoding") or "identity")
    return {
        "Content-Type": stored.content_type,
        "ETag": stored.etag,
        "X-Goog-Generation": str(stored.generation),
        "X-Goog-Metageneration": str(stored.metageneration),
        "X-Goog-Hash": ",".join(sums),
        "X-Goog-Storage-Class": str(stored.fields.get("storageClass", "STANDARD")),
        "X-Goog-Stored-Content-Encoding": encoding,
        "X-Goog-Stored-Content-Length": str(len(stored.data)),
        **({} if encoding == "identity" else {"Content-Encoding": encoding}),
    }


def _change(call: Call, *, whole: bool) -> Operation:
    source, conditions = _source(call), Preconditions.of(call.request.query)
    changes = read_json(call.request.body)

    def perform() -> Answer:
        return Answer.json(call.site.store.patch(source, changes, conditions, whole=whole).resource())

    return Operation("write", _path(call), perform)


def _delete(call: Call) -> Operation:
    source, conditions = _source(call), Preconditions.of(call.request.query)

    def perform() -> Answer:
        call.site.store.delete(source, conditions)
        return Answer(204)

    return Operation("delete", _path(call), perform)


def _compose(call: Call) -> Operation:
    bucket, name = call.names
    body, conditions = read_json(call.request.body), Preconditions.of(call.request.query)
    if body.get("deleteSourceObjects"):
        raise not_emulated("deleteSourceObjects")
    listed = body.get("sourceObjects")
    parts = [_component(bucket, part) for part in listed] if isinstance(listed, list) else []
    said = body.get("destination")
    fields = said if isinstance(said, dict) else {}

    def perform() -> Answer:
        return Answer.json(
            call.site.store.compose(Source(bucket, name), parts, fields, conditions).resource()
        )

    return Operation("write", _path(call), perform)


def _component(bucket: str, part: JsonValue) -> tuple[Source, Preconditions]:
    if not isinstance(part, dict) or not isinstance(part.get("name"), str):
        raise invalid("A source object needs a name.")
    wanted = part.get("objectPreconditions")
    condition = wanted.get("ifGenerationMatch") if isinstance(wanted, dict) else None
    source = Source(bucket, str(part["name"]), _generation(part.get("generation")))
    return source, Preconditions(generation=_generation(condition))


def _generation(value: JsonValue) -> int | None:
    return None if value is None else number({"generation": str(value)}, "generation")


def _copied(call: Call) -> StoredObject:
    bucket, name, target_bucket, target = call.names
    query = call.request.query
    origin = Source(bucket, name, number(query, "sourceGeneration"))
    fields: Mapping[str, JsonValue] = read_json(call.request.body)
    return call.site.store.copy(
        (origin, Preconditions.of(query, "ifSource")),
        Source(target_bucket, target),
        fields,
        Preconditions.of(query),
    )


def _copy(call: Call) -> Operation:
    return Operation("write", "/".join(call.names[2:]), lambda: Answer.json(_copied(call).resource()))


def _rewrite(call: Call) -> Operation:
    def perform() -> Answer:
        stored = _copied(call)
        size = str(len(stored.data))
        done: dict[str, JsonValue] = {
            "kind": "storage#rewriteResponse",
            "done": True,
            "resource": stored.resource(),
        }
        return Answer.json({**done, "objectSize": size, "totalBytesRewritten": size})

    return Operation("write", "/".join(call.names[2:]), perform)


ROUTES = (
    Route("GET", "/storage/v1/b/*/o", _list),
    Route("GET", "/storage/v1/b/*/o/*", _get),
    Route("GET", "/download/storage/v1/b/*/o/*", _get),
    Route("PATCH", "/storage/v1/b/*/o/*", lambda call: _change(call, whole=False)),
    Route("PUT", "/storage/v1/b/*/o/*", lambda call: _change(call, whole=True)),
    Route("DELETE", "/storage/v1/b/*/o/*", _delete),
    Route("POST", "/storage/v1/b/*/o/*/compose", _compose),
    Route("POST", "/storage/v1/b/*/o/*/copyTo/b/*/o/*", _copy),
    Route("POST", "/storage/v1/b/*/o/*/rewriteTo/b/*/o/*", _rewrite),
)
