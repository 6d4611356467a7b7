"""Work out again all that follows from the records of a run, and say what differs from what is stored."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pointwise import keys as spelling
from pointwise.errors import StorageError
from pointwise.keys import RunKeys
from pointwise.planning.label import Described, run_label
from pointwise.results.discrepancy import Discrepancy, differences
from pointwise.services import Recent
from pointwise.steps.aggregate import write_prompt
from pointwise.steps.evidence import cell_discrepancies
from pointwise.steps.reading import read_plan
from pointwise.steps.results import write_overviews, write_result
from pointwise.steps.shadow import ShadowStore

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pointwise.planning.plan import Plan
    from pointwise.services import Services


async def verify(run: str, services: Services) -> list[Discrepancy]:
    """Everything stored of a finished run that does not follow from what it was made of.

    Scores follow from judgements, judgements from replies, prompts of judges from responses and criteria,
    and the run's label from its plan. Nothing is written.

    Raises:
        UnknownRun: There is no such run.
        StorageError: The store refused.
    """
    plan = await read_plan(run, services)
    found = [*_plan_discrepancies(plan, run)]
    for cell in plan.cells():
        found += await cell_discrepancies(plan, cell, services)
    found += [each async for each in _stray(plan, services)]
    return found + await _recomputed(plan, services)


def _plan_discrepancies(plan: Plan, run: str) -> list[Discrepancy]:
    described = Described(
        plan.blueprint, plan.variants, plan.panel, plan.answers, plan.repeats, plan.embedding
    )
    label = run_label(described, plan.label.rpartition("_")[0] or None)
    name = f"{spelling.segment(plan.blueprint.id)}/{plan.label}_{plan.timestamp}"
    key, found = RunKeys(run).plan, []
    if label != plan.label:
        message = f"It is {plan.label}, and that of what is planned is {label}."
        found.append(Discrepancy(key=key, where="label", message=message))
    if name != run or plan.run != run:
        found.append(Discrepancy(key=key, where="run", message=f"The plan is that of {name}."))
    return found


async def _recomputed(plan: Plan, services: Services) -> list[Discrepancy]:
    """Aggregate once more, aside, and compare."""
    shadow = ShadowStore(services.store)
    aside = replace(services, store=shadow, responses=Recent(0), rubrics=Recent(0))
    try:
        for prompt in range(len(plan.blueprint.prompts)):
            await write_prompt(plan, prompt, aside)
        await write_result(plan, await write_overviews(plan, aside), aside)
    except StorageError as exc:
        return [Discrepancy(key=RunKeys(plan.run).root, where="", message=exc.message)]
    found: list[Discrepancy] = []
    for key, expected in shadow.written.items():
        stored = await services.store.read(key)
        if stored is None:
            found.append(Discrepancy(key=key, where="", message="It is missing."))
        else:
            found += differences(key, stored, expected)
    return found


async def _stray(plan: Plan, services: Services) -> AsyncIterator[Discrepancy]:
    """Objects under names that nothing of the run has, and records that the run counts on and lacks."""
    keys = RunKeys(plan.run)
    prompts = {plan.prompt_segment(prompt) for prompt in range(len(plan.blueprint.prompts))}
    cells = {plan.cell_segment(cell) for cell in plan.cells()}
    for prefix in (keys.responses, keys.judgements, keys.done, keys.coverages):
        for key in await services.store.keys(prefix):
            inner = key.removeprefix(prefix)
            cell = _cell_of(inner, prefix == keys.judgements)
            if cell not in (prompts if prefix == keys.coverages else cells):
                yield Discrepancy(key=key, where="", message="No response of the plan has this name.")


def _cell_of(inner: str, is_judgement: bool) -> str:  # noqa: FBT001 - private
    name = inner.rpartition("/")[0] if is_judgement else inner
    return name.removesuffix(spelling.FAILED).removesuffix(spelling.STORED)
