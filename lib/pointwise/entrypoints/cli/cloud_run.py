"""`pointwise cloud run`: blueprints of this machine, run by a deployed system."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pointwise.entrypoints.cli.cloud_runs import connected, follow
from pointwise.entrypoints.cli.job import RunOptions, prepare
from pointwise.errors import InputError
from pointwise.planning.selection import Selection
from pointwise.settings import read_cloud_settings
from pointwise.steps.fetch import start_run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pointwise.planning.plan import Plan

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("blueprints", nargs=-1, required=True, type=_PATH)
@click.option("--label", help="Put before the run's hash, to find it by.")
@click.option(
    "--models", default="", help="Instead of the blueprint's: model ids or collections, with commas."
)
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N prompts of each blueprint.")
@click.option("--collections", type=_PATH, help="Folder of model collections. [default: the nearest models/]")
@click.option("--follow", "-f", is_flag=True, help="Wait for the end, then show the table.")
def run(blueprints: tuple[Path, ...], **given: Any) -> None:  # noqa: ANN401 - click checked the types
    """Have BLUEPRINTS, files or folders of them, run in the cloud. This command may end before they do."""
    models = tuple(model for name in given["models"].split(",") if (model := name.strip()))
    options = RunOptions(
        blueprints=blueprints,
        out=Path(),
        selection=Selection(models=models, limit=given["limit"]),
        label=given["label"],
        collections=given["collections"],
    )
    job = prepare(options, datetime.now(UTC))
    for warning in job.warnings:
        click.echo(str(warning), err=True)
    refuse_unserved(job.plans, read_cloud_settings().providers)
    sys.exit(asyncio.run(_run(job.plans, following=given["follow"])))


def refuse_unserved(plans: Iterable[Plan], providers: frozenset[str]) -> None:
    """Refuse models and judges that no queue is for.

    Raises:
        InputError: There are such; their providers are named.
    """
    asked = {variant.provider for plan in plans for variant in plan.variants}
    asked |= {judge.provider for plan in plans for judge in plan.panel.seats}
    if asked - providers:
        names = ", ".join(sorted(asked - providers))
        raise InputError(
            f"The deployed system has no queues for {names}. It has those of {', '.join(sorted(providers))}."
        )


async def _run(plans: Sequence[Plan], *, following: bool) -> int:
    async with connected() as services:
        runs = [await start_run(plan, services) for plan in plans]
        for started in runs:
            click.echo(started)
        for started in runs if following else ():
            await follow(started, services)
    return 0
