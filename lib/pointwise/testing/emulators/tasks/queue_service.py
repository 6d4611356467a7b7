"""Remote procedures on queues."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from google.cloud import tasks_v2
from google.protobuf import empty_pb2  # type: ignore[import-untyped]

from pointwise.testing.emulators.tasks.methods import Method, page
from pointwise.testing.emulators.tasks.queues import EmulatedQueue
from pointwise.testing.emulators.tasks.refusals import absent, invalid, not_emulated, taken
from pointwise.testing.emulators.tasks.settings import check_location, check_queue, complete_queue

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import Queue

    from pointwise.testing.emulators.tasks.dispatcher import Dispatcher
    from pointwise.testing.emulators.tasks.pacing import PacedClock

_LARGEST_PAGE = 9800  # queues in a page (reference of ListQueues)
_State = tasks_v2.Queue.State


class Queues:
    """All queues of an emulator, by name. Lives on one event loop; methods raise Refusal."""

    def __init__(self, clock: PacedClock, dispatcher: Dispatcher) -> None:
        self._clock = clock
        self._dispatcher = dispatcher
        self._queues: dict[str, EmulatedQueue] = {}

    def find(self, name: str) -> EmulatedQueue:
        """The queue of this name."""
        check_queue(name)
        if name not in self._queues:
            raise absent("The queue")
        return self._queues[name]

    def methods(self) -> dict[str, Method]:
        """The remote procedures by name."""
        table = {
            "CreateQueue": (self._create, tasks_v2.CreateQueueRequest),
            "GetQueue": (self._get, tasks_v2.GetQueueRequest),
            "ListQueues": (self._list, tasks_v2.ListQueuesRequest),
            "UpdateQueue": (self._update, tasks_v2.UpdateQueueRequest),
            "DeleteQueue": (self._delete, tasks_v2.DeleteQueueRequest),
            "PurgeQueue": (self._purge, tasks_v2.PurgeQueueRequest),
            "PauseQueue": (self._pause, tasks_v2.PauseQueueRequest),
            "ResumeQueue": (self._resume, tasks_v2.ResumeQueueRequest),
        }
        return {
            name: Method("manage", perform, request, _subject) for name, (perform, request) in table.items()
        }

    def open(self, settings: Queue) -> Queue:
        """Make a queue and dispatch from it."""
        completed = complete_queue(settings)
        if completed.name in self._queues:
            raise taken("Queue already exists.")
        completed.state = _State(_State.RUNNING)
        queue = self._queues[completed.name] = EmulatedQueue(completed, self._clock)
        self._dispatcher.open(queue)
        return completed

    def _create(self, request: tasks_v2.CreateQueueRequest) -> Queue:
        if not request.queue.name.startswith(f"{request.parent}/queues/"):
            raise invalid("The name of a queue must begin with its parent.")
        return self.open(request.queue)

    def _get(self, request: tasks_v2.GetQueueRequest) -> Queue:
        return self.find(request.name).settings

    def _list(self, request: tasks_v2.ListQueuesRequest) -> tasks_v2.ListQueuesResponse:
        check_location(request.parent)
        if request.filter:
            raise not_emulated("filters of queues")
        names = (name for name in self._queues if name.startswith(f"{request.parent}/queues/"))
        size = min(request.page_size or _LARGEST_PAGE, _LARGEST_PAGE)
        found, token = page(names, size, request.page_token)
        queues = [self._queues[name].settings for name in found]
        return tasks_v2.ListQueuesResponse(queues=queues, next_page_token=token)

    def _update(self, request: tasks_v2.UpdateQueueRequest) -> Queue:
        queue = self._queues.get(request.queue.name)
        if queue is None:
            return self.open(request.queue)
        completed = complete_queue(_merged(queue.settings, request))
        completed.state = queue.settings.state
        completed.purge_time = queue.settings.purge_time
        queue.apply(completed)
        return completed

    def _delete(self, request: tasks_v2.DeleteQueueRequest) -> empty_pb2.Empty:
        self._dispatcher.close(self.find(request.name))
        del self._queues[request.name]
        return empty_pb2.Empty()

    def _purge(self, request: tasks_v2.PurgeQueueRequest) -> Queue:
        queue = self.find(request.name)
        queue.purge()
        queue.settings.purge_time = datetime.now(UTC)
        return queue.settings

    def _pause(self, request: tasks_v2.PauseQueueRequest) -> Queue:
        return self._set_state(request.name, _State.PAUSED)

    def _resume(self, request: tasks_v2.ResumeQueueRequest) -> Queue:
        return self._set_state(request.name, _State.RUNNING)

    def _set_state(self, name: str, state: int) -> Queue:
        queue = self.find(name)
        queue.settings.state = _State(state)
        queue.wake.set()
        return queue.settings


def _merged(present: Queue, request: tasks_v2.UpdateQueueRequest) -> Queue:
    """The present settings with those of a request; all of them where its mask is empty."""
    if not request.update_mask.paths:
        return request.queue
    if not request.update_mask.IsValidForDescriptor(tasks_v2.Queue.pb(present).DESCRIPTOR):
        raise invalid(f"Invalid update_mask: {', '.join(request.update_mask.paths)}")
    merged = tasks_v2.Queue(present)
    request.update_mask.MergeMessage(tasks_v2.Queue.pb(request.queue), tasks_v2.Queue.pb(merged), True)
    merged.name = present.name
    return merged


def _subject(request: object) -> str:
    if isinstance(request, tasks_v2.CreateQueueRequest | tasks_v2.UpdateQueueRequest):
        return f"{type(request).__name__} {request.queue.name}"
    return f"{type(request).__name__} {getattr(request, 'name', '') or getattr(request, 'parent', '')}"
