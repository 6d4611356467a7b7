"""What every ObjectStore promises, as checks that run on any of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pointwise.ports import ObjectStore

RACERS = 32
BYTES = (b"", b"{}", b"\x00\xff\r\n--\n", bytes(range(256)) * 1000)
KEYS = (
    "runs/b/l/responses/p/m.json",
    "runs/b/l/responses/p/m.failed.json",
    "runs/b/l/a~0b1c=._-.json",
    "plain",
)


async def nothing_is_read_where_nothing_is(store: ObjectStore) -> None:
    """A key that was never written is None, and its prefix is empty."""
    assert await store.read("absent/key.json") is None
    assert await store.keys("absent/") == []
    assert await store.folders("absent/") == []
    assert await store.read_all("absent/") == {}


async def what_was_created_is_read(store: ObjectStore) -> None:
    """Every byte comes back, under every kind of key that is used."""
    for number, data in enumerate(BYTES):
        assert await store.create(f"bytes/{number}", data)
        assert await store.read(f"bytes/{number}") == data
    for key in KEYS:
        assert await store.create(key, key.encode())
    assert [await store.read(key) for key in KEYS] == [key.encode() for key in KEYS]


async def a_key_is_created_once(store: ObjectStore) -> None:
    """The second creator gets False and changes nothing, even with the same bytes."""
    assert await store.create("once", b"first") is True
    assert await store.create("once", b"second") is False
    assert await store.create("once", b"first") is False
    assert await store.read("once") == b"first"


async def of_concurrent_creators_one_wins(store: ObjectStore) -> None:
    """Of 32 creators at a time exactly one gets True, and its bytes are stored."""
    won = await asyncio.gather(*(store.create("race", b"%d" % number) for number in range(RACERS)))
    assert won.count(True) == 1
    assert await store.read("race") == b"%d" % won.index(True)


async def a_reader_never_sees_a_part(store: ObjectStore) -> None:
    """While an object is replaced again and again, readers get one whole version or the other."""
    versions = (b"a" * 200_000, b"b" * 300_000)
    await store.replace("whole", versions[0])

    async def write() -> None:
        for number in range(10):
            await store.replace("whole", versions[number % 2])

    async def read() -> set[bytes | None]:
        return {await store.read("whole") for _ in range(20)}

    _, seen = await asyncio.gather(write(), read())
    assert seen <= set(versions)


async def a_value_is_replaced(store: ObjectStore) -> None:
    """Replace writes whether there is something or not, and create then finds it."""
    await store.replace("value", b"1")
    await store.replace("value", b"2")
    assert await store.read("value") == b"2"
    assert await store.create("value", b"3") is False


async def a_list_is_sorted_and_goes_by_characters(store: ObjectStore) -> None:
    """A prefix need not end at a slash, and matches nothing that only looks like it."""
    keys = ["a/1.json", "a/10.json", "a/2/x.json", "ab/1.json", "b"]
    for key in reversed(keys):
        await store.create(key, b"")
    assert await store.keys("a/") == ["a/1.json", "a/10.json", "a/2/x.json"]
    assert await store.keys("a/1") == ["a/1.json", "a/10.json"]
    assert await store.keys("a/2/") == ["a/2/x.json"]
    assert await store.keys("a") == ["a/1.json", "a/10.json", "a/2/x.json", "ab/1.json"]
    assert await store.keys("c") == []
    assert await store.keys("") == keys


async def folders_are_one_level_deep(store: ObjectStore) -> None:
    """Each folder comes once, with its prefix and a slash; objects beside it do not come."""
    for key in ("runs/b/x/1", "runs/b/x/2", "runs/b/y/z/1", "runs/b/file", "runs/c/1"):
        await store.create(key, b"")
    assert await store.folders("runs/b/") == ["runs/b/x/", "runs/b/y/"]
    assert await store.folders("runs/") == ["runs/b/", "runs/c/"]


async def a_family_is_read_at_once(store: ObjectStore) -> None:
    """Every object below a prefix, sorted by key, and no other."""
    for key in ("f/b", "f/a", "f/c/d", "g"):
        await store.create(key, key.encode())
    found = await store.read_all("f/")
    assert list(found.items()) == [("f/a", b"f/a"), ("f/b", b"f/b"), ("f/c/d", b"f/c/d")]


async def a_large_family_loses_nobody(store: ObjectStore) -> None:
    """Seventy objects of any bytes, empty ones among them, each under its own key."""
    family = {f"many/{number:02}": bytes(range(number)) for number in range(70)}
    await asyncio.gather(*(store.create(key, data) for key, data in family.items()))
    assert list((await store.read_all("many/")).items()) == list(family.items())
    assert await store.read_all("many/") == family


async def a_deleted_key_is_free(store: ObjectStore) -> None:
    """A deleted object is neither read nor listed; its key can be created; deleting nothing is fine."""
    await store.create("gone", b"1")
    await store.delete("gone")
    await store.delete("gone")
    assert await store.read("gone") is None
    assert await store.keys("gone") == []
    assert await store.create("gone", b"2") is True


async def the_last_of_many_writers_sees_all(store: ObjectStore) -> None:
    """Of writers that list after writing, at least one finds everything: so completion is noticed."""

    async def write(number: int) -> int:
        await store.create(f"family/{number}", b"")
        return len(await store.keys("family/"))

    assert max(await asyncio.gather(*(write(number) for number in range(RACERS)))) == RACERS


async def parts_make_one_object(store: ObjectStore) -> None:
    """Bytes that come in parts are stored whole, in order; where the source fails, nothing is."""

    async def parts(*, failing: bool) -> AsyncIterator[bytes]:
        for number in range(40):
            yield b"%03d" % number * 10_000
        if failing:
            raise LookupError

    whole = b"".join([b"%03d" % number * 10_000 for number in range(40)])
    await store.assemble("assembled", parts(failing=False))
    assert await store.read("assembled") == whole
    with pytest.raises(LookupError):
        await store.assemble("broken", parts(failing=True))
    assert await store.read("broken") is None


async def nobody_s_change_is_lost(store: ObjectStore) -> None:
    """Writers who read, change and write a value if it is still what they read, all count."""

    async def add() -> None:
        while True:
            read = await store.read_versioned("count")
            number = int(read.data) if read else 0
            if await store.replace_if("count", b"%d" % (number + 1), read.version if read else None):
                return

    await asyncio.gather(*(add() for _ in range(8)))
    assert await store.read("count") == b"8"
    assert await store.replace_if("count", b"0", None) is False


CHECKS = (
    parts_make_one_object,
    nobody_s_change_is_lost,
    nothing_is_read_where_nothing_is,
    what_was_created_is_read,
    a_key_is_created_once,
    of_concurrent_creators_one_wins,
    a_reader_never_sees_a_part,
    a_value_is_replaced,
    a_list_is_sorted_and_goes_by_characters,
    folders_are_one_level_deep,
    a_family_is_read_at_once,
    a_large_family_loses_nobody,
    a_deleted_key_is_free,
    the_last_of_many_writers_sees_all,
)
