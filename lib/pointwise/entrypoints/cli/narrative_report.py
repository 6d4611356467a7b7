"""`pointwise narrative report`: tables of marks to what they say of systems."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.adapters.csv_files import open_csv
from pointwise.entrypoints.cli.progress import screen_of
from pointwise.errors import InputError, StorageError
from pointwise.narrative.columns import SCORES, places_of
from pointwise.narrative.page import render_page
from pointwise.narrative.scored import read_scored
from pointwise.narrative.summary import document, summarise
from pointwise.narrative.terminal import Paper, render

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.narrative.scored import ScoredRow
    from pointwise.narrative.summary import Summary

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("scores", nargs=-1, required=True, type=_PATH)
@click.option("--html", type=_PATH, help="Write the report as a page, too.")
@click.option("--format", "output", type=click.Choice(["table", "json"]), default="table", show_default=True)
def report(scores: tuple[Path, ...], html: Path | None, output: str) -> None:
    """Say what SCORES, one or more files that `judge` wrote, tell of each system and prompt type.

    A system is what the column `system` names, or else a file. Systems that continued the same ids are
    compared in pairs.
    """
    summary = summarise({name: _read(path, name) for name, path in _named(scores).items()})
    if html is not None:
        _write(html, render_page(summary))
    click.echo(_rendered(summary, output))


def _named(paths: Sequence[Path]) -> dict[str, Path]:
    """Files by the shortest name that tells them apart."""
    stems = Counter(path.stem for path in paths)
    return {path.stem if stems[path.stem] == 1 else str(path): path for path in paths}


def _read(path: Path, name: str) -> list[ScoredRow]:
    file = open_csv(path)
    places, rows = places_of(file.columns, SCORES, str(path)), []
    for row in file.rows():
        try:
            rows.append(read_scored(row.cells, places, name))
        except InputError as exc:
            raise InputError(f"{path}, line {row.line}: {exc.message}") from exc
    if not rows:
        raise InputError(f"{path} has no rows below its header.")
    return rows


def _rendered(summary: Summary, output: str) -> str:
    if output == "json":
        return json.dumps(document(summary), indent=2, ensure_ascii=False)
    screen = screen_of(sys.stdout, os.environ)
    return render(summary, Paper(screen.width, screen.color, screen.encoding))


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8", errors="replace")
    except OSError as exc:
        raise StorageError(f"{path} cannot be written: {exc.strerror}.") from exc
