"""`pointwise normalize`: blueprints in their normal form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.adapters.folder_source import find_blueprints
from pointwise.blueprint.normal import normal_form
from pointwise.blueprint.parse import parse
from pointwise.blueprint.text.canonical import json_text

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.adapters.folder_source import BlueprintFile


@click.command()
@click.argument("paths", metavar="FILE…", type=click.Path(path_type=Path), nargs=-1, required=True)
def normalize(paths: tuple[Path, ...]) -> None:
    """Print blueprints in their normal form, one line of JSON a file.

    A line holds `path` and either `config` or, where the file has errors, `error` and `problems`.
    Of a folder all blueprints are printed.
    """
    for file in find_blueprints(paths):
        click.echo(json_text(_line(file)).encode())


def _line(file: BlueprintFile) -> JsonValue:
    parsed = parse(file.data, file=file.name, default_id=file.default_id)
    if parsed.blueprint:
        return {"path": file.name, "config": normal_form(parsed.blueprint, parsed.derived)}
    first = next(problem for problem in parsed.problems if problem.severity == "error")
    problems: list[JsonValue] = [problem.model_dump(mode="json") for problem in parsed.problems]
    return {"path": file.name, "error": str(first), "problems": problems}
