"""`pointwise verify`: everything a run's records lead to, worked out again and compared."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.bootstrap import LocalOptions, local_system
from pointwise.entrypoints.cli.stored_runs import find_run
from pointwise.settings import read_settings
from pointwise.steps.verify import verify as verify_run

if TYPE_CHECKING:
    from pointwise.events import Event
    from pointwise.results.discrepancy import Discrepancy
    from pointwise.settings import Settings

_PATH = click.Path(path_type=Path)


class _Nobody:
    """An Observer that looks away."""

    def notify(self, event: Event) -> None:
        pass


@click.command()
@click.argument("run")
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
def verify(run: str, out: Path | None) -> None:
    """Recompute RUN from its stored replies and judgements, and say what differs.

    \b
    Exit code 0: nothing differs. 1: something does. 2: bad input.
    """  # noqa: D301 - \b is for click, which then keeps the lines as they are
    settings = read_settings()
    folder = out or Path(settings.folder)
    name = find_run(run, folder).run
    found = asyncio.run(_verify(name, folder, settings))
    for each in found:
        where = f" {each.where}:" if each.where else ""
        click.echo(f"{folder / each.key}:{where} {each.message}")
    click.echo(f"{len(found)} differences." if found else "Everything follows from what it was made of.")
    sys.exit(1 if found else 0)


async def _verify(run: str, folder: Path, settings: Settings) -> list[Discrepancy]:
    async with local_system(settings, LocalOptions(folder, calls=1), _Nobody()) as system:
        return await verify_run(run, system.services)
