"""The outside world as the steps see it: values in, values out, one promise each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from pointwise.checks.effects import ScriptEngine, ServiceClient

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Mapping, Sequence
    from datetime import datetime

    from pointwise.chat import ChatReply, ChatRequest, Origin
    from pointwise.events import Event
    from pointwise.planning.snapshot import Snapshot
    from pointwise.tasks import Queued

__all__ = [
    "BlueprintSource",
    "ChatModel",
    "Clock",
    "Embedder",
    "ObjectStore",
    "Observer",
    "ScriptEngine",
    "ServiceClient",
    "TaskQueue",
    "Versioned",
]


@dataclass(frozen=True, slots=True)
class Versioned:
    """Bytes as they were when they were read."""

    data: bytes
    version: str


class ObjectStore(Protocol):
    """Named bytes. A read or list that starts after a write has returned sees that write.

    Every method raises StorageError when the store refuses for good and SystemInterrupted when a later try
    may succeed.
    """

    async def read(self, key: str) -> bytes | None:
        """The bytes under a key, or None where there is nothing."""

    async def create(self, key: str, data: bytes) -> bool:
        """Write bytes under a key that holds nothing; False, and nothing written, where it holds something.

        Of any number of concurrent callers exactly one gets True. Nobody ever reads a part of the bytes.
        """

    async def replace(self, key: str, data: bytes) -> None:
        """Write bytes under a key, whatever it holds. For values that are a pure function of others."""

    async def assemble(self, key: str, parts: AsyncIterable[bytes]) -> None:
        """As `replace`, of bytes that come in parts and are never all held at once.

        Where `parts` raises, nothing is written.
        """

    async def read_versioned(self, key: str) -> Versioned | None:
        """The bytes under a key with the version that `replace_if` takes, or None where there is nothing."""

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        """Write unless somebody else has written since a version was read; False where somebody has.

        Args:
            key: Under which to write.
            data: What to write.
            version: The one that was read, None where there was nothing.
        """

    async def keys(self, prefix: str) -> list[str]:
        """All keys that start with a prefix, sorted by code point."""

    async def folders(self, prefix: str) -> list[str]:
        """The folders directly below a prefix that ends in a slash, sorted, as `<prefix><name>/`."""

    async def read_all(self, prefix: str) -> dict[str, bytes]:
        """Every object whose key starts with a prefix, by key, sorted. For small families of objects."""

    async def delete(self, key: str) -> None:
        """Remove a key; nothing happens where it holds nothing."""


class TaskQueue(Protocol):
    """Delivers tasks at least once, in any order, maybe twice at a time."""

    async def enqueue(self, tasks: Sequence[Queued]) -> None:
        """Take tasks over, to be delivered at least once.

        Should the queue itself be lost, the `schedule` step queues whatever is still missing.

        Raises:
            SystemInterrupted: Not all could be taken over now.
        """


class ChatModel(Protocol):
    """Any number of models behind one door."""

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        """Ask for one completion.

        Raises:
            CallRefused: It can never succeed as it is.
            CallInterrupted: Bounded retries did not help; a later call may.
        """


class BlueprintSource(Protocol):
    """A repository or folder of blueprints. Every method raises as those of ChatModel do."""

    async def snapshot(self, revision: str | None) -> Snapshot:
        """The files of a revision, or the newest ones."""

    async def digests(self, revision: str) -> Mapping[str, str] | None:
        """Git's digests of the files of a revision by path; None where the source has no such revision."""

    async def announce(self, revision: str, *, accepted: bool, sentence: str) -> None:
        """Tell readers of a revision whether its blueprints can be run; nothing where that is impossible."""


class Embedder(Protocol):
    """Places texts in a space where what means the same lies close together."""

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        """One vector a text, in their order, all of one length.

        Args:
            model: `provider:name`.
            texts: None of them empty.

        Raises:
            CallRefused: It can never succeed as it is; a missing key is `auth`.
            CallInterrupted: Bounded retries did not help; a later call may.
        """


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present, in UTC."""


class Observer(Protocol):
    """Is told what happens, for progress displays and logs."""

    def notify(self, event: Event) -> None:
        """Take note. Must return at once and never raise."""
