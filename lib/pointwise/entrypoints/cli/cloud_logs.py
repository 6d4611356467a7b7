"""`pointwise cloud logs`: what the functions wrote about a run."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import click

from pointwise.adapters.cloud_logging import CloudLogs, LogQuestion
from pointwise.entrypoints.cli.cloud_runs import connected, find_run
from pointwise.reporting.cells import printable
from pointwise.settings import read_cloud_settings

if TYPE_CHECKING:
    from pointwise.adapters.cloud_logging import LogLine

_FIRST = ("task", "prompt", "cell", "point", "judge", "attempt", "provider", "reason", "seconds")


@click.command()
@click.argument("run")
@click.option("--hours", type=click.FloatRange(min=0), default=24.0, show_default=True, help="How far back.")
@click.option("--errors", is_flag=True, help="Only what went wrong.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=1000, show_default=True)
def logs(run: str, hours: float, errors: bool, limit: int) -> None:  # noqa: FBT001 - click's flag
    """Show what the functions wrote about RUN, oldest first."""
    name = asyncio.run(_found(run))
    since = datetime.now(UTC) - timedelta(hours=hours)
    question = LogQuestion(name, since, "WARNING" if errors else "DEFAULT", limit)
    settings = read_cloud_settings()
    for line in CloudLogs(settings.project, settings.logs).lines(question):
        click.echo(_shown(line))


async def _found(name: str) -> str:
    async with connected() as services:
        return await find_run(name, services)


def _shown(line: LogLine) -> str:
    facts = " ".join(f"{name}={_brief(line.payload[name])}" for name in _FIRST if name in line.payload)
    message = printable(str(line.payload.get("message", "")))
    return f"{line.time[:23]:23}  {line.severity:7}  {message}  {facts}".rstrip()


def _brief(value: object) -> str:
    """A cell as `prompt.variant.repeat`, anything else as it is."""
    if isinstance(value, dict):
        return ".".join(str(part) for part in value.values())
    return printable(str(value))
