"""Rates, limits and waits of the tasks emulator."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from google.cloud import tasks_v2

from pointwise.testing.emulators.listener import Answer
from pointwise.testing.emulators.tasks.pacing import backoff, is_exhausted
from tests.contract.task_target import PACE, QUEUE, SLACK, post, settled

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import CloudTasksClient

    from pointwise.testing.emulators.tasks import TasksEmulator
    from tests.contract.task_target import Delivered, Target


def test_backoff_follows_the_documented_example() -> None:
    """10 s, 300 s and 3 doublings give 10, 20, 40, 80, 160, 240, 300, 300."""
    retries = tasks_v2.RetryConfig(
        min_backoff={"seconds": 10}, max_backoff={"seconds": 300}, max_doublings=3, max_attempts=-1
    )
    assert [backoff(number, retries) for number in range(1, 9)] == [10, 20, 40, 80, 160, 240, 300, 300]


@pytest.mark.parametrize(
    ("attempts", "seconds", "made", "age", "expected"),
    [
        (3, 0, 2, 1e6, False),
        (3, 0, 3, 0, True),
        (3, 10, 3, 9, False),
        (3, 10, 2, 11, False),
        (3, 10, 3, 10, True),
        (-1, 10, 1, 10, True),
        (-1, 10, 99, 9, False),
        (-1, 0, 10**6, 1e9, False),
    ],
)
def test_a_task_is_given_up_only_when_every_limit_is_reached(
    attempts: int, seconds: int, made: int, age: float, *, expected: bool
) -> None:
    """Attempts and duration must both be exhausted where both are set."""
    retries = tasks_v2.RetryConfig(max_attempts=attempts, max_retry_duration={"seconds": seconds})
    assert is_exhausted(made, age, retries) is expected


def test_a_queue_holds_its_rate(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """At 50 a second with a burst of 50, the last of 75 tasks comes half a second after the first."""
    tasks_emulator.create_queue(QUEUE, rate_limits={"max_dispatches_per_second": 50})
    requests = [{"parent": QUEUE, "task": {"http_request": {"url": target.url}}}] * 75
    tasks_client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})
    delivered = target.wait(75)
    assert 0.4 <= delivered[-1].at - delivered[0].at <= 0.5 + SLACK


def test_a_queue_holds_its_concurrency(
    tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient, target: Target
) -> None:
    """With 3 at a time, 12 tasks of 50 ms take 4 rounds."""

    def work(_delivered: Delivered, _before: int) -> Answer:
        time.sleep(0.05)
        return Answer(200)

    target.answer = work
    tasks_emulator.create_queue(QUEUE, rate_limits={"max_concurrent_dispatches": 3})
    requests = [{"parent": QUEUE, "task": {"http_request": {"url": target.url}}}] * 12
    tasks_client.batch_create_tasks(request={"parent": QUEUE, "requests": requests})
    delivered = target.wait(12)
    assert target.at_once == 3
    assert delivered[-1].at - delivered[0].at >= 0.14


@pytest.mark.parametrize("status", [429, 503])
def test_an_overloaded_target_stops_the_whole_queue_for_as_long_as_it_asks(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target, status: int
) -> None:
    """Retry-After of 6 s holds back this task and all others."""
    hasty.create_queue(QUEUE)
    target.answer = lambda _delivered, before: Answer(200) if before else Answer(status, {"Retry-After": "6"})
    post(hasty_client, target.url, b"first")
    (first,) = target.wait(1)
    settled(hasty, "failed", 1)
    post(hasty_client, target.url, b"second")
    for later in target.wait(3)[1:]:
        assert 6 / PACE <= later.at - first.at <= 6 / PACE + SLACK


@pytest.mark.parametrize(("status", "is_slower"), [(500, False), (503, True), (429, True)])
def test_an_overloaded_target_slows_the_queue_down(
    hasty: TasksEmulator, hasty_client: CloudTasksClient, target: Target, status: int, *, is_slower: bool
) -> None:
    """After three such answers other tasks come at a fraction of the rate; other errors slow nobody else.

    At 2 a second four tasks take 1.5 s. After three halvings they take at least 4 + 3 + 2 s.
    """
    hasty.create_queue(
        QUEUE, rate_limits={"max_dispatches_per_second": 2}, retry_config={"min_backoff": {"seconds": 3000}}
    )
    target.answer = lambda _delivered, before: Answer(status if before < 3 else 200)
    for _ in range(3):
        post(hasty_client, target.url)
    settled(hasty, "failed", 3)
    for _ in range(4):
        post(hasty_client, target.url)
    *_, first, _, _, last = target.wait(7)
    assert ((last.at - first.at) * PACE > 7) is is_slower
