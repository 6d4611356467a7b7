"""Google's client of Cloud Storage, set up for many small calls at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import requests

# ruff: noqa: PLC0415 - Google's client takes 0.2 s to import, which the first call pays, not every start

_CONNECTIONS = 64
"""The client's own pool holds 10 connections and opens a new one for each call beyond."""


def connect(endpoint: str | None) -> Any:  # noqa: ANN401 - Google's client has no types
    """A client of an emulator, without credentials, or of Cloud Storage."""
    from google.cloud.storage import Client  # type: ignore[import-untyped]
    from requests.adapters import HTTPAdapter

    client = Client(
        project=None,
        client_options={"api_endpoint": endpoint} if endpoint else None,
        use_auth_w_custom_endpoint=False,
    )
    session = client._http  # noqa: SLF001 - the client offers no public way to it
    for scheme in ("https://", "http://"):
        session.mount(scheme, HTTPAdapter(pool_maxsize=_CONNECTIONS))
    session.hooks["response"].append(_read_whole)
    # Only for traces, which are off; yet the client would look the bucket up at every 404.
    client._bucket_metadata_cache = None  # noqa: SLF001
    return client


def _read_whole(response: requests.Response, **_options: object) -> None:
    """Take in the body of a refusal: the client does not where it tries again, and loses the connection."""
    if not response.ok:
        _ = response.content
