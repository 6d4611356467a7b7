"""What is queued: frozen, closed, versioned imperatives that carry positions in a plan, never texts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from pointwise.errors import UnreadableTask
from pointwise.frozen import Frozen

Index = Annotated[int, Field(ge=0)]


class Cell(Frozen):
    """One response's place in a plan: prompt x variant x repeat."""

    prompt: Index
    variant: Index
    repeat: Index = 0


class Schedule(Frozen):
    """Queue whatever a planned run still lacks; with `retry`, failed units too."""

    task: Literal["schedule"] = "schedule"
    version: Literal[1] = 1
    run: str
    retry: bool = False


class ExtractPoints(Frozen):
    """Have key points drawn from a prompt's ideal answer, then queue its responses."""

    task: Literal["extract-points"] = "extract-points"
    version: Literal[1] = 1
    run: str
    prompt: Index


class Generate(Frozen):
    """Ask a variant for its response and queue what judges it."""

    task: Literal["generate"] = "generate"
    version: Literal[1] = 1
    run: str
    cell: Cell


class JudgePoint(Frozen):
    """Ask one judge for its verdict on one point of a response."""

    task: Literal["judge-point"] = "judge-point"
    version: Literal[1] = 1
    run: str
    cell: Cell
    point: Index
    judge: Index


class RunChecks(Frozen):
    """Run all deterministic checks of a response."""

    task: Literal["run-checks"] = "run-checks"
    version: Literal[1] = 1
    run: str
    cell: Cell


class GiveUp(Frozen):
    """Store a failure for whatever a run lacks that stands still, so that it ends.

    Attributes:
        tries: How often it was queued anew in vain.
    """

    task: Literal["give-up"] = "give-up"
    version: Literal[1] = 1
    run: str
    tries: Index


class Aggregate(Frozen):
    """Write the results of one prompt or, without a prompt, of the whole run."""

    task: Literal["aggregate"] = "aggregate"
    version: Literal[1] = 1
    run: str
    prompt: Index | None = None


class Fetch(Frozen):
    """Read blueprints at their source and start the runs that a trigger asks for.

    Attributes:
        at: When it was asked for, ISO 8601 with offset. It names the runs, so that a second delivery starts
            none twice; None is the moment of the delivery. What is stored of a push says it itself.
        delivery: Of a push, the id under which it is stored.
        name: On demand, the id or path of the blueprint.
    """

    task: Literal["fetch"] = "fetch"
    version: Literal[1] = 1
    trigger: Literal["push", "cron", "demand"]
    at: str | None = None
    delivery: str | None = None
    name: str | None = None


RunTask = Schedule | GiveUp | ExtractPoints | Generate | JudgePoint | RunChecks | Aggregate
"""Tasks within a run."""

Task = Annotated[RunTask | Fetch, Field(discriminator="task")]

_TASK: TypeAdapter[Task] = TypeAdapter(Task)


class Lane(Frozen):
    """The queue a task waits in. One per provider and kind of work, so that limits are global."""

    kind: Literal["schedule", "generate", "judge", "checks", "aggregate"]
    provider: str | None = None


class Queued(Frozen):
    """A task and the lane it waits in."""

    lane: Lane
    task: Task


def read(data: bytes) -> Task:
    """The task in a message.

    Raises:
        UnreadableTask: The bytes are no task of this version.
    """
    try:
        return _TASK.validate_json(data)
    except ValueError as exc:
        raise UnreadableTask from exc


def write(task: Task) -> bytes:
    """The message of a task; below 1 KiB."""
    return task.model_dump_json().encode()
