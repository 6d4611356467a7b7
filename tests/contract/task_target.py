"""A function's stand-in that takes what a queue delivers, and the queue that delivers to it."""

from __future__ import annotations

import itertools
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pointwise.testing.emulators.listener import Answer, Listener, Request

# ruff: noqa: PLC0415 - Google's clients take half a second to import

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from google.cloud.tasks_v2 import CloudTasksClient, Task

    from pointwise.testing.emulators.tasks import TasksEmulator

LOCATION = "projects/p/locations/l"
QUEUE = f"{LOCATION}/queues/q"
NOWHERE = "http://127.0.0.1:9/"
PACE = 20.0
SLACK = 0.3  # seconds that a busy machine may be late
PATIENCE = 5.0  # seconds to wait for what must come


@dataclass(frozen=True, slots=True)
class Delivered:
    """One delivery and the second it arrived, by a clock that only tells differences."""

    at: float
    request: Request

    @property
    def body(self) -> bytes:
        return self.request.body

    def header(self, name: str) -> str | None:
        """A header of Cloud Tasks by its short name."""
        return self.request.headers.get(f"x-cloudtasks-{name.lower()}")


class Target:
    """Listens for deliveries. `answer` is given each one, and how many came before it."""

    def __init__(self) -> None:
        self.answer: Callable[[Delivered, int], Answer | None] = lambda _delivered, _before: Answer(200)
        self.at_once = 0
        self._running = 0
        self._delivered: list[Delivered] = []
        self._changed = threading.Condition()
        self._listener = Listener(self._take)

    def __enter__(self) -> Self:
        self._listener.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()

    @property
    def url(self) -> str:
        return f"{self._listener.url}/run"

    @property
    def delivered(self) -> list[Delivered]:
        with self._changed:
            return list(self._delivered)

    def wait(self, count: int) -> list[Delivered]:
        """The first so many deliveries, once they are here."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self._delivered) >= count, PATIENCE), (
                f"{len(self._delivered)} of {count} deliveries came"
            )
            return self._delivered[:count]

    def stays_at(self, count: int, seconds: float) -> bool:
        """Whether no more than so many deliveries come within some seconds."""
        with self._changed:
            return not self._changed.wait_for(lambda: len(self._delivered) > count, seconds)

    def _take(self, request: Request) -> Answer | None:
        arrived = Delivered(time.monotonic(), request)
        with self._changed:
            before = len(self._delivered)
            self._delivered.append(arrived)
            self._running += 1
            self.at_once = max(self.at_once, self._running)
            self._changed.notify_all()
        try:
            return self.answer(arrived, before)
        finally:
            with self._changed:
                self._running -= 1


def settled(emulator: TasksEmulator, outcome: str, count: int) -> None:
    """Wait until so many attempts ended like this."""
    end = time.monotonic() + PATIENCE
    while emulator.counts().get(outcome, 0) < count:
        assert time.monotonic() < end, f"fewer than {count} attempts {outcome}"
        time.sleep(0.005)


def task(name: str | None = None, url: str = NOWHERE, body: bytes = b"body", **fields: object) -> Task:
    """A task of the queue `q` that posts a body."""
    named = {"name": f"{QUEUE}/tasks/{name}"} if name else {}
    from google.cloud import tasks_v2

    return tasks_v2.Task(http_request={"url": url, "body": body}, **named, **fields)


@contextmanager
def connected(emulator: TasksEmulator) -> Iterator[CloudTasksClient]:
    """Google's client of Cloud Tasks, connected to an emulator."""
    import grpc
    from google.cloud.tasks_v2 import CloudTasksClient
    from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcTransport

    with grpc.insecure_channel(emulator.address) as channel:
        yield CloudTasksClient(transport=CloudTasksGrpcTransport(channel=channel))


def post(client: CloudTasksClient, url: str, body: bytes = b"body", **fields: object) -> Task:
    """Create a task of the queue `q` that posts a body."""
    asked = {"url": url, "body": body, **fields.pop("http_request", {})}
    return client.create_task(parent=QUEUE, task={"http_request": asked, **fields})


def gaps(delivered: list[Delivered]) -> list[float]:
    """Emulated seconds between deliveries, at a pace of `PACE`."""
    return [(b.at - a.at) * PACE for a, b in itertools.pairwise(delivered)]
