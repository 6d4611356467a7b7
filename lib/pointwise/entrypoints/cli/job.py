"""From the words of a command line to plans: everything is read and refused before anything is run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.adapters.fixtures import load_fixtures
from pointwise.adapters.folder_source import find_blueprints, load_collections
from pointwise.blueprint.parse import parse
from pointwise.errors import BlueprintError, InputError
from pointwise.planning.plan import PlanOptions, Source, plan_run
from pointwise.planning.selection import Selection, select

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from pointwise.adapters.fixtures import Fixtures
    from pointwise.adapters.folder_source import BlueprintFile
    from pointwise.adapters.providers import ProviderSettings
    from pointwise.blueprint.model import Blueprint
    from pointwise.blueprint.problems import Problem
    from pointwise.planning.plan import Plan


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What was asked for on the command line of `pointwise run`."""

    blueprints: tuple[Path, ...]
    out: Path
    selection: Selection = Selection()
    label: str | None = None
    concurrency: int | None = None
    collections: Path | None = None
    no_cache: bool = False
    fixtures: Path | None = None
    live_fallback: bool = False
    repeats: int = 1


@dataclass(frozen=True, slots=True)
class Job:
    """Plans that are run together, and what was noticed on the way."""

    plans: tuple[Plan, ...]
    warnings: tuple[Problem, ...]
    fixtures: Fixtures | None

    @property
    def title(self) -> str:
        """What a person sees while the job runs."""
        first = self.plans[0].blueprint.title
        return first if len(self.plans) == 1 else f"{first} and {len(self.plans) - 1} more"

    @property
    def concurrency(self) -> int:
        """Calls at a time: what the most generous blueprint asks for."""
        return max(plan.blueprint.concurrency for plan in self.plans)


def prepare(options: RunOptions, now: datetime) -> Job:
    """Read and plan all blueprints.

    Raises:
        BlueprintError: Some blueprint has errors; all of them are in it.
        InputError: A file is missing or unreadable, or nothing is selected.
    """
    fixtures = read_fixtures(options.fixtures)
    parsed = [
        (file, parse(file.data, file=file.name, default_id=file.default_id))
        for file in find_blueprints(options.blueprints)
    ]
    problems = [problem for _, result in parsed for problem in result.problems]
    if any(problem.severity == "error" for problem in problems):
        raise BlueprintError([p for p in problems if p.severity == "error"])
    plans = [
        _plan(file, blueprint, options, fixtures, now)
        for file, result in parsed
        if (blueprint := result.blueprint) is not None
    ]
    return Job(tuple(plans), tuple(problems), fixtures)


def read_fixtures(path: Path | None) -> Fixtures | None:
    """The fixtures file, if one is named.

    Raises:
        InputError: It cannot be read, or is not what fixtures are.
    """
    if path is None:
        return None
    try:
        return load_fixtures(path.read_bytes(), str(path))
    except OSError as exc:
        raise InputError(f"The fixtures file {path} cannot be read: {exc.strerror}.") from exc


def _plan(
    file: BlueprintFile,
    blueprint: Blueprint,
    options: RunOptions,
    fixtures: Fixtures | None,
    now: datetime,
) -> Plan:
    return plan_run(
        select(blueprint, options.selection),
        load_collections(file.path, options.collections),
        now,
        PlanOptions(
            label=options.label,
            fresh=options.no_cache,
            source=Source(file=file.name),
            note=fixtures.note if fixtures else None,
            answers=fixtures.digest if fixtures else None,
            repeats=options.repeats,
        ),
    )


def models_of(plans: Sequence[Plan]) -> set[str]:
    """Every model and judge of some plans that a provider has."""
    return judges_of(plans) | {v.model for plan in plans for v in plan.variants if v.custom is None}


def judges_of(plans: Sequence[Plan]) -> set[str]:
    """Every judge of some plans."""
    return {judge.model for plan in plans for judge in plan.panel.seats}


def refuse_unreachable(models: Iterable[str], providers: ProviderSettings) -> None:
    """Refuse models that could not even be asked, before anything is paid for.

    Raises:
        InputError: A provider is unknown, or its key is not set. All of them are named.
    """
    needed = set(models)
    unknown = [
        f"No provider is called {name!r} ({_first(needed, name)}); known: {', '.join(providers.providers)}."
        for name in providers.unknown_providers(needed)
    ]
    missing = [str(key) for key in providers.missing_keys(needed)]
    if unknown or missing:
        raise InputError("\n".join((*unknown, *missing)))


def _first(models: Iterable[str], provider: str) -> str:
    return min(model for model in models if model.partition(":")[0] == provider)
