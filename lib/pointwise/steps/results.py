"""Write what readers of a run open. Texts are read prompt by prompt and never all held at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.keys import RunKeys
from pointwise.results.answers import by_model
from pointwise.results.artefacts import core, history_artefacts, prompt_artefacts
from pointwise.results.assembly import entry, pieces, without_texts
from pointwise.results.comparison import comparison
from pointwise.results.model import PromptResult
from pointwise.results.overview import run_entry
from pointwise.results.timing import timing
from pointwise.steps.reading import read_needed
from pointwise.steps.summaries import enter_run
from pointwise.tasks import Cell

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pointwise.planning.plan import Plan
    from pointwise.results.assembly import Section
    from pointwise.results.document import Comparison
    from pointwise.services import Services

_PART = 1 << 20
"""Bytes handed to the store at a time."""


async def write_artefacts(plan: Plan, prompt: int, result: PromptResult, services: Services) -> None:
    """Write the result of one prompt in pieces.

    Raises:
        StorageError: The store refused.
    """
    keys, store = RunKeys(plan.run), services.store
    texts, coverages = prompt_artefacts(result)
    histories = history_artefacts(result)
    await store.replace(keys.response_artefact(plan.prompt_segment(prompt)), records.write(texts))
    for index, variant in enumerate(plan.variants):
        cell = plan.cell_segment(Cell(prompt=prompt, variant=index))
        if variant.id in coverages:
            await store.replace(keys.coverage_artefact(cell), records.write(coverages[variant.id]))
        if variant.id in histories:
            await store.replace(keys.history_artefact(cell), records.write(histories[variant.id]))


async def write_results(plan: Plan, services: Services) -> None:
    """Write the result of a run and everything around it; the result itself comes last.

    Raises:
        CallInterrupted: Documents shared with other runs could not be updated now.
        StorageError: The store refused, or something the run counts on is gone.
    """
    keys, store = RunKeys(plan.run), services.store
    light = [without_texts(await _read(plan, number, services)) for number in _prompts(plan)]
    skeleton = comparison(plan, light)
    await store.replace(keys.core, records.write(core(skeleton)))
    await store.replace(keys.timing, records.write(timing(_latencies(light))))
    await enter_run(run_entry(plan.run, skeleton), services)
    await store.assemble(keys.result, _parts(plan, skeleton, services))


def _prompts(plan: Plan) -> range:
    return range(len(plan.blueprint.prompts))


async def _read(plan: Plan, prompt: int, services: Services) -> PromptResult:
    key = RunKeys(plan.run).coverage(plan.prompt_segment(prompt))
    return await read_needed(PromptResult, key, services)


def _latencies(prompts: list[PromptResult]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for prompt in prompts:
        for model, cells in by_model(prompt).items():
            found.setdefault(model, []).extend(seconds for cell in cells for seconds in cell.latencies)
    return found


async def _parts(plan: Plan, skeleton: Comparison, services: Services) -> AsyncIterator[bytes]:
    """The result document in parts of about one MiB."""
    held = bytearray()
    for piece in pieces(skeleton):
        async for part in _written(piece, plan, services):
            held += part
            if len(held) >= _PART:
                yield bytes(held)
                held.clear()
    yield bytes(held)


async def _written(piece: bytes | Section, plan: Plan, services: Services) -> AsyncIterator[bytes]:
    if isinstance(piece, bytes):
        yield piece
        return
    yield b"{"
    for number in _prompts(plan):
        comma = b"," if number else b""
        yield comma + entry(piece, await _read(plan, number, services))
    yield b"}"
