"""Pages beside the results, written by any number of workers at once."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pointwise import keys, records
from pointwise.adapters.directory import DirectoryStore
from pointwise.blueprint.model import Blueprint
from pointwise.errors import CallInterrupted
from pointwise.keys import RunKeys
from pointwise.reporting.condensing import Surroundings
from pointwise.reporting.html.page import PageOptions, render_page
from pointwise.reporting.html.site import ALL_RUNS
from pointwise.results.document import Comparison
from pointwise.results.overview import RunEntry
from pointwise.results.timing import Timing
from pointwise.steps.aggregate import aggregate
from pointwise.steps.pages import write_site
from pointwise.steps.summaries import enter_run
from pointwise.tasks import Aggregate
from pointwise.testing.memory import MemoryStore
from tests.steps.driver import World

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pointwise.ports import ObjectStore
    from pointwise.services import Services


def blueprint() -> Blueprint:
    """Three prompts of one point."""
    prompts = [
        {"id": name, "messages": [{"role": "user", "content": f"{name}?"}], "points": [{"text": "Says why."}]}
        for name in ("a", "b", "c")
    ]
    return Blueprint.model_validate({"id": "b", "title": "B", "prompts": prompts})


def entry(number: int, config: str = "b") -> RunEntry:
    return RunEntry(
        run=f"{config}/l_{number:03d}", config_id=config, config_title=config, run_label="l",
        timestamp=f"{number:03d}", note=None, prompts=5, cost=0.0, models=(),
    )  # fmt: skip


def services(store: ObjectStore) -> Services:
    return replace(World().services, store=store)


async def end(run: RunEntry, store: ObjectStore) -> None:
    """What the end of a run does to documents and pages that runs share."""
    await enter_run(run, services(store))
    await write_site(run.config_id, services(store))


def test_the_page_of_a_run_is_that_of_its_result_and_how_long_calls_took() -> None:
    """Made prompt by prompt, it has the bytes of the page made of the whole."""
    world = World()
    names = RunKeys(world.run(world.plan(blueprint())))
    result = records.read(Comparison, world.result(), "result")
    timing = records.read(Timing, world.store.objects[names.timing], "timing")
    around = Surroundings(run=names.run, timing=timing)
    page = render_page(result, PageOptions(around=around, above=ALL_RUNS))
    assert world.store.objects[names.report] == page.encode()


class Lengths:
    """An Embedder that places every text in one direction, so that all are alike."""

    async def embed(self, model: str, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        return tuple((float(len(text)), 0.0) for text in texts)


def test_the_page_says_how_alike_models_answer_where_a_blueprint_asks_for_it() -> None:
    """The matrix of the models; the prompts here have no ideal answer to be compared with."""
    world = World(embedder=Lengths())
    asking = blueprint().model_copy(update={"evaluation": {"embedding": True}})
    page = world.store.objects[RunKeys(world.run(world.plan(asking))).report].decode()
    core = json.loads(page.partition('id="core">')[2].partition("</script>")[0])
    assert core["similarity"] == {"models": ["m:1", "m:2"], "rows": [[1.0, 1.0], [1.0, 1.0]]}
    assert [model["similarity"] for model in core["models"]] == [None, None]


def test_the_page_of_a_run_does_not_depend_on_other_runs() -> None:
    """Aggregated again after another run of the blueprint has ended, it has the same bytes."""
    world = World()
    first = world.run(world.plan(blueprint()))
    key = RunKeys(first).report
    before = world.store.objects.pop(key)
    asyncio.run(end(entry(1), world.store))
    asyncio.run(aggregate(Aggregate(run=first), world.services))
    assert world.store.objects[key] == before


def test_the_result_is_written_after_every_page() -> None:
    """Who sees a result finds its page, and the pages that lead there."""
    world = World()
    run = world.run(world.plan(blueprint()))
    written = list(world.store.objects)
    pages = (RunKeys(run).report, keys.index_of("b"), keys.INDEX)
    assert max(map(written.index, pages)) < written.index(RunKeys(run).result)


def test_pages_name_every_run_when_several_end_at_once(tmp_path: Path) -> None:
    """Eight runs of two blueprints, on two stores over one folder: none is missing in the end."""
    stores = [DirectoryStore(tmp_path), DirectoryStore(tmp_path)]
    for store in stores:
        store.open()

    async def end_all() -> None:
        await asyncio.gather(*(end(entry(n, "bc"[n // 4]), stores[n % 2]) for n in range(8)))

    asyncio.run(end_all())
    for store in stores:
        store.close()
    for config, numbers in (("b", range(4)), ("c", range(4, 8))):
        page = (tmp_path / f"runs/{config}/index.html").read_text()
        assert all(f'href="l_{n:03d}/report.html"' in page for n in numbers)
    index = (tmp_path / "index.html").read_text()
    assert 'href="runs/b/l_003/report.html"' in index
    assert 'href="runs/c/l_007/report.html"' in index


class OvertakenStore(MemoryStore):
    """A store in which another run ends right after the leaderboard has been read for the index."""

    other: RunEntry | None = None

    async def read(self, key: str) -> bytes | None:
        data = await super().read(key)
        if key == keys.LEADERBOARD and self.other:
            other, self.other = self.other, None
            await end(other, self)
        return data


def test_an_older_list_never_overwrites_a_newer_one() -> None:
    """Whoever was overtaken between reading and writing reads again."""
    store = OvertakenStore()
    asyncio.run(enter_run(entry(1, "b"), services(store)))
    store.other = entry(2, "c")
    asyncio.run(write_site("b", services(store)))
    index = store.objects[keys.INDEX].decode()
    assert 'href="runs/b/l_001/report.html"' in index
    assert 'href="runs/c/l_002/report.html"' in index


class BusyStore(MemoryStore):
    """A store to whose pages somebody else always writes first."""

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        return not key.endswith(".html") and await super().replace_if(key, data, version)


def test_whoever_is_never_first_comes_back_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """After bounded tries the queue is to deliver the task again."""
    monkeypatch.setattr("pointwise.steps.summaries._LONGEST_WAIT", 0.0)
    with pytest.raises(CallInterrupted, match="written by many"):
        asyncio.run(end(entry(1), BusyStore()))


def test_a_page_that_is_not_ours_is_left_alone() -> None:
    """Somebody may have their results in the folder of their own site; one of ours is brought up to date."""
    store = MemoryStore()

    async def run() -> None:
        await store.create(keys.INDEX, b"<!doctype html><title>My garden</title>")
        await end(entry(1), store)

    asyncio.run(run())
    assert store.objects[keys.INDEX] == b"<!doctype html><title>My garden</title>"
    assert b"l_001" in store.objects[keys.index_of("b")]
