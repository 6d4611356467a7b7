"""Judge one point of a response, or run its deterministic checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.http import deliver
from pointwise.tasks import JudgePoint, RunChecks

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def judge_point(request: Request) -> Response:
    """Judge one point of a response, or run its deterministic checks."""
    return await deliver(request, JudgePoint, RunChecks)
