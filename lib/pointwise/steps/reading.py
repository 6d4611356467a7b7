"""Stored values as the steps need them, remembered where they cannot change."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pointwise import records
from pointwise.errors import DamagedObject, UnknownRun
from pointwise.keys import RunKeys
from pointwise.planning.plan import Plan
from pointwise.planning.rubric import needs_key_points, rubric_from
from pointwise.records import KeyPoints, Response

if TYPE_CHECKING:
    from pointwise.frozen import Frozen
    from pointwise.planning.rubric import PlannedPoint
    from pointwise.services import Services
    from pointwise.tasks import Cell

    RecordT = TypeVar("RecordT", bound=Frozen)


async def read_plan(run: str, services: Services) -> Plan:
    """The plan of a run.

    Raises:
        UnknownRun: There is none.
    """
    plan = await services.plans.once(run, lambda: read_record(Plan, RunKeys(run).plan, services))
    if plan is None:
        raise UnknownRun(f"There is no run {run} here.")
    return plan


async def read_rubric(plan: Plan, prompt: int, services: Services) -> tuple[PlannedPoint, ...]:
    """A prompt's points; key points of its ideal answer where it has none of its own and they are there."""
    if not needs_key_points(plan.blueprint.prompts[prompt]):
        return plan.rubric(prompt)
    key = RunKeys(plan.run).key_points(plan.prompt_segment(prompt))
    if (known := services.rubrics.get(key)) is not None:
        return known
    drawn = await read_record(KeyPoints, key, services)
    return () if drawn is None else services.rubrics.keep(key, rubric_from(drawn.points))


async def read_response(plan: Plan, cell: Cell, services: Services) -> Response | None:
    """A response, or None where it is not there (yet) or failed."""
    key = RunKeys(plan.run).response(plan.cell_segment(cell))
    return await services.responses.once(key, lambda: read_record(Response, key, services))


async def read_record(kind: type[RecordT], key: str, services: Services) -> RecordT | None:
    """The record under a key, or None.

    Raises:
        DamagedObject: The bytes are no such record.
    """
    data = await services.store.read(key)
    return None if data is None else records.read(kind, data, key)


async def read_needed(kind: type[RecordT], key: str, services: Services) -> RecordT:
    """The record under a key that the run counts on.

    Raises:
        DamagedObject: It is gone, or the bytes are no such record.
    """
    record = await read_record(kind, key, services)
    if record is None:
        raise DamagedObject(f"{key} is gone though the run counts on it; resume the run.")
    return record
