"""Buckets and objects in memory. Every method is one atomic step, seen by all that start after it."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left, insort
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pointwise.testing.emulators.storage import objects
from pointwise.testing.emulators.storage.listing import page
from pointwise.testing.emulators.storage.objects import WRITABLE, Draft, Preconditions, StoredObject
from pointwise.testing.emulators.storage.refusals import conflict, invalid, no_bucket, no_object

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from pointwise.testing.emulators.storage.listing import Page, Selection

_LONGEST_NAME = 1024  # bytes of an object's name in UTF-8
_MOST_COMPONENTS = 32  # sources of one compose


@dataclass(slots=True)
class Bucket:
    """Objects by name, and the names in order of their UTF-8 bytes, which is Python's order of strings."""

    resource: dict[str, JsonValue]
    objects: dict[str, StoredObject] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    def keep(self, stored: StoredObject) -> None:
        if stored.name not in self.objects:
            insort(self.names, stored.name)
        self.objects[stored.name] = stored

    def drop(self, name: str) -> None:
        del self.objects[name]
        del self.names[bisect_left(self.names, name)]


@dataclass(frozen=True, slots=True)
class Source:
    """An object to read from, of one generation or the present one."""

    bucket: str
    name: str
    generation: int | None = None


class Store:
    """All buckets of one emulator. Thread-safe. Methods raise Refusal."""

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}
        self._lock = threading.RLock()
        self._last_generation = 0

    def create_bucket(self, resource: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        name = resource.get("name")
        if not isinstance(name, str) or not name:
            raise invalid("A bucket needs a name.")
        with self._lock:
            if name in self._buckets:
                raise conflict(
                    "Your previous request to create the named bucket succeeded and you already own it."
                )
            own: dict[str, JsonValue] = {
                "kind": "storage#bucket",
                "id": name,
                "metageneration": "1",
                "timeCreated": _now(),
            }
            self._buckets[name] = Bucket({"location": "US", "storageClass": "STANDARD", **resource, **own})
            return self._buckets[name].resource

    def buckets(self) -> list[dict[str, JsonValue]]:
        with self._lock:
            return [self._buckets[name].resource for name in sorted(self._buckets)]

    def bucket(self, name: str) -> Bucket:
        with self._lock:
            if name not in self._buckets:
                raise no_bucket()
            return self._buckets[name]

    def patch_bucket(self, name: str, changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        with self._lock:
            bucket = self.bucket(name)
            count = int(str(bucket.resource["metageneration"])) + 1
            bucket.resource = {**bucket.resource, **changes, "name": name, "metageneration": str(count)}
            return bucket.resource

    def delete_bucket(self, name: str) -> None:
        with self._lock:
            if self.bucket(name).objects:
                raise conflict("The bucket you tried to delete is not empty.")
            del self._buckets[name]

    def put(self, bucket: str, draft: Draft, conditions: Preconditions) -> StoredObject:
        """Store a new generation, if the conditions hold of the present one."""
        _check_name(draft.name)
        objects.check_sums(draft.data, draft.fields)
        crc32c = objects.crc32c(draft.data)
        md5 = None if draft.components else objects.md5(draft.data)
        fields = {
            name: value for name, value in draft.fields.items() if name in WRITABLE and value is not None
        }
        with self._lock:
            place = self.bucket(bucket)
            conditions.check(place.objects.get(draft.name))
            now, generation = _now(), self._next_generation()
            stored = StoredObject(
                bucket,
                draft.name,
                draft.data,
                fields,
                generation,
                now,
                now,
                crc32c,
                md5,
                components=draft.components,
            )
            place.keep(stored)
            return stored

    def check(self, bucket: str, name: str, conditions: Preconditions) -> None:
        """Refuse now what a later put would refuse as well."""
        with self._lock:
            conditions.check(self.bucket(bucket).objects.get(name))

    def get(self, source: Source, conditions: Preconditions, *, reading: bool = True) -> StoredObject:
        with self._lock:
            stored = self.bucket(source.bucket).objects.get(source.name)
            if stored is None or source.generation not in {None, stored.generation}:
                raise no_object(source.bucket, source.name)
            conditions.check(stored, reading=reading)
            return stored

    def patch(
        self, source: Source, changes: Mapping[str, JsonValue], conditions: Preconditions, *, whole: bool
    ) -> StoredObject:
        """Change what is said about an object. `whole` replaces everything that may be said."""
        with self._lock:
            stored = self.get(source, conditions, reading=False)
            fields = _merged({} if whole else stored.fields, changes)
            patched = replace(stored, fields=fields, metageneration=stored.metageneration + 1, updated=_now())
            self.bucket(source.bucket).keep(patched)
            return patched

    def delete(self, source: Source, conditions: Preconditions) -> None:
        with self._lock:
            self.get(source, conditions, reading=False)
            self.bucket(source.bucket).drop(source.name)

    def compose(
        self,
        target: Source,
        parts: Sequence[tuple[Source, Preconditions]],
        fields: Mapping[str, JsonValue],
        conditions: Preconditions,
    ) -> StoredObject:
        """Join objects of one bucket into one."""
        if not 0 < len(parts) <= _MOST_COMPONENTS:
            raise invalid(
                f"{len(parts)} source components were given; there must be 1 to {_MOST_COMPONENTS}."
            )
        with self._lock:
            found = [self.get(source, wanted, reading=False) for source, wanted in parts]
            data = b"".join(part.data for part in found)
            count = sum(part.components or 1 for part in found)
            return self.put(target.bucket, Draft(target.name, data, fields, count), conditions)

    def copy(
        self,
        origin: tuple[Source, Preconditions],
        target: Source,
        fields: Mapping[str, JsonValue],
        conditions: Preconditions,
    ) -> StoredObject:
        """Copy an object, with what is said about it unless `fields` says otherwise."""
        with self._lock:
            stored = self.get(*origin, reading=False)
            draft = Draft(target.name, stored.data, {**stored.fields, **fields}, stored.components)
            return self.put(target.bucket, draft, conditions)

    def list(self, bucket: str, selection: Selection) -> tuple[Page, list[StoredObject]]:
        """A page of names, and the objects of these names."""
        with self._lock:
            place = self.bucket(bucket)
            found = page(place.names, selection)
            return found, [place.objects[name] for name in found.names]

    def _next_generation(self) -> int:
        self._last_generation = max(self._last_generation + 1, time.time_ns() // 1000)
        return self._last_generation


def _merged(present: Mapping[str, JsonValue], changes: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """JSON merge patch (RFC 7396) over what a client may say."""
    fields = {**present, **{name: value for name, value in changes.items() if name in WRITABLE}}
    before, after = present.get("metadata"), changes.get("metadata")
    if isinstance(before, dict) and isinstance(after, dict):
        fields["metadata"] = {name: value for name, value in {**before, **after}.items() if value is not None}
    return {name: value for name, value in fields.items() if value is not None}


def _check_name(name: str) -> None:
    if (
        not 0 < len(name.encode("utf-8", "surrogatepass")) <= _LONGEST_NAME
        or {"\r", "\n"} & set(name)
        or name in {".", ".."}
    ):
        raise invalid(f"Invalid object name: {name[:80]!r}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
