"""Start a run of the blueprint in a request, or queue what a planned run lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.http import deliver, run_blueprint
from pointwise.tasks import Schedule

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def fetch_and_schedule(request: Request) -> Response:
    """A body of type JSON is a task, any other a blueprint."""
    if request.headers.get("Content-Type", "").startswith("application/json"):
        return await deliver(request, Schedule)
    return await run_blueprint(request)
