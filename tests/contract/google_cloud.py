"""Real buckets and queues of the project that POINTWISE_GCP_PROJECT names; tests skip without one."""

from __future__ import annotations

import os
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

# ruff: noqa: PLC0415 - Google's clients take half a second to import, and are needed with a project only

if TYPE_CHECKING:
    from collections.abc import Iterator


def project() -> str:
    """The project to use, or a skip."""
    name = os.environ.get("POINTWISE_GCP_PROJECT", "")
    if not name:
        pytest.skip("POINTWISE_GCP_PROJECT names no project to make real buckets and queues in")
    return name


def location() -> str:
    """Where to make them: POINTWISE_GCP_LOCATION, else us-central1."""
    return os.environ.get("POINTWISE_GCP_LOCATION", "us-central1")


@contextmanager
def real_bucket() -> Iterator[str]:
    """The name of a new bucket, which is deleted in the end."""
    name = project()
    from google.cloud import storage

    with storage.Client(project=name) as client:
        bucket = client.create_bucket(f"pointwise-contract-{uuid.uuid4().hex[:16]}", location=location())
        try:
            yield bucket.name
        finally:
            bucket.delete(force=True)


@contextmanager
def real_queue() -> Iterator[str]:
    """The full name of a new queue, paused so that nothing leaves it, which is deleted in the end."""
    parent = f"projects/{project()}/locations/{location()}"
    from google.cloud import tasks_v2

    client = tasks_v2.CloudTasksClient()
    name = f"{parent}/queues/pointwise-contract-{uuid.uuid4().hex[:16]}"
    client.create_queue(parent=parent, queue={"name": name})
    try:
        client.pause_queue(name=name)
        yield name
    finally:
        client.delete_queue(name=name)
        client.transport.close()
