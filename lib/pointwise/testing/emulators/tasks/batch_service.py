"""Remote procedures on many tasks at a time, which are long-running operations."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, TypeVar

from google.cloud import tasks_v2
from google.longrunning import operations_pb2  # type: ignore[import-untyped]
from google.protobuf import empty_pb2  # type: ignore[import-untyped]
from google.rpc import status_pb2  # type: ignore[import-untyped]

from pointwise.testing.emulators.tasks.delivery import content_of
from pointwise.testing.emulators.tasks.methods import Method
from pointwise.testing.emulators.tasks.refusals import Refusal, absent, injected, invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from google.cloud.tasks_v2 import Task

    from pointwise.testing.emulators.control import Control
    from pointwise.testing.emulators.tasks.task_service import Tasks

Item = TypeVar("Item")
Result = TypeVar("Result")

_ABORTED = 10  # google.rpc.Code
_MOST_CREATED = 100  # reference of BatchCreateTasks
_MOST_DELETED = 1000  # reference of BatchDeleteTasks
_Created = tasks_v2.BatchCreateTasksMetadata
_Deleted = tasks_v2.BatchDeleteTasksMetadata


class Batches:
    """Batches and the operations they are. Lives on one event loop; methods raise Refusal.

    Args:
        tasks: Where single tasks are created and deleted.
        control: Is asked for the fate of each task of a batch.
        seconds: How long an operation takes; 0 is over before it is answered.
    """

    def __init__(self, tasks: Tasks, control: Control, seconds: float) -> None:
        self._tasks = tasks
        self._control = control
        self._seconds = seconds
        self._operations: dict[str, operations_pb2.Operation] = {}

    def methods(self) -> dict[str, Method]:
        """The remote procedures by name."""
        return {
            "BatchCreateTasks": Method("batch", self._create, tasks_v2.BatchCreateTasksRequest, _content),
            "BatchDeleteTasks": Method(
                "batch", self._delete, tasks_v2.BatchDeleteTasksRequest, lambda asked: " ".join(asked.names)
            ),
        }

    def find(self, request: operations_pb2.GetOperationRequest) -> operations_pb2.Operation:
        """How an operation stands."""
        if request.name not in self._operations:
            raise absent("The operation")
        return self._operations[request.name]

    def _create(self, request: tasks_v2.BatchCreateTasksRequest) -> operations_pb2.Operation:
        if not 0 < len(request.requests) <= _MOST_CREATED:
            raise invalid(f"A batch creates 1 to {_MOST_CREATED} tasks.")
        if any(one.parent not in {"", request.parent} for one in request.requests):
            raise invalid("All tasks of a batch have its parent.")

        def perform(operation: operations_pb2.Operation) -> None:
            made, failed = _each(request.requests, lambda one: self._create_one(one, request.parent))
            created = tasks_v2.BatchCreateTasksResponse(tasks=made)
            operation.metadata.Pack(
                _Created.pb(_Created(state=_state(_Created, failed), failed_requests=failed))
            )
            _answer(operation, tasks_v2.BatchCreateTasksResponse.pb(created), all_failed=not made)

        return self._begin(request.parent, request.request_id, perform)

    def _create_one(self, one: tasks_v2.CreateTaskRequest, parent: str) -> Task:
        mishap = self._control.enter("create", content_of(one.task))
        if mishap.refusal is not None:
            raise injected(mishap.refusal)
        return self._tasks.create(
            tasks_v2.CreateTaskRequest(parent=parent, task=one.task, response_view=one.response_view)
        )

    def _delete(self, request: tasks_v2.BatchDeleteTasksRequest) -> operations_pb2.Operation:
        if not 0 < len(request.names) <= _MOST_DELETED:
            raise invalid(f"A batch deletes 1 to {_MOST_DELETED} tasks.")

        def perform(operation: operations_pb2.Operation) -> None:
            gone, failed = _each(
                request.names, lambda name: self._tasks.delete(tasks_v2.DeleteTaskRequest(name=name))
            )
            operation.metadata.Pack(
                _Deleted.pb(_Deleted(state=_state(_Deleted, failed), failed_requests=failed))
            )
            _answer(operation, empty_pb2.Empty(), all_failed=not gone)

        return self._begin(request.parent, request.request_id, perform)

    def _begin(
        self, queue: str, request_id: str, perform: Callable[[operations_pb2.Operation], None]
    ) -> operations_pb2.Operation:
        """Start an operation, unless one with this request id was started before."""
        name = f"{queue.rpartition('/queues/')[0]}/operations/{request_id or secrets.token_hex(16)}"
        if name in self._operations:
            return self._operations[name]
        operation = self._operations[name] = operations_pb2.Operation(name=name)

        def finish() -> None:
            perform(operation)
            operation.done = True

        if self._seconds:
            asyncio.get_running_loop().call_later(self._seconds, finish)
        else:
            finish()
        return operation


def _each(
    items: Iterable[Item], perform: Callable[[Item], Result]
) -> tuple[list[Result], dict[int, status_pb2.Status]]:
    """The results of all items that succeed, and the errors of all others by their place."""
    results: list[Result] = []
    failed: dict[int, status_pb2.Status] = {}
    for index, item in enumerate(items):
        try:
            results.append(perform(item))
        except Refusal as refusal:
            failed[index] = status_pb2.Status(code=refusal.number, message=refusal.message)
    return results, failed


def _state(kind: type[_Created | _Deleted], failed: dict[int, status_pb2.Status]) -> int:
    return int(kind.State.PARTIALLY_SUCCEEDED if failed else kind.State.SUCCEEDED)


def _answer(operation: operations_pb2.Operation, response: object, *, all_failed: bool) -> None:
    """End an operation. It is an error where nothing succeeded (reference of BatchDeleteTasksMetadata)."""
    if all_failed:
        operation.error.CopyFrom(
            status_pb2.Status(
                code=_ABORTED, message="None of the requests succeeded, refer to failed_requests."
            )
        )
    else:
        operation.response.Pack(response)


def _content(request: tasks_v2.BatchCreateTasksRequest) -> str:
    return " ".join(content_of(one.task) for one in request.requests)
