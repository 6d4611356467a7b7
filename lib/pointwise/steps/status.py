"""How far a run is, read off its objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pointwise.frozen import Frozen
from pointwise.keys import FAILED, RunKeys
from pointwise.planning.forecast import forecast
from pointwise.planning.progress import is_checks
from pointwise.steps.reading import read_plan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.services import Services


class Tally(Frozen):
    """Units of one kind. `total` is a forecast: stand-ins of failed judges come on top."""

    done: int
    failed: int
    total: int


class RunStatus(Frozen):
    """A run at one moment.

    Attributes:
        state: `stalled` where the sweeper has let go of it: nothing more happens until it is resumed.
    """

    run: str
    title: str
    state: Literal["running", "finished", "cancelled", "stalled"]
    responses: Tally
    judgements: Tally
    prompts: Tally
    result: str | None = None


async def run_status(run: str, services: Services) -> RunStatus:
    """The status of a run in the cloud. At most six list operations.

    Raises:
        UnknownRun: There is no such run.
    """
    plan, keys, store = await read_plan(run, services), RunKeys(run), services.store
    calls = forecast(plan)
    judgements = (key for key in await store.keys(keys.judgements) if not is_checks(key.rpartition("/")[2]))
    # Not by reading: a result holds every word that was said.
    finished = bool(await store.keys(keys.result))
    return RunStatus(
        run=run,
        title=plan.blueprint.title,
        state="finished" if finished else await _unfinished(keys, services),
        responses=_tally(await store.keys(keys.responses), calls.responses),
        judgements=_tally(judgements, calls.judgements),
        prompts=_tally(await store.keys(keys.coverages), len(plan.blueprint.prompts)),
        result=keys.result if finished else None,
    )


async def _unfinished(keys: RunKeys, services: Services) -> Literal["running", "cancelled", "stalled"]:
    if await services.store.keys(keys.cancelled):
        return "cancelled"
    return "running" if await services.store.keys(keys.active) else "stalled"


def _tally(keys: Iterable[str], total: int) -> Tally:
    names = list(keys)
    failed = sum(1 for name in names if name.endswith(FAILED))
    return Tally(done=len(names) - failed, failed=failed, total=total)
