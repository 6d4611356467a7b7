"""Cloud functions: a request to a task, a task to a step, an outcome to a status.

A queue delivers again whatever is answered with other than 2xx. So what can never succeed is answered 200
and told to the log, and only what may succeed later is answered 503.

The system behind a request is that of one machine: a folder as the store, and a queue that is worked off
before the request is answered.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from pointwise import tasks
from pointwise.blueprint.parse import parse
from pointwise.bootstrap import LocalOptions, LocalSystem, local_system
from pointwise.errors import BlueprintError, CallInterrupted, InputError, PointwiseError, UnreadableTask
from pointwise.planning.plan import PlanOptions, plan_run
from pointwise.settings import read_settings
from pointwise.steps.perform import perform
from pointwise.steps.start import start

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from starlette.requests import Request
    from starlette.responses import Response

    from pointwise.events import Event
    from pointwise.planning.plan import Plan
    from pointwise.tasks import Task

_LOG = logging.getLogger("pointwise")
_RETRIES = "X-CloudTasks-TaskRetryCount"
_DELIVERIES = 5
_CALLS = 80
"""Calls under way in one instance: as many as an instance is given requests at a time."""


class LogObserver:
    """Writes what happens to the log."""

    def notify(self, event: Event) -> None:
        """Take note."""
        _LOG.info("%s", event)


async def deliver(request: Request, *kinds: type[Task]) -> Response:
    """Perform the task in a request, if it is of one of the kinds this function is for."""
    try:
        task = _task(await request.body(), kinds)
    except UnreadableTask as exc:
        return _dropped(exc)
    retries = request.headers.get(_RETRIES, "0")
    return await _perform(task, last_attempt=int(retries or 0) + 1 >= _DELIVERIES)


async def run_blueprint(request: Request) -> Response:
    """Run the blueprint in a request's body to its end; answers with the run's name."""
    try:
        plan = _plan(await request.body())
    except BlueprintError as exc:
        problems = [problem.model_dump(mode="json") for problem in exc.problems]
        return JSONResponse({"error": exc.message, "problems": problems}, 400)
    except InputError as exc:
        return JSONResponse({"error": exc.message}, 400)
    async with _system() as system:
        run = await start(plan, system.services)
        await system.run_to_end()
    return JSONResponse({"run": run})


def _task(body: bytes, kinds: tuple[type[Task], ...]) -> Task:
    task = tasks.read(body)
    if not isinstance(task, kinds):
        raise UnreadableTask(f"A {task.task} task was sent to the wrong function.")
    return task


def _plan(body: bytes) -> Plan:
    parsed = parse(body, file="request.yml", default_id="request")
    if parsed.blueprint is None:
        raise BlueprintError([problem for problem in parsed.problems if problem.severity == "error"])
    return plan_run(parsed.blueprint, {}, datetime.now(UTC), PlanOptions())


async def _perform(task: Task, *, last_attempt: bool) -> Response:
    try:
        async with _system() as system:
            await perform(task, system.services, last_attempt=last_attempt)
            await system.run_to_end()
    except InputError as exc:
        return _dropped(exc)
    except PointwiseError as exc:
        _LOG.warning("will be delivered again: %s", exc.message)
        wait = exc.retry_after if isinstance(exc, CallInterrupted) else None
        return JSONResponse({"error": exc.message}, 503, {"Retry-After": f"{wait or 1:.0f}"})
    return JSONResponse({"done": task.task})


def _system() -> AbstractAsyncContextManager[LocalSystem]:
    settings = read_settings()
    return local_system(settings, LocalOptions(Path(settings.folder), _CALLS), LogObserver())


def _dropped(error: PointwiseError) -> Response:
    _LOG.error("dropped: %s", error.message)
    return JSONResponse({"dropped": error.message})
