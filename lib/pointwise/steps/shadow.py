"""A store that can be written without changing the one it stands before."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pointwise.ports import Versioned

if TYPE_CHECKING:
    from collections.abc import AsyncIterable

    from pointwise.ports import ObjectStore


class ShadowStore:
    """An ObjectStore that reads through to another and keeps what is written to itself, in `written`.

    What was written is read back, but not listed.
    """

    def __init__(self, store: ObjectStore) -> None:
        self._store = store
        self.written: dict[str, bytes] = {}

    async def read(self, key: str) -> bytes | None:
        return self.written[key] if key in self.written else await self._store.read(key)

    async def create(self, key: str, data: bytes) -> bool:
        if await self.read(key) is not None:
            return False
        self.written[key] = data
        return True

    async def replace(self, key: str, data: bytes) -> None:
        self.written[key] = data

    async def assemble(self, key: str, parts: AsyncIterable[bytes]) -> None:
        self.written[key] = b"".join([part async for part in parts])

    async def read_versioned(self, key: str) -> Versioned | None:
        data = await self.read(key)
        return None if data is None else Versioned(data, hashlib.sha256(data).hexdigest())

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        present = await self.read_versioned(key)
        if (present.version if present else None) != version:
            return False
        self.written[key] = data
        return True

    async def keys(self, prefix: str) -> list[str]:
        return await self._store.keys(prefix)

    async def folders(self, prefix: str) -> list[str]:
        return await self._store.folders(prefix)

    async def read_all(self, prefix: str) -> dict[str, bytes]:
        return await self._store.read_all(prefix)

    async def delete(self, key: str) -> None:
        self.written.pop(key, None)
