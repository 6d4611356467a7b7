"""`pointwise cloud …`: runs in a deployed system.

Storage, queues and logs are reached with application default credentials; nothing else has to be running.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import click

from pointwise.entrypoints.cli.cloud_logs import logs
from pointwise.entrypoints.cli.cloud_run import run
from pointwise.entrypoints.cli.cloud_runs import connected, find_run, follow, show
from pointwise.steps.cancel import cancel as cancel_run
from pointwise.steps.cancel import uncancel
from pointwise.steps.start import scheduling
from pointwise.steps.status import run_status
from pointwise.steps.sweep import active_runs, mark_active

if TYPE_CHECKING:
    from pointwise.services import Services


@click.group()
def cloud() -> None:
    """Start, watch and stop runs in a deployed system.

    Where it is stands in the variables that its functions have: POINTWISE_BUCKET, POINTWISE_QUEUES,
    POINTWISE_FUNCTIONS, POINTWISE_PROVIDERS, POINTWISE_INVOKER.
    """


@cloud.command()
@click.argument("run", required=False)
@click.option("--follow", "-f", "following", is_flag=True, help="Wait for the end, then show the table.")
@click.option("--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True)
def status(run: str | None, following: bool, output: str) -> None:  # noqa: FBT001 - click's flag
    """Say how far RUN is; without one, how far each run is that may be unfinished."""
    sys.exit(asyncio.run(_status(run, following=following, output=output)))


@cloud.command()
@click.argument("run")
def resume(run: str) -> None:
    """Queue what RUN lacks, failures and a cancelled rest included; nothing that succeeded is done again."""
    click.echo(f"Queued: {asyncio.run(_resume(run))}")


@cloud.command()
@click.argument("run")
def cancel(run: str) -> None:
    """Have nothing more done for RUN. Calls under way end; within seconds no other is made."""
    click.echo(asyncio.run(_cancel(run)))


cloud.add_command(run)
cloud.add_command(logs)


async def _status(name: str | None, *, following: bool, output: str) -> int:
    async with connected() as services:
        runs = [await find_run(name, services)] if name else await active_runs(services)
        if not runs:
            click.echo("No run is under way.")
        for one in runs:
            if following:
                await follow(one, services)
            else:
                show(await run_status(one, services), output)
    return 0


async def _resume(name: str) -> str:
    async with connected() as services:
        run = await find_run(name, services)
        await _queue(run, services)
    return run


async def _queue(run: str, services: Services) -> None:
    await uncancel(run, services)
    await mark_active(run, services)
    await services.queue.enqueue([scheduling(run, retry=True)])


async def _cancel(name: str) -> str:
    async with connected() as services:
        run = await find_run(name, services)
        cancelled = await cancel_run(run, services)
    return f"Cancelled: {run}" if cancelled else f"{run} has ended already."
