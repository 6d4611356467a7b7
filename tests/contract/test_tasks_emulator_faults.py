"""Faults, counts and the control endpoint of the tasks emulator."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import grpc
import pytest
import requests
from google.api_core import exceptions
from google.cloud import tasks_v2
from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcTransport

from pointwise.testing.emulators.faults import Faults
from tests.contract.task_target import settled

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import CloudTasksClient

    from pointwise.testing.emulators.tasks import TasksEmulator
    from tests.contract.task_target import Delivered, Target

LOCATION = "projects/p/locations/l"
QUEUE = f"{LOCATION}/queues/q"
TIMEOUT = 5


@pytest.fixture(autouse=True)
def queue(tasks_emulator: TasksEmulator) -> None:
    """A queue that runs."""
    tasks_emulator.create_queue(QUEUE)


def batch(url: str, count: int) -> tasks_v2.BatchCreateTasksRequest:
    """A request that creates tasks with the bodies 0, 1, 2 and so on."""
    tasks = [{"http_request": {"url": url, "body": b"%d" % number}} for number in range(count)]
    return tasks_v2.BatchCreateTasksRequest(
        parent=QUEUE, requests=[{"parent": QUEUE, "task": one} for one in tasks]
    )


def on(*kinds: str, **faults: object) -> Faults:
    return Faults.model_validate({"on": kinds, **faults})


def create(client: CloudTasksClient, url: str) -> None:
    client.create_task(parent=QUEUE, task={"http_request": {"url": url, "body": b"body"}})


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (429, exceptions.ResourceExhausted),
        (503, exceptions.ServiceUnavailable),
        (403, exceptions.PermissionDenied),
        (412, exceptions.FailedPrecondition),
    ],
)
def test_a_refused_call_has_no_effect(
    tasks_emulator: TasksEmulator,
    tasks_client: CloudTasksClient,
    target: Target,
    status: int,
    error: type[Exception],
) -> None:
    """The call ends in the code that gRPC has for the status, and no task exists."""
    tasks_emulator.inject(on("create", refused={status: 1}))
    with pytest.raises(error):
        create(tasks_client, target.url)
    assert target.stays_at(0, 0.05)


@pytest.mark.parametrize("loss", ["denied", "dropped"])
def test_a_call_whose_answer_is_lost_took_effect(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target, loss: str
) -> None:
    """The caller gets an error, the target gets the task."""
    tasks_emulator.inject(on("create", "batch", **{loss: 1}))
    with pytest.raises(exceptions.ServiceUnavailable):
        create(tasks_client, target.url)
    with pytest.raises(exceptions.ServiceUnavailable):
        tasks_client.batch_create_tasks(request=batch(target.url, 2))
    target.wait(3)


def test_a_slow_call_takes_effect_before_it_is_answered(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Who waits too short finds the task made."""
    tasks_emulator.inject(on("create", slow=1, delay=0.4))
    asked = {"parent": QUEUE, "task": {"http_request": {"url": target.url}}}
    with pytest.raises(exceptions.DeadlineExceeded):
        tasks_client.create_task(request=asked, timeout=0.1, retry=None)
    target.wait(1)


def test_a_batch_fails_in_parts(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """A share of a batch's tasks is refused, by name; the others arrive, and which they are is repeatable."""
    faults = on("create", refused={429: 0.3}, seed=1)
    refused = []
    for _ in range(2):
        tasks_emulator.inject(faults)
        operation = tasks_client.batch_create_tasks(request=batch(target.url, 50))
        refused.append({place: one.code for place, one in operation.metadata.failed_requests.items()})
    assert refused[0] == refused[1]
    assert set(refused[0].values()) == {grpc.StatusCode.RESOURCE_EXHAUSTED.value[0]}
    assert 5 <= len(refused[0]) <= 25
    bodies = {one.body for one in target.wait(2 * (50 - len(refused[0])))}
    assert bodies == {b"%d" % number for number in range(50) if number not in refused[0]}


def test_a_share_of_tasks_is_delivered_twice(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Doubled deliveries carry the same task and retry count, at the same time or apart."""
    tasks_emulator.inject(on("dispatch", doubled=1, apart=0.1))
    create(tasks_client, target.url)
    first, second = target.wait(2)
    assert first.header("TaskName") == second.header("TaskName")
    assert second.header("TaskRetryCount") == "0"
    assert second.at - first.at >= 0.09
    assert target.stays_at(2, 0.05)
    tasks_emulator.inject(on("dispatch", doubled=0.5))
    tasks_client.batch_create_tasks(request=batch(target.url, 40))
    settled(tasks_emulator, "completed", 41)
    assert 50 <= len(target.delivered) - 2 <= 70


def test_the_same_tasks_are_doubled_in_every_run_with_the_same_seed(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """What happens to a task depends on what it does, not on its generated name or its turn."""
    runs = []
    for _ in range(2):
        tasks_emulator.inject(on("dispatch", doubled=0.5, seed=9))
        tasks_emulator.reset_counts()
        before = len(target.delivered)
        tasks_client.batch_create_tasks(request=batch(target.url, 30))
        settled(tasks_emulator, "completed", 30)
        runs.append(sorted(one.body for one in target.delivered[before:]))
    assert runs[0] == runs[1]
    assert len(runs[0]) > 30


def test_a_delivery_whose_answer_is_lost_is_made_again(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """The target did its work, and gets the task once more."""

    def recover(_delivered: Delivered, before: int) -> object:
        if before:
            tasks_emulator.inject(Faults())
        return original(_delivered, before)

    original = target.answer
    target.answer = recover
    tasks_emulator.inject(on("dispatch", dropped=1))
    create(tasks_client, target.url)
    assert [one.header("TaskRetryCount") for one in target.wait(2)] == ["0", "1"]


def test_a_delivery_may_be_late_or_not_made(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """A slow delivery comes after its delay; a refused one is a failed attempt the target never saw."""
    tasks_emulator.inject(on("dispatch", slow=1, delay=0.1))
    started = time.monotonic()
    create(tasks_client, target.url)
    (delivered,) = target.wait(1)
    assert delivered.at - started >= 0.1
    tasks_emulator.inject(on("dispatch", refused={500: 1}))
    create(tasks_client, target.url)
    settled(tasks_emulator, "failed", 1)
    tasks_emulator.inject(Faults())
    assert target.wait(2)[1].header("TaskRetryCount") != "0"


def test_what_is_done_is_counted(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Counts tell created tasks, calls, attempts and their outcomes apart, here and over HTTP."""
    tasks_client.batch_create_tasks(request=batch(target.url, 3))
    create(tasks_client, target.url)
    tasks_client.get_queue(name=QUEUE)
    settled(tasks_emulator, "completed", 4)
    counts = {"batch": 1, "create": 4, "manage": 1, "dispatch": 4, "completed": 4}
    url = f"{tasks_emulator.control_url}/_emulator/counts"
    assert requests.get(url, timeout=TIMEOUT).json() == counts == tasks_emulator.counts()
    requests.delete(url, timeout=TIMEOUT)
    assert tasks_emulator.counts() == {}


def test_faults_are_switched_over_http(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """PUT sets faults and DELETE ends them."""
    url = f"{tasks_emulator.control_url}/_emulator/faults"
    requests.put(url, json={"refused": {"403": 1}}, timeout=TIMEOUT)
    with pytest.raises(exceptions.PermissionDenied):
        create(tasks_client, target.url)
    requests.delete(url, timeout=TIMEOUT)
    create(tasks_client, target.url)
    target.wait(1)


def test_it_runs_as_a_process_of_its_own(target: Target) -> None:
    """The command prints where it listens, serves, and ends with status 0 when told to."""
    command = [sys.executable, "-m", "pointwise.testing.emulators", "tasks", "--queue", QUEUE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - this very package
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip().removeprefix("CLOUD_TASKS_EMULATOR_HOST=")
            control = process.stdout.readline().strip().removeprefix("control=")
            with grpc.insecure_channel(address) as channel:
                client = tasks_v2.CloudTasksClient(transport=CloudTasksGrpcTransport(channel=channel))
                create(client, target.url)
            target.wait(1)
            assert requests.get(f"{control}/certs", timeout=TIMEOUT).json()
        finally:
            process.send_signal(signal.SIGTERM)
    assert process.returncode == 0
