"""Objects as they are stored and as JSON describes them."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import google_crc32c

from pointwise.testing.emulators.storage.refusals import condition_not_met, invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

WRITABLE = frozenset(
    {
        "cacheControl",
        "contentDisposition",
        "contentEncoding",
        "contentLanguage",
        "contentType",
        "customTime",
        "metadata",
        "storageClass",
    }
)
"""What a client may say about an object; everything else in its JSON is the service's own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An object as a client hands it in. `components` is how many objects it was composed of."""

    name: str
    data: bytes
    fields: Mapping[str, JsonValue] = field(default_factory=dict)
    components: int | None = None


@dataclass(frozen=True, slots=True)
class StoredObject:
    """One generation of an object. Times are in UTC, as JSON has them."""

    bucket: str
    name: str
    data: bytes
    fields: Mapping[str, JsonValue]
    generation: int
    created: str
    updated: str
    crc32c: str
    md5: str | None
    metageneration: int = 1
    components: int | None = None

    @property
    def content_type(self) -> str:
        return str(self.fields.get("contentType") or "application/octet-stream")

    @property
    def etag(self) -> str:
        return base64.b64encode(f"{self.generation}/{self.metageneration}".encode()).decode()

    def resource(self) -> dict[str, JsonValue]:
        """The object's metadata as the JSON API has it."""
        own: dict[str, JsonValue] = {
            "kind": "storage#object",
            "id": f"{self.bucket}/{self.name}/{self.generation}",
            "name": self.name,
            "bucket": self.bucket,
            "generation": str(self.generation),
            "metageneration": str(self.metageneration),
            "size": str(len(self.data)),
            "crc32c": self.crc32c,
            "etag": self.etag,
            "timeCreated": self.created,
            "updated": self.updated,
            "timeStorageClassUpdated": self.created,
        }
        parts = {"md5Hash": self.md5, "componentCount": self.components}
        said = {"contentType": self.content_type, "storageClass": "STANDARD", **self.fields}
        return own | said | {name: value for name, value in parts.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Preconditions:
    """What must hold of the present object, where 0 is the generation of one that is not there."""

    generation: int | None = None
    not_generation: int | None = None
    metageneration: int | None = None
    not_metageneration: int | None = None

    @classmethod
    def of(cls, query: Mapping[str, str], stem: str = "if") -> Preconditions:
        """The preconditions in a query; those of a copy's source have the stem `ifSource`."""
        names = ("GenerationMatch", "GenerationNotMatch", "MetagenerationMatch", "MetagenerationNotMatch")
        return cls(*(number(query, f"{stem}{name}") for name in names))

    def check(self, present: StoredObject | None, *, reading: bool = False) -> None:
        """Let pass or refuse: 412, or 304 where a reader has the present state already.

        Raises:
            Refusal: A precondition does not hold.
        """
        generation = present.generation if present else 0
        metageneration = present.metageneration if present else 0
        if self.generation not in {None, generation} or self.metageneration not in {None, metageneration}:
            raise condition_not_met()
        if generation == self.not_generation or metageneration == self.not_metageneration:
            raise condition_not_met(304 if reading else 412)


def number(query: Mapping[str, str], name: str) -> int | None:
    """A whole number of at least 0 in a query, or None where it is not given.

    Raises:
        Refusal: It is no such number.
    """
    text = query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()):
        raise invalid(f"Invalid value for {name}: {text!r}")
    return int(text)


def crc32c(data: bytes) -> str:
    """CRC-32C, big-endian, in base64, as Cloud Storage writes it."""
    return base64.b64encode(google_crc32c.value(data).to_bytes(4, "big")).decode()


def md5(data: bytes) -> str:
    """MD5 in base64."""
    return base64.b64encode(hashlib.md5(data, usedforsecurity=False).digest()).decode()


def check_sums(data: bytes, claimed: Mapping[str, JsonValue]) -> None:
    """Compare the checksums a client sent along.

    Raises:
        Refusal: The bytes that arrived are not those that were sent.
    """
    for name, measure in (("md5Hash", md5), ("crc32c", crc32c)):
        if claimed.get(name) and claimed[name] != (sum_ := measure(data)):
            raise invalid(f"Provided {name} {claimed[name]!r} doesn't match calculated {name} {sum_!r}.")
