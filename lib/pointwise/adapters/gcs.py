"""Objects in a bucket of Cloud Storage: `ObjectStore` in the cloud."""

from __future__ import annotations

import asyncio
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pointwise.adapters.gcs_client import connect
from pointwise.adapters.gcs_families import Family, Member, digest_of, split
from pointwise.adapters.google_failures import failure_of
from pointwise.errors import StorageError, SystemInterrupted
from pointwise.keys import composed
from pointwise.ports import Versioned

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Iterator

    P = ParamSpec("P")
    T = TypeVar("T")

# ruff: noqa: PLC0415 - Google's client takes 0.2 s to import, which the first call pays, not every start

_THREADS = 32
"""The client is synchronous and takes 1.6 ms of CPU a call: enough to keep a core busy."""
_TIMEOUT = (5.0, 30.0)  # seconds to connect, and between two bytes of an answer
_PATIENCE = 20.0
_FIRST_WAIT, _LONGEST_WAIT = 0.2, 4.0  # seconds between tries; the client adds jitter
_WRITER = "pointwise-writer"
_CHUNK = 8 * 2**20
"""Bytes of an object sent at a time; the service wants a multiple of 256 KiB."""


class GcsStore:
    """An ObjectStore in a bucket that is there already.

    Args:
        bucket: Name of the bucket.
        endpoint: URL of an emulator, which is used without credentials. Without it the client goes by
            STORAGE_EMULATOR_HOST, else to Cloud Storage.
        patience: Seconds to go on trying a call that may succeed later.
    """

    def __init__(self, bucket: str, *, endpoint: str | None = None, patience: float = _PATIENCE) -> None:
        self._bucket = bucket
        self._endpoint = endpoint
        self._patience = patience
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="gcs")
        self._opening = threading.Lock()
        self._client: Any = None

    def close(self) -> None:
        """Wait for calls under way and close all connections."""
        self._pool.shutdown()
        if self._client is not None:
            self._client.close()

    async def read(self, key: str) -> bytes | None:
        return await self._call(self._read, key)

    async def create(self, key: str, data: bytes) -> bool:
        return await self._call(self._create, key, data)

    async def replace(self, key: str, data: bytes) -> None:
        await self._call(self._replace, key, data)

    async def assemble(self, key: str, parts: AsyncIterable[bytes]) -> None:
        writer = await self._call(self._writer, key)
        try:
            async for part in parts:
                await self._call(writer.write, part)
        except BaseException:
            await self._call(writer.terminate)
            raise
        await self._call(writer.close)

    async def read_versioned(self, key: str) -> Versioned | None:
        return await self._call(self._read_versioned, key)

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        return await self._call(self._replace_if, key, data, version)

    async def keys(self, prefix: str) -> list[str]:
        return await self._call(self._keys, prefix)

    async def folders(self, prefix: str) -> list[str]:
        return await self._call(self._folders, prefix)

    async def read_all(self, prefix: str) -> dict[str, bytes]:
        """Read most of a family by composing it; what was composed stays behind, for a rule on age."""
        family = Family.of(await self._call(self._members, prefix))
        found = {member.key: b"" for member in family.empty}
        reads = (self._read_each(family.singles), *map(self._read_group, family.groups))
        for part in await asyncio.gather(*reads):
            found |= part
        return dict(sorted(found.items()))

    async def delete(self, key: str) -> None:
        await self._call(self._delete, key)

    async def _read_group(self, group: tuple[Member, ...]) -> dict[str, bytes]:
        key = composed(digest_of(group))
        data = await self._call(self._compose, key, group)
        # Nothing, where one of them was deleted or replaced since it was listed.
        return (data and split(group, data)) or await self._read_each(group)

    async def _read_each(self, members: tuple[Member, ...]) -> dict[str, bytes]:
        found = await asyncio.gather(*(self.read(member.key) for member in members))
        pairs = zip(members, found, strict=True)
        return {member.key: data for member, data in pairs if data is not None}

    async def _call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        def run() -> T:
            with self._translated(_action(function, args)):
                return function(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._pool, run)

    def _read(self, key: str) -> bytes | None:
        from google.api_core.exceptions import NotFound

        try:
            return bytes(self._blob(key).download_as_bytes(**self._bounds()))
        except NotFound:
            return None

    def _compose(self, key: str, group: tuple[Member, ...]) -> bytes | None:
        from google.api_core.exceptions import NotFound, PreconditionFailed

        sources, whole = [self._blob(member.key) for member in group], self._blob(key)
        generations = [member.generation for member in group]
        whole.content_type = _kind(key)
        try:
            whole.compose(
                sources, if_generation_match=0, if_source_generation_match=generations, **self._bounds()
            )
        except NotFound:
            return None
        except PreconditionFailed:
            pass  # a source has changed, or a worker has composed exactly this before: reading tells which
        return self._read(key)

    def _create(self, key: str, data: bytes) -> bool:
        from google.api_core.exceptions import PreconditionFailed

        blob, writer = self._blob(key), secrets.token_hex(8)
        blob.metadata = {_WRITER: writer}
        try:
            blob.upload_from_string(data, _kind(key), if_generation_match=0, **self._bounds())
        except PreconditionFailed:
            return self._is_written_by(writer, key)
        return True

    def _is_written_by(self, writer: str, key: str) -> bool:
        """Whether the object that is in the way is the caller's own.

        It is where the client repeated a write whose first answer got lost.
        """
        from google.api_core.exceptions import NotFound

        blob = self._blob(key)
        try:
            blob.reload(**self._bounds())
        except NotFound as exc:
            raise SystemInterrupted("service", f"{key!r} was deleted while it was being created.") from exc
        return bool((blob.metadata or {}).get(_WRITER) == writer)

    def _replace(self, key: str, data: bytes) -> None:
        self._blob(key).upload_from_string(data, _kind(key), **self._bounds())

    def _writer(self, key: str) -> Any:  # noqa: ANN401 - Google's client has no types
        bounds = self._bounds()
        return self._blob(key).open("wb", chunk_size=_CHUNK, content_type=_kind(key), retry=bounds["retry"])

    def _read_versioned(self, key: str) -> Versioned | None:
        from google.api_core.exceptions import NotFound, PreconditionFailed

        blob = self._blob(key)
        try:
            blob.reload(**self._bounds())
            data = blob.download_as_bytes(if_generation_match=blob.generation, **self._bounds())
        except NotFound:
            return None
        except PreconditionFailed as exc:
            raise SystemInterrupted("service", f"{key!r} was replaced while it was being read.") from exc
        return Versioned(bytes(data), str(blob.generation))

    def _replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        from google.api_core.exceptions import PreconditionFailed

        match = int(version or 0)
        try:
            self._blob(key).upload_from_string(data, _kind(key), if_generation_match=match, **self._bounds())
        except PreconditionFailed:
            return False
        return True

    def _keys(self, prefix: str) -> list[str]:
        found = self._connected().list_blobs(
            self._bucket, prefix=prefix, fields="items(name),nextPageToken", **self._bounds()
        )
        return sorted(blob.name for blob in found)

    def _members(self, prefix: str) -> list[Member]:
        found = self._connected().list_blobs(
            self._bucket, prefix=prefix, fields="items(name,size,generation),nextPageToken", **self._bounds()
        )
        return [Member(blob.name, blob.size, blob.generation) for blob in found]

    def _folders(self, prefix: str) -> list[str]:
        found = self._connected().list_blobs(
            self._bucket, prefix=prefix, delimiter="/", fields="prefixes,nextPageToken", **self._bounds()
        )
        for _ in found:  # the prefixes of a page are known once it was fetched
            pass
        return sorted(found.prefixes)

    def _delete(self, key: str) -> None:
        from google.api_core.exceptions import NotFound

        try:
            self._blob(key).delete(**self._bounds())
        except NotFound:
            return

    def _blob(self, key: str) -> Any:  # noqa: ANN401 - Google's client has no types
        if not key or not _is_text(key):
            raise StorageError(f"{key!r} cannot be the name of an object.")
        return self._connected().bucket(self._bucket).blob(key)

    def _bounds(self) -> dict[str, Any]:
        from google.cloud.storage.retry import DEFAULT_RETRY  # type: ignore[import-untyped]

        retry = DEFAULT_RETRY.with_delay(_FIRST_WAIT, _LONGEST_WAIT, 2.0).with_timeout(self._patience)
        return {"timeout": _TIMEOUT, "retry": retry}

    def _connected(self) -> Any:  # noqa: ANN401 - Google's client has no types
        with self._opening:
            if self._client is None:
                self._client = connect(self._endpoint)
            return self._client

    @contextmanager
    def _translated(self, action: str) -> Iterator[None]:
        try:
            yield
        except (StorageError, SystemInterrupted):
            raise
        except Exception as exc:
            failure = failure_of(exc)
            if failure is None:
                raise
            sentence = f"Cloud Storage, bucket {self._bucket}, {action}: {failure.detail}."
            if failure.is_transient:
                raise SystemInterrupted(failure.reason, sentence) from exc
            raise StorageError(sentence) from exc


def _action(function: Callable[..., object], args: tuple[object, ...]) -> str:
    """What is being done to which object, for errors; bytes are not shown."""
    name = function.__name__.strip("_")
    return f"{name} {args[0]!r}" if args and isinstance(args[0], str) else name


def _is_text(key: str) -> bool:
    try:
        key.encode()
    except UnicodeEncodeError:
        return False
    return True


def _kind(key: str) -> str:
    if key.endswith(".html"):
        return "text/html; charset=utf-8"
    return "application/json" if key.endswith(".json") else "application/octet-stream"
