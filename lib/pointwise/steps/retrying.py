"""Set failures aside, so that the same units are done anew. Nothing stored is lost."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pointwise.keys import FAILED, STORED, RunKeys
from pointwise.planning.progress import failures_to_retry
from pointwise.records import Similarities
from pointwise.steps.reading import read_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pointwise.planning.plan import Plan
    from pointwise.services import Services


async def set_failures_aside(plan: Plan, services: Services) -> None:
    """Move failures that left something unscored out of the way, with the markers that count on them.

    Markers and the prompt's results go first: whatever happens in between, the run is then known to be
    unfinished.
    """
    keys = RunKeys(plan.run)
    responses = [k for k in await services.store.keys(keys.responses) if k.endswith(FAILED)]
    judgements = list(_failed_judgements(plan, await services.store.keys(keys.judgements)))
    similarities = await _failed_similarities(plan, services)
    extractions = [k for k in await services.store.keys(keys.extractions) if k.endswith(FAILED)]
    cells = {k.removeprefix(keys.responses).removesuffix(FAILED) for k in responses}
    cells |= {k.removeprefix(keys.judgements).rpartition("/")[0] for k in judgements}
    for key in extractions:
        prompt = key.removeprefix(keys.extractions).removesuffix(FAILED)
        markers = await services.store.keys(keys.markers_of(prompt))
        cells |= {marker.removeprefix(keys.done) for marker in markers}
    prompts = {cell.partition("/")[0] for cell in cells}
    prompts |= {key.removeprefix(keys.similarities).removesuffix(STORED) for key in similarities}
    for cell in sorted(cells):
        await services.store.delete(keys.marker(cell))
    for prompt in sorted(prompts):
        await services.store.delete(keys.coverage(prompt))
    at = f"{services.clock.now():%Y-%m-%dT%H-%M-%S-%f}"
    for key in (*extractions, *responses, *judgements, *similarities):
        await _move(key, keys.superseded(key, at), services)


def _failed_judgements(plan: Plan, listed: Iterable[str]) -> Iterator[str]:
    for folder, group in groupby(listed, key=lambda key: key.rpartition("/")[0]):
        names = (key.rpartition("/")[2] for key in group)
        yield from (f"{folder}/{name}" for name in failures_to_retry(names, plan.panel))


async def _failed_similarities(plan: Plan, services: Services) -> list[str]:
    if plan.embedding is None:
        return []
    listed = await services.store.keys(RunKeys(plan.run).similarities)
    stored = {key: await read_record(Similarities, key, services) for key in listed}
    return [key for key, found in stored.items() if found and found.failure]


async def _move(key: str, target: str, services: Services) -> None:
    data = await services.store.read(key)
    if data is not None:
        await services.store.create(target, data)
        await services.store.delete(key)
