"""`pointwise check`: one function on one response, or a stream of them."""

from __future__ import annotations

import asyncio
import difflib
import json
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, BinaryIO

import click

from pointwise.adapters.quickjs import QuickJs
from pointwise.blueprint.catalog import canonical, spellings
from pointwise.checks.context import CheckContext
from pointwise.checks.outcome import outcome_of
from pointwise.checks.registry import begin
from pointwise.entrypoints.cli.check_rows import Row, UnreadableRow, read_row, shown, write_row
from pointwise.errors import InputError
from pointwise.settings import read_settings
from pointwise.steps.checking import settle

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from pydantic import JsonValue

    from pointwise.checks.effects import ServiceOutcome, ServiceRequest
    from pointwise.checks.outcome import CheckOutcome
    from pointwise.ports import ScriptEngine, ServiceClient

_CHUNK = 64 * 2**10
"""Bytes of rows looked at together; what has arrived is answered before more is waited for."""


@click.command()
@click.argument("name", required=False)
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--arg", "argument", metavar="JSON", help="The function's argument.")
@click.option("--jsonl", is_flag=True, help="Answer rows {fn, response, args, context} from standard input.")
def check(name: str | None, file: BinaryIO, argument: str | None, jsonl: bool) -> None:  # noqa: FBT001 - a flag
    """Evaluate the function NAME on the response in FILE or on standard input.

    The response is taken as it is, a newline at its end included.

    \b
    Exit code 0: it has a score. 1: the function failed or could not be evaluated. 2: bad input.
    """  # noqa: D301 - the mark that keeps the last lines apart is click's
    if jsonl and (name or argument):
        raise InputError("With --jsonl every row from standard input names its own function and argument.")
    if jsonl:
        sys.exit(asyncio.run(_answer_rows(file)))
    if not name:
        raise InputError("Name a function, as in: pointwise check contains --arg '\"word\"'")
    row = Row(_known(name), _response(file), _argument(argument), CheckContext())
    outcome = asyncio.run(_answer(row))
    click.echo(f"unscored: {outcome.unscored}" if outcome.score is None else f"score: {shown(outcome.score)}")
    click.echo(outcome.explanation)
    sys.exit(1 if outcome.unscored or outcome.error else 0)


def _known(name: str) -> str:
    bare = name.removeprefix("$")
    if canonical(bare) is not None:
        return bare
    near = difflib.get_close_matches(bare, sorted(spellings()), n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    raise InputError(f"There is no function {bare!r}.{hint}")


def _response(file: BinaryIO) -> str:
    try:
        return file.read().decode("utf-8")
    except UnicodeDecodeError as exc:
        raise InputError("The response is not UTF-8.") from exc


def _argument(text: str | None) -> JsonValue:
    if text is None:
        return None
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError) as exc:
        raise InputError(
            f"--arg is not JSON; a text needs double quotes: --arg '{json.dumps(text)}'"
        ) from exc
    return value


async def _answer(row: Row) -> CheckOutcome:
    async with _outside() as (scripts, services):
        (outcome,) = await _outcomes([row], scripts, services)
        return outcome


async def _answer_rows(file: BinaryIO) -> int:
    """Print one line a row; the exit code."""
    code = 0
    async with _outside() as (scripts, services):
        for lines in _chunks(file):
            rows = [_row_or_error(line) for line in lines]
            outcomes = iter(await _outcomes([row for row in rows if isinstance(row, Row)], scripts, services))
            for row in rows:
                if isinstance(row, Row):
                    click.echo(write_row(next(outcomes)))
                else:
                    code = 2
                    click.echo(json.dumps({"error": row}))
    return code


def _chunks(file: BinaryIO) -> Iterator[list[bytes]]:
    """Lines as they arrive, many at a time; empty ones are passed over."""
    rest = b""
    while chunk := file.read1(_CHUNK):  # type: ignore[attr-defined]
        *lines, rest = (rest + chunk).split(b"\n")
        yield [line for line in lines if line.strip()]
    if rest.strip():
        yield [rest]


def _row_or_error(line: bytes) -> Row | str:
    try:
        return read_row(line)
    except UnreadableRow as exc:
        return str(exc)


async def _outcomes(
    rows: Sequence[Row], scripts: ScriptEngine, services: ServiceClient
) -> list[CheckOutcome]:
    steps = [begin(row.name, row.response, row.argument, row.context) for row in rows]
    verdicts = await settle(steps, scripts, services)
    return [outcome_of(row.name, verdict) for row, verdict in zip(rows, verdicts, strict=True)]


@asynccontextmanager
async def _outside() -> AsyncIterator[tuple[ScriptEngine, ServiceClient]]:
    services = _LateServices()
    async with QuickJs() as scripts:
        try:
            yield scripts, services
        finally:
            await services.close()


class _LateServices:
    """The client for services, made when one is asked: importing it takes 0.3 s, most checks need none."""

    def __init__(self) -> None:
        self._client: ServiceClient | None = None

    async def ask(self, request: ServiceRequest) -> ServiceOutcome:
        if self._client is None:
            from pointwise.adapters.http_services import HttpServices  # noqa: PLC0415 - see the class

            self._client = HttpServices(read_settings().variables)
        return await self._client.ask(request)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
