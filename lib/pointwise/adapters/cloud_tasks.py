"""Tasks in queues of Cloud Tasks: `TaskQueue` in the cloud.

Tasks carry no names. A name is refused until an hour after its task ended, so that it would swallow the
retry of a failure; and nothing needs it, since steps look first whether their object is there. What names
would do within one call, where a batch is sent again because its answer got lost, its request id does.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from pointwise import tasks as messages
from pointwise.adapters.google_failures import failure_of
from pointwise.adapters.retrying import RetryPolicy, retrying
from pointwise.errors import CallRefused, SystemInterrupted
from pointwise.tasks import Lane

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from google.cloud.tasks_v2 import BatchCreateTasksRequest, CloudTasksAsyncClient, Task
    from google.rpc import status_pb2  # type: ignore[import-untyped]

    from pointwise.errors import CallError
    from pointwise.tasks import Queued

# ruff: noqa: PLC0415 - Google's client takes 0.2 s to import, which the first call pays, not every start

_QUEUE_ID = re.compile(r"[a-z0-9-]{1,100}")  # the service takes capitals too; providers have none
_LARGEST_BATCH = 100  # tasks in one call (reference of BatchCreateTasks)
_BATCHES_AT_ONCE = 8
_DEADLINE = timedelta(minutes=30)
"""The longest that Cloud Tasks waits for an answer; a shorter wait repeats calls that are still going on."""
_POLICY = RetryPolicy(attempts=6, seconds=20.0, first_wait=0.2, longest_wait=4.0)


def queue_id(lane: Lane) -> str:
    """The queue of a lane: one per provider and kind, so that a provider's rate holds over all workers.

    Ids of queues have letters, digits and hyphens, and names of providers underscores besides; two that
    differ in nothing else would share a queue, which `unqueueable` refuses.
    """
    return f"{lane.kind}-{lane.provider.replace('_', '-')}" if lane.provider else lane.kind


def unqueueable(providers: Iterable[str]) -> tuple[str, ...]:
    """Those of some providers that no queue can be named after, or that another one's queue is, sorted."""
    by_queue: defaultdict[str, set[str]] = defaultdict(set)
    for provider in providers:
        by_queue[queue_id(Lane(kind="generate", provider=provider))].add(provider)
    return tuple(
        sorted(
            provider
            for queue, names in by_queue.items()
            for provider in names
            if len(names) > 1 or not _QUEUE_ID.fullmatch(queue)
        )
    )


@dataclass(frozen=True, slots=True)
class Destinations:
    """Where tasks wait and where they go.

    Attributes:
        location: `projects/…/locations/…` of all queues.
        queue: Id of the queue of a lane.
        urls: URL of the function by kind of lane; also the audience of the caller's identity token.
        service_account: E-mail address of the identity that functions are called with; None calls them
            without any.
    """

    location: str
    queue: Callable[[Lane], str]
    urls: Mapping[str, str]
    service_account: str | None = None


@dataclass(frozen=True, slots=True)
class _Batch:
    """Tasks of one queue that are created together. Sent again with the same id it creates none twice."""

    queue: str
    tasks: tuple[Queued, ...]
    id: str

    @classmethod
    def of(cls, queue: str, tasks: Iterable[Queued]) -> _Batch:
        return cls(queue, tuple(tasks), str(uuid.uuid4()))


class CloudTasksQueue:
    """A TaskQueue in queues that are there already. Lives on one event loop at a time.

    Args:
        destinations: Where tasks wait and where they go.
        endpoint: `host:port` of an emulator, used without credentials; Cloud Tasks where None.
        policy: How long to try what may succeed later.
    """

    def __init__(
        self, destinations: Destinations, *, endpoint: str | None = None, policy: RetryPolicy = _POLICY
    ) -> None:
        self._destinations = destinations
        self._endpoint = endpoint
        self._policy = policy
        self._client: CloudTasksAsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def close(self) -> None:
        """Close all connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None and self._loop is asyncio.get_running_loop():
            await client.transport.close()  # type: ignore[no-untyped-call]

    async def enqueue(self, tasks: Sequence[Queued]) -> None:
        """Take tasks over, to be delivered at least once. After an error any part of them may be queued.

        Raises:
            CallRefused: A queue is missing, or may not be used.
            SystemInterrupted: Not all could be queued now.
        """
        room = asyncio.Semaphore(_BATCHES_AT_ONCE)

        async def send(batch: _Batch) -> None:
            async with room:
                await self._send(batch)

        ended = await asyncio.gather(*map(send, self._batches(tasks)), return_exceptions=True)
        for outcome in ended:
            if isinstance(outcome, BaseException):
                raise outcome

    def _batches(self, tasks: Sequence[Queued]) -> Iterator[_Batch]:
        by_queue: defaultdict[str, list[Queued]] = defaultdict(list)
        for queued in tasks:
            by_queue[self._destinations.queue(queued.lane)].append(queued)
        for queue, waiting in by_queue.items():
            for start in range(0, len(waiting), _LARGEST_BATCH):
                yield _Batch.of(queue, waiting[start : start + _LARGEST_BATCH])

    async def _send(self, batch: _Batch) -> None:
        """Create the tasks of a batch, and again those that failed, until none is left."""

        async def attempt(seconds: float) -> None:
            nonlocal batch
            failed = await self._create(batch, seconds)
            if failed:
                batch = _Batch.of(batch.queue, (batch.tasks[place] for place in failed))
                raise next(iter(failed.values()))

        await retrying(attempt, self._policy, lambda _error, _wait: None)

    async def _create(self, batch: _Batch, seconds: float) -> dict[int, SystemInterrupted]:
        """Create the tasks of a batch; why single ones failed, by their place in it.

        Raises:
            CallRefused: The batch or a task of it can never be created.
            SystemInterrupted: The batch may have been created, or may be created later.
        """
        try:
            failed = await self._failures(batch, seconds)
        except Exception as exc:
            raise _translated(exc, batch.queue) from exc
        errors = {place: _translated(_error_of(status), batch.queue) for place, status in failed.items()}
        for error in errors.values():
            if not isinstance(error, SystemInterrupted):
                raise error
        return {place: error for place, error in errors.items() if isinstance(error, SystemInterrupted)}

    async def _failures(self, batch: _Batch, seconds: float) -> dict[int, status_pb2.Status]:
        operation = await self._connected().batch_create_tasks(
            request=self._request(batch), retry=None, timeout=seconds
        )
        await operation.exception(timeout=seconds)  # type: ignore[no-untyped-call]
        failed = dict(operation.metadata.failed_requests) if operation.metadata else {}
        error = operation.operation.error
        if error.code and not failed:
            raise _error_of(error)
        return failed

    def _request(self, batch: _Batch) -> BatchCreateTasksRequest:
        from google.cloud import tasks_v2

        parent = f"{self._destinations.location}/queues/{batch.queue}"
        requests = [
            tasks_v2.CreateTaskRequest(parent=parent, task=self._task(queued)) for queued in batch.tasks
        ]
        return tasks_v2.BatchCreateTasksRequest(parent=parent, requests=requests, request_id=batch.id)

    def _task(self, queued: Queued) -> Task:
        from google.cloud import tasks_v2

        url = self._destinations.urls[queued.lane.kind]
        request = tasks_v2.HttpRequest(
            url=url, headers={"Content-Type": "application/json"}, body=messages.write(queued.task)
        )
        if self._destinations.service_account:
            request.oidc_token = tasks_v2.OidcToken(
                service_account_email=self._destinations.service_account, audience=url
            )
        return tasks_v2.Task(http_request=request, dispatch_deadline=_DEADLINE)

    def _connected(self) -> CloudTasksAsyncClient:
        loop = asyncio.get_running_loop()
        if self._client is None or self._loop is not loop:
            self._client, self._loop = _connect(self._endpoint), loop
        return self._client


def _connect(endpoint: str | None) -> CloudTasksAsyncClient:
    from google.cloud import tasks_v2
    from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcAsyncIOTransport

    if endpoint is None:
        return tasks_v2.CloudTasksAsyncClient()
    import grpc  # type: ignore[import-untyped]

    channel = grpc.aio.insecure_channel(endpoint)
    return tasks_v2.CloudTasksAsyncClient(transport=CloudTasksGrpcAsyncIOTransport(channel=channel))


def _error_of(status: status_pb2.Status) -> Exception:
    from google.api_core.exceptions import GoogleAPICallError, from_grpc_status

    error: GoogleAPICallError = from_grpc_status(status.code, status.message)  # type: ignore[no-untyped-call]
    return error


def _translated(error: Exception, queue: str) -> CallError:
    """An error of Google's client as one of ours; any other is raised as it is."""
    failure = failure_of(error)
    if failure is None:
        raise error
    sentence = f"Cloud Tasks, queue {queue}: {failure.detail}."
    if failure.is_transient:
        return SystemInterrupted(failure.reason, sentence)
    return CallRefused(failure.reason, sentence)
