"""The one place where adapters are chosen and put together."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pointwise.adapters.caching import CachedChat
from pointwise.adapters.chat_router import ChatRouter
from pointwise.adapters.directory import DirectoryStore
from pointwise.adapters.embeddings import CachedEmbedder, HttpEmbedder
from pointwise.adapters.fixtures import FixtureChat
from pointwise.adapters.http_client import HttpLimits
from pointwise.adapters.http_services import HttpServices
from pointwise.adapters.local_embeddings import LocalEmbedder
from pointwise.adapters.local_queue import LocalQueue, QueueLimits
from pointwise.adapters.quickjs import QuickJs
from pointwise.adapters.retrying import RetryPolicy
from pointwise.services import Services
from pointwise.steps.perform import perform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from pointwise.adapters.fixtures import Fixtures
    from pointwise.ports import ChatModel, Observer
    from pointwise.settings import Settings
    from pointwise.tasks import Task


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """How to run on one machine.

    Attributes:
        out: The folder that is the store.
        calls: Calls to models at a time.
        fixtures: Answers instead of models.
        live_fallback: Ask models for what fixtures lack.
    """

    out: Path
    calls: int
    fixtures: Fixtures | None = None
    live_fallback: bool = False


@dataclass(frozen=True, slots=True)
class LocalSystem:
    """Everything in one process: the steps' services and the queue that drives them."""

    services: Services
    queue: LocalQueue

    async def run_to_end(self) -> None:
        """Perform queued tasks until none is left."""

        async def handle(task: Task, *, last_attempt: bool) -> None:
            await perform(task, self.services, last_attempt=last_attempt)

        await self.queue.drain(handle)


class OneMachineEmbedder:
    """An Embedder that has `local:` models on this machine and asks providers for all others."""

    def __init__(self, local: LocalEmbedder, providers: HttpEmbedder) -> None:
        self._local = local
        self._providers = providers

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        embedder = self._local if model.startswith("local:") else self._providers
        return await embedder.embed(model, texts)

    async def close(self) -> None:
        await self._local.close()
        await self._providers.close()


@asynccontextmanager
async def local_system(
    settings: Settings, options: LocalOptions, observer: Observer
) -> AsyncIterator[LocalSystem]:
    """The system on one machine; whatever it opened is closed at the end.

    Raises:
        InputError: The folder cannot be used.
    """
    store = DirectoryStore(options.out)
    store.open()
    queue = LocalQueue(QueueLimits(calls=options.calls))
    policy, limits = RetryPolicy(settings.call_attempts), HttpLimits(seconds=settings.call_seconds)
    router = ChatRouter(settings.providers, observer, policy, limits)
    cached = CachedChat(router, store)
    scripts = QuickJs()
    remote = HttpServices(settings.variables, cache=store)
    chat = _with_fixtures(cached, options)
    providers = HttpEmbedder(settings.providers, policy, limits)
    embedder = CachedEmbedder(OneMachineEmbedder(LocalEmbedder(), providers), store)
    services = Services(store, queue, chat, scripts, remote, SystemClock(), observer)
    if options.fixtures is None or options.live_fallback:
        services = replace(services, embedder=embedder)
    try:
        yield LocalSystem(services, queue)
    finally:
        await cached.close()
        await router.close()
        await scripts.close()
        await remote.close()
        await embedder.close()
        store.close()


def _with_fixtures(live: ChatModel, options: LocalOptions) -> ChatModel:
    if options.fixtures is None:
        return live
    return FixtureChat(options.fixtures, live if options.live_fallback else None)
