"""Cloud functions: a request to a task, a task to a step, an outcome to a status.

A queue delivers again whatever is answered with other than 2xx. So what can never succeed is answered 200
and told to the log, and only what may succeed later is answered 429 or 503.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from starlette.responses import JSONResponse

from pointwise import tasks
from pointwise.cloud import CloudSystem
from pointwise.entrypoints.logs import LogObserver, attempt_of, facts, facts_of, log, place_of, trace_of
from pointwise.errors import (
    BlueprintError,
    CallError,
    CallInterrupted,
    InputError,
    PointwiseError,
    UnknownRun,
    UnreadableTask,
)
from pointwise.settings import read_cloud_settings, read_settings, read_source_settings
from pointwise.steps.fetch import fetch
from pointwise.steps.perform import perform
from pointwise.tasks import Fetch

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from pointwise.steps.fetch import Fetched
    from pointwise.tasks import Task

_systems: WeakKeyDictionary[asyncio.AbstractEventLoop, CloudSystem] = WeakKeyDictionary()
_SHORTEST_WAIT = 1.0  # seconds a queue is asked to wait where nobody said how long


def running_system() -> CloudSystem:
    """The system of this instance, put together when it is first needed.

    Raises:
        InputError: A variable of the environment is missing or malformed.
    """
    loop = asyncio.get_running_loop()
    if loop not in _systems:
        _systems[loop] = CloudSystem(
            read_settings(), read_cloud_settings(), read_source_settings(), LogObserver()
        )
    return _systems[loop]


async def deliver(request: Request, *kinds: type[Task]) -> Response:
    """Perform the task in a request, if it is of one of the kinds this function is for."""
    try:
        system = running_system()
        task = _task(await request.body(), kinds)
    except InputError as exc:
        log("ERROR", f"not set up: {exc.message}")
        return JSONResponse({"error": exc.message}, 503)
    except UnreadableTask as exc:
        return _dropped(exc)
    attempt = attempt_of(request)
    with facts(**facts_of(task), attempt=attempt, **trace_of(request, system.cloud.project)):
        last = attempt >= system.cloud.attempts
        return await _answered(lambda: _performed(task, system, last_attempt=last), last_attempt=last)


async def answered_directly(act: Callable[[CloudSystem], Awaitable[Response]]) -> Response:
    """The answer to somebody who is no queue: errors of theirs are 4xx, with what to do about them."""
    try:
        return await act(running_system())
    except BlueprintError as exc:
        problems = [problem.model_dump(mode="json") for problem in exc.problems]
        return JSONResponse({"error": exc.message, "problems": problems}, 400)
    except UnknownRun as exc:
        return JSONResponse({"error": exc.message}, 404)
    except InputError as exc:
        return JSONResponse({"error": exc.message}, 400)
    except PointwiseError as exc:
        return _refused(exc)


def _task(body: bytes, kinds: tuple[type[Task], ...]) -> Task:
    task = tasks.read(body)
    if not isinstance(task, kinds):
        raise UnreadableTask(f"A {task.task} task was sent to the wrong function.")
    return task


async def _answered(act: Callable[[], Awaitable[dict[str, object]]], *, last_attempt: bool) -> Response:
    """The answer to a queue. What nobody thought of is told to the log and answered 500 by the framework."""
    began = time.monotonic()
    try:
        done = await act()
    except InputError as exc:
        return _dropped(exc)
    except PointwiseError as exc:
        return _refused(exc, last_attempt=last_attempt)
    except Exception as exc:
        log("ERROR", f"crashed: {type(exc).__name__}", where=place_of(exc))
        raise
    log("INFO", "done", seconds=round(time.monotonic() - began, 3), **done)
    return JSONResponse(done)


async def _performed(task: Task, system: CloudSystem, *, last_attempt: bool) -> dict[str, object]:
    if isinstance(task, Fetch):
        return {"done": task.task, **_told(await fetch(task, system.intake, system.services))}
    if await system.cancellations.hold(task.run):
        return {"cancelled": task.task}
    await perform(task, system.services, last_attempt=last_attempt)
    return {"done": task.task}


def _told(fetched: Fetched) -> dict[str, list[str]]:
    """What a fetch came to."""
    return {
        "runs": list(fetched.runs),
        "refused": list(fetched.refused),
        "stalled": list(fetched.swept.stalled),
        "overdue": list(fetched.overdue),
    }


def _dropped(error: PointwiseError) -> Response:
    log("ERROR", f"dropped: {error.message}")
    return JSONResponse({"dropped": error.message})


def _refused(error: PointwiseError, *, last_attempt: bool = False) -> Response:
    """429 for a provider's rate, else 503: both slow a queue down, and name the time to wait.

    After the last attempt the queue drops the task all the same; what it was for is missing, not failed.
    """
    limited = isinstance(error, CallError) and error.reason == "rate_limit"
    wait = error.retry_after if isinstance(error, CallInterrupted) else None
    if last_attempt:
        log("ERROR", f"dropped by the queue, left to the sweeper: {error.message}")
    else:
        log("WARNING", f"to be delivered again: {error.message}")
    headers = {"Retry-After": f"{max(wait or 0.0, _SHORTEST_WAIT):.0f}"}
    return JSONResponse({"error": error.message}, 429 if limited else 503, headers)
