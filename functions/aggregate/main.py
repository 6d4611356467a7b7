"""Write the results of a prompt or of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.http import deliver
from pointwise.tasks import Aggregate

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def aggregate(request: Request) -> Response:
    """Write the results of a prompt or of a run."""
    return await deliver(request, Aggregate)
