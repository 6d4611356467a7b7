"""Results in a folder, as commands read them back."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pointwise import records
from pointwise.errors import InputError
from pointwise.keys import RunKeys, runs_of, summary_of
from pointwise.results.document import Comparison
from pointwise.results.overview import BlueprintSummary
from pointwise.results.timing import Timing

if TYPE_CHECKING:
    from pathlib import Path

    from pointwise.frozen import Frozen
    from pointwise.results.overview import RunEntry

    RecordT = TypeVar("RecordT", bound=Frozen)


def read_result(run: str, folder: Path) -> Comparison:
    """The result of a run.

    Raises:
        InputError: The run has none yet.
        DamagedObject: It cannot be read back.
    """
    result = _read(Comparison, RunKeys(run).result, folder)
    if result is None:
        raise InputError(f"The run {run} has no result yet; go on with `pointwise resume {run}`.")
    return result


def read_timing(run: str, folder: Path) -> Timing | None:
    """How long a run's calls took, where that is known."""
    return _read(Timing, RunKeys(run).timing, folder)


def written(run: str, folder: Path) -> tuple[str, ...]:
    """Paths of what a person opens of a run: its result, and its page where there is one."""
    names = RunKeys(run)
    page = folder / names.report
    return (str(folder / names.result), *((str(page),) if page.is_file() else ()))


def earlier_run(run: str, result: Comparison, folder: Path) -> str | None:
    """The newest run of the same blueprint with a result that is older than a run."""
    names = (path.name for path in (folder / runs_of(result.config_id)).glob("*/") if path.name)
    prefix = f"{run.rpartition('/')[0]}/"
    stamps = sorted((name.rpartition("_")[2], f"{prefix}{name}") for name in names)
    older = [name for stamp, name in stamps if stamp < result.timestamp]
    return next((name for name in reversed(older) if (folder / RunKeys(name).result).is_file()), None)


def history_until(result: Comparison, folder: Path) -> tuple[RunEntry, ...]:
    """Finished runs of the same blueprint up to a run, oldest first."""
    found = _read(BlueprintSummary, summary_of(result.config_id), folder)
    return tuple(run for run in found.runs if run.timestamp <= result.timestamp) if found else ()


def _read(kind: type[RecordT], key: str, folder: Path) -> RecordT | None:
    path = folder / key
    if not path.is_file():
        return None
    return records.read(kind, path.read_bytes(), str(path))
