"""Blueprints and collections out of an archive of a repository that anybody may have filled."""

from __future__ import annotations

import io
import tarfile
import zlib
from typing import IO, TYPE_CHECKING

from pointwise.blueprint.limits import Limits
from pointwise.planning.snapshot import belongs

if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST_FILE = Limits().size + 1
"""So much of a file is read; one byte too many shows that it is too large."""
_LARGEST_ARCHIVE = 512 * 2**20
"""Bytes unpacked, those of files that are passed over included."""
_MOST_FILES = 20_000
_LARGEST_CONTENT = 128 * 2**20


class DamagedArchive(Exception):  # noqa: N818 - the name says what it is
    """It is no archive, or one that is too large to be unpacked."""


class _Bounded(io.RawIOBase):
    """The unpacked bytes of gzip data, up to a limit."""

    def __init__(self, packed: bytes) -> None:
        self._unpacking = zlib.decompressobj(wbits=31)  # 16 + 15: gzip with the largest window
        self._packed = packed
        self._given = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        try:
            data = self._unpacking.decompress(self._packed, max(size, 0) or 65536)
        except zlib.error as exc:
            raise DamagedArchive("it is not gzip") from exc
        self._packed = self._unpacking.unconsumed_tail
        self._given += len(data)
        if self._given > _LARGEST_ARCHIVE:
            raise DamagedArchive(f"it unpacks to more than {_LARGEST_ARCHIVE} bytes")
        return data


def files_of(packed: bytes) -> dict[str, bytes]:
    """Content by path of the blueprints and collections in a gzipped tar with one folder at its top.

    Raises:
        DamagedArchive: It is none, or too large.
    """
    files: dict[str, bytes] = {}
    total = 0
    try:
        for path, opened in _members(packed):
            files[path] = opened.read(_LARGEST_FILE)
            total += len(files[path])
            if len(files) > _MOST_FILES or total > _LARGEST_CONTENT:
                raise DamagedArchive("it holds too many blueprints")
    except (tarfile.TarError, EOFError, OSError, ValueError) as exc:
        raise DamagedArchive(str(exc) or "it is cut off") from exc
    return files


def _members(packed: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    with tarfile.open(fileobj=_Bounded(packed), mode="r|") as archive:
        for member in archive:
            path = member.name.partition("/")[2]
            # Links are passed over: they are no content of their own and may lead out of the archive.
            if member.isreg() and belongs(path) and (opened := archive.extractfile(member)):
                yield path, opened
