"""The deployed system put together: Cloud Storage and Cloud Tasks behind the same ports.

Whatever takes long to import, or is not needed by every function, is imported where it is first used.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from pointwise.adapters.cloud_tasks import CloudTasksQueue, Destinations, queue_id
from pointwise.adapters.gcs import GcsStore
from pointwise.adapters.quickjs import QuickJs
from pointwise.errors import InputError
from pointwise.services import Services
from pointwise.steps.cancel import Cancellations
from pointwise.steps.fetch import Intake

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pointwise.adapters.stored_source import StoredSource
    from pointwise.chat import ChatReply, ChatRequest, Origin
    from pointwise.checks.effects import ServiceOutcome, ServiceRequest
    from pointwise.ports import BlueprintSource, ChatModel, Embedder, ObjectStore, Observer, ServiceClient
    from pointwise.settings import CloudSettings, Settings, SourceSettings

# ruff: noqa: PLC0415 - every function starts with this module, and most need only a part of it

_FUNCTION_OF = {
    "schedule": "fetch-and-schedule",
    "generate": "generate",
    "judge": "judge-point",
    "checks": "judge-point",
    "aggregate": "aggregate",
}
"""Which function performs the tasks of a kind of lane."""


class SystemClock:
    """The time of this machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class LateChat:
    """A ChatModel that is made when it is first asked: its HTTP client takes 0.3 s to import."""

    def __init__(self, make: Callable[[], ChatModel]) -> None:
        self._make = make
        self._made: ChatModel | None = None

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        self._made = self._made or self._make()
        return await self._made.complete(request, origin)


class LateEmbedder:
    """An Embedder that is made when it is first asked, likewise."""

    def __init__(self, make: Callable[[], Embedder]) -> None:
        self._make = make
        self._made: Embedder | None = None

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        self._made = self._made or self._make()
        return await self._made.embed(model, texts)


class LateServices:
    """A ServiceClient that is made when it is first asked."""

    def __init__(self, make: Callable[[], ServiceClient]) -> None:
        self._make = make
        self._made: ServiceClient | None = None

    async def ask(self, request: ServiceRequest) -> ServiceOutcome:
        self._made = self._made or self._make()
        return await self._made.ask(request)

    async def close(self) -> None:
        """Close what was opened."""
        if self._made is not None:
            await self._made.close()


@dataclass(frozen=True)
class CloudSystem:
    """What one process keeps of the system. Lives on the event loop on which it is first used."""

    settings: Settings
    cloud: CloudSettings
    source_settings: SourceSettings
    observer: Observer

    @cached_property
    def store(self) -> GcsStore:
        return GcsStore(self.cloud.bucket, endpoint=self.cloud.storage)

    @cached_property
    def queue(self) -> CloudTasksQueue:
        urls = {kind: self.cloud.functions[name] for kind, name in _FUNCTION_OF.items()}
        destinations = Destinations(self.cloud.location, queue_id, urls, self.cloud.invoker)
        return CloudTasksQueue(destinations, endpoint=self.cloud.tasks)

    @cached_property
    def services(self) -> Services:
        chat, remote = LateChat(self._chat), LateServices(self._remote)
        clock, embedder = SystemClock(), LateEmbedder(self._embedder)
        return Services(self.store, self.queue, chat, QuickJs(), remote, clock, self.observer, embedder)

    @cached_property
    def cancellations(self) -> Cancellations:
        return Cancellations(self.store)

    @cached_property
    def intake(self) -> Intake:
        """What blueprints that come in by themselves, or by request, go through."""
        source = blueprint_source(self.source_settings, self.store)
        return Intake(source, self.source_settings.limits, self.source_settings.max_age)

    async def close(self) -> None:
        """Close what was opened."""
        if "queue" in vars(self):
            await self.queue.close()
        if "store" in vars(self):
            self.store.close()

    def _chat(self) -> ChatModel:
        from pointwise.adapters.caching import CachedChat
        from pointwise.adapters.chat_router import ChatRouter
        from pointwise.adapters.http_client import HttpLimits
        from pointwise.adapters.retrying import RetryPolicy

        policy = RetryPolicy(self.cloud.call_attempts)
        limits = HttpLimits(seconds=self.settings.call_seconds)
        router = ChatRouter(self.settings.providers, self.observer, policy, limits)
        return CachedChat(router, self.store)

    def _embedder(self) -> Embedder:
        from pointwise.adapters.embeddings import CachedEmbedder, HttpEmbedder
        from pointwise.adapters.http_client import HttpLimits
        from pointwise.adapters.retrying import RetryPolicy

        # No queue of its provider's repeats it: a prompt asks once, for all responses together.
        policy = RetryPolicy(self.settings.call_attempts)
        limits = HttpLimits(seconds=self.settings.call_seconds)
        return CachedEmbedder(HttpEmbedder(self.settings.providers, policy, limits), self.store)

    def _remote(self) -> ServiceClient:
        from pointwise.adapters.http_services import HttpServices
        from pointwise.adapters.service_addresses import Reach

        return HttpServices(self.settings.variables, cache=self.store, reach=Reach(loopback=False))


def blueprint_source(settings: SourceSettings, store: ObjectStore) -> BlueprintSource | None:
    """The source that settings name, if any.

    Raises:
        InputError: They name none that is known.
    """
    place = settings.place
    if place is None:
        return None
    if settings.repository is not None:
        from pointwise.adapters.github import GitHubSource

        return GitHubSource(settings.repository, store, settings)
    return _stored_source(place)


def _stored_source(place: str) -> StoredSource:
    from pathlib import Path

    from pointwise.adapters.directory import DirectoryStore
    from pointwise.adapters.stored_source import StoredSource

    if place.startswith("gs://"):
        bucket, _, prefix = place.removeprefix("gs://").partition("/")
        return StoredSource(GcsStore(bucket), f"{prefix.rstrip('/')}/" if prefix else "")
    if not Path(place).is_dir():
        raise InputError(f"POINTWISE_SOURCE is {place!r}; it must be github:OWNER/NAME, gs://… or a folder.")
    return StoredSource(DirectoryStore(Path(place)), "")
