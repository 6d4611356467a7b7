"""The outside world as the steps see it: values in, values out, one promise each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pointwise.checks.effects import ScriptEngine, ServiceClient

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from pointwise.chat import ChatReply, ChatRequest, Origin
    from pointwise.events import Event
    from pointwise.tasks import Queued


__all__ = [
    "ChatModel",
    "Clock",
    "ObjectStore",
    "Observer",
    "ScriptEngine",
    "ServiceClient",
    "TaskQueue",
]


class ObjectStore(Protocol):
    """Named bytes. A read or list that starts after a write has returned sees that write.

    Every method raises StorageError when the store refuses for good and CallInterrupted when a later try
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
        """


class ChatModel(Protocol):
    """Any number of models behind one door."""

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        """Ask for one completion.

        Raises:
            CallRefused: It can never succeed as it is.
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
