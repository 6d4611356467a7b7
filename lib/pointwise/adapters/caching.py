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
    another instance stored within these seconds, be it to a copy of the task or for another variant that
    answered word for word the same. It is then paid for twice, as if both had asked at one moment, and all go
    on with the one that was stored first. A task that comes again because its worker died waits longer than
    a list is believed.
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
        reply = await self._keep(await self._model.complete(request, origin), key)
        if request.subject is not None:
            self._listings.note(keys.cached_about(request.subject), key)
        return reply

    async def _keep(self, reply: ChatReply, key: str) -> ChatReply:
        """Store a reply; the one that is there already, if it is whole, goes before it."""
        data = records.write(reply)
        if await self._store.create(key, data):
            return reply
        there = await self._store.read(key)
        if there is not None and (known := _whole(there, key)) is not None:
            return known
        await self._store.replace(key, data)
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
