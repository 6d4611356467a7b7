"""Embeddings over HTTP, in the format of OpenAI that most servers speak, kept by the digest of their text.

https://platform.openai.com/docs/api-reference/embeddings
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Protocol

from pointwise import keys
from pointwise.adapters.chat_endpoint import provider_endpoint
from pointwise.adapters.chat_failures import error_body, failure
from pointwise.adapters.chat_wire import objects, read, unreadable, written
from pointwise.adapters.http_client import HttpClient
from pointwise.adapters.retrying import retrying
from pointwise.chat import digest
from pointwise.errors import CallRefused
from pointwise.ports import Embedder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from pointwise.adapters.chat_wire import Body
    from pointwise.adapters.http_client import HttpLimits
    from pointwise.adapters.providers import ProviderSettings
    from pointwise.adapters.retrying import RetryPolicy
    from pointwise.ports import ObjectStore

    Vector = tuple[float, ...]

_BATCH = 64
"""Texts in a request: far below OpenAI's 2,048, and 64 long responses stay below its 300,000 tokens."""
_LONGEST = 24_000
"""Characters of a text that are looked at: OpenAI's models read 8,192 tokens, of three to four characters."""


class ClosableEmbedder(Embedder, Protocol):
    """An Embedder that holds something open."""

    async def close(self) -> None:
        """Let it go."""


class HttpEmbedder:
    """An Embedder at the providers that chat models are asked at."""

    def __init__(self, settings: ProviderSettings, policy: RetryPolicy, limits: HttpLimits) -> None:
        self._settings = settings
        self._policy = policy
        self._http = HttpClient(limits)

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[Vector, ...]:
        """In batches, each tried again where that may help."""
        found: list[Vector] = []
        for start in range(0, len(texts), _BATCH):
            batch = [text[:_LONGEST] for text in texts[start : start + _BATCH]]
            found += await self._persist(model, batch)
        return tuple(found)

    async def close(self) -> None:
        """Close the connections."""
        await self._http.close()

    async def _persist(self, model: str, batch: Sequence[str]) -> list[Vector]:
        async def once(seconds: float) -> list[Vector]:
            return await self._ask(model, batch, seconds)

        return await retrying(once, self._policy, lambda _error, _wait: None)

    async def _ask(self, model: str, batch: Sequence[str], seconds: float) -> list[Vector]:
        endpoint = provider_endpoint(model, self._settings)
        provider = self._settings.providers[endpoint.provider]
        if provider.wire != "openai":
            raise CallRefused(
                "unknown_model", f"{endpoint.provider} offers no embeddings in OpenAI's format.", attempts=0
            )
        body: Body = {"model": endpoint.model, "input": list(batch), "encoding_format": "float"}
        url = f"{provider.base_url}/embeddings"
        answer = await self._http.post(url, endpoint.headers, written(body), seconds)
        data = endpoint.cleaned(answer.body)
        if not 200 <= answer.status < 300:
            raise failure(endpoint, answer.status, answer.headers, error_body(data))
        return _vectors(read(data), len(batch))


def _vectors(body: Body, count: int) -> list[Vector]:
    """The vectors of a reply in the order of the texts; a reply may list them in any.

    Raises:
        CallInterrupted: It does not hold one usable vector a text.
    """
    found = {each.get("index"): _vector(each.get("embedding")) for each in objects(body.get("data"))}
    vectors = [found.get(index) for index in range(count)]
    known = [vector for vector in vectors if vector]
    if len(known) < count or len({len(vector) for vector in known}) > 1:
        raise unreadable("holds not one vector a text")
    return known


def _vector(value: JsonValue) -> Vector | None:
    numbers = value if isinstance(value, list) else []
    known = [float(n) for n in numbers if isinstance(n, int | float) and not isinstance(n, bool)]
    return tuple(known) if len(known) == len(numbers) and all(map(math.isfinite, known)) else None


class CachedEmbedder:
    """An Embedder that asks another one only for texts that were never placed before."""

    def __init__(self, embedder: ClosableEmbedder, store: ObjectStore) -> None:
        self._embedder = embedder
        self._store = store

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[Vector, ...]:
        """As the embedder behind it; equal texts are asked for once."""
        places = {text: keys.cache(digest({"embedding": model, "text": text})) for text in texts}
        known = {text: await self._stored(key) for text, key in places.items()}
        lacking = [text for text, vector in known.items() if vector is None]
        asked = await self._embedder.embed(model, lacking) if lacking else ()
        for text, placed in zip(lacking, asked, strict=True):
            await self._keep(places[text], placed)
            known[text] = placed
        return tuple(vector for text in texts if (vector := known[text]) is not None)

    async def close(self) -> None:
        """Close the embedder behind it."""
        await self._embedder.close()

    async def _stored(self, key: str) -> Vector | None:
        data = await self._store.read(key)
        if data is None:
            return None
        try:
            return tuple(map(float, json.loads(data)))
        except (TypeError, ValueError):
            return None  # a machine lost its power before the whole of it was on the disk

    async def _keep(self, key: str, vector: Vector) -> None:
        data = json.dumps(vector).encode()
        if not await self._store.create(key, data) and await self._stored(key) is None:
            await self._store.replace(key, data)
