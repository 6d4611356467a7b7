"""Take in what GitHub says of new commits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import functions_framework.aio

from pointwise.entrypoints.webhook import receive

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


@functions_framework.aio.http
async def github_webhook(request: Request) -> Response:
    """Check, keep and queue a push."""
    return await receive(request)
