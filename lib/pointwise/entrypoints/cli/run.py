"""`pointwise run`: blueprints to results, in one process."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pointwise.bootstrap import LocalOptions
from pointwise.entrypoints.cli.conclusion import conclude
from pointwise.entrypoints.cli.execution import Title, execute
from pointwise.entrypoints.cli.job import RunOptions, models_of, prepare, refuse_unreachable
from pointwise.planning.selection import Selection
from pointwise.settings import read_settings
from pointwise.steps.start import start

if TYPE_CHECKING:
    from pointwise.entrypoints.cli.job import Job
    from pointwise.services import Services
    from pointwise.settings import Settings

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("blueprints", nargs=-1, required=True, type=_PATH)
@click.option("--label", help="Put before the run's hash, to find it by.")
@click.option("--models", help="Instead of the blueprint's: model ids or collections, with commas.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N prompts of each blueprint.")
@click.option("--filter", "words", help="Only prompts with this in their id, tags or text.")
@click.option(
    "--repeats", type=click.IntRange(1, 100), default=1, help="Answers of each model to each prompt."
)
@click.option("--concurrency", type=click.IntRange(1, 1000), help="Calls at a time.")
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
@click.option("--collections", type=_PATH, help="Folder of model collections. [default: the nearest models/]")
@click.option("--no-cache", is_flag=True, help="Use no reply that an earlier run was given.")
@click.option("--fixtures", type=_PATH, help="Answers and verdicts from a file: no key, no network.")
@click.option("--fixtures-fallback", type=click.Choice(["live"]), help="Ask models for what the file lacks.")
@click.option("--format", "output", type=click.Choice(["table", "json"]), default="table", show_default=True)
def run(output: str, **given: Any) -> None:  # noqa: ANN401 - click checked the types
    """Run BLUEPRINTS, files or folders of them, as one job.

    The same command again goes on with a run that was left unfinished, and pays for no reply twice.

    \b
    Exit code 0: done. 1: done, some points are unscored. 2: bad input, nothing was run.
    3: nothing could be run. 130: interrupted.
    """  # noqa: D301 - \b is for click, which then keeps the lines as they are
    settings = read_settings()
    options = _options(given, Path(settings.folder))
    job = prepare(options, datetime.now(UTC))
    for warning in job.warnings:
        click.echo(str(warning), err=True)
    if job.fixtures is None or options.live_fallback:
        refuse_unreachable(models_of(job.plans), settings.providers)
    sys.exit(asyncio.run(_run(job, options, settings, output)))


def _options(given: dict[str, Any], folder: Path) -> RunOptions:
    models: str = given["models"] or ""
    return RunOptions(
        blueprints=given["blueprints"],
        out=given["out"] or folder,
        selection=Selection(
            models=tuple(model for name in models.split(",") if (model := name.strip())),
            limit=given["limit"],
            words=given["words"],
        ),
        label=given["label"],
        concurrency=given["concurrency"],
        repeats=given["repeats"],
        collections=given["collections"],
        no_cache=given["no_cache"],
        fixtures=given["fixtures"],
        live_fallback=given["fixtures_fallback"] == "live",
    )


async def _run(job: Job, options: RunOptions, settings: Settings, output: str) -> int:
    async def begin(services: Services) -> list[str]:
        return [await start(plan, services) for plan in job.plans]

    local = LocalOptions(
        out=options.out,
        calls=options.concurrency or job.concurrency,
        fixtures=job.fixtures,
        live_fallback=options.live_fallback,
    )
    execution = await execute(begin, Title(job.title, len(job.plans)), settings, local)
    return conclude(execution, options.out, output)
