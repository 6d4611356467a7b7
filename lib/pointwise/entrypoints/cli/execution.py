"""Run plans to their end in this process, with progress, and stop cleanly when asked."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.bootstrap import local_system
from pointwise.entrypoints.cli.interruption import run_until_told
from pointwise.entrypoints.cli.progress import progress_for
from pointwise.keys import RunKeys
from pointwise.results.document import Comparison
from pointwise.steps.reading import read_record

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from pointwise.bootstrap import LocalOptions
    from pointwise.services import Services
    from pointwise.settings import Settings

    Begin = Callable[[Services], Awaitable[list[str]]]


@dataclass(frozen=True, slots=True)
class Title:
    """What a job is called while it runs, and how many runs it has."""

    text: str
    runs: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a run.

    Attributes:
        result: None where the run was stopped before its end.
        path: Of the result, below the folder of results.
    """

    run: str
    path: str
    result: Comparison | None


@dataclass(frozen=True, slots=True)
class Execution:
    """What became of a job.

    Attributes:
        wall: Seconds.
    """

    outcomes: tuple[Outcome, ...]
    wall: float
    interrupted: bool


async def execute(begin: Begin, title: Title, settings: Settings, options: LocalOptions) -> Execution:
    """Queue runs with `begin`, which returns their names, and perform everything they need.

    Raises:
        StorageError: The store refused; what was stored before is kept.
    """
    started = time.monotonic()
    with progress_for(sys.stderr, os.environ, title.text, runs=title.runs) as progress:
        async with local_system(settings, options, progress) as system:
            runs = await begin(system.services)
            interrupted = await run_until_told(system.run_to_end(), system.queue, progress)
            outcomes = [await _outcome(run, system.services) for run in runs]
    return Execution(tuple(outcomes), time.monotonic() - started, interrupted)


async def _outcome(run: str, services: Services) -> Outcome:
    path = RunKeys(run).result
    return Outcome(run, path, await read_record(Comparison, path, services))
