"""Ask a judge: for a verdict on one point, or for key points of an ideal answer. Or run all checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.http import deliver
from pointwise.tasks import ExtractPoints, JudgePoint, RunChecks

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def judge_point(request: Request) -> Response:
    """Perform the task in the request."""
    return await deliver(request, JudgePoint, RunChecks, ExtractPoints)
