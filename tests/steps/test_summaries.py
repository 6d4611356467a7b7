"""Documents that runs share, written by many at once."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.directory import DirectoryStore
from pointwise.errors import CallInterrupted
from pointwise.results.overview import ModelEntry, RunEntry
from pointwise.steps.summaries import enter_run
from pointwise.testing.memory import MemoryStore
from tests.steps.driver import World

if TYPE_CHECKING:
    from pathlib import Path

    from pointwise.ports import ObjectStore
    from pointwise.services import Services


def entry(number: int) -> RunEntry:
    model = ModelEntry(model_id="m", score=number / 100, low=None, high=None, prompts=5, unscored=0)
    return RunEntry(
        run=f"b/l_{number:03d}", config_id="b", config_title="B", run_label="l", timestamp=f"{number:03d}",
        note=None, prompts=5, cost=0.0, models=(model,),
    )  # fmt: skip


def services(store: ObjectStore) -> Services:
    world = World()
    world.store = store  # type: ignore[assignment]
    world.restart()
    return world.services


def test_no_run_is_lost_when_several_end_at_once(tmp_path: Path) -> None:
    """Eight runs entered together, on two stores over one folder, are all there."""
    stores = [DirectoryStore(tmp_path), DirectoryStore(tmp_path)]
    for store in stores:
        store.open()

    async def enter() -> None:
        await asyncio.gather(*(enter_run(entry(n), services(stores[n % 2])) for n in range(8)))

    asyncio.run(enter())
    for store in stores:
        store.close()
    summary = json.loads((tmp_path / "runs/b/summary.json").read_bytes())
    latest = json.loads((tmp_path / "aggregates/latest_runs.json").read_bytes())
    board = json.loads((tmp_path / "aggregates/leaderboard.json").read_bytes())
    assert [each["timestamp"] for each in summary["runs"]] == [f"{n:03d}" for n in range(8)]
    assert len(latest["runs"]) == 8
    assert [each["timestamp"] for each in board["runs"]] == ["007"]


class BusyStore(MemoryStore):
    """A store to which somebody else always writes first."""

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        return False


def test_whoever_is_never_first_comes_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """After bounded tries the queue is to deliver the task again; nothing is overwritten."""
    monkeypatch.setattr("pointwise.steps.summaries._LONGEST_WAIT", 0.0)
    store = BusyStore()
    with pytest.raises(CallInterrupted, match="written by many"):
        asyncio.run(enter_run(entry(1), services(store)))
    assert store.objects == {}


def test_a_run_that_is_entered_again_writes_nothing() -> None:
    """A second delivery of the aggregation finds its entry there."""
    store = MemoryStore()
    asyncio.run(enter_run(entry(1), services(store)))
    before = dict(store.objects)
    store.replace = None  # type: ignore[assignment, method-assign]
    asyncio.run(enter_run(entry(1), services(store)))
    assert store.objects == before
