"""`pointwise validate`: everything that is wrong with blueprints, without running them."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise import __version__
from pointwise.adapters.folder_source import find_blueprints, load_collections
from pointwise.adapters.quickjs import QuickJs
from pointwise.blueprint.collections import name_problems
from pointwise.blueprint.lint.providers import provider_problems
from pointwise.blueprint.parse import parse
from pointwise.blueprint.problems import Problem
from pointwise.errors import InputError
from pointwise.judging.panel import panel_from
from pointwise.planning.plan import embedding_of
from pointwise.reporting.problem_formats import problems_github, problems_json, problems_sarif
from pointwise.reporting.problem_listing import list_problems
from pointwise.settings import read_settings
from pointwise.steps.code_trial import try_code

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from pointwise.adapters.folder_source import BlueprintFile
    from pointwise.blueprint.parse import Parsed

_PATH = click.Path(path_type=Path)


@click.command()
@click.argument("paths", metavar="FILE|FOLDER…", type=_PATH, nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    help="For people, or for programs.",
)
@click.option("--collections", type=_PATH, help="Folder of collections of models; else the nearest models/.")
def validate(paths: tuple[Path, ...], form: str, collections: Path | None) -> None:
    """Say what is wrong with blueprints, and where; nothing is run or paid for.

    \b
    Exit code 0: they can be run. 1: some have errors. 2: bad input.
    """  # noqa: D301 - the mark that keeps the last lines apart is click's
    files = find_blueprints(paths)
    problems = asyncio.run(_problems(files, collections, read_settings().providers.providers))
    text = _written(form, problems, files)
    if text:
        click.echo(_encodable(text))
    sys.exit(1 if any(problem.severity == "error" for problem in problems) else 0)


async def _problems(
    files: Sequence[BlueprintFile], folder: Path | None, providers: Collection[str]
) -> tuple[Problem, ...]:
    found: list[Problem] = []
    async with QuickJs() as engine:
        for file in files:
            parsed = parse(file.data, file=file.name, default_id=file.default_id)
            loose = parsed.loose_ends
            problems = (
                *parsed.problems,
                *name_problems(file.name, loose.models, load_collections(file.path, folder)),
                *provider_problems(file.name, (*loose.models, *loose.judges), providers),
                *await try_code(file.name, loose.code, engine),
                *_evaluation_problems(file.name, parsed),
            )
            found += sorted(problems, key=lambda each: (each.line, each.column))
    return tuple(found)


def _evaluation_problems(file: str, parsed: Parsed) -> list[Problem]:
    """What is made of the settings that say how to judge and compare."""
    place = parsed.loose_ends.evaluation
    if place is None or parsed.blueprint is None:
        return []
    try:
        panel_from(parsed.blueprint.evaluation)
        embedding_of(parsed.blueprint)
    except InputError as exc:
        return [
            Problem(
                severity="error",
                file=file,
                line=place.line,
                column=place.column,
                code="wrong-evaluation",
                message=exc.message,
            )
        ]
    return []


def _written(form: str, problems: Sequence[Problem], files: Sequence[BlueprintFile]) -> str:
    if form == "json":
        return problems_json(problems)
    if form == "sarif":
        return problems_sarif(problems, __version__)
    if form == "github":
        return problems_github(problems)
    sources = {file.name: file.data.decode("utf-8", "replace").removeprefix("\ufeff") for file in files}
    return list_problems(problems, sources, files=len(files))


def _encodable(text: str) -> str:
    """The text with a question mark for each character that the terminal's encoding lacks."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)
