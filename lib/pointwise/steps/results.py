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
    from collections.abc import AsyncIterable, AsyncIterator

    from pointwise.planning.plan import Plan
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


async def write_overviews(plan: Plan, services: Services) -> Comparison:
    """Write what a run came to without its texts, here and beside other runs; the result without its texts.

    Raises:
        CallInterrupted: Documents shared with other runs could not be updated now.
        StorageError: The store refused, or something the run counts on is gone.
    """
    keys, store = RunKeys(plan.run), services.store
    light = [without_texts(await read_prompt(plan, number, services)) for number in _prompts(plan)]
    skeleton = comparison(plan, light)
    await store.replace(keys.core, records.write(core(skeleton)))
    await store.replace(keys.timing, records.write(timing(_latencies(light))))
    await enter_run(run_entry(plan.run, skeleton), services)
    return skeleton


async def write_result(plan: Plan, skeleton: Comparison, services: Services) -> None:
    """Write the result of a run. It comes last: where it is, everything else is.

    Raises:
        StorageError: The store refused, or something the run counts on is gone.
    """
    await services.store.assemble(RunKeys(plan.run).result, in_parts(_pieces(plan, skeleton, services)))


async def read_prompt(plan: Plan, prompt: int, services: Services) -> PromptResult:
    """The result of one prompt.

    Raises:
        StorageError: The store refused, or it is damaged or gone.
    """
    key = RunKeys(plan.run).coverage(plan.prompt_segment(prompt))
    return await read_needed(PromptResult, key, services)


def _prompts(plan: Plan) -> range:
    return range(len(plan.blueprint.prompts))


def _latencies(prompts: list[PromptResult]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for prompt in prompts:
        for model, cells in by_model(prompt).items():
            found.setdefault(model, []).extend(seconds for cell in cells for seconds in cell.latencies)
    return found


async def in_parts(given: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """The same bytes in parts of about one MiB."""
    held = bytearray()
    async for piece in given:
        held += piece
        if len(held) >= _PART:
            yield bytes(held)
            held.clear()
    yield bytes(held)


async def _pieces(plan: Plan, skeleton: Comparison, services: Services) -> AsyncIterator[bytes]:
    for piece in pieces(skeleton):
        if isinstance(piece, bytes):
            yield piece
            continue
        yield b"{"
        for number in _prompts(plan):
            comma = b"," if number else b""
            yield comma + entry(piece, await read_prompt(plan, number, services))
        yield b"}"
