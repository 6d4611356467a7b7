"""`pointwise compare`: a run against another of the same blueprint."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from pointwise.entrypoints.cli.progress import screen_of
from pointwise.entrypoints.cli.stored_results import earlier_run, read_result
from pointwise.entrypoints.cli.stored_runs import find_run
from pointwise.errors import InputError
from pointwise.reporting.run_comparison import render_changes
from pointwise.results.changes import changes
from pointwise.settings import read_settings

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("earlier")
@click.argument("later", required=False)
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def compare(earlier: str, later: str | None, out: Path | None, form: str) -> None:
    """Compare run EARLIER with run LATER; a single run is compared with the one before it.

    Scores are paired by prompt. Prompts and points that differ between the runs are left out and listed. A
    change is named only where it is beyond noise.
    """
    folder = out or Path(read_settings().folder)
    first, second = _names(earlier, later, folder)
    before, after = read_result(first, folder), read_result(second, folder)
    if before.config_id != after.config_id:
        raise InputError(
            f"{first} and {second} are runs of different blueprints; only runs of one can be compared."
        )
    found = changes(before, after)
    if form == "json":
        click.echo(found.model_dump_json(by_alias=True, indent=2))
        return
    screen = screen_of(sys.stdout, os.environ)
    click.echo(render_changes(found, screen.width, color=screen.color, encoding=screen.encoding))


def _names(earlier: str, later: str | None, folder: Path) -> tuple[str, str]:
    first = find_run(earlier, folder).run
    if later is not None:
        return first, find_run(later, folder).run
    before = earlier_run(first, read_result(first, folder), folder)
    if before is None:
        raise InputError(f"There is no run of this blueprint before {first}; name two runs.")
    return before, first
