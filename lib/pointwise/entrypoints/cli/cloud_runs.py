"""Runs in a bucket: found by a part of their name, shown, followed to their end."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.cloud import CloudSystem
from pointwise.entrypoints.cli.conclusion import summary
from pointwise.entrypoints.cli.execution import Outcome
from pointwise.entrypoints.cli.progress import screen_of
from pointwise.entrypoints.logs import LogObserver
from pointwise.errors import InputError, UnknownRun
from pointwise.keys import RunKeys
from pointwise.reporting.terminal import render_job
from pointwise.results.document import Comparison
from pointwise.settings import read_cloud_settings, read_settings, read_source_settings
from pointwise.steps.reading import read_record
from pointwise.steps.status import run_status

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from pointwise.services import Services
    from pointwise.steps.status import RunStatus, Tally

_LOOK_SECONDS = 2.0
_SHOWN = 5


@asynccontextmanager
async def connected() -> AsyncIterator[Services]:
    """The services of the deployed system that the environment names.

    Raises:
        InputError: It names none.
    """
    system = CloudSystem(read_settings(), read_cloud_settings(), read_source_settings(), LogObserver())
    try:
        yield system.services
    finally:
        await system.close()


async def find_run(name: str, services: Services) -> str:
    """The one run that a name, or a part of it, stands for.

    Raises:
        UnknownRun: No run fits.
        InputError: Several do.
    """
    wanted = name.strip("/").removeprefix("runs/")
    if "/" in wanted and await services.store.keys(RunKeys(wanted).plan):
        return wanted
    blueprint = wanted.partition("/")[0] if "/" in wanted else None
    runs = [run for run in await _runs(blueprint, services) if wanted in run]
    if not runs:
        raise UnknownRun(f"No run fits {name!r}; `pointwise cloud status` names those under way.")
    if len(runs) > 1:
        shown = ", ".join(runs[-_SHOWN:])
        raise InputError(f"{name!r} fits {len(runs)} runs; say more of the name. There are: {shown}.")
    return runs[0]


async def _runs(blueprint: str | None, services: Services) -> list[str]:
    top = "runs/"
    folders = [f"{top}{blueprint}/"] if blueprint else await services.store.folders(top)
    found = await asyncio.gather(*(services.store.folders(folder) for folder in folders))
    return [run.removeprefix(top).rstrip("/") for runs in found for run in runs]


def show(status: RunStatus, output: str) -> None:
    """One line on a run, or its status as JSON."""
    click.echo(status.model_dump_json() if output == "json" else line(status))


def line(status: RunStatus) -> str:
    """`running  heat/0123_…: 12/40 responses, 30/160 judgements (1 failed), 0/10 prompts`."""
    counts = (
        f"{_count(status.responses)} responses",
        f"{_count(status.judgements)} judgements",
        f"{_count(status.prompts)} prompts",
    )
    return f"{status.state}  {status.run}: {', '.join(counts)}"


def _count(tally: Tally) -> str:
    failed = f" ({tally.failed} failed)" if tally.failed else ""
    return f"{tally.done + tally.failed}/{tally.total}{failed}"


async def follow(run: str, services: Services) -> None:
    """Show a run as it goes on, and its table at the end; returns at once where it is cancelled."""
    began, told = time.monotonic(), ""
    while True:
        status = await run_status(run, services)
        if (said := line(status)) != told:
            click.echo(said, err=True)
            told = said
        if status.state != "running":
            break
        await asyncio.sleep(_LOOK_SECONDS)
    if status.state == "finished":
        await show_table(run, time.monotonic() - began, services)


async def show_table(run: str, wall: float, services: Services) -> None:
    """Print the table of a finished run."""
    names, bucket = RunKeys(run), read_cloud_settings().bucket
    outcome = Outcome(run, names.result, await read_record(Comparison, names.result, services))
    shown = replace(
        summary(outcome, Path(), wall),
        written=tuple(f"gs://{bucket}/{key}" for key in (names.result, names.report)),
        resumption=f"pointwise cloud resume {run}",
    )
    screen = screen_of(sys.stdout, os.environ)
    click.echo(render_job([shown], screen.width, color=screen.color, encoding=screen.encoding))
