"""Every ObjectStore keeps the one contract."""

from __future__ import annotations

import asyncio
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.directory import DirectoryStore
from pointwise.adapters.gcs import GcsStore
from pointwise.testing.memory import MemoryStore
from tests.contract.google_cloud import real_bucket
from tests.contract.object_store_contract import CHECKS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pointwise.ports import ObjectStore


@contextmanager
def memory(_folder: Path) -> Iterator[ObjectStore]:
    yield MemoryStore()


@contextmanager
def directory(folder: Path) -> Iterator[ObjectStore]:
    store = DirectoryStore(folder)
    store.open()
    with closing(store):
        yield store


@contextmanager
def gcs_emulated(_folder: Path) -> Iterator[ObjectStore]:
    from pointwise.testing.emulators.storage import StorageEmulator  # noqa: PLC0415 - slow to import

    with (
        StorageEmulator(buckets=("box",)) as emulator,
        closing(GcsStore("box", endpoint=emulator.url)) as store,
    ):
        yield store


@contextmanager
def gcs_real(_folder: Path) -> Iterator[ObjectStore]:
    with real_bucket() as bucket, closing(GcsStore(bucket)) as store:
        yield store


STORES = (memory, directory, gcs_emulated, gcs_real)


@pytest.mark.parametrize("store", STORES, ids=lambda store: store.__name__)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_store_keeps_the_contract(
    check: Callable[[ObjectStore], Awaitable[None]],
    store: Callable[[Path], AbstractContextManager[ObjectStore]],
    tmp_path: Path,
) -> None:
    """Whatever holds the objects, the steps cannot tell."""

    async def run(ready: ObjectStore) -> None:
        await check(ready)

    with store(tmp_path) as ready:
        asyncio.run(run(ready))
