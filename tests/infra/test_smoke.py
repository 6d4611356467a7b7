"""The smoke test of a deployment, against deployments that are well and ones that are not."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from infra.smoke import TASKS, WEBHOOK, failures

from pointwise import tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Answer = Callable[[str, bool], tuple[int, dict[str, str]]]


def well(name: str, known: bool) -> tuple[int, dict[str, str]]:  # noqa: FBT001 - what the server found out
    """How functions answer that are deployed as they should be."""
    if name == WEBHOOK:
        return 401, {"error": "The signature is missing or wrong."}
    return (200, {"dropped": "There is no such run here."}) if known else (403, {})


@contextmanager
def deployment(answer: Answer) -> Iterator[dict[str, str]]:
    """A server that answers for all functions; their URLs."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            name = self.path.strip("/")
            self.rfile.read(int(self.headers["Content-Length"]))
            status, body = answer(name, self.headers.get("Authorization") == f"Bearer token-for-{name}")
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield {name: f"http://127.0.0.1:{server.server_port}/{name}" for name in (*TASKS, WEBHOOK)}
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def found(answer: Answer) -> list[str]:
    with deployment(answer) as urls:
        return list(failures(urls, lambda url: f"token-for-{url.rpartition('/')[2]}"))


def test_a_deployment_that_is_well_passes() -> None:
    """Nothing to tell."""
    assert found(well) == []


@pytest.mark.parametrize(
    ("name", "status", "body", "told"),
    [
        ("generate", 200, {"dropped": "x"}, "generate answered 200 to a request without identity"),
        ("judge-point", 503, {"error": "Set POINTWISE_BUCKET."}, "judge-point answered 503 to the caller"),
        ("aggregate", 403, {}, "aggregate answered 403 to the caller"),
        ("fetch-and-schedule", 200, {"done": "schedule"}, "fetch-and-schedule answered 200 to the caller"),
        (WEBHOOK, 200, {}, "github-webhook answered 200 to a request without a signature"),
    ],
)
def test_what_is_wrong_is_named(name: str, status: int, body: dict[str, str], told: str) -> None:
    """A door that is open, shut to the caller, or behind which nothing works."""

    def one_is_ill(asked: str, known: bool) -> tuple[int, dict[str, str]]:  # noqa: FBT001 - same as above
        return (status, body) if asked == name else well(asked, known)

    sentences = found(one_is_ill)
    assert any(told in sentence for sentence in sentences)
    assert all(name in sentence for sentence in sentences)


@pytest.mark.parametrize("name", sorted(TASKS))
def test_what_functions_are_given_are_tasks_of_a_run_that_cannot_be(name: str) -> None:
    """A task that could not be read would prove that a function starts, and no more."""
    task = tasks.read(json.dumps(TASKS[name]).encode())
    assert not isinstance(task, tasks.Fetch)
    assert task.run == "smoke/none"
