"""Batches and operations of the tasks emulator, as Google's own clients see them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest
from google.api_core import exceptions
from google.cloud import tasks_v2
from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcAsyncIOTransport
from google.longrunning import operations_pb2

from pointwise.testing.emulators.tasks import TasksEmulator
from tests.contract.task_target import LOCATION, QUEUE, connected, task

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import CloudTasksClient, Queue

    from tests.contract.task_target import Target


def test_a_batch_creates_what_it_can_and_names_what_it_cannot(
    tasks_client: CloudTasksClient, queue: Queue
) -> None:
    """Of a batch with a duplicate and a bad task the others are made; the failures have their places."""
    requests = [{"parent": QUEUE, "task": one} for one in (task("a"), task("a"), task(url="x"), task())]
    operation = tasks_client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})
    assert len(operation.result().tasks) == 2
    failed = operation.metadata.failed_requests
    assert {place: status.code for place, status in failed.items()} == {
        1: grpc.StatusCode.ALREADY_EXISTS.value[0],
        2: grpc.StatusCode.INVALID_ARGUMENT.value[0],
    }
    assert operation.metadata.state == tasks_v2.BatchCreateTasksMetadata.State.PARTIALLY_SUCCEEDED
    assert len(list(tasks_client.list_tasks(parent=QUEUE))) == 2


def test_a_batch_in_which_all_fails_is_an_error(tasks_client: CloudTasksClient, queue: Queue) -> None:
    """The operation ends in ABORTED and still names the failures."""
    requests = [{"parent": QUEUE, "task": task(url="x")}]
    operation = tasks_client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})
    with pytest.raises(exceptions.Aborted):
        operation.result()
    assert list(operation.metadata.failed_requests) == [0]


@pytest.mark.parametrize("count", [0, 101])
def test_a_batch_holds_1_to_100_tasks(tasks_client: CloudTasksClient, queue: Queue, count: int) -> None:
    """Another size is refused whole."""
    requests = [{"parent": QUEUE, "task": task()}] * count
    with pytest.raises(exceptions.InvalidArgument):
        tasks_client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})


def test_a_repeated_request_id_creates_nothing_twice(tasks_client: CloudTasksClient, queue: Queue) -> None:
    """A batch whose answer got lost can be sent again."""
    requests = [{"parent": QUEUE, "task": task()}] * 3
    batch = {"parent": QUEUE, "requests": requests, "request_id": "2f1c"}
    first = tasks_client.batch_create_tasks(request=batch)
    again = tasks_client.batch_create_tasks(request=batch)
    assert again.operation.name == first.operation.name
    assert again.result() == first.result()
    assert len(list(tasks_client.list_tasks(parent=QUEUE))) == 3


def test_a_batch_deletes_what_it_can_and_names_what_it_cannot(
    tasks_client: CloudTasksClient, queue: Queue
) -> None:
    """Absent tasks are named, the others go."""
    names = [tasks_client.create_task(parent=QUEUE, task=task()).name for _ in range(2)]
    asked = [names[0], f"{QUEUE}/tasks/absent", names[1]]
    operation = tasks_client.batch_delete_tasks(request={"parent": QUEUE, "names": asked})
    operation.result()
    assert list(operation.metadata.failed_requests) == [1]
    assert list(tasks_client.list_tasks(parent=QUEUE)) == []


def test_an_operation_may_take_its_time(target: Target) -> None:
    """A batch is not done when it is answered, and its operation tells when it is."""
    with TasksEmulator(batch_seconds=0.1) as emulator, connected(emulator) as client:
        emulator.create_queue(QUEUE)
        requests = [{"parent": QUEUE, "task": task(url=target.url)}]
        operation = client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})
        assert not operation.operation.done
        assert target.delivered == []
        target.wait(1)
        asked = operations_pb2.GetOperationRequest(name=operation.operation.name)
        assert client.get_operation(request=asked).done
        assert len(operation.result(timeout=5).tasks) == 1


def test_the_asynchronous_client_works_too(tasks_emulator: TasksEmulator, target: Target) -> None:
    """CloudTasksAsyncClient makes queues and tasks, alone and in batches."""

    async def run() -> int:
        channel = grpc.aio.insecure_channel(tasks_emulator.address)
        client = tasks_v2.CloudTasksAsyncClient(transport=CloudTasksGrpcAsyncIOTransport(channel=channel))
        await client.create_queue(parent=LOCATION, queue={"name": QUEUE})
        await client.create_task(parent=QUEUE, task=task(url=target.url))
        requests = [{"parent": QUEUE, "task": task(url=target.url)}] * 2
        operation = await client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})
        made = await operation.result()
        await client.transport.close()
        return len(made.tasks)

    assert asyncio.run(run()) == 2
    target.wait(3)
