"""What `pointwise narrative build-prompts` and `judge` are told on the command line, and how they end."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pointwise.adapters.csv_files import open_csv, writing_csv
from pointwise.bootstrap import LocalOptions
from pointwise.entrypoints.cli.job import read_fixtures, refuse_unreachable
from pointwise.entrypoints.cli.narrative_batch import run_batch
from pointwise.errors import InputError, NothingToRun
from pointwise.reporting.cells import printable
from pointwise.reporting.figures import reason_counts
from pointwise.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pointwise.adapters.csv_files import CsvFile
    from pointwise.entrypoints.cli.narrative_batch import Account, Batch

DONE, UNSCORED, INTERRUPTED = 0, 1, 130
_PROVIDER = "openai"
"""Of models that are named without one."""
_PATH = click.Path(path_type=Path)
_OPTIONS = (
    click.option("--input", "source", required=True, type=_PATH, help="CSV to read."),
    click.option("--output", "target", required=True, type=_PATH, help="CSV to write."),
    click.option(
        "--concurrency", type=click.IntRange(1, 1000), default=10, show_default=True, help="Calls at a time."
    ),
    click.option("--out", type=_PATH, help="Folder that keeps replies. [default: pointwise-results]"),
    click.option("--fixtures", type=_PATH, help="Replies from a file: no key, no network."),
    click.option(
        "--fixtures-fallback", type=click.Choice(["live"]), help="Ask models for what the file lacks."
    ),
)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where rows come from and go to, and who answers.

    Attributes:
        out: Folder that keeps replies, or None for the default.
    """

    source: Path
    target: Path
    concurrency: int
    out: Path | None = None
    fixtures: Path | None = None
    fixtures_fallback: str | None = None


def surroundings_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that `Surroundings` is made of."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def model_id(name: str) -> str:
    """`gpt-4.1-mini` as `openai:gpt-4.1-mini`; an id with a provider stays as it is.

    Raises:
        InputError: It names no model.
    """
    written = name.strip() if ":" in name else f"{_PROVIDER}:{name.strip()}"
    provider, _, model = written.partition(":")
    if not provider or not model:
        raise InputError(f"{name!r} is no model; write it as provider:name, such as openai:gpt-4.1-mini.")
    return written


def carry_out(given: Surroundings, models: Iterable[str], plan: Callable[[CsvFile], Batch]) -> int:
    """Do what `plan` makes of the table, write what comes of it, and return the exit code.

    Everything is read and refused before the first call.

    Raises:
        InputError: Something that was given cannot be used.
        NothingToRun: Not one row could be completed.
    """
    settings, fixtures = read_settings(), read_fixtures(given.fixtures)
    if given.source.resolve() == given.target.resolve():
        raise InputError(f"{given.source} is both input and output; choose another output.")
    if fixtures is None or given.fixtures_fallback:
        refuse_unreachable(models, settings.providers)
    batch = plan(open_csv(given.source))
    out = given.out or Path(settings.folder)
    local = LocalOptions(out, given.concurrency, fixtures, live_fallback=given.fixtures_fallback == "live")
    with writing_csv(given.target, batch.layout.columns) as writer:
        account = asyncio.run(run_batch(batch, writer, settings, local))
        if account.interrupted:
            click.echo(f"Unfinished: {account.done:,} of {batch.outcomes:,} rows. The same command goes on.")
            sys.exit(INTERRUPTED)
    return _conclude(account, given.target)


def _conclude(account: Account, target: Path) -> int:
    """Say what came of the rows."""
    complete = account.done - account.failed
    for message in account.messages.values():
        click.echo(f"Warning: {printable(message)}", err=True)
    if not complete:
        raise NothingToRun(f"Not one of {account.done:,} rows could be completed; {target} says why.")
    click.echo(f"{complete:,} of {account.done:,} rows complete. Written: {printable(str(target))}")
    if not account.failed:
        return DONE
    click.echo(f"{account.failed:,} lack something ({reason_counts(account.reasons)}).")
    click.echo("The same command asks for those again, and for nothing else.")
    return UNSCORED
