"""Fakes that live in memory."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from pointwise.chat import ChatReply
from pointwise.checks.effects import ScriptOutcome
from pointwise.checks.verdicts import Unscored
from pointwise.errors import CallError
from pointwise.ports import Versioned

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Sequence

    from pointwise.chat import ChatRequest, Origin
    from pointwise.checks.effects import ScriptJob, ServiceOutcome, ServiceRequest
    from pointwise.events import Event
    from pointwise.tasks import Queued, Task


class MemoryStore:
    """An ObjectStore in a dict; `lists` and `reads` count what would be billed."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.lists = 0
        self.reads = 0

    async def read(self, key: str) -> bytes | None:
        self.reads += 1
        return self.objects.get(key)

    async def create(self, key: str, data: bytes) -> bool:
        if key in self.objects:
            return False
        self.objects[key] = data
        return True

    async def replace(self, key: str, data: bytes) -> None:
        self.objects[key] = data

    async def assemble(self, key: str, parts: AsyncIterable[bytes]) -> None:
        await self.replace(key, b"".join([part async for part in parts]))

    async def read_versioned(self, key: str) -> Versioned | None:
        data = await self.read(key)
        return None if data is None else Versioned(data, _version(data))

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        present = self.objects.get(key)
        if (None if present is None else _version(present)) != version:
            return False
        await self.replace(key, data)
        return True

    async def keys(self, prefix: str) -> list[str]:
        self.lists += 1
        return sorted(key for key in self.objects if key.startswith(prefix))

    async def folders(self, prefix: str) -> list[str]:
        self.lists += 1
        inner = (key.removeprefix(prefix) for key in self.objects if key.startswith(prefix))
        return sorted({f"{prefix}{rest.partition('/')[0]}/" for rest in inner if "/" in rest})

    async def read_all(self, prefix: str) -> dict[str, bytes]:
        self.reads += 1
        return {key: self.objects[key] for key in sorted(self.objects) if key.startswith(prefix)}

    async def delete(self, key: str) -> None:
        self.objects.pop(key, None)


def _version(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class MemoryQueue:
    """A TaskQueue that holds its tasks until a test takes them, in any order it likes."""

    def __init__(self) -> None:
        self.waiting: deque[Task] = deque()
        self.taken: list[Queued] = []

    async def enqueue(self, tasks: Sequence[Queued]) -> None:
        self.taken.extend(tasks)
        self.waiting.extend(queued.task for queued in tasks)


class FixedClock:
    """A Clock that goes on by one second a look, from 2026-11-21 10:00."""

    def __init__(self) -> None:
        self._now = datetime(2026, 11, 21, 10, tzinfo=UTC)

    def now(self) -> datetime:
        now = self._now
        self._now += timedelta(seconds=1)
        return now


@dataclass(slots=True)
class RecordingObserver:
    """An Observer that remembers."""

    events: list[Event] = field(default_factory=list)

    def notify(self, event: Event) -> None:
        self.events.append(event)


class ScriptedChat:
    """A ChatModel that answers with what a function returns or raises; remembers what it was asked."""

    def __init__(self, answer: Callable[[ChatRequest, Origin], str | ChatReply | CallError]) -> None:
        self._answer = answer
        self.asked: list[tuple[ChatRequest, Origin]] = []

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        self.asked.append((request, origin))
        answer = self._answer(request, origin)
        if isinstance(answer, CallError):
            raise answer
        return answer if isinstance(answer, ChatReply) else ChatReply(text=answer)


class MemoryScripts:
    """A ScriptEngine that runs nothing: every job ends as a function says, by default without a match."""

    def __init__(self, answer: Callable[[ScriptJob], ScriptOutcome] = lambda _: ScriptOutcome()) -> None:
        self._answer = answer
        self.jobs: list[ScriptJob] = []

    async def run(self, jobs: Sequence[ScriptJob]) -> tuple[ScriptOutcome, ...]:
        self.jobs.extend(jobs)
        return tuple(map(self._answer, jobs))

    async def close(self) -> None:
        pass


class MemoryServices:
    """A ServiceClient that reaches nothing but a function; by default no service can be reached."""

    def __init__(self, answer: Callable[[ServiceRequest], ServiceOutcome] | None = None) -> None:
        self._answer = answer or (lambda _: Unscored("unreachable", "There is no network here."))
        self.asked: list[ServiceRequest] = []

    async def ask(self, request: ServiceRequest) -> ServiceOutcome:
        self.asked.append(request)
        return self._answer(request)

    async def close(self) -> None:
        pass
