"""What an authenticated person or program asks of fetch-and-schedule directly.

POST   a blueprint, as YAML or JSON     starts a run of it
POST   {"name": "…"}                    starts a run of the source's blueprint of this id or path
GET    runs/RUN                         how far a run is
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from pointwise.blueprint.parse import parse
from pointwise.entrypoints.http import answered_directly, deliver
from pointwise.errors import InputError
from pointwise.planning.snapshot import Snapshot, uses_collections
from pointwise.steps.fetch import admit, fetch, start_run
from pointwise.steps.status import run_status
from pointwise.tasks import Fetch, GiveUp, Schedule

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from pointwise.cloud import CloudSystem
    from pointwise.ports import BlueprintSource

_RUNS = "/runs/"
_FILES = {"application/json": "request.json"}
_DEFAULT_FILE = "request.yml"


async def fetch_or_schedule(request: Request) -> Response:
    """A task of a queue or of the cron, a question, or a blueprint."""
    if request.method == "GET":
        return await answered_directly(lambda system: _status(request, system))
    body = await request.body()
    given = _object(body) if _media_type(request) == "application/json" else {}
    if "task" in given:
        return await deliver(request, Fetch, Schedule, GiveUp)
    if isinstance(given.get("name"), str) and "prompts" not in given:
        return await answered_directly(lambda system: _run_named(str(given["name"]), system))
    return await answered_directly(lambda system: _run_given(body, request, system))


async def _status(request: Request, system: CloudSystem) -> Response:
    run = request.url.path.partition(_RUNS)[2]
    if not run:
        raise InputError("Ask for runs/RUN.")
    status = await run_status(run, system.services)
    return JSONResponse(status.model_dump(mode="json"))


async def _run_named(name: str, system: CloudSystem) -> Response:
    fetched = await fetch(Fetch(trigger="demand", name=name), system.intake, system.services)
    if not fetched.runs:
        raise InputError(f"The blueprint {name!r} was refused; its problems are stored.")
    return _started(fetched.runs[0], system)


async def _run_given(body: bytes, request: Request, system: CloudSystem) -> Response:
    intake, now = system.intake, system.services.clock.now()
    file = _FILES.get(_media_type(request), _DEFAULT_FILE)
    around = await _collections(body, file, intake.source)
    plan = admit(body, file, Snapshot(revision=None, files=around), now, intake.limits)
    return _started(await start_run(plan, system.services), system)


async def _collections(body: bytes, file: str, source: BlueprintSource | None) -> dict[str, bytes]:
    """The source's files, where a blueprint names collections: under one name all mean the same models."""
    blueprint = parse(body, file=file, default_id=file).blueprint
    if source is None or blueprint is None or not uses_collections(blueprint):
        return {}
    return (await source.snapshot(None)).files


def _started(run: str, system: CloudSystem) -> Response:
    base = system.cloud.functions["fetch-and-schedule"].rstrip("/")
    return JSONResponse({"run": run, "status": f"{base}{_RUNS}{run}"}, 202)


def _media_type(request: Request) -> str:
    return request.headers.get("Content-Type", "").partition(";")[0].strip().lower()


def _object(body: bytes) -> dict[str, object]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
