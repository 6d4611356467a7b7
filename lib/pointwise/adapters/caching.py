"""Replies kept by the digest of their request: nothing is paid for twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pointwise import keys, records
from pointwise.chat import ChatReply
from pointwise.errors import DamagedObject
from pointwise.services import Listings

if TYPE_CHECKING:
    from pointwise.chat import ChatRequest, Origin
    from pointwise.ports import ChatModel, ObjectStore


class CachedChat:
    """A ChatModel that asks another one only for replies that are not stored yet.

    Equal requests under way at the same time are sent once. Replies about one subject are looked for with
    one list, which is believed for a few seconds: most requests of a run are asked for the first time, and
    the twenty about one response come close together. What that may miss, `Listings` says: a reply that
    another instance stored within these seconds. Only a task that is delivered twice at a time asks for the
    same in two places; it then pays twice, as it would had both deliveries asked at the same moment. A task
    that comes again because its worker died waits longer than a list is believed.
    """

    def __init__(self, model: ChatModel, store: ObjectStore, listings: Listings | None = None) -> None:
        self._model = model
        self._store = store
        self._listings = listings or Listings()
        self._under_way: dict[str, asyncio.Task[ChatReply]] = {}

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        """As the model behind it; a stored reply comes back as it was stored."""
        digest = request.digest
        task = self._under_way.get(digest)
        if task is None:
            task = asyncio.create_task(self._ask(request, origin, keys.cache(digest, request.subject)))
            self._under_way[digest] = task
            task.add_done_callback(lambda _: self._under_way.pop(digest, None))
        # Shielded: whoever shares the call must not lose it when another one is cancelled.
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Let go of what nobody waits for any more."""
        tasks = tuple(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, request: ChatRequest, origin: Origin, key: str) -> ChatReply:
        data = await self._stored(request, key)
        if data is not None and (known := _whole(data, key)) is not None:
            return known
        reply = await self._model.complete(request, origin)
        write = self._store.create if data is None else self._store.replace
        await write(key, records.write(reply))
        if request.subject is not None:
            self._listings.note(keys.cached_about(request.subject), key)
        return reply

    async def _stored(self, request: ChatRequest, key: str) -> bytes | None:
        subject = request.subject
        if subject is not None and not await self._listings.has(keys.cached_about(subject), key, self._store):
            return None
        return await self._store.read(key)


def _whole(data: bytes, key: str) -> ChatReply | None:
    """A stored reply; None where a machine lost its power before the whole of it was on the disk."""
    try:
        return records.read(ChatReply, data, key)
    except DamagedObject:
        return None
