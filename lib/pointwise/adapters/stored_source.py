"""Blueprints in a folder or below a prefix of a bucket: `BlueprintSource` over any object store."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pointwise.planning.snapshot import Snapshot, belongs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.ports import ObjectStore

_AT_ONCE = 16


class StoredSource:
    """A source without history: there is only the present, and nobody to tell.

    Args:
        store: Holds the files.
        prefix: Of their keys, ending in a slash; empty where the store holds nothing else.
    """

    def __init__(self, store: ObjectStore, prefix: str) -> None:
        self._store = store
        self._prefix = prefix

    async def snapshot(self, revision: str | None) -> Snapshot:  # noqa: ARG002 - there is only the present
        """All files as they are now."""
        room = asyncio.Semaphore(_AT_ONCE)

        async def read(key: str) -> tuple[str, bytes | None]:
            async with room:
                return key.removeprefix(self._prefix), await self._store.read(key)

        keys = [
            key for key in await self._store.keys(self._prefix) if belongs(key.removeprefix(self._prefix))
        ]
        found = await asyncio.gather(*map(read, keys))
        return Snapshot(revision=None, files={path: data for path, data in found if data is not None})

    async def digests(self, revision: str) -> Mapping[str, str] | None:  # noqa: ARG002 - there is no history
        return None

    async def announce(self, revision: str, *, accepted: bool, sentence: str) -> None:
        """Nobody to tell."""
