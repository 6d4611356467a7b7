"""Each function as a process, asked as queues and people ask it."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from bench.cloud_demo.objects import bucket_of
from bench.cloud_demo.system import BUCKET
from pointwise import tasks
from pointwise.tasks import (
    Aggregate,
    Cell,
    ExtractPoints,
    Fetch,
    Generate,
    GiveUp,
    JudgePoint,
    RunChecks,
    Schedule,
)

if TYPE_CHECKING:
    from pointwise.tasks import Task
    from tests.functions.conftest import Observed

BLUEPRINT = b"""
models: [openai:m]
evaluationConfig: {llm-coverage: {judges: [{model: "openai:judge"}]}}
---
- id: p
  prompt: Why?
  should: [Says why., $contains: e]
- id: q
  prompt: Which?
  ideal: The second, for it is closer.
"""
YAML = {"Content-Type": "application/yaml"}
JSON = {"Content-Type": "application/json"}


def start(observed: Observed, body: bytes = BLUEPRINT) -> str:
    status, answer = observed.deployment.call("fetch_and_schedule", body, YAML)
    assert status == 202, answer
    run: str = answer["run"]
    return run


def deliver(observed: Observed, function: str, task: Task | bytes, **headers: str) -> tuple[int, Any]:
    body = task if isinstance(task, bytes) else tasks.write(task)
    return observed.deployment.call(function, body, {**JSON, **headers})


def test_a_blueprint_in_a_request_is_run_and_delivering_every_task_again_changes_nothing(
    observed: Observed,
) -> None:
    """202 with run and status address; twice-delivered tasks ask no model and write no other bytes."""
    _, answer = observed.deployment.call("fetch_and_schedule", BLUEPRINT, YAML)
    run = answer["run"]
    assert answer["status"] == f"{observed.deployment.functions['fetch_and_schedule'].url}/runs/{run}"
    ended = observed.ended(run)
    assert ended["responses"] == {"done": 2, "failed": 0, "total": 2}
    asked = observed.deployment.standin.counters()["requests"]
    cell = Cell(prompt=0, variant=0)
    for function, task in [
        ("fetch_and_schedule", Schedule(run=run)),
        ("generate", Generate(run=run, cell=cell)),
        ("judge_point", JudgePoint(run=run, cell=cell, point=0, judge=0)),
        ("judge_point", RunChecks(run=run, cell=cell)),
        ("judge_point", ExtractPoints(run=run, prompt=1)),
        ("aggregate", Aggregate(run=run, prompt=0)),
        ("aggregate", Aggregate(run=run)),
    ]:
        assert deliver(observed, function, task) == (200, {"done": task.task})
    assert observed.deployment.standin.counters()["requests"] == asked


def test_a_line_of_the_log_says_what_where_and_which_attempt(observed: Observed) -> None:
    """Run, cell, attempt and trace stand in the line of a delivery."""
    run = start(observed)
    observed.ended(run)
    task = Generate(run=run, cell=Cell(prompt=0, variant=0))
    headers = {"X-CloudTasks-TaskRetryCount": "2", "X-Cloud-Trace-Context": "abc123/7;o=1"}
    deliver(observed, "generate", task, **headers)
    line = observed.line("generate", run=run, attempt=3)
    assert line["cell"] == {"prompt": 0, "variant": 0, "repeat": 0}
    assert line["logging.googleapis.com/trace"] == "projects/demo/traces/abc123"


def test_a_bad_blueprint_is_answered_with_its_problems(observed: Observed) -> None:
    """400, every problem with its line, nothing asked of any model."""
    asked = observed.deployment.standin.counters().get("requests", 0)
    body = b"models: [openai:m]\n---\n- prompt: Why?\n  should: [$nothing: 1]\n"
    status, answer = observed.deployment.call("fetch_and_schedule", body, YAML)
    assert (status, answer["problems"][0]["line"]) == (400, 4)
    assert observed.deployment.standin.counters().get("requests", 0) == asked


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (b"models: [{id: 'custom:x', url: 'http://169.254.169.254/', modelName: x, inherit: openai}]", "URL"),
        (b"models: [nobody:m]", "nobody:m"),
        (
            b"models: [openai:m]\ntemperatures: [" + b",".join(b"%.2f" % (n / 50) for n in range(61)) + b"]",
            "variants",
        ),
        (b"models: [openai:m]\nexternalServices: {s: {url: 'https://x.example/'}}", "services"),
    ],
)
def test_what_a_stranger_may_not_ask_for_is_refused(observed: Observed, change: bytes, words: str) -> None:
    """URLs, services, providers that are not set up, more variants than allowed: 400 with the reason."""
    body = change + b"\n---\n- prompt: Why?\n  should: [Says why.]\n"
    status, answer = observed.deployment.call("fetch_and_schedule", body, YAML)
    assert status == 400
    assert words in answer["error"]


def test_a_blueprint_of_the_source_is_run_by_its_name(observed: Observed) -> None:
    """By id or by path; an unknown name is 400."""
    observed.deployment.repository.commit({"blueprints/named.yml": BLUEPRINT})
    status, answer = observed.deployment.call("fetch_and_schedule", b'{"name": "named"}', JSON)
    assert status == 202, answer
    assert answer["run"].startswith("named/")
    status, answer = observed.deployment.call("fetch_and_schedule", b'{"name": "other"}', JSON)
    assert (status, answer["error"]) == (400, "The source has no blueprint 'other'.")


@pytest.mark.parametrize("body", [b"", b"no task", b'{"task": "generate", "version": 99}'])
def test_what_is_no_task_is_dropped_for_good(observed: Observed, body: bytes) -> None:
    """200, so that the queue does not deliver it for ever."""
    status, answer = deliver(observed, "generate", body)
    assert (status, list(answer)) == (200, ["dropped"])


def test_a_task_for_another_function_or_run_is_dropped(observed: Observed) -> None:
    """A misrouted task is told to the log, not performed; so is one of a run that is gone."""
    task = Generate(run="r/r", cell=Cell(prompt=0, variant=0))
    assert "wrong function" in deliver(observed, "aggregate", task)[1]["dropped"]
    assert "no run r/r" in deliver(observed, "generate", task)[1]["dropped"]


def test_a_question_about_an_unknown_run_is_answered_so(observed: Observed) -> None:
    """404 rather than an empty status."""
    assert observed.deployment.call("fetch_and_schedule", None, path="/runs/no/run")[0] == 404


def test_trouble_that_may_pass_is_left_to_the_queue_and_the_last_delivery_stores_it(
    observed: Observed,
) -> None:
    """503, or 429 for a rate limit, with Retry-After; after the last delivery the failure is a record."""
    server = observed.deployment.standin
    server.change(models={"slow": 429, "broken": 500})
    run = start(observed, BLUEPRINT.replace(b"[openai:m]", b"[openai:slow, openai:broken]"))
    slow, broken = (Generate(run=run, cell=Cell(prompt=0, variant=variant)) for variant in range(2))
    assert deliver(observed, "generate", slow)[0] == 429
    assert deliver(observed, "generate", broken)[0] == 503
    last = {"X-CloudTasks-TaskRetryCount": str(observed.deployment.attempts - 1)}
    for task in (slow, broken):
        assert deliver(observed, "generate", task, **last) == (200, {"done": "generate"})
    _, status = observed.deployment.call("fetch_and_schedule", None, path=f"/runs/{run}")
    assert status["responses"]["failed"] == 2
    server.change(models={})


def test_a_queue_that_is_away_at_the_last_delivery_fails_no_unit(observed: Observed) -> None:
    """The response is stored, its judging cannot be queued: 503, told as an error, no failure stored."""
    run = start(observed)
    observed.ended(run)
    cell = Cell(prompt=0, variant=0)
    forget(observed, run, "judgements/p/", "done/p/")
    observed.deployment.inject_into_tasks(on=["batch"], refused={"503": 1})
    last = {"X-CloudTasks-TaskRetryCount": str(observed.deployment.attempts - 1)}
    try:
        assert deliver(observed, "generate", Generate(run=run, cell=cell), **last)[0] == 503
    finally:
        observed.deployment.inject_into_tasks()
    line = observed.line("generate", run=run, severity="ERROR")
    assert line["message"].startswith("dropped by the queue, left to the sweeper: Cloud Tasks, queue ")
    assert observed.ended(run)["responses"] == {"done": 2, "failed": 0, "total": 2}


def forget(observed: Observed, run: str, *prefixes: str) -> None:
    """Take objects of a run away."""
    bucket = bucket_of(observed.deployment.emulators.storage, BUCKET)
    for prefix in prefixes:
        for blob in bucket.list_blobs(prefix=f"runs/{run}/{prefix}"):
            blob.delete()


def test_what_nobody_thought_of_is_told_with_its_place_and_without_its_words(observed: Observed) -> None:
    """500, so that it is delivered again; the line has the run, so that `cloud logs` finds it."""
    run = start(observed)
    observed.ended(run)
    task = JudgePoint(run=run, cell=Cell(prompt=0, variant=0), point=99, judge=0)
    body = tasks.write(task)
    url = f"{observed.deployment.functions['judge_point'].url}/"
    asked = urllib.request.Request(url, body, dict(JSON))  # noqa: S310 - loopback
    with pytest.raises(urllib.error.HTTPError, match="500"):
        urllib.request.urlopen(asked, timeout=60)  # noqa: S310 - loopback
    line = observed.line("judge_point", run=run, severity="ERROR")
    assert line["message"] == "crashed: IndexError"
    assert line["where"].partition(":")[0] in {"judge_point.py", "briefing.py"}


def test_a_run_is_given_up_by_a_task_of_the_sweeper(observed: Observed) -> None:
    """What is missing becomes a failure with its reason; what is there stays, and the run ends again."""
    run = start(observed)
    observed.ended(run)
    forget(observed, run, "judgements/p/", "done/p/")
    assert deliver(observed, "fetch_and_schedule", GiveUp(run=run, tries=12)) == (200, {"done": "give-up"})
    assert observed.ended(run)["judgements"]["failed"] == 1


def test_embeddings_that_a_blueprint_asks_for_are_had_in_the_cloud(observed: Observed) -> None:
    """Similarities and hybrid scores are in the result; where the provider fails, the result says so."""
    body = BLUEPRINT.replace(b"{llm-coverage", b"{embedding: 'openai:small', llm-coverage")
    found = evaluation(observed, start(observed, body))
    assert found["perPromptSimilarities"]["q"]["openai:m"]["IDEAL_BENCHMARK"] > 0
    assert found["modelScores"][0]["hybrid"] is not None
    asked = [each["path"] for each in observed.deployment.standin.requests()]
    assert asked.count("/v1/embeddings") == 2
    other = start(observed, body.replace(b"openai:small", b"nobody:small"))
    assert "nobody" in evaluation(observed, other)["similarityGap"]["message"]


def evaluation(observed: Observed, run: str) -> Any:  # noqa: ANN401 - JSON
    """The evaluation in the result of a run, once it is there."""
    key = observed.ended(run)["result"]
    bucket = bucket_of(observed.deployment.emulators.storage, BUCKET)
    return json.loads(bucket.blob(key).download_as_bytes())["evaluationResults"]


def test_a_cron_that_is_sent_by_the_scheduler_is_a_task_like_any_other(observed: Observed) -> None:
    """The body that the scheduler posts; nothing is tagged, so nothing is run."""
    observed.deployment.repository.commit({"blueprints/untagged.yml": BLUEPRINT})
    body = json.dumps({"task": "fetch", "trigger": "cron"}).encode()
    status, answer = deliver(observed, "fetch_and_schedule", body)
    assert status == 200
    assert answer["runs"] == []
    assert Fetch(trigger="cron") == tasks.read(body)
