"""Documents that several runs share, updated by any number of workers at once."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, TypeVar

from pointwise import keys, records
from pointwise.errors import SystemInterrupted
from pointwise.results.leaderboard import Leaderboard, leaderboard_with
from pointwise.results.overview import BlueprintSummary, LatestRuns, latest_with, summary_with

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pointwise.frozen import Frozen
    from pointwise.results.overview import RunEntry
    from pointwise.services import Services

    DocumentT = TypeVar("DocumentT", bound=Frozen)
    Change = Callable[[DocumentT | None, RunEntry], DocumentT]

_TRIES = 12
_FIRST_WAIT, _LONGEST_WAIT = 0.02, 4.0
"""Seconds; Cloud Storage takes about one write a second to one name."""


async def enter_run(entry: RunEntry, services: Services) -> None:
    """Put a run into the summary of its blueprint, the latest runs, and the leaderboard.

    Raises:
        SystemInterrupted: Others were faster every time; a later try may succeed.
        StorageError: The store refused, or a document is damaged.
    """
    await _update(BlueprintSummary, keys.summary_of(entry.config_id), (summary_with, entry), services)
    await _update(LatestRuns, keys.LATEST_RUNS, (latest_with, entry), services)
    await _update(Leaderboard, keys.LEADERBOARD, (leaderboard_with, entry), services)


async def _update(
    kind: type[DocumentT], key: str, change: tuple[Change[DocumentT], RunEntry], services: Services
) -> None:
    await until_written(key, lambda: _try_update(kind, key, change, services))


async def until_written(key: str, attempt: Callable[[], Awaitable[bool]]) -> None:
    """Try to read, change and write until nobody else has written meanwhile.

    Raises:
        SystemInterrupted: Others were faster every time; a later try may succeed.
    """
    for tried in range(_TRIES):
        if await attempt():
            return
        await asyncio.sleep(random.random() * min(_FIRST_WAIT * 2**tried, _LONGEST_WAIT))  # noqa: S311 - jitter
    raise SystemInterrupted("service", f"{key} is being written by many at once.")


async def _try_update(
    kind: type[DocumentT], key: str, change: tuple[Change[DocumentT], RunEntry], services: Services
) -> bool:
    apply, entry = change
    present = await services.store.read_versioned(key)
    old = records.read(kind, present.data, key) if present else None
    data = records.write(apply(old, entry))
    if present and present.data == data:
        return True
    return await services.store.replace_if(key, data, present.version if present else None)
