"""Read blueprints and start their runs, queue what a run lacks, or say how far one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.on_demand import fetch_or_schedule

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def fetch_and_schedule(request: Request) -> Response:
    """Perform a task, answer a question, or run a blueprint."""
    return await fetch_or_schedule(request)
