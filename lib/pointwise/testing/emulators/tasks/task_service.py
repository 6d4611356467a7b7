"""Remote procedures on tasks."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from google.cloud import tasks_v2
from google.protobuf import empty_pb2  # type: ignore[import-untyped]

from pointwise.testing.emulators.tasks.delivery import content_of
from pointwise.testing.emulators.tasks.methods import Method, page
from pointwise.testing.emulators.tasks.refusals import invalid
from pointwise.testing.emulators.tasks.settings import complete_task

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import Task

    from pointwise.testing.emulators.tasks.dispatcher import Dispatcher
    from pointwise.testing.emulators.tasks.queue_service import Queues
    from pointwise.testing.emulators.tasks.queues import EmulatedQueue, Entry

_LARGEST_PAGE = 1000  # tasks in a page (reference of ListTasks)


class Tasks:
    """All tasks of an emulator. Lives on one event loop; methods raise Refusal."""

    def __init__(self, queues: Queues, dispatcher: Dispatcher) -> None:
        self._queues = queues
        self._dispatcher = dispatcher

    def methods(self) -> dict[str, Method]:
        """The remote procedures by name."""
        return {
            "CreateTask": Method(
                "create", self.create, tasks_v2.CreateTaskRequest, lambda asked: content_of(asked.task)
            ),
            "GetTask": Method(
                "manage", self._get, tasks_v2.GetTaskRequest, lambda asked: f"get {asked.name}"
            ),
            "ListTasks": Method(
                "manage", self._list, tasks_v2.ListTasksRequest, lambda asked: f"list {asked.parent}"
            ),
            "DeleteTask": Method(
                "manage", self.delete, tasks_v2.DeleteTaskRequest, lambda asked: f"delete {asked.name}"
            ),
            "RunTask": Method(
                "manage", self._run, tasks_v2.RunTaskRequest, lambda asked: f"run {asked.name}"
            ),
        }

    def create(self, request: tasks_v2.CreateTaskRequest) -> Task:
        """Let a task wait in its queue; one without a name gets one."""
        queue = self._queues.find(request.parent)
        task = complete_task(request.task, request.parent)
        task.name = task.name or f"{request.parent}/tasks/{secrets.randbits(63)}"
        queue.add(task)
        return _shown(task, request.response_view)

    def delete(self, request: tasks_v2.DeleteTaskRequest) -> empty_pb2.Empty:
        """Forget a task, but not its name."""
        queue, entry = self._find(request.name)
        queue.end(entry)
        return empty_pb2.Empty()

    def _find(self, name: str) -> tuple[EmulatedQueue, Entry]:
        queue_name, mark, _ = name.rpartition("/tasks/")
        if not mark:
            raise invalid(f"Task name must be projects/…/locations/…/queues/…/tasks/…: {name!r}")
        queue = self._queues.find(queue_name)
        return queue, queue.find(name)

    def _get(self, request: tasks_v2.GetTaskRequest) -> Task:
        return _shown(self._find(request.name)[1].task, request.response_view)

    def _list(self, request: tasks_v2.ListTasksRequest) -> tasks_v2.ListTasksResponse:
        queue = self._queues.find(request.parent)
        size = min(request.page_size or _LARGEST_PAGE, _LARGEST_PAGE)
        found, token = page(queue.tasks, size, request.page_token)
        tasks = [_shown(queue.tasks[name].task, request.response_view) for name in found]
        return tasks_v2.ListTasksResponse(tasks=tasks, next_page_token=token)

    def _run(self, request: tasks_v2.RunTaskRequest) -> Task:
        queue, entry = self._find(request.name)
        if not entry.is_running:
            self._dispatcher.start(queue, entry)
        return _shown(entry.task, request.response_view)


def _shown(task: Task, view: tasks_v2.Task.View) -> Task:
    """A copy of a task as a view has it: the basic one, which is the default, leaves the body out."""
    copy = tasks_v2.Task(task)
    copy.view = tasks_v2.Task.View(view or tasks_v2.Task.View.BASIC)
    if copy.view == tasks_v2.Task.View.BASIC:
        copy.http_request.body = b""
    return copy
