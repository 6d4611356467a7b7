"""Faults, counts and the control endpoint of the storage emulator."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
import requests
from google.api_core import exceptions

from pointwise.testing.emulators.faults import Faults

if TYPE_CHECKING:
    from google.cloud import storage

    from pointwise.testing.emulators.storage import StorageEmulator

TIMEOUT = 5


def outcome(bucket: storage.Bucket, name: str) -> str:
    """What the writer of an object is told."""
    try:
        bucket.blob(name).upload_from_string(b"data", retry=None)
    except (exceptions.GoogleAPICallError, requests.ConnectionError) as exc:
        return type(exc).__name__
    return "stored"


@pytest.mark.parametrize(
    ("faults", "expected"),
    [
        (Faults(), ("stored", True)),
        (Faults(refused={503: 1.0}), ("ServiceUnavailable", False)),
        (Faults(refused={429: 1.0}), ("TooManyRequests", False)),
        (Faults(refused={412: 1.0}), ("PreconditionFailed", False)),
        (Faults(denied=1.0), ("ServiceUnavailable", True)),
        (Faults(dropped=1.0), ("ConnectionError", True)),
        (Faults(dropped=1.0, on=frozenset({"read"})), ("stored", True)),
    ],
    ids=str,
)
def test_a_fault_is_what_it_says(
    storage_emulator: StorageEmulator, bucket: storage.Bucket, faults: Faults, expected: tuple[str, bool]
) -> None:
    """A refused write leaves nothing; one whose answer got lost took effect."""
    storage_emulator.inject(faults)
    told = outcome(bucket, "a")
    storage_emulator.inject(Faults())
    assert (told, bucket.blob("a").exists()) == expected


def test_a_refusal_says_how_long_to_wait(storage_emulator: StorageEmulator) -> None:
    """A refused request carries Retry-After where one was asked for."""
    storage_emulator.inject(Faults(refused={429: 1.0}, retry_after=7))
    answer = requests.get(f"{storage_emulator.url}/storage/v1/b/box", timeout=TIMEOUT)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "7")


def test_a_slow_answer_comes_late_but_takes_effect_at_once(
    storage_emulator: StorageEmulator, bucket: storage.Bucket
) -> None:
    """Who gives up waiting finds the write done."""
    storage_emulator.inject(Faults(slow=1.0, delay=0.4, on=frozenset({"write"})))
    started = time.monotonic()
    with pytest.raises(requests.ReadTimeout):
        bucket.blob("a").upload_from_string(b"data", retry=None, timeout=0.1)
    assert bucket.blob("a").exists()
    assert time.monotonic() - started < 0.4
    assert outcome(bucket, "b") == "stored"
    assert time.monotonic() - started >= 0.5


def test_a_run_with_the_same_seed_goes_the_same_way(
    storage_emulator: StorageEmulator, bucket: storage.Bucket
) -> None:
    """Each object's fate depends on the seed and its own history, not on the order of the others."""
    faults = Faults(seed=3, refused={503: 0.3, 429: 0.2}, denied=0.2)
    names = [f"n{number}" for number in range(40)]

    def run(seed: int, order: list[str]) -> dict[str, tuple[str, str]]:
        storage_emulator.inject(faults.model_copy(update={"seed": seed}))
        return {name: (outcome(bucket, name), outcome(bucket, name)) for name in order}

    first = run(3, names)
    assert run(3, names[::-1]) == first
    assert run(4, names) != first
    assert len({told for pair in first.values() for told in pair}) == 3


def test_the_share_of_faults_is_the_one_asked_for(
    storage_emulator: StorageEmulator, bucket: storage.Bucket
) -> None:
    """Of 200 writes with a share of 0.25 there fail 50, give or take 20 (over 3 standard deviations)."""
    storage_emulator.inject(Faults(refused={503: 0.25}))
    failed = sum(outcome(bucket, f"n{number}") != "stored" for number in range(200))
    assert 30 <= failed <= 70


def test_a_batch_meets_faults_call_by_call(
    storage_emulator: StorageEmulator, client: storage.Client, bucket: storage.Bucket
) -> None:
    """A lost answer inside a batch is an error of that call alone."""
    storage_emulator.fill("box", {"a": b"", "b": b""})
    storage_emulator.inject(Faults(dropped=1.0))
    with client.batch(raise_exception=False) as batch:
        bucket.delete_blob("a")
        bucket.delete_blob("b")
    assert [answer.status_code for answer in batch._responses] == [503, 503]
    storage_emulator.inject(Faults())
    assert list(bucket.list_blobs()) == []


def test_operations_are_counted_by_kind(storage_emulator: StorageEmulator, bucket: storage.Bucket) -> None:
    """The control endpoint and the object agree on what was done, and both count from zero when told."""
    blob = bucket.blob("a")
    blob.upload_from_string(b"1")
    blob.download_as_bytes()
    blob.reload()
    list(bucket.list_blobs(prefix="a"))
    blob.delete()
    counts = {"write": 1, "read": 2, "list": 1, "delete": 1}
    url = f"{storage_emulator.url}/_emulator/counts"
    assert requests.get(url, timeout=TIMEOUT).json() == counts == storage_emulator.counts()
    requests.delete(url, timeout=TIMEOUT)
    assert storage_emulator.counts() == {}


def test_faults_are_switched_over_http(storage_emulator: StorageEmulator, bucket: storage.Bucket) -> None:
    """PUT sets faults, GET shows them, DELETE ends them, and nonsense is refused."""
    url = f"{storage_emulator.url}/_emulator/faults"
    faults = {"refused": {"503": 1.0}, "on": ["write"], "seed": 5}
    shown = requests.put(url, json=faults, timeout=TIMEOUT).json()
    assert {name: shown[name] for name in faults} == faults
    assert requests.get(url, timeout=TIMEOUT).json() == shown
    assert outcome(bucket, "a") == "ServiceUnavailable"
    for nonsense in ({"denied": 2}, {"unknown": 1}, {"refused": {"503": -1}}):
        assert requests.put(url, json=nonsense, timeout=TIMEOUT).status_code == 400, nonsense
    assert requests.delete(url, timeout=TIMEOUT).json() == Faults().model_dump(mode="json")
    assert outcome(bucket, "a") == "stored"
    assert requests.get(f"{storage_emulator.url}/_emulator/nothing", timeout=TIMEOUT).status_code == 404


def test_it_runs_as_a_process_of_its_own() -> None:
    """The command prints where it listens, serves, and ends with status 0 when told to."""
    command = [sys.executable, "-m", "pointwise.testing.emulators", "storage", "--bucket", "box"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - this very package
        try:
            assert process.stdout is not None
            name, _, url = process.stdout.readline().strip().partition("=")
            assert name == "STORAGE_EMULATOR_HOST"
            assert requests.get(f"{url}/storage/v1/b/box", timeout=TIMEOUT).json()["name"] == "box"
        finally:
            process.send_signal(signal.SIGTERM)
    assert process.returncode == 0
