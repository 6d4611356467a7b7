"""Requests to the stand-in server over plain sockets."""

from __future__ import annotations

import http.client
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from bench.standin import Standin

JUDGE = "Response: {}\nCriterion: {}\nReply with <coverage_extent>0.0 to 1.0</coverage_extent>."


def post(server: Standin, path: str, body: Any) -> tuple[int, dict[str, str], str]:  # noqa: ANN401 - JSON
    """Send one request over a connection of its own."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    try:
        connection.request("POST", path, json.dumps(body))
        reply = connection.getresponse()
        return (
            reply.status,
            {name.lower(): value for name, value in reply.getheaders()},
            reply.read().decode(),
        )
    finally:
        connection.close()


def chat(
    server: Standin, text: str = "Hello", model: str = "m", **rest: object
) -> tuple[int, dict[str, str], str]:
    """Ask in OpenAI's format."""
    system = rest.pop("system", None)
    first = [{"role": "system", "content": system}] if system else []
    body = {"model": model, "messages": [*first, {"role": "user", "content": text}], **rest}
    return post(server, "/v1/chat/completions", body)


def said(server: Standin, text: str = "Hello", model: str = "m", **rest: object) -> str:
    """The text of an answer."""
    answer: str = json.loads(chat(server, text, model, **rest)[2])["choices"][0]["message"]["content"]
    return answer


def score(text: str) -> float:
    """The score in a verdict."""
    return float(text.partition("<coverage_extent>")[2].partition("<")[0])
