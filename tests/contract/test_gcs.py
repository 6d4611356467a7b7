"""GcsStore where the contract of stores is silent: what it costs, and what happens when the cloud fails."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.gcs import GcsStore
from pointwise.errors import StorageError, SystemInterrupted
from pointwise.testing.emulators.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from pointwise.ports import ObjectStore
    from pointwise.testing.emulators.storage import StorageEmulator

RACERS = 32
PATIENCE = 3.0


@pytest.fixture
def store(storage_emulator: StorageEmulator) -> Iterator[GcsStore]:
    """A store in the emulator's bucket that gives up after 3 s."""
    with closing(GcsStore("box", endpoint=storage_emulator.url, patience=PATIENCE)) as ready:
        yield ready


def on(*kinds: str, **faults: object) -> Faults:
    return Faults.model_validate({"on": kinds, **faults})


COSTS: list[tuple[str, Callable[[ObjectStore], Awaitable[object]], dict[str, int]]] = [
    ("a hit", lambda store: store.read("k/0000"), {"read": 1}),
    ("a miss", lambda store: store.read("absent"), {"read": 1}),
    ("a write", lambda store: store.create("new", b""), {"write": 1}),
    ("a write that is too late", lambda store: store.create("k/0000", b""), {"write": 1, "read": 1}),
    ("a replacement", lambda store: store.replace("k/0000", b""), {"write": 1}),
    ("a list of 1001", lambda store: store.keys("k/"), {"list": 2}),
    ("folders", lambda store: store.folders(""), {"list": 1}),
    ("a family of empty objects", lambda store: store.read_all("k/"), {"list": 2}),
    ("a deletion", lambda store: store.delete("k/0000"), {"delete": 1}),
]


@pytest.mark.parametrize(("call", "cost"), [case[1:] for case in COSTS], ids=[case[0] for case in COSTS])
def test_a_call_costs_no_more_than_it_must(
    storage_emulator: StorageEmulator,
    store: GcsStore,
    call: Callable[[ObjectStore], Awaitable[object]],
    cost: dict[str, int],
) -> None:
    """Operations are billed; nothing is asked for in the background."""
    storage_emulator.fill("box", {f"k/{number:04}": b"" for number in range(1001)})

    async def run() -> None:
        await call(store)
        await asyncio.sleep(0.05)

    asyncio.run(run())
    assert storage_emulator.counts() == cost


@pytest.mark.parametrize("loss", ["denied", "dropped"])
def test_a_creator_whose_answer_got_lost_is_told_the_truth(
    storage_emulator: StorageEmulator, store: GcsStore, loss: str
) -> None:
    """The client repeats the write and finds its own object in the way: that is True, not False."""
    storage_emulator.inject(on("write", seed=2, **{loss: 0.5}))

    async def run() -> list[bool]:
        return await asyncio.gather(*(store.create(f"k{number}", b"%d" % number) for number in range(24)))

    assert all(asyncio.run(run()))
    assert storage_emulator.counts()["write"] > 24
    assert asyncio.run(store.create("k0", b"other")) is False
    assert asyncio.run(store.read("k0")) == b"0"


def test_one_of_many_creators_wins_though_answers_get_lost(
    storage_emulator: StorageEmulator, store: GcsStore
) -> None:
    """With a third of the answers lost there is still exactly one True a key."""
    storage_emulator.inject(on("write", seed=3, dropped=0.3))

    async def run() -> list[bool]:
        return await asyncio.gather(*(store.create("race", b"%d" % number) for number in range(RACERS)))

    won = asyncio.run(run())
    assert won.count(True) == 1
    storage_emulator.inject(Faults())
    assert asyncio.run(store.read("race")) == b"%d" % won.index(True)


def test_transient_failures_are_tried_again(storage_emulator: StorageEmulator, store: GcsStore) -> None:
    """With 503, 429 and lost connections on a third of all calls everything is done in the end."""
    storage_emulator.inject(Faults(seed=1, refused={503: 0.15, 429: 0.1}, dropped=0.1))
    keys = [f"k/{number:02}" for number in range(20)]

    async def run() -> tuple[list[str], dict[str, bytes]]:
        await asyncio.gather(*(store.create(key, key.encode()) for key in keys))
        await store.replace("k/00", b"replaced")
        await store.delete("k/19")
        return await store.keys("k/"), await store.read_all("k/")

    listed, found = asyncio.run(run())
    assert listed == keys[:-1] == list(found)
    assert found == {**{key: key.encode() for key in keys[:-1]}, "k/00": b"replaced"}


CALLS: list[Callable[[ObjectStore], Awaitable[object]]] = [
    lambda store: store.read("k"),
    lambda store: store.create("k", b""),
    lambda store: store.replace("k", b""),
    lambda store: store.keys("k"),
    lambda store: store.folders("k/"),
    lambda store: store.delete("k"),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(("status", "reason"), [(503, "service"), (429, "rate_limit"), (504, "timeout")])
def test_what_stays_transient_is_handed_to_the_queue(
    storage_emulator: StorageEmulator,
    call: Callable[[ObjectStore], Awaitable[object]],
    status: int,
    reason: str,
) -> None:
    """After the store's patience comes SystemInterrupted, with the reason and the object's key."""
    storage_emulator.inject(Faults(refused={status: 1}))
    with closing(GcsStore("box", endpoint=storage_emulator.url, patience=0.1)) as store:
        with pytest.raises(SystemInterrupted, match=r"bucket box, .*'k") as caught:
            asyncio.run(call(store))
        assert caught.value.reason == reason


@pytest.mark.parametrize("call", CALLS)
def test_a_refusal_is_final(
    storage_emulator: StorageEmulator, store: GcsStore, call: Callable[[ObjectStore], Awaitable[object]]
) -> None:
    """403 is a StorageError at once: no second try, and the sentence says what was refused."""
    storage_emulator.inject(Faults(refused={403: 1}))
    with pytest.raises(StorageError, match="403"):
        asyncio.run(call(store))
    assert sum(storage_emulator.counts().values()) == 1


@pytest.mark.parametrize("call", [CALLS[1], CALLS[2], CALLS[3], CALLS[4]])
def test_a_missing_bucket_is_named(
    storage_emulator: StorageEmulator, call: Callable[[ObjectStore], Awaitable[object]]
) -> None:
    """Writes and lists say that the bucket does not exist."""
    named = pytest.raises(StorageError, match=r"bucket absent, .*bucket does not exist")
    with closing(GcsStore("absent", endpoint=storage_emulator.url)) as store, named:
        asyncio.run(call(store))


@pytest.mark.parametrize("key", ["", "\ud800", ".", "x" * 1025, "a\nb"])
def test_an_impossible_key_is_refused(store: GcsStore, key: str) -> None:
    """What cannot be the name of an object is a StorageError, not a crash."""
    with pytest.raises(StorageError):
        asyncio.run(store.create(key, b""))


def test_nobody_there_is_noticed_within_the_patience() -> None:
    """A store that cannot be reached is SystemInterrupted soon, not after minutes."""
    started = time.monotonic()
    interrupted = pytest.raises(SystemInterrupted)
    with (
        closing(GcsStore("box", endpoint="http://127.0.0.1:9", patience=0.5)) as store,
        interrupted as caught,
    ):
        asyncio.run(store.read("k"))
    assert caught.value.reason == "unreachable"
    assert time.monotonic() - started < 2.0


def test_an_object_of_many_megabytes_arrives_whole(
    storage_emulator: StorageEmulator, store: GcsStore
) -> None:
    """Above 8 MiB the client uploads in chunks; create stays create."""
    data = bytes(range(256)) * 40_000
    assert asyncio.run(store.create("big", data)) is True
    assert asyncio.run(store.create("big", data)) is False
    assert asyncio.run(store.read("big")) == data
    assert storage_emulator.counts()["chunk"] >= 1


def test_a_refused_read_gives_its_connection_back(storage_emulator: StorageEmulator, store: GcsStore) -> None:
    """Misses, refusals and the tries after them go over one connection."""
    storage_emulator.inject(on("read", seed=1, refused={503: 0.4}))

    async def run() -> None:
        for number in range(10):
            assert await store.read(f"absent{number}") is None

    asyncio.run(run())
    assert storage_emulator.counts()["read"] > 10
    pools = store._client._http.get_adapter("http://").poolmanager.pools
    assert [pools[key].num_connections for key in pools.keys()] == [1]  # noqa: SIM118 - no iterator


def test_32_calls_are_under_way_at_a_time(storage_emulator: StorageEmulator, store: GcsStore) -> None:
    """32 calls of 0.3 s take little more than one."""
    asyncio.run(store.read("warm"))
    storage_emulator.inject(on("read", slow=1, delay=0.3))

    async def run() -> float:
        started = time.monotonic()
        await asyncio.gather(*(store.read(f"k{number}") for number in range(RACERS)))
        return time.monotonic() - started

    assert asyncio.run(run()) < 1.0


def test_the_emulator_of_the_environment_is_used(
    storage_emulator: StorageEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """STORAGE_EMULATOR_HOST works without any credentials."""
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", storage_emulator.url)
    storage_emulator.fill("box", {"k": b"data"})
    with closing(GcsStore("box")) as store:
        assert asyncio.run(store.read("k")) == b"data"


def test_google_is_imported_by_the_first_call() -> None:
    """Importing and making a store loads none of Google's packages: a cold start does not pay for them."""
    code = (
        "import sys; from pointwise.adapters.gcs import GcsStore; GcsStore('b').close(); "
        "sys.exit(bool({'google.api_core', 'google.cloud.storage', 'requests'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - own code
