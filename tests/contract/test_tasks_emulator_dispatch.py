"""Deliveries of the tasks emulator: headers, times, retries, limits, identity."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import grpc
import pytest
from google.auth.exceptions import GoogleAuthError
from google.auth.transport.requests import Request as Transport
from google.oauth2 import id_token

from pointwise.testing.emulators.listener import Answer
from tests.contract.task_target import PACE, PATIENCE, QUEUE, SLACK, gaps, post, settled

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import CloudTasksClient

    from pointwise.testing.emulators.tasks import TasksEmulator
    from tests.contract.task_target import Delivered, Target


def test_a_task_arrives_with_its_body_and_the_headers_of_the_service(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Own headers arrive as well; those that belong to the service cannot be forged."""
    tasks_emulator.create_queue(QUEUE)
    before = time.time()
    headers = {"X-Own": "1", "X-CloudTasks-TaskName": "forged", "User-Agent": "forged", "Content-Type": "a/b"}
    made = post(tasks_client, target.url, b"\x00\xff", http_request={"headers": headers})
    (delivered,) = target.wait(1)
    assert (delivered.request.method, delivered.request.path, delivered.body) == ("POST", "/run", b"\x00\xff")
    assert delivered.header("TaskName") == made.name.rpartition("/")[2]
    assert delivered.header("QueueName") == "q"
    assert (delivered.header("TaskRetryCount"), delivered.header("TaskExecutionCount")) == ("0", "0")
    assert before - 1 <= float(delivered.header("TaskETA")) <= time.time() + 1
    sent = delivered.request.headers
    assert (sent["x-own"], sent["user-agent"], sent["content-type"]) == ("1", "Google-Cloud-Tasks", "a/b")


def test_a_finished_task_is_gone(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Any status from 200 to 299 ends a task, and it is never delivered again."""
    tasks_emulator.create_queue(QUEUE)
    target.answer = lambda _delivered, before: Answer(200 + 99 * before)
    post(tasks_client, target.url)
    post(tasks_client, target.url)
    settled(tasks_emulator, "completed", 2)
    assert target.stays_at(2, 0.15)
    assert list(tasks_client.list_tasks(parent=QUEUE)) == []


def test_a_task_waits_for_its_time(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target
) -> None:
    """A task scheduled in 10 s comes after the one scheduled in 4 s, neither too early."""
    hasty.create_queue(QUEUE)
    started = time.monotonic()
    for seconds in (10, 4):
        due = datetime.now(UTC) + timedelta(seconds=seconds)
        post(hasty_client, target.url, b"%d" % seconds, schedule_time=due)
    first, second = target.wait(2)
    assert (first.body, second.body) == (b"4", b"10")
    assert 4 / PACE <= first.at - started <= 4 / PACE + SLACK
    assert 10 / PACE <= second.at - started <= 10 / PACE + SLACK


def test_a_failed_task_comes_again_after_its_backoff(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target
) -> None:
    """Waits of 1, 2, 4, then 8, then the maximum of 9 s; each attempt says how many came before it."""
    hasty.create_queue(
        QUEUE, retry_config={"min_backoff": {"seconds": 1}, "max_backoff": {"seconds": 9}, "max_doublings": 2}
    )
    statuses = [404, 500, 400, 301, 502, 200]
    target.answer = lambda _delivered, before: Answer(statuses[before])
    post(hasty_client, target.url)
    delivered = target.wait(6)
    for gap, wait in zip(gaps(delivered), (1, 2, 4, 8, 9), strict=True):
        assert wait <= gap <= wait + SLACK * PACE
    assert [one.header("TaskRetryCount") for one in delivered] == ["0", "1", "2", "3", "4", "5"]
    assert [one.header("TaskExecutionCount") for one in delivered] == ["0", "1", "1", "2", "3", "3"]
    assert [one.header("TaskPreviousResponse") for one in delivered] == [
        None,
        "404",
        "500",
        "400",
        "301",
        "502",
    ]


def test_a_task_shows_its_attempts(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target
) -> None:
    """Counts, the first attempt's time and the last one's status can be read while it waits."""
    hasty.create_queue(QUEUE, retry_config={"min_backoff": {"seconds": 600}})
    target.answer = lambda _delivered, _before: Answer(403)
    made = post(hasty_client, target.url)
    settled(hasty, "failed", 1)
    shown = hasty_client.get_task(name=made.name)
    assert (shown.dispatch_count, shown.response_count) == (1, 1)
    assert shown.last_attempt.response_status.code == grpc.StatusCode.PERMISSION_DENIED.value[0]
    assert shown.first_attempt.dispatch_time == shown.last_attempt.dispatch_time
    assert shown.schedule_time - shown.last_attempt.response_time > timedelta(seconds=590)


def test_a_task_that_is_given_up_is_deleted(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target
) -> None:
    """After its last attempt there is no trace of it but a count; its own settings go before the queue's."""
    hasty.create_queue(QUEUE, retry_config={"min_backoff": {"seconds": 1}})
    target.answer = lambda _delivered, _before: Answer(500)
    post(hasty_client, target.url, retry_config={"max_attempts": 3, "max_doublings": 1})
    settled(hasty, "abandoned", 1)
    assert target.stays_at(3, 0.3)
    assert list(hasty_client.list_tasks(parent=QUEUE)) == []


def test_an_answer_after_the_deadline_is_a_failure(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target
) -> None:
    """A target that does not answer within the dispatch deadline gets the task again."""
    hasty.create_queue(QUEUE)
    over = threading.Event()

    def dawdle(_delivered: Delivered, before: int) -> Answer:
        if not before:
            over.wait(PATIENCE)
        return Answer(200)

    target.answer = dawdle
    post(hasty_client, target.url, dispatch_deadline={"seconds": 15})
    first, second = target.wait(2)
    over.set()
    assert 15 / PACE <= second.at - first.at <= 15 / PACE + SLACK
    assert (second.header("TaskRetryCount"), second.header("TaskPreviousResponse")) == ("1", None)


def test_a_target_that_hangs_up_gets_the_task_again(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """No answer is a failure that no execution is counted for."""
    tasks_emulator.create_queue(QUEUE)
    target.answer = lambda _delivered, before: Answer(200) if before else None
    post(tasks_client, target.url)
    assert [one.header("TaskExecutionCount") for one in target.wait(2)] == ["0", "0"]


def test_a_task_can_be_run_by_hand(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """RunTask dispatches at once, though the queue is paused and the task not due."""
    tasks_emulator.create_queue(QUEUE)
    tasks_client.pause_queue(name=QUEUE)
    made = post(tasks_client, target.url, schedule_time=datetime.now(UTC) + timedelta(days=1))
    tasks_client.run_task(name=made.name)
    target.wait(1)


def test_a_target_can_verify_who_calls_it(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Google's own library accepts the token for its audience, and for no other."""
    tasks_emulator.create_queue(QUEUE)
    who = {"service_account_email": "worker@p.iam.gserviceaccount.com"}
    post(tasks_client, target.url, http_request={"oidc_token": who})
    post(tasks_client, target.url, http_request={"oidc_token": {**who, "audience": "https://audience"}})
    tokens = [one.request.headers["authorization"].removeprefix("Bearer ") for one in target.wait(2)]
    transport = Transport()

    def verified(token: str, audience: str) -> dict[str, object]:
        return id_token.verify_token(token, transport, audience, certs_url=tasks_emulator.certs_url)

    claims = sorted((verified(token, None) for token in tokens), key=lambda claim: str(claim["aud"]))
    assert [claim["aud"] for claim in claims] == [target.url, "https://audience"]
    assert {claim["email"] for claim in claims} == {who["service_account_email"]}
    assert {claim["iss"] for claim in claims} == {"https://accounts.google.com"}
    with pytest.raises((ValueError, GoogleAuthError)):
        verified(tokens[0], "https://somebody-else")
    head, body, signature = tokens[0].split(".")
    with pytest.raises((ValueError, GoogleAuthError)):
        verified(".".join((head, body, signature[::-1])), None)
    transport.session.close()


def test_tasks_without_a_service_account_carry_no_token(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """Nobody is identified who did not ask for it."""
    tasks_emulator.create_queue(QUEUE)
    post(tasks_client, target.url)
    assert "authorization" not in target.wait(1)[0].request.headers
