"""Each `main.py` through the real functions framework."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import functions_framework.aio
import httpx
import pytest

from bench.standin.process import standin
from pointwise import tasks
from pointwise.tasks import Aggregate, Cell, Generate, JudgePoint, RunChecks, Schedule
from tests.e2e.command import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.standin.process import Standin

BLUEPRINT = """
models: [openai:m]
---
- id: p
  prompt: Why?
  should: [Says why., $contains: e]
"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    """A stand-in for all providers, and an empty folder as the store."""
    with standin() as running:
        for name, value in running.environment().items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("POINTWISE_OUT", str(tmp_path / "out"))
        yield running


def call(name: str, body: bytes, **headers: str) -> httpx.Response:
    """One request to a function, without a socket."""

    async def send() -> httpx.Response:
        app: Any = functions_framework.aio.create_asgi_app(name, str(ROOT / "functions" / name / "main.py"))
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://function"
        ) as client:
            return await client.post("/", content=body, headers=headers)

    return asyncio.run(send())


def test_a_blueprint_in_a_request_is_run_to_its_result(server: Standin, tmp_path: Path) -> None:
    """The answer names the run; its result lies in the store; once more changes nothing but asks nobody."""
    answer = call("fetch_and_schedule", BLUEPRINT.encode())
    assert answer.status_code == 200, answer.text
    run = answer.json()["run"]
    (result,) = (tmp_path / "out" / "runs" / run).glob("*_comparison.json")
    asked = server.counters()["requests"]
    for name, task in [
        ("fetch_and_schedule", Schedule(run=run)),
        ("generate", Generate(run=run, cell=Cell(prompt=0, variant=0))),
        ("judge_point", JudgePoint(run=run, cell=Cell(prompt=0, variant=0), point=0, judge=0)),
        ("judge_point", RunChecks(run=run, cell=Cell(prompt=0, variant=0))),
        ("aggregate", Aggregate(run=run)),
    ]:
        before = result.read_bytes()
        again = call(name, tasks.write(task), **{"Content-Type": "application/json"})
        assert (again.status_code, again.json()) == (200, {"done": task.task})
        assert result.read_bytes() == before
    assert server.counters()["requests"] == asked


def test_a_bad_blueprint_is_answered_with_its_problems(server: Standin) -> None:
    """400, every problem with its line, nothing asked of any model."""
    answer = call("fetch_and_schedule", b"models: [openai:m]\n---\n- prompt: Why?\n  should: [$nothing: 1]\n")
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["line"] == 4
    assert server.counters().get("requests", 0) == 0


@pytest.mark.parametrize("body", [b"", b"no task", b'{"task": "generate", "version": 99}'])
def test_what_is_no_task_is_dropped_for_good(server: Standin, body: bytes) -> None:
    """200, so that the queue does not deliver it for ever."""
    answer = call("generate", body)
    assert answer.status_code == 200
    assert "dropped" in answer.json()


def test_a_task_for_another_function_is_dropped(server: Standin) -> None:
    """A misrouted task is told to the log, not performed."""
    answer = call("aggregate", tasks.write(Generate(run="r/r", cell=Cell(prompt=0, variant=0))))
    assert "wrong function" in answer.json()["dropped"]


def test_trouble_that_may_pass_is_left_to_the_queue_and_the_last_delivery_stores_it(
    server: Standin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 with Retry-After while there are deliveries left; after the last one the failure is a record."""
    monkeypatch.setenv("POINTWISE_CALL_ATTEMPTS", "1")
    run = call("fetch_and_schedule", BLUEPRINT.encode()).json()["run"]
    (response,) = (tmp_path / "out" / "runs" / run / "responses" / "p").glob("*.json")
    response.unlink()
    for cached in (tmp_path / "out" / "cache").glob("*/*"):
        cached.unlink()
    server.change(errors={"503": 1.0})
    task = tasks.write(Generate(run=run, cell=Cell(prompt=0, variant=0)))
    first = call("generate", task)
    assert (first.status_code, int(first.headers["Retry-After"])) == (503, 1)
    assert call("generate", task, **{"X-CloudTasks-TaskRetryCount": "4"}).status_code == 200
    assert response.with_suffix(".failed.json").exists()
