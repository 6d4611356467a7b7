"""Files are put on the disk in groups, and each caller hears what became of its own."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.disk import Disk

if TYPE_CHECKING:
    from pathlib import Path

_THREADS = 2


def _files(folder: Path, count: int) -> list[str]:
    for number in range(count):
        (folder / str(number)).write_bytes(b"reply")
    return [str(folder / str(number)) for number in range(count)]


async def _keep(disk: Disk, paths: list[str]) -> list[BaseException | None]:
    return await asyncio.gather(*(disk.keep(path) for path in paths), return_exceptions=True)


def test_everyone_of_a_crowd_is_answered(tmp_path: Path) -> None:
    """However many wait at a time, over several event loops, all return."""
    with ThreadPoolExecutor(_THREADS) as pool:
        disk = Disk(pool, _THREADS)
        for _ in range(3):
            assert asyncio.run(_keep(disk, _files(tmp_path, 100))) == [None] * 100


def test_an_error_goes_to_the_one_it_is_about(tmp_path: Path) -> None:
    """A file that cannot be synced fails its own caller and nobody else's; one that is gone fails nobody."""
    good = _files(tmp_path, 20)
    bad = f"{good[0]}/below a file"
    with ThreadPoolExecutor(_THREADS) as pool:
        outcomes = asyncio.run(_keep(Disk(pool, _THREADS), [*good, bad, str(tmp_path / "gone")]))
    assert [type(each) for each in outcomes if each is not None] == [NotADirectoryError]
    assert isinstance(outcomes[len(good)], NotADirectoryError)


def test_a_caller_that_gives_up_stops_nobody(tmp_path: Path) -> None:
    """Cancelling one wait leaves the others, and those who come later, served."""

    async def some_give_up(disk: Disk, paths: list[str]) -> list[BaseException | None]:
        tasks = [asyncio.create_task(disk.keep(path)) for path in paths]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return await _keep(disk, paths)

    with ThreadPoolExecutor(_THREADS) as pool:
        disk = Disk(pool, _THREADS)
        assert asyncio.run(some_give_up(disk, _files(tmp_path, 30))) == [None] * 30


def test_a_loop_that_is_gone_blocks_no_other(tmp_path: Path) -> None:
    """A process may end one loop in the middle of a group and go on in another."""

    async def leave(disk: Disk, paths: list[str]) -> None:
        waits = [asyncio.ensure_future(disk.keep(path)) for path in paths]
        await asyncio.sleep(0)
        for wait in waits:
            wait.cancel()

    with ThreadPoolExecutor(_THREADS) as pool:
        disk = Disk(pool, _THREADS)
        paths = _files(tmp_path, 40)
        asyncio.run(leave(disk, paths))
        assert asyncio.run(_keep(disk, paths)) == [None] * 40


@pytest.mark.parametrize("threads", [1, 4])
def test_it_needs_no_more_threads_than_it_is_given(tmp_path: Path, threads: int) -> None:
    """Groups beyond the first wait for their turn."""
    with ThreadPoolExecutor(1) as pool:
        assert asyncio.run(_keep(Disk(pool, threads), _files(tmp_path, 50))) == [None] * 50
