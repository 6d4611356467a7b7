"""Ask a model for its response."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.http import deliver
from pointwise.tasks import Generate

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def generate(request: Request) -> Response:
    """Ask a model for its response."""
    return await deliver(request, Generate)
