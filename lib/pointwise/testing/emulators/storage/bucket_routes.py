"""Operations on buckets."""

from __future__ import annotations

from pointwise.testing.emulators.listener import Answer
from pointwise.testing.emulators.storage.operations import Call, Operation, Route
from pointwise.testing.emulators.storage.uploads import read_json


def _create(call: Call) -> Operation:
    resource = read_json(call.request.body)
    name = str(resource.get("name"))
    return Operation("write", name, lambda: Answer.json(call.site.store.create_bucket(resource)))


def _list(call: Call) -> Operation:
    def perform() -> Answer:
        prefix = call.request.query.get("prefix", "")
        found = [bucket for bucket in call.site.store.buckets() if str(bucket["name"]).startswith(prefix)]
        return Answer.json({"kind": "storage#buckets", "items": [*found]})

    return Operation("list", "", perform)


def _get(call: Call) -> Operation:
    (name,) = call.names
    return Operation("read", name, lambda: Answer.json(call.site.store.bucket(name).resource))


def _patch(call: Call) -> Operation:
    (name,) = call.names
    changes = read_json(call.request.body)
    return Operation("write", name, lambda: Answer.json(call.site.store.patch_bucket(name, changes)))


def _delete(call: Call) -> Operation:
    (name,) = call.names

    def perform() -> Answer:
        call.site.store.delete_bucket(name)
        return Answer(204)

    return Operation("delete", name, perform)


ROUTES = (
    Route("POST", "/storage/v1/b", _create),
    Route("GET", "/storage/v1/b", _list),
    Route("GET", "/storage/v1/b/*", _get),
    Route("PATCH", "/storage/v1/b/*", _patch),
    Route("DELETE", "/storage/v1/b/*", _delete),
)
