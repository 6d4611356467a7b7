"""Write the results of one prompt, then those of the run."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from pointwise import records
from pointwise.events import RunFinished
from pointwise.keys import RunKeys
from pointwise.planning.progress import is_checks, place_of
from pointwise.planning.rubric import needs_key_points, rubric_from
from pointwise.records import (
    Checks,
    FailedJudgement,
    FailedKeyPoints,
    FailedResponse,
    Judgement,
    KeyPoints,
)
from pointwise.results.prompt import Rubric, StoredCell, prompt_result
from pointwise.results.similarity import with_matrix
from pointwise.steps import completion
from pointwise.steps.reading import read_needed, read_plan, read_record, read_response
from pointwise.steps.results import write_artefacts, write_overviews, write_result
from pointwise.steps.similarity import compare_responses, read_similarities

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan
    from pointwise.records import CheckResult
    from pointwise.services import Services
    from pointwise.tasks import Aggregate, Cell

    Seats = dict[str, dict[int, Judgement | FailedJudgement]]
    Family = dict[str, bytes]


async def aggregate(task: Aggregate, services: Services) -> None:
    """Write what a task asks for, unless something it needs is missing again.

    Results are a pure function of plan and records: a second delivery writes the same bytes.

    Raises:
        StorageError: The store refused, or a record is damaged.
    """
    plan = await read_plan(task.run, services)
    if task.prompt is None:
        await _aggregate_run(plan, services)
    else:
        await _aggregate_prompt(plan, task.prompt, services)


async def _aggregate_prompt(plan: Plan, prompt: int, services: Services) -> None:
    if not await completion.prompt_is_settled(plan, prompt, services):
        return
    await compare_responses(plan, prompt, services)
    await write_prompt(plan, prompt, services)
    if await completion.run_is_covered(plan, services):
        await services.queue.enqueue([completion.aggregation(plan)])


async def write_prompt(plan: Plan, prompt: int, services: Services) -> None:
    """Write the results of one prompt.

    Raises:
        StorageError: The store refused, or a record is damaged or gone.
    """
    judged = await _judged(plan, prompt, services)
    cells = [await _stored_cell(plan, cell, judged, services) for cell in plan.cells_of(prompt)]
    result = prompt_result(plan, prompt, await _rubric(plan, prompt, services), cells)
    if plan.embedding is not None:
        result = with_matrix(result, await read_similarities(plan, prompt, services))
    await write_artefacts(plan, prompt, result, services)
    key = RunKeys(plan.run).coverage(plan.prompt_segment(prompt))
    await services.store.replace(key, records.write(result))


async def _aggregate_run(plan: Plan, services: Services) -> None:
    if not await completion.run_is_covered(plan, services):
        return
    # Only the last task of a run needs what makes pages.
    from pointwise.steps.pages import write_report, write_site  # noqa: PLC0415

    skeleton = await write_overviews(plan, services)
    await write_report(plan, skeleton, services)
    await write_site(plan.blueprint.id, services)
    await write_result(plan, skeleton, services)
    services.observer.notify(RunFinished(plan.run))


async def _rubric(plan: Plan, prompt: int, services: Services) -> Rubric:
    if not needs_key_points(plan.blueprint.prompts[prompt]):
        return Rubric(plan.rubric(prompt))
    names, segment = RunKeys(plan.run), plan.prompt_segment(prompt)
    drawn = await read_record(KeyPoints, names.key_points(segment), services)
    if drawn is not None:
        return Rubric(rubric_from(drawn.points), drawn)
    return Rubric((), await read_needed(FailedKeyPoints, names.failed_key_points(segment), services))


async def _judged(plan: Plan, prompt: int, services: Services) -> dict[str, Family]:
    """What judges the responses to a prompt: bytes by key, by the prefix of each response.

    It is read at once, since bytes take no more room than the records they are.
    """
    families: dict[str, Family] = defaultdict(dict)
    prefix = RunKeys(plan.run).judgements_on(plan.prompt_segment(prompt))
    for key, data in (await services.store.read_all(prefix)).items():
        families[f"{key.rpartition('/')[0]}/"][key] = data
    return families


async def _stored_cell(plan: Plan, cell: Cell, judged: dict[str, Family], services: Services) -> StoredCell:
    """Everything stored of one response; takes its judgements out of those of its prompt."""
    keys, name = RunKeys(plan.run), plan.cell_segment(cell)
    response = await read_response(plan, cell, services)
    if response is None:
        failed = await read_needed(FailedResponse, keys.failed_response(name), services)
        return StoredCell(cell.variant, cell.repeat, failed, {}, {})
    prefix = keys.judgements_of(name)
    judgements, checks = _read_judgements(plan, prefix, judged.pop(prefix, {}))
    return StoredCell(cell.variant, cell.repeat, response, judgements, checks)


def _read_judgements(plan: Plan, prefix: str, family: Family) -> tuple[Seats, dict[str, CheckResult]]:
    seats: Seats = defaultdict(dict)
    checks: dict[str, CheckResult] = {}
    for key, data in family.items():
        name = key.removeprefix(prefix)
        if is_checks(name):
            checks = {result.point: result for result in records.read(Checks, data, key).results}
        elif (place := place_of(name, plan.panel)) is not None:
            # A verdict beats the failure of an earlier try; `.failed.json` sorts before `.json`.
            seats[place.point][place.seat] = _read_judgement(data, key, failed=place.failed)
    return seats, checks


def _read_judgement(data: bytes, key: str, *, failed: bool) -> Judgement | FailedJudgement:
    return records.read(FailedJudgement, data, key) if failed else records.read(Judgement, data, key)
