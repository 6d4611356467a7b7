"""Runs through the deployed system as processes, for tests that disturb them."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING, Any

from bench.cloud_demo.comparing import comparable, run_locally
from bench.cloud_demo.objects import bucket_of
from bench.cloud_demo.system import BUCKET
from tests.e2e.command import POINTWISE, Ended, environment

if TYPE_CHECKING:
    from pathlib import Path

    from bench.cloud_demo.system import Deployment
    from bench.standin.process import Standin

ALL = {"POINTWISE_MAX_CALLS": "1000000", "POINTWISE_MAX_CALLS_AT_ONCE": "1000000"}
BLUEPRINT = "blueprints/workload.json"


def push(deployment: Deployment, blueprint: str) -> None:
    """Push a blueprint and have it let in."""
    status, answer = deployment.receive(deployment.repository.push({BLUEPRINT: blueprint}))
    assert status == 202, answer


def ended_run(deployment: Deployment, seconds: float) -> str:
    """The name of the run that ends within this time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for line in deployment.lines("aggregate"):
            if line["message"] == "run finished":
                return str(line["run"])
        time.sleep(0.1)
    raise AssertionError(f"no run ended: {deployment.task_counts()}, {deployment.lines('aggregate')[-3:]}")


def stored(deployment: Deployment, prefix: str) -> list[str]:
    return [blob.name for blob in bucket_of(deployment.emulators.storage, BUCKET).list_blobs(prefix=prefix)]


def result(deployment: Deployment, run: str) -> bytes:
    """The result of a run, without times and commit."""
    bucket = bucket_of(deployment.emulators.storage, BUCKET)
    (key,) = (
        blob for blob in bucket.list_blobs(prefix=f"runs/{run}/") if blob.name.endswith("_comparison.json")
    )
    return comparable(key.download_as_bytes())


def undisturbed(server: Standin, blueprint: str, folder: Path) -> bytes:
    """What the same blueprint comes to on one machine with the same models."""
    path = folder / "local" / BLUEPRINT
    path.parent.mkdir(parents=True)
    path.write_text(blueprint)
    return comparable(run_locally(path, environment(server), folder / "out").read_bytes())


def cloud(deployment: Deployment, *words: object) -> Ended:
    """`pointwise cloud …` to its end."""
    command = [str(POINTWISE), "cloud", *map(str, words)]
    done = subprocess.run(  # noqa: S603 - our own
        command, env=dict(deployment.environment), capture_output=True, text=True, timeout=60, check=False
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def answered_twice(log: list[dict[str, Any]]) -> int:
    """Good answers that were asked for again."""
    digests = [line["digest"] for line in log if line["status"] == 200]
    return len(digests) - len(set(digests))
