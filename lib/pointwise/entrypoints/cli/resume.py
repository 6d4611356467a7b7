"""`pointwise resume`: what a run still lacks, failures included, and nothing else."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.bootstrap import LocalOptions
from pointwise.entrypoints.cli.conclusion import conclude
from pointwise.entrypoints.cli.execution import Title, execute
from pointwise.entrypoints.cli.job import models_of, read_fixtures, refuse_unreachable
from pointwise.entrypoints.cli.stored_runs import find_run
from pointwise.errors import InputError
from pointwise.settings import read_settings
from pointwise.steps.start import scheduling

if TYPE_CHECKING:
    from pointwise.adapters.fixtures import Fixtures
    from pointwise.planning.plan import Plan
    from pointwise.services import Services

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("run")
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
@click.option("--concurrency", type=click.IntRange(1, 1000), help="Calls at a time.")
@click.option("--fixtures", type=_PATH, help="The file of answers that the run was started with.")
@click.option("--format", "output", type=click.Choice(["table", "json"]), default="table", show_default=True)
def resume(run: str, out: Path | None, concurrency: int | None, fixtures: Path | None, output: str) -> None:
    """Go on with RUN: its name, its folder, or any part of the name that fits one run only.

    Failed calls are made again; nothing that succeeded is.
    """
    settings = read_settings()
    folder = out or Path(settings.folder)
    plan = find_run(run, folder)
    answers = read_fixtures(fixtures)
    _refuse_other_answers(plan, answers)
    if answers is None:
        refuse_unreachable(models_of([plan]), settings.providers)
    local = LocalOptions(folder, concurrency or plan.blueprint.concurrency, answers)

    async def begin(services: Services) -> list[str]:
        await services.queue.enqueue([scheduling(plan.run, retry=True)])
        return [plan.run]

    execution = asyncio.run(execute(begin, Title(plan.blueprint.title), settings, local))
    sys.exit(conclude(execution, folder, output))


def _refuse_other_answers(plan: Plan, answers: Fixtures | None) -> None:
    given = answers.digest if answers else None
    if plan.answers == given:
        return
    if given is None:
        raise InputError("This run is answered from a file, not by models; name the file with --fixtures.")
    if plan.answers is None:
        raise InputError("This run is answered by models; resume it without --fixtures.")
    raise InputError("The fixtures file has changed since this run began; start a new run with it.")
