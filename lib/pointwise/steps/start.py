"""Make a run of a plan, or go on with the one that was left unfinished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.keys import RunKeys, runs_of
from pointwise.tasks import Lane, Queued, Schedule

if TYPE_CHECKING:
    from pointwise.planning.plan import Plan
    from pointwise.services import Services


async def start(plan: Plan, services: Services) -> str:
    """Store a plan, queue its scheduling, and return the run's name.

    A run of the same label that has no result yet is continued instead: its name is returned.
    """
    run = await unfinished_run(plan, services) or plan.run
    if run == plan.run:
        await services.store.create(RunKeys(run).plan, records.write(plan))
    await services.queue.enqueue([scheduling(run)])
    return run


def scheduling(run: str, *, retry: bool = False) -> Queued:
    """The task that queues what a run lacks."""
    return Queued(lane=Lane(kind="schedule"), task=Schedule(run=run, retry=retry))


async def unfinished_run(plan: Plan, services: Services) -> str | None:
    """The newest run of the plan's blueprint and label that has a plan and no result."""
    for run in reversed(await runs_labelled(plan.blueprint.id, plan.label, services)):
        keys = RunKeys(run)
        if await services.store.read(keys.result) is None and await services.store.read(keys.plan):
            return run
    return None


async def runs_labelled(blueprint: str, label: str, services: Services) -> list[str]:
    """Runs of a blueprint with a label, oldest first."""
    folders = await services.store.folders(runs_of(blueprint))
    runs = (folder.removeprefix("runs/").removesuffix("/") for folder in folders)
    return [run for run in runs if run.rpartition("/")[2].rpartition("_")[0] == label]
