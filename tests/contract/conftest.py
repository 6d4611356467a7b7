"""Running emulators, and Google's own clients connected to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.contract.task_target import PACE, QUEUE, Target, connected

# ruff: noqa: PLC0415 - Google's clients take half a second to import, and most tests here need none

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.cloud import storage
    from google.cloud.tasks_v2 import CloudTasksClient, Queue

    from pointwise.testing.emulators.storage import StorageEmulator
    from pointwise.testing.emulators.tasks import TasksEmulator


@pytest.fixture
def storage_emulator() -> Iterator[StorageEmulator]:
    """A running storage emulator with an empty bucket `box`."""
    from pointwise.testing.emulators.storage import StorageEmulator

    with StorageEmulator(buckets=("box",)) as running:
        yield running


@pytest.fixture
def client(storage_emulator: StorageEmulator, monkeypatch: pytest.MonkeyPatch) -> Iterator[storage.Client]:
    """Google's client of Cloud Storage, connected to the emulator."""
    from google.auth.credentials import AnonymousCredentials
    from google.cloud import storage

    # Else it asks for the bucket in the background, for its traces, and counts are not what a test did.
    monkeypatch.setenv("DISABLE_GCS_PYTHON_CLIENT_OTEL_BUCKET_METADATA", "true")
    with storage.Client(
        project="test",
        credentials=AnonymousCredentials(),
        client_options={"api_endpoint": storage_emulator.url},
    ) as connected:
        yield connected


@pytest.fixture
def bucket(client: storage.Client) -> storage.Bucket:
    """The bucket `box` as Google's client has it."""
    return client.bucket("box")


@pytest.fixture
def tasks_emulator() -> Iterator[TasksEmulator]:
    """A running tasks emulator without queues."""
    from pointwise.testing.emulators.tasks import TasksEmulator

    with TasksEmulator() as running:
        yield running


@pytest.fixture
def target() -> Iterator[Target]:
    """Where tasks are delivered to."""
    with Target() as running:
        yield running


@pytest.fixture
def tasks_client(tasks_emulator: TasksEmulator) -> Iterator[CloudTasksClient]:
    """Google's client of Cloud Tasks, connected to the emulator."""
    with connected(tasks_emulator) as ready:
        yield ready


@pytest.fixture
def queue(tasks_emulator: TasksEmulator, tasks_client: CloudTasksClient) -> Queue:
    """The queue `q`, paused, so that its tasks stay where they are."""
    tasks_emulator.create_queue(QUEUE)
    return tasks_client.pause_queue(name=QUEUE)


@pytest.fixture
def hasty() -> Iterator[TasksEmulator]:
    """A tasks emulator in which `PACE` seconds pass in one."""
    from pointwise.testing.emulators.tasks import TasksEmulator

    with TasksEmulator(pace=PACE) as running:
        yield running


@pytest.fixture
def hasty_client(hasty: TasksEmulator) -> Iterator[CloudTasksClient]:
    """Google's client, connected to it."""
    with connected(hasty) as ready:
        yield ready
