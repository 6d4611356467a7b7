"""A family of objects read through Google's client: in few operations, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.gcs import GcsStore
from pointwise.errors import StorageError
from pointwise.testing.emulators.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.testing.emulators.storage import StorageEmulator

FAMILY = {f"f/{number:03}.json": b'{"n": %d}\xff' % number * (number % 5) for number in range(100)}
"""A hundred objects of 0 to 40 bytes; twenty are empty."""


@pytest.fixture
def store(storage_emulator: StorageEmulator) -> Iterator[GcsStore]:
    """A store in the emulator's bucket, where a family and an object beside it are."""
    storage_emulator.fill("box", {**FAMILY, "g": b"no part of it"})
    with closing(GcsStore("box", endpoint=storage_emulator.url, patience=3.0)) as ready:
        yield ready


def test_eighty_objects_are_three_composes_and_three_reads(
    storage_emulator: StorageEmulator, store: GcsStore
) -> None:
    """Beside one list; nothing is asked of the twenty empty ones. Every byte is where it belongs."""
    found = asyncio.run(store.read_all("f/"))
    assert list(found.items()) == sorted(FAMILY.items())
    assert storage_emulator.counts() == {"list": 1, "write": 3, "read": 3}


def test_a_dozen_objects_are_read_one_by_one(storage_emulator: StorageEmulator, store: GcsStore) -> None:
    """A compose would cost more than it saves."""
    few = {f"few/{number}": b"%d" % number for number in range(12)}
    storage_emulator.fill("box", few)
    assert asyncio.run(store.read_all("few/")) == dict(sorted(few.items()))
    assert storage_emulator.counts() == {"list": 1, "read": 12}


def test_readers_of_the_same_family_share_what_was_composed(store: GcsStore) -> None:
    """Eight at a time and one later: all read the same, and only three objects stay behind."""

    async def run() -> list[dict[str, bytes]]:
        together = await asyncio.gather(*(store.read_all("f/") for _ in range(8)))
        return [*together, await store.read_all("f/")]

    assert all(found == FAMILY for found in asyncio.run(run()))
    left = [key for key in asyncio.run(store.keys("")) if key not in FAMILY and key != "g"]
    assert len(left) == 3
    assert all(key.startswith("composed/") for key in left)


def test_what_changes_is_read_anew(store: GcsStore) -> None:
    """A later reader gets what replaced an object, not what was composed of the old one."""

    async def run() -> dict[str, bytes]:
        await store.read_all("f/")
        await store.replace("f/001.json", b"new")
        await store.delete("f/002.json")
        return await store.read_all("f/")

    expected = {**FAMILY, "f/001.json": b"new"}
    del expected["f/002.json"]
    assert asyncio.run(run()) == expected


@pytest.mark.parametrize("is_deleted", [True, False], ids=["deleted", "replaced"])
def test_what_changes_after_the_list_does_not_spoil_the_rest(
    storage_emulator: StorageEmulator, store: GcsStore, *, is_deleted: bool
) -> None:
    """The group of the object that is gone or new is read one by one, as it is then."""

    async def run() -> dict[str, bytes]:
        await store.keys("connected")
        storage_emulator.inject(Faults(on=frozenset({"list"}), slow=1.0, delay=0.6))
        reading = asyncio.create_task(store.read_all("f/"))
        await asyncio.sleep(0.3)
        await (store.delete("f/001.json") if is_deleted else store.replace("f/001.json", b"new"))
        return await reading

    expected = {**FAMILY, "f/001.json": b"new"}
    if is_deleted:
        del expected["f/001.json"]
    assert asyncio.run(run()) == expected
    assert storage_emulator.counts()["read"] > 20


def test_answers_that_get_lost_change_nothing(storage_emulator: StorageEmulator, store: GcsStore) -> None:
    """A compose that is sent again finds its own object in the way and reads it."""
    storage_emulator.inject(Faults(seed=4, denied=0.3, dropped=0.2))
    assert asyncio.run(store.read_all("f/")) == FAMILY


def test_a_reader_who_may_not_compose_is_told_what_was_refused(
    storage_emulator: StorageEmulator, store: GcsStore
) -> None:
    """403 is a StorageError that names the action, not a slower way of reading."""
    storage_emulator.inject(Faults(on=frozenset({"write"}), refused={403: 1}))
    with pytest.raises(StorageError, match=r"compose 'composed/.*403"):
        asyncio.run(store.read_all("f/"))
