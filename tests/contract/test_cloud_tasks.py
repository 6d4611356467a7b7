"""CloudTasksQueue where the contract of queues is silent: routes, identity, and a cloud that fails."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from google.auth.transport.requests import Request as Transport
from google.oauth2 import id_token

from pointwise import tasks as messages
from pointwise.adapters.cloud_tasks import CloudTasksQueue, Destinations
from pointwise.adapters.retrying import RetryPolicy
from pointwise.errors import CallRefused, SystemInterrupted
from pointwise.testing.emulators.faults import Faults
from pointwise.testing.emulators.tasks import TasksEmulator
from tests.contract.task_queue_contract import EVERY_KIND, generations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from google.cloud.tasks_v2 import CloudTasksClient

    from pointwise.tasks import Lane, Queued
    from tests.contract.task_target import Target

LOCATION = "projects/p/locations/l"
ACCOUNT = "pointwise@p.iam.gserviceaccount.com"
HASTY = RetryPolicy(attempts=12, seconds=20.0, first_wait=0.02, longest_wait=0.1)


def queue_of(lane: Lane) -> str:
    return f"{lane.kind}-{lane.provider}" if lane.provider else lane.kind


def destinations(url: str, account: str | None = None) -> Destinations:
    urls = {queued.lane.kind: f"{url}/{queued.lane.kind}" for queued in EVERY_KIND}
    return Destinations(LOCATION, queue_of, urls, account)


@pytest.fixture(autouse=True)
def queues(tasks_emulator: TasksEmulator) -> None:
    """The queues of all lanes used here."""
    for queued in EVERY_KIND:
        tasks_emulator.create_queue(f"{LOCATION}/queues/{queue_of(queued.lane)}")


def enqueue(
    emulator: TasksEmulator, where: Destinations, tasks: Sequence[Queued], policy: RetryPolicy = HASTY
) -> None:
    """Queue tasks from an event loop of their own."""

    async def run() -> None:
        queue = CloudTasksQueue(where, endpoint=emulator.address, policy=policy)
        try:
            await queue.enqueue(tasks)
        finally:
            await queue.close()

    asyncio.run(run())


def test_a_lane_decides_on_queue_and_function(tasks_emulator: TasksEmulator, target: Target) -> None:
    """Each task goes through its lane's queue to its kind's URL, as JSON below 1 KiB."""
    enqueue(tasks_emulator, destinations(target.url), EVERY_KIND)
    delivered = target.wait(len(EVERY_KIND))
    assert {(one.header("QueueName"), one.request.path) for one in delivered} == {
        (queue_of(queued.lane), f"/run/{queued.lane.kind}") for queued in EVERY_KIND
    }
    for one in delivered:
        assert one.request.headers["content-type"] == "application/json"
        assert "authorization" not in one.request.headers
        assert len(one.body) < 1024


def test_a_function_can_tell_who_calls_it(tasks_emulator: TasksEmulator, target: Target) -> None:
    """With a service account each call carries a token for its function alone."""
    enqueue(tasks_emulator, destinations(target.url, ACCOUNT), EVERY_KIND[:2])
    transport = Transport()
    for one in target.wait(2):
        token = one.request.headers["authorization"].removeprefix("Bearer ")
        audience = target.url + one.request.path.removeprefix("/run")
        claims = id_token.verify_token(token, transport, audience, certs_url=tasks_emulator.certs_url)
        assert claims["email"] == ACCOUNT
    transport.session.close()


def test_a_task_may_take_half_an_hour_and_has_no_name_of_its_own(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient
) -> None:
    """The deadline is the longest there is, and the same task can be queued again at once."""
    name = f"{LOCATION}/queues/aggregate"
    tasks_client.pause_queue(name=name)
    for _ in range(2):
        enqueue(tasks_emulator, destinations("http://127.0.0.1:9"), EVERY_KIND[-1:])
    listed = list(tasks_client.list_tasks(parent=name))
    assert [task.dispatch_deadline for task in listed] == [timedelta(minutes=30)] * 2


def test_tasks_are_created_a_hundred_a_call(tasks_emulator: TasksEmulator, target: Target) -> None:
    """250 tasks of one lane are three calls."""
    enqueue(tasks_emulator, destinations(target.url), generations(250))
    counts = tasks_emulator.counts()
    assert (counts["batch"], counts["create"]) == (3, 250)


@pytest.mark.parametrize("loss", ["denied", "dropped"])
def test_a_lost_answer_creates_no_task_twice(
    tasks_emulator: TasksEmulator, target: Target, loss: str
) -> None:
    """A batch that is sent again is recognised by its request id."""
    tasks_emulator.inject(Faults.model_validate({"on": ["batch"], "seed": 1, loss: 0.6}))
    enqueue(tasks_emulator, destinations(target.url), generations(320))
    counts = tasks_emulator.counts()
    assert counts["batch"] > 4
    assert counts["create"] == 320
    bodies = Counter(one.body for one in target.wait(320))
    assert set(bodies.values()) == {1}


def test_tasks_that_fail_alone_are_created_alone(tasks_emulator: TasksEmulator, target: Target) -> None:
    """Of a batch in which a third is refused for now, only that third is sent again."""
    tasks_emulator.inject(Faults(on=frozenset({"create"}), seed=1, refused={429: 0.2, 503: 0.15}))
    tasks = generations(100)
    enqueue(tasks_emulator, destinations(target.url), tasks)
    assert 110 < tasks_emulator.counts()["create"] < 250
    assert sorted(one.body for one in target.wait(100)) == sorted(messages.write(one.task) for one in tasks)


def test_an_operation_that_takes_time_is_waited_for(target: Target) -> None:
    """What failed is known only when a batch has ended, and is sent again then."""
    with TasksEmulator(batch_seconds=0.1) as emulator:
        emulator.create_queue(f"{LOCATION}/queues/generate-openai")
        emulator.inject(Faults(on=frozenset({"create"}), seed=1, refused={503: 0.4}))
        enqueue(emulator, destinations(target.url), generations(10))
        assert emulator.counts()["create"] > 10
        target.wait(10)


@pytest.mark.parametrize(
    ("status", "reason"), [(429, "rate_limit"), (503, "service"), (504, "timeout"), (409, "service")]
)
@pytest.mark.parametrize("kind", ["batch", "create"])
def test_what_stays_transient_is_handed_to_the_caller(
    tasks_emulator: TasksEmulator, kind: str, status: int, reason: str
) -> None:
    """After its bounded tries comes SystemInterrupted, with the reason and the queue's name."""
    tasks_emulator.inject(Faults(on=frozenset({kind}), refused={status: 1}))
    policy = RetryPolicy(attempts=3, seconds=5.0, first_wait=0.01)
    with pytest.raises(SystemInterrupted, match="queue generate-openai") as caught:
        enqueue(tasks_emulator, destinations("http://127.0.0.1:9"), generations(2), policy)
    assert caught.value.reason == reason
    assert tasks_emulator.counts()["batch"] == 3


@pytest.mark.parametrize("kind", ["batch", "create"])
def test_a_refusal_is_final(tasks_emulator: TasksEmulator, kind: str) -> None:
    """A missing right is CallRefused at once."""
    tasks_emulator.inject(Faults(on=frozenset({kind}), refused={403: 1}))
    with pytest.raises(CallRefused, match="queue generate-openai") as caught:
        enqueue(tasks_emulator, destinations("http://127.0.0.1:9"), generations(2))
    assert caught.value.reason == "auth"
    assert tasks_emulator.counts()["batch"] == 1


def test_a_missing_queue_is_named(tasks_emulator: TasksEmulator, target: Target) -> None:
    """One lane without a queue is CallRefused; the tasks of others are queued all the same."""
    tasks = [*generations(3, "absent"), *generations(3)]
    with pytest.raises(CallRefused, match=r"queue generate-absent: .*does not exist"):
        enqueue(tasks_emulator, destinations(target.url), tasks)
    target.wait(3)


def test_nobody_there_is_noticed_within_the_patience() -> None:
    """A service that cannot be reached is SystemInterrupted soon."""

    async def run() -> None:
        queue = CloudTasksQueue(destinations("http://127.0.0.1:9"), endpoint="127.0.0.1:9", policy=HASTY)
        try:
            await queue.enqueue(generations(1))
        finally:
            await queue.close()

    started = time.monotonic()
    with pytest.raises(SystemInterrupted):
        asyncio.run(run())
    assert time.monotonic() - started < 20.0


def test_a_queue_serves_one_event_loop_after_another(tasks_emulator: TasksEmulator, target: Target) -> None:
    """Its connection is made anew where it is used from another loop."""
    queue = CloudTasksQueue(destinations(target.url), endpoint=tasks_emulator.address, policy=HASTY)

    async def run() -> None:
        await queue.enqueue(generations(1))
        await queue.close()

    for _ in range(2):
        asyncio.run(run())
    target.wait(2)


def test_google_is_imported_by_the_first_call() -> None:
    """Importing and making a queue loads none of Google's packages: a cold start does not pay for them."""
    code = (
        "import sys; from pointwise.adapters.cloud_tasks import CloudTasksQueue, Destinations; "
        "CloudTasksQueue(Destinations('projects/p/locations/l', str, {})); "
        "sys.exit(bool({'google.api_core', 'google.cloud.tasks_v2', 'grpc'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - own code
