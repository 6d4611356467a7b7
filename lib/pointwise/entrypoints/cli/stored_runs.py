"""Runs in a folder of results, as a person names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise import records
from pointwise.errors import InputError, UnknownRun
from pointwise.keys import RunKeys
from pointwise.planning.plan import Plan

if TYPE_CHECKING:
    from pathlib import Path

_SHOWN = 5


def find_run(name: str, folder: Path) -> Plan:
    """The plan of the one run that a name, a folder, or a part of either stands for.

    Raises:
        UnknownRun: No run fits.
        InputError: Several do.
    """
    runs = _runs(folder)
    wanted = name.strip("/")
    fitting = [run for run in runs if run == wanted or wanted.endswith(f"runs/{run}")]
    fitting = fitting or [run for run in runs if wanted in run]
    if not fitting:
        raise UnknownRun(f"{folder} has no run that {name!r} fits. {_known(runs)}")
    if len(fitting) > 1:
        raise InputError(f"{name!r} fits {len(fitting)} runs; say more of the name. {_known(fitting)}")
    path = folder / RunKeys(fitting[0]).plan
    return records.read(Plan, path.read_bytes(), str(path))


def _runs(folder: Path) -> list[str]:
    plans = folder.glob("runs/*/*/plan.json")
    return sorted(plan.parent.relative_to(folder / "runs").as_posix() for plan in plans)


def _known(runs: list[str]) -> str:
    if not runs:
        return "There are no runs in it."
    more = f" and {len(runs) - _SHOWN} more" if len(runs) > _SHOWN else ""
    return f"There are: {', '.join(runs[-_SHOWN:])}{more}."
