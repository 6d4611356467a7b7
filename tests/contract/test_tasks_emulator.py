"""Queues and tasks of the tasks emulator, as Google's own clients see them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from google.api_core import exceptions
from google.cloud import tasks_v2
from google.protobuf import duration_pb2, field_mask_pb2

from pointwise.testing.emulators.tasks import TasksEmulator
from tests.contract.task_target import LOCATION, NOWHERE, QUEUE, connected, task

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.cloud.tasks_v2 import CloudTasksClient, Queue, Task

    from tests.contract.task_target import Target

STATE = tasks_v2.Queue.State


def test_a_queue_lives_from_create_to_delete(tasks_client: CloudTasksClient) -> None:
    """A queue is made, found, listed with others in pages, and deleted."""
    made = tasks_client.create_queue(parent=LOCATION, queue={"name": QUEUE})
    assert (made.name, made.state) == (QUEUE, STATE.RUNNING)
    assert tasks_client.get_queue(name=QUEUE) == made
    for other in ("r", "s"):
        tasks_client.create_queue(parent=LOCATION, queue={"name": f"{LOCATION}/queues/{other}"})
    tasks_client.create_queue(
        parent="projects/p/locations/m", queue={"name": "projects/p/locations/m/queues/q"}
    )
    listed = tasks_client.list_queues(request={"parent": LOCATION, "page_size": 2})
    assert [[one.name[-1] for one in page.queues] for page in listed.pages] == [["q", "r"], ["s"]]
    with pytest.raises(exceptions.AlreadyExists):
        tasks_client.create_queue(parent=LOCATION, queue={"name": QUEUE})
    tasks_client.delete_queue(name=QUEUE)
    with pytest.raises(exceptions.NotFound):
        tasks_client.get_queue(name=QUEUE)


def test_a_queue_has_the_documented_defaults(tasks_client: CloudTasksClient) -> None:
    """What is not said is 500 a second, 1000 at a time, 100 attempts, 0.1 s to 1 h, 16 doublings."""
    made = tasks_client.create_queue(parent=LOCATION, queue={"name": QUEUE})
    limits, retries = made.rate_limits, made.retry_config
    assert (limits.max_dispatches_per_second, limits.max_concurrent_dispatches) == (500, 1000)
    assert limits.max_burst_size >= 500
    assert (retries.max_attempts, retries.max_doublings) == (100, 16)
    assert (retries.min_backoff, retries.max_backoff) == (timedelta(seconds=0.1), timedelta(hours=1))
    assert retries.max_retry_duration == timedelta()


def test_times_of_retries_are_cut_to_whole_seconds(tasks_client: CloudTasksClient) -> None:
    """A backoff of 1.9 s becomes 1 s."""
    retries = {"min_backoff": {"seconds": 1, "nanos": 900_000_000}, "max_backoff": {"seconds": 5, "nanos": 1}}
    made = tasks_client.create_queue(parent=LOCATION, queue={"name": QUEUE, "retry_config": retries})
    assert made.retry_config.min_backoff == timedelta(seconds=1)
    assert made.retry_config.max_backoff == timedelta(seconds=5)


@pytest.mark.parametrize(
    "settings",
    [
        {"name": f"{LOCATION}/queues/under_score"},
        {"name": "projects/p/locations/other/queues/q"},
        {"rate_limits": {"max_dispatches_per_second": 501}},
        {"rate_limits": {"max_concurrent_dispatches": 5001}},
        {"retry_config": {"max_attempts": -2}},
        {"retry_config": {"min_backoff": {"seconds": 9}, "max_backoff": {"seconds": 8}}},
    ],
    ids=str,
)
def test_a_setting_out_of_its_range_is_refused(
    tasks_client: CloudTasksClient, settings: dict[str, object]
) -> None:
    """The documented limits hold."""
    with pytest.raises(exceptions.InvalidArgument):
        tasks_client.create_queue(parent=LOCATION, queue={"name": QUEUE, **settings})


@pytest.mark.parametrize("id_", ["judge-my_lab", "judge.lab", "q" * 101, ""])
def test_a_queue_id_that_cannot_be_is_refused_wherever_it_is_named(
    tasks_client: CloudTasksClient, id_: str
) -> None:
    """A task for it is an invalid request, not one for a queue that is only missing."""
    name = f"{LOCATION}/queues/{id_}"
    with pytest.raises(exceptions.InvalidArgument, match="letters, digits and -"):
        tasks_client.create_task(parent=name, task=task())
    with pytest.raises(exceptions.InvalidArgument, match="letters, digits and -"):
        tasks_client.get_queue(name=name)


def test_an_update_changes_what_its_mask_names(tasks_client: CloudTasksClient, queue: Queue) -> None:
    """Other settings and the state stay; without a mask all settings are replaced; absent queues are made."""
    wanted = tasks_v2.Queue(queue)
    wanted.rate_limits = {"max_dispatches_per_second": 7, "max_concurrent_dispatches": 3}
    wanted.retry_config = {"max_attempts": 5}
    mask = field_mask_pb2.FieldMask(paths=["rate_limits.max_dispatches_per_second", "state"])
    wanted.state = STATE.RUNNING
    changed = tasks_client.update_queue(queue=wanted, update_mask=mask)
    assert changed.rate_limits.max_dispatches_per_second == 7
    assert changed.rate_limits.max_concurrent_dispatches == 1000
    assert (changed.retry_config.max_attempts, changed.state) == (100, STATE.PAUSED)
    assert tasks_client.update_queue(queue=wanted).retry_config.max_attempts == 5
    with pytest.raises(exceptions.InvalidArgument):
        tasks_client.update_queue(queue=wanted, update_mask=field_mask_pb2.FieldMask(paths=["nonsense"]))
    made = tasks_client.update_queue(queue={"name": f"{LOCATION}/queues/new"})
    assert made.state == STATE.RUNNING


def test_a_paused_queue_keeps_its_tasks_until_it_is_resumed(
    tasks_client: CloudTasksClient, queue: Queue, target: Target
) -> None:
    """Nothing leaves a paused queue, and everything leaves it afterwards."""
    tasks_client.create_task(parent=QUEUE, task=task(url=target.url))
    assert target.stays_at(0, 0.1)
    assert tasks_client.resume_queue(name=QUEUE).state == STATE.RUNNING
    target.wait(1)


def test_a_purged_queue_is_empty(tasks_client: CloudTasksClient, queue: Queue) -> None:
    """All tasks go, the queue stays and says when."""
    tasks_client.create_task(parent=QUEUE, task=task("a"))
    purged = tasks_client.purge_queue(name=QUEUE)
    assert list(tasks_client.list_tasks(parent=QUEUE)) == []
    assert datetime.now(UTC) - purged.purge_time < timedelta(seconds=5)


def test_tasks_are_listed_in_pages_and_without_bodies(tasks_client: CloudTasksClient, queue: Queue) -> None:
    """The basic view leaves bodies out, the full view has them."""
    made = {
        tasks_client.create_task(parent=QUEUE, task=task(body=b"%d" % number)).name for number in range(5)
    }
    listed = tasks_client.list_tasks(request={"parent": QUEUE, "page_size": 2})
    pages = [list(page.tasks) for page in listed.pages]
    assert [len(page) for page in pages] == [2, 2, 1]
    assert {one.name for page in pages for one in page} == made
    assert all(one.http_request.body == b"" and one.view == tasks_v2.Task.View.BASIC for one in pages[0])
    full = tasks_client.list_tasks(request={"parent": QUEUE, "response_view": tasks_v2.Task.View.FULL})
    assert {one.http_request.body for one in full} == {b"0", b"1", b"2", b"3", b"4"}


def test_a_new_task_is_answered_with_its_defaults(tasks_client: CloudTasksClient, queue: Queue) -> None:
    """POST, 10 minutes, due now, a generated name."""
    made = tasks_client.create_task(parent=QUEUE, task=task())
    assert made.name.startswith(f"{QUEUE}/tasks/")
    assert (made.http_request.http_method, made.dispatch_deadline) == (
        tasks_v2.HttpMethod.POST,
        timedelta(minutes=10),
    )
    assert abs(made.schedule_time - datetime.now(UTC)) < timedelta(seconds=5)
    assert tasks_client.get_task(name=made.name) == made


TOO_LATE = datetime.now(UTC) + timedelta(days=31)


@pytest.mark.parametrize(
    "make",
    [
        tasks_v2.Task,
        lambda: task(url="ftp://host/"),
        lambda: task(url="https://"),
        lambda: task(url=f"http://host/{'x' * 2100}"),
        lambda: task("no.dots"),
        lambda: task("x" * 501),
        lambda: task(dispatch_deadline=duration_pb2.Duration(seconds=14)),
        lambda: task(dispatch_deadline=duration_pb2.Duration(seconds=1801)),
        lambda: task(schedule_time=TOO_LATE),
        lambda: task(body=b"x" * 2**20),
        lambda: task(retry_config={"max_attempts": -2}),
        lambda: tasks_v2.Task(
            http_request={"url": NOWHERE, "body": b"x", "http_method": tasks_v2.HttpMethod.GET}
        ),
    ],
)
def test_a_task_out_of_its_limits_is_refused(
    tasks_client: CloudTasksClient, queue: Queue, make: Callable[[], Task]
) -> None:
    """The documented limits hold for tasks, too."""
    with pytest.raises(exceptions.InvalidArgument):
        tasks_client.create_task(parent=QUEUE, task=make())
    assert list(tasks_client.list_tasks(parent=QUEUE)) == []


@pytest.mark.parametrize(
    "asked",
    [
        {"http_request": {"url": NOWHERE, "oauth_token": {"service_account_email": "a@b"}}},
        {"app_engine_http_request": {"relative_uri": "/"}},
    ],
    ids=str,
)
def test_what_is_not_emulated_is_refused(
    tasks_client: CloudTasksClient, queue: Queue, asked: dict[str, object]
) -> None:
    """Nothing is ignored silently."""
    with pytest.raises(exceptions.MethodNotImplemented):
        tasks_client.create_task(parent=QUEUE, task=asked)
    with pytest.raises(exceptions.MethodNotImplemented):
        tasks_client.get_iam_policy(resource=QUEUE)


def test_a_name_in_use_is_refused_and_a_deleted_one_for_a_while(
    tasks_client: CloudTasksClient, queue: Queue
) -> None:
    """Two tasks never have one name, not even one after the other."""
    made = tasks_client.create_task(parent=QUEUE, task=task("a"))
    with pytest.raises(exceptions.AlreadyExists):
        tasks_client.create_task(parent=QUEUE, task=task("a"))
    tasks_client.delete_task(name=made.name)
    with pytest.raises(exceptions.AlreadyExists, match="too recently"):
        tasks_client.create_task(parent=QUEUE, task=task("a"))
    for call in (tasks_client.get_task, tasks_client.delete_task, tasks_client.run_task):
        with pytest.raises(exceptions.NotFound):
            call(name=made.name)


def test_the_name_of_a_finished_task_is_free_after_an_hour(target: Target) -> None:
    """It is refused for 3600 s after completion; here an hour takes 0.6 s."""
    with TasksEmulator(pace=6000) as emulator, connected(emulator) as client:
        emulator.create_queue(QUEUE)
        client.create_task(parent=QUEUE, task=task("a", url=target.url))
        (first,) = target.wait(1)
        attempts = 0
        while len(target.delivered) == 1:
            try:
                client.create_task(parent=QUEUE, task=task("a", url=target.url))
                target.wait(2)
            except exceptions.AlreadyExists:
                attempts += 1
        assert attempts > 0
        assert target.delivered[1].at - first.at >= 0.6
