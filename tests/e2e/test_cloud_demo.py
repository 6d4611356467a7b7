"""The deployed system as a whole: five functions as processes, both emulators, GitHub, models."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bench.cloud_demo.system import Deployment
from bench.standin.process import standin
from bench.workload import Size
from pointwise.keys import RunKeys
from tests.e2e.cloud import ALL, answered_twice, cloud, ended_run, push, result, stored, undisturbed
from tests.e2e.command import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PATIENT = {"rate_limits": {"max_dispatches_per_second": 100, "max_concurrent_dispatches": 50}}


def test_the_demonstration_ends_by_itself_with_the_bytes_of_one_machine(tmp_path: Path) -> None:
    """One command: push, table, where the report lies, and the same result as `pointwise run`."""
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "bench.cloud_demo", "--out", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "came to the same bytes" in done.stdout
    (path,) = tmp_path.glob("runs/cloud-demo/*/*_comparison.json")
    assert str(path) in done.stdout
    assert path.with_name("report.html").as_uri() in done.stdout
    assert "Cloud demonstration" in path.with_name("report.html").read_text()
    assert f'href="{path.parent.name}/report.html"' in (path.parents[1] / "index.html").read_text()
    assert 'href="runs/cloud-demo/index.html"' in (tmp_path / "index.html").read_text()
    assert "openai:alder" in done.stdout


def test_a_person_starts_watches_cancels_and_resumes_a_run(tmp_path: Path) -> None:
    """After a cancellation no call starts once its moment has passed; resuming asks for the rest alone."""
    blueprint = tmp_path / "workload.json"
    blueprint.write_text(Size(prompts=12, models=2, points=4).blueprint())
    slow = {"rate_limits": {"max_dispatches_per_second": 8, "max_concurrent_dispatches": 15}}
    with (
        standin(latency=0.2, log=tmp_path / "log") as server,
        Deployment(server, tmp_path, queue_settings={"*": slow}) as deployment,
    ):
        run = cloud(deployment, "run", blueprint).out.strip()
        time.sleep(1.0)
        assert "running" in cloud(deployment, "status").out
        assert "Cancelled" in cloud(deployment, "cancel", "workload").out
        time.sleep(2.5)
        asked = server.counters()["requests"]
        assert asked < 120
        time.sleep(2.0)
        assert server.counters()["requests"] == asked
        assert cloud(deployment, "status", run, "--format=json").json["state"] == "cancelled"
        assert cloud(deployment, "resume", run).code == 0
        table = cloud(deployment, "status", run, "--follow")
        assert "openai:model-1" in table.out, table.err
        assert (len(server.log()), answered_twice(server.log())) == (120, 0)
        refused = cloud(deployment, "run", blueprint, "--models", "nobody:m")
        assert (refused.code, "no queues for nobody" in refused.err) == (2, True)


def test_a_provider_that_refuses_its_key_fails_its_own_responses_once_each(tmp_path: Path) -> None:
    """401: stored at once with the reason, asked once a response; nobody else's are touched."""
    with (
        standin(log=tmp_path / "log", models={"model-1": 401}) as server,
        Deployment(server, tmp_path) as deployment,
    ):
        push(deployment, Size(prompts=10, models=3, points=2).blueprint())
        run = ended_run(deployment, 60)
        failed = [key for key in stored(deployment, RunKeys(run).responses) if key.endswith(".failed.json")]
        assert len(failed) == 10
        assert all("model-1" in key for key in failed)
        asked = Counter(line["model"] for line in server.log())
        assert asked == {"model-0": 10, "model-1": 10, "model-2": 10, "judge": 40}


@pytest.mark.chaos
def test_every_function_is_killed_in_turn_and_nothing_is_lost_or_paid_twice(tmp_path: Path) -> None:
    """500 responses, 5 % of deliveries twice: the result is that of an undisturbed run.

    Only calls that were under way when their process was killed are made again.
    """
    blueprint = Size(prompts=100, models=5, points=4).blueprint()
    with (
        standin(latency=0.2, jitter=0.2, log=tmp_path / "log") as server,
        Deployment(server, tmp_path, ALL, {"*": PATIENT}, attempts=30) as deployment,
    ):
        deployment.inject_into_tasks(seed=1, on=["dispatch"], doubled=0.05)
        push(deployment, blueprint)
        in_flight = 0
        for name in ("fetch_and_schedule", "generate", "judge_point", "aggregate", "generate", "judge_point"):
            time.sleep(2.0)
            in_flight += server.counters()["in_flight"]
            deployment.functions[name].kill()
            deployment.functions[name].start()
            deployment.functions[name].wait()
        deployment.functions["github_webhook"].kill()
        run = ended_run(deployment, 240)
        doubled = answered_twice(server.log())
        unanswered = sum(1 for line in server.log() if line["status"] is None)
        disturbed = result(deployment, run)
        print(
            f"{len(server.log())} requests for 2,500 calls: {doubled} paid twice, {unanswered} cut off; "
            f"{in_flight} under way at the kills; {deployment.task_counts()}"
        )
    assert doubled + unanswered <= in_flight
    with standin() as server:
        assert disturbed == undisturbed(server, blueprint, tmp_path)


@pytest.mark.chaos
def test_a_provider_that_is_busy_for_a_minute_fails_nothing_and_hinders_nobody(tmp_path: Path) -> None:
    """429 for a minute: no failure stored, the queue's rate holds over all, the others are long done."""
    blueprint = Size(prompts=30, models=2, points=2).blueprint()
    blueprint = blueprint.replace('"openai:model-0"', '"anthropic:busy"')
    rate = {"rate_limits": {"max_dispatches_per_second": 5, "max_concurrent_dispatches": 10}}
    with (
        standin(log=tmp_path / "log", models={"busy": 429}, retry_after="2") as server,
        Deployment(server, tmp_path, {}, {"generate-anthropic": rate}, attempts=100) as deployment,
    ):
        timer = threading.Timer(60.0, lambda: server.change(models={}))
        timer.start()
        push(deployment, blueprint)
        time.sleep(20)
        others = Counter(line["model"] for line in server.log() if line["status"] == 200)
        run = ended_run(deployment, 240)
        timer.join()
        log = [line for line in server.log() if line["model"] == "busy"]
        assert others == {"model-1": 30, "judge": 60}
        assert not [key for key in stored(deployment, RunKeys(run).root) if key.endswith(".failed.json")]
    busiest = max(Counter(int(line["arrived"]) for line in log).values())
    refused = sum(1 for line in log if line["status"] == 429)
    print(f"{refused} requests refused, {len(log)} in all, at most {busiest} in a second of 5 allowed")
    assert refused
    # A bucket of 5 tokens may be emptied at once, and refills while it is.
    assert busiest <= 2 * 5
