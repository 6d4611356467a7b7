"""`pointwise report`: a stored run in another form; nothing is run again."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.entrypoints.cli.progress import screen_of
from pointwise.entrypoints.cli.stored_results import (
    earlier_run,
    history_until,
    read_result,
    read_timing,
    written,
)
from pointwise.entrypoints.cli.stored_runs import find_run
from pointwise.errors import InputError
from pointwise.keys import RunKeys
from pointwise.reporting.condensing import Surroundings, condense
from pointwise.results.changes import changes
from pointwise.settings import read_settings

if TYPE_CHECKING:
    from pointwise.reporting.summary import RunSummary
    from pointwise.results.document import Comparison

_PATH = click.Path(path_type=Path)
_FORMATS = ("table", "html", "md", "csv", "jsonl", "json", "junit", "parquet")


@click.command()
@click.argument("run")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="table", show_default=True)
@click.option("--output", type=_PATH, help="File to write. [default: standard output]")
@click.option("--out", type=_PATH, help="Folder of results. [default: pointwise-results]")
def report(run: str, form: str, output: Path | None, out: Path | None) -> None:
    """Show or export RUN: its name, its folder, or any part of the name that fits one run only.

    CSV, JSON Lines and Parquet have one row for each point and judge.
    """
    folder = out or Path(read_settings().folder)
    name = find_run(run, folder).run
    if form == "parquet":
        _write_parquet(name, folder, output)
        return
    text = _text(form, name, read_result(name, folder), folder)
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
        return
    try:
        output.write_text(text, encoding="utf-8", newline="")
    except OSError as exc:
        raise InputError(f"{output} cannot be written: {exc.strerror}.") from exc


def _write_parquet(run: str, folder: Path, output: Path | None) -> None:
    from pointwise.reporting.exports.parquet import write_parquet

    if output is None and sys.stdout.isatty():
        raise InputError("Parquet is no text for a terminal; name a file with --output FILE.")
    result = read_result(run, folder)
    if output is None:
        write_parquet(result, sys.stdout.buffer)
        return
    try:
        with output.open("wb") as file:
            write_parquet(result, file)
    except OSError as exc:
        raise InputError(f"{output} cannot be written: {exc.strerror}.") from exc


# ruff: noqa: PLC0415 - a format that is not asked for need not be imported
def _text(form: str, run: str, result: Comparison, folder: Path) -> str:
    match form:
        case "html":
            from pointwise.reporting.html.page import PageOptions, render_page

            history = history_until(result, folder)
            return render_page(result, PageOptions(around=_around(run, result, folder), history=history))
        case "json":
            return (folder / RunKeys(run).result).read_text(encoding="utf-8")
        case "csv" | "jsonl":
            from pointwise.reporting.exports.rows import csv_text, json_lines

            return csv_text(result) if form == "csv" else json_lines(result)
        case "junit":
            from pointwise.reporting.exports.junit import junit

            return junit(result)
        case "md":
            from pointwise.reporting.exports.markdown import markdown

            return markdown(condense(result, _around(run, result, folder)))
        case _:
            return _table(condense(result, _around(run, result, folder)))


def _table(summary: RunSummary) -> str:
    from pointwise.reporting.terminal import render

    screen = screen_of(sys.stdout, os.environ)
    return render(summary, screen.width, color=screen.color, encoding=screen.encoding)


def _around(run: str, result: Comparison, folder: Path) -> Surroundings:
    earlier = earlier_run(run, result, folder)
    return Surroundings(
        run=run,
        written=written(run, folder),
        timing=read_timing(run, folder),
        changes=changes(read_result(earlier, folder), result) if earlier else None,
    )
