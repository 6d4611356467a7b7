"""Read blueprints at their source and start runs of those that are due."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from pointwise import keys, records
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.parse import parse
from pointwise.blueprint.problems import Problem
from pointwise.errors import BlueprintError, InputError
from pointwise.frozen import Frozen
from pointwise.planning.admission import calls_of, refusals
from pointwise.planning.plan import PlanOptions, Source, plan_run
from pointwise.planning.snapshot import id_of, is_collection_file, names_collection
from pointwise.steps.cancel import uncancel
from pointwise.steps.deliveries import fetching, overdue, settle, waiting
from pointwise.steps.start import runs_labelled, start, unfinished_run
from pointwise.steps.sweep import Swept, mark_active, sweep

if TYPE_CHECKING:
    from pointwise.planning.admission import SourceLimits
    from pointwise.planning.plan import Plan
    from pointwise.planning.snapshot import Snapshot
    from pointwise.ports import BlueprintSource
    from pointwise.services import Services
    from pointwise.steps.deliveries import Push
    from pointwise.tasks import Fetch

_PERIODIC = "_periodic"
"""The tag that has the cron run a blueprint again and again."""
_TIMESTAMP = "%Y-%m-%dT%H-%M-%S-%f"


class Problems(Frozen):
    """Why a blueprint was refused."""

    file: str
    revision: str | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Intake:
    """Where blueprints come from and what they may ask for.

    Attributes:
        max_age: Days after which a periodic blueprint is due again.
    """

    source: BlueprintSource | None
    limits: SourceLimits
    max_age: float


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a fetch came to.

    Attributes:
        runs: Started.
        refused: Paths of blueprints that were not.
        swept: Runs that stood still.
        overdue: Pushes whose fetch never ended and that were queued again.
    """

    runs: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    swept: Swept = field(default_factory=Swept)
    overdue: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Visit:
    """One look at a source.

    Attributes:
        changed: Of a push, the paths that are not as they were before it.
    """

    task: Fetch
    snapshot: Snapshot
    now: datetime
    intake: Intake
    changed: frozenset[str] = frozenset()

    @property
    def occasion(self) -> str:
        return self.snapshot.revision or f"{self.now:{_TIMESTAMP}}"


async def fetch(task: Fetch, intake: Intake, services: Services) -> Fetched:
    """Start what a trigger asks for. A blueprint that is refused never stops the others.

    Raises:
        InputError: There is no source, or nothing in it is what was asked for.
        CallInterrupted: The source may answer later.
        StorageError: The store refused.
    """
    match task.trigger:
        case "cron":
            return await _look_around(task, intake, services)
        case "push":
            return await _fetch_push(task, intake, services)
        case "demand":
            return await _start_due(await _visit(task, None, intake, _source(intake), services), services)


async def _look_around(task: Fetch, intake: Intake, services: Services) -> Fetched:
    """Find what stands still, pushes among it, then start what is due again."""
    swept = await sweep(services)
    if intake.source is None:
        return Fetched(swept=swept)
    fetched = await _start_due(await _visit(task, None, intake, intake.source, services), services)
    # Only now: while the source does not answer, another fetch would wait in vain beside the last.
    late = await overdue(services)
    await services.queue.enqueue([fetching(delivery) for delivery in late])
    return replace(fetched, swept=swept, overdue=tuple(late))


async def _fetch_push(task: Fetch, intake: Intake, services: Services) -> Fetched:
    source, push = _source(intake), await waiting(task.delivery or "", services)
    if push is None:
        return Fetched()
    fetched = await _start_due(await _visit(task, push, intake, source, services), services)
    sentence = _sentence(len(fetched.runs), len(fetched.refused))
    await source.announce(push.commit, accepted=not fetched.refused, sentence=sentence)
    await settle(push, services)
    return fetched


async def _start_due(visit: _Visit, services: Services) -> Fetched:
    plans, refused = await _admitted(visit, services)
    runs = [await start_run(plan, services) for plan in plans]
    return Fetched(tuple(runs), tuple(refused))


def _source(intake: Intake) -> BlueprintSource:
    if intake.source is None:
        raise InputError("No source of blueprints is set up; set POINTWISE_SOURCE.")
    return intake.source


async def start_run(plan: Plan, services: Services) -> str:
    """Start a run that the sweeper looks after, or go on with one that was left unfinished or cancelled."""
    run = await unfinished_run(plan, services) or plan.run
    await uncancel(run, services)  # first: the sweeper lets go of what is marked and cancelled
    await mark_active(run, services)
    return await start(plan, services)


def admit(data: bytes, file: str, snapshot: Snapshot, now: datetime, limits: SourceLimits) -> Plan:
    """The plan of a blueprint that is sound and within limits.

    Raises:
        BlueprintError: It is not; all that is wrong is in it.
    """
    parsed = parse(data, file=file, default_id=id_of(file), limits=Limits(size=limits.size))
    if parsed.blueprint is None:
        raise BlueprintError([problem for problem in parsed.problems if problem.severity == "error"])
    options = PlanOptions(source=Source(file=file, commit=snapshot.revision))
    try:
        plan = plan_run(parsed.blueprint, snapshot.collections(), now, options)
    except InputError as exc:
        raise BlueprintError([_problem(file, "unresolved", exc.message)]) from exc
    found = refusals(plan, limits)
    if found:
        raise BlueprintError([_problem(file, "not-allowed", sentence) for sentence in found])
    return plan


async def _visit(
    task: Fetch, push: Push | None, intake: Intake, source: BlueprintSource, services: Services
) -> _Visit:
    snapshot = await source.snapshot(push.commit if push else None)
    asked = push.received if push else datetime.fromisoformat(task.at) if task.at else services.clock.now()
    changed = await _changed(push, snapshot, source) if push else frozenset()
    return _Visit(task, snapshot, asked.astimezone(UTC), intake, changed)


async def _changed(push: Push, snapshot: Snapshot, source: BlueprintSource) -> frozenset[str]:
    """Paths that differ from those of the branch before the push, whatever happened in between."""
    digests = await source.digests(push.before) if push.before else None
    if digests is None:
        return frozenset(push.touched) & frozenset(snapshot.files)
    return snapshot.changed_since(digests)


async def _admitted(visit: _Visit, services: Services) -> tuple[list[Plan], list[str]]:
    """Plans of the blueprints to run, and the paths of those that may not be."""
    plans: list[Plan] = []
    refused: list[str] = []
    left = visit.intake.limits.calls_at_once
    for path in _paths(visit):
        try:
            plan = admit(visit.snapshot.files[path], path, visit.snapshot, visit.now, visit.intake.limits)
            if await _is_wanted(plan, path, visit, services):
                left = _spent(plan, path, left)
                plans.append(plan)
        except BlueprintError as exc:
            refused.append(path)
            await _keep(path, exc, visit, services)
    return plans, refused


def _paths(visit: _Visit) -> tuple[str, ...]:
    """Blueprints worth reading: of a push those that changed, or all where a collection did."""
    paths = visit.snapshot.blueprints()
    if visit.task.trigger == "demand":
        found = tuple(path for path in paths if visit.task.name in {path, id_of(path)})
        if not found:
            raise InputError(f"The source has no blueprint {visit.task.name!r}.")
        return found
    if visit.task.trigger == "push" and not any(map(is_collection_file, visit.changed)):
        return tuple(path for path in paths if path in visit.changed)
    return paths


async def _is_wanted(plan: Plan, path: str, visit: _Visit, services: Services) -> bool:
    match visit.task.trigger:
        case "push":
            return path in visit.changed or names_collection(plan.blueprint, visit.changed)
        case "cron":
            return _PERIODIC in plan.blueprint.tags and await _is_due(plan, visit, services)
        case "demand":
            return True


async def _is_due(plan: Plan, visit: _Visit, services: Services) -> bool:
    """Whether no run of the plan's label is younger than the source's maximal age."""
    runs = await runs_labelled(plan.blueprint.id, plan.label, services)
    oldest = visit.now - timedelta(days=visit.intake.max_age)
    return not any(_began(run) > oldest for run in runs)


def _began(run: str) -> datetime:
    """When a run was planned, as its name says."""
    stamp = run.rpartition("_")[2].removesuffix("Z")
    return datetime.strptime(stamp, _TIMESTAMP).replace(tzinfo=UTC)


def _spent(plan: Plan, path: str, left: int) -> int:
    """The calls that are left for further blueprints.

    Raises:
        BlueprintError: There are too few for this one.
    """
    calls = calls_of(plan)
    if calls > left:
        sentence = (
            f"It asks for {calls} calls to models; with those before it, that is more than one push may."
        )
        raise BlueprintError([_problem(path, "not-allowed", sentence)])
    return left - calls


async def _keep(path: str, error: BlueprintError, visit: _Visit, services: Services) -> None:
    found = Problems(file=path, revision=visit.snapshot.revision, problems=error.problems)
    await services.store.replace(keys.problems_of(visit.occasion, path), records.write(found))


def _problem(file: str, code: str, message: str) -> Problem:
    return Problem(severity="error", file=file, line=0, column=0, code=code, message=message)


def _sentence(runs: int, refused: int) -> str:
    started = f"{runs} blueprint{'' if runs == 1 else 's'} started"
    return f"{started}, {refused} refused" if refused else started
