"""Runs that are stopped or killed in the middle, and go on."""

from __future__ import annotations

import json
import signal
import time
from typing import TYPE_CHECKING

import pytest

from bench.standin.process import standin
from bench.workload import Size
from tests.e2e.command import environment, pointwise, start

if TYPE_CHECKING:
    from pathlib import Path

    from bench.standin.process import Standin


def _result(out: Path) -> bytes:
    (path,) = out.glob("runs/*/*/*_comparison.json")
    stamp = path.name.removesuffix("_comparison.json").rpartition("_")[2]
    return path.read_bytes().replace(stamp.encode(), b"T")


def _wait_for(server: Standin, requests: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.log()) < requests:
        assert time.monotonic() < deadline, "the run never got that far"
        time.sleep(0.01)


def _answered_twice(server: Standin) -> list[str]:
    """Digests of requests that got more than one good answer."""
    digests = [line["digest"] for line in server.log() if line["status"] == 200]
    return sorted({digest for digest in digests if digests.count(digest) > 1})


@pytest.fixture
def blueprint(tmp_path: Path) -> Path:
    """60 responses, 120 judgements."""
    path = tmp_path / "workload.json"
    path.write_text(Size(prompts=20, models=3, points=2).blueprint())
    return path


def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(tmp_path: Path, blueprint: Path) -> None:
    """Calls under way are waited for, 130 is returned, and nothing is asked twice afterwards."""
    with standin(latency=0.05, log=tmp_path / "log") as server:
        words = ("run", blueprint, f"--out={tmp_path / 'out'}", "--concurrency=10")
        process = start(*words, env=environment(server))
        _wait_for(server, 40)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 130, err
        assert "Unfinished" in out
        again = pointwise(*words, env=environment(server))
        assert again.code == 0, again.err
        assert len(list((tmp_path / "out").glob("runs/*/*/"))) == 1
        assert _answered_twice(server) == []
        assert server.counters()["requests"] == 180


def test_a_second_ctrl_c_stops_at_once(tmp_path: Path, blueprint: Path) -> None:
    """A server that never answers cannot keep a person waiting."""
    with standin(hang=1.0, log=tmp_path / "log") as server:
        process = start("run", blueprint, f"--out={tmp_path / 'out'}", env=environment(server))
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=5)
        assert process.returncode == 130
        assert "Traceback" not in err


def test_resume_asks_again_only_what_failed(tmp_path: Path, blueprint: Path) -> None:
    """With 30 % of verdicts malformed and 10 % of requests refused for now, the rest is scored.

    No point is scored from a malformed reply, those without a verdict are counted by reason, and `resume`
    against the healthy server asks for those and nothing else.
    """
    with standin(log=tmp_path / "log") as server:
        words = (f"--out={tmp_path / 'out'}", "--format=json", "--concurrency=50")
        server.change(malformed_judge=0.3, errors={"429": 0.1})
        first = pointwise("run", blueprint, *words, env=environment(server))
        assert first.code == 1, first.err
        rows = first.json["runs"][0]["models"]
        unscored = sum(sum(row["unscored"].values()) for row in rows)
        assert {reason for row in rows for reason in row["unscored"]} == {"unparsable"}
        assert unscored + sum(row["points"] for row in rows) == 120
        assert 0 < unscored < 40
        assert _made_up_scores(tmp_path / "out") == []
        server.change(malformed_judge=0.0, errors={})
        before = server.counters()["requests"]
        again = pointwise("resume", "workload", *words, env=environment(server))
        assert again.code == 0, again.err
        assert server.counters()["requests"] - before == unscored


def _made_up_scores(out: Path) -> list[str]:
    """Stored verdicts whose score does not stand in the reply they were read from."""
    judgements = [
        (path.name, json.loads(path.read_bytes())) for path in out.glob("runs/*/*/judgements/*/*/*.json")
    ]
    return [
        name
        for name, judgement in judgements
        if "score" in judgement and f">{judgement['score']:.2f}<" not in judgement["reply"]["text"]
    ]


@pytest.mark.chaos
def test_sigkill_in_the_middle_repeats_no_stored_call_and_changes_no_byte(tmp_path: Path) -> None:
    """500 responses and 2,000 judgements, killed three times: the result is that of an undisturbed run.

    A reply that was still on its way when the process died cannot have been stored; every other is used.
    """
    path = tmp_path / "workload.json"
    path.write_text(Size(prompts=100, models=5, points=4).blueprint())
    killed, whole = tmp_path / "killed", tmp_path / "whole"
    words = ("run", path, "--concurrency=100")
    with standin(latency=0.05, log=tmp_path / "log") as server:
        deaths, stored = [], 0
        for requests in (300, 1200, 2000):
            process = start(*words, f"--out={killed}", env=environment(server))
            _wait_for(server, requests)
            process.kill()
            deaths.append(time.time())
            process.communicate()
            stored = len(list((killed / "cache").rglob("*.json")))
        before = server.counters()["requests"]
        assert pointwise(*words, f"--out={killed}", env=environment(server)).code == 0
        assert server.counters()["requests"] - before == 2500 - stored
        lines = server.log()
    repeated = _repeats(lines, deaths)
    print(f"{len(lines)} requests; repeated, by seconds from answer to kill: {sorted(repeated.values())}")
    assert len(lines) - len(repeated) - sum(1 for line in lines if line["status"] is None) == 2500
    assert all(early < 0.25 for early in repeated.values())
    with standin() as server:
        assert pointwise(*words, f"--out={whole}", env=environment(server)).code == 0
    assert _result(killed) == _result(whole)


def _repeats(lines: list[dict[str, object]], deaths: list[float]) -> dict[str, float]:
    """Requests answered twice, with how long before the death the first answer left the server."""
    first: dict[str, float] = {}
    repeated: dict[str, float] = {}
    for line in lines:
        digest, answered = str(line["digest"]), float(str(line["answered"]))
        if line["status"] != 200:
            continue
        if digest in first:
            nearest = min((death - first[digest] for death in deaths), key=abs)
            repeated[digest] = round(nearest, 4)
        first.setdefault(digest, answered)
    return repeated


def test_rejudge_asks_other_judges_and_no_model(tmp_path: Path, blueprint: Path) -> None:
    """A run of its own with the same responses; the old one keeps every byte."""
    with standin(log=tmp_path / "log") as server:
        out, env = tmp_path / "out", environment(server)
        assert pointwise("run", blueprint, f"--out={out}", env=env).code == 0
        old = {path: path.read_bytes() for path in out.glob("runs/*/*/**/*") if path.is_file()}
        before = len(server.log())
        words = (
            "rejudge",
            "workload",
            "--judges",
            "openai:other,openai:third",
            f"--out={out}",
            "--format=json",
        )
        ended = pointwise(*words, env=env)
        assert ended.code == 0, ended.err
        asked = [line["model"] for line in server.log()[before:]]
        assert sorted(set(asked)) == ["other", "third"]
        assert len(asked) == 240
        assert all(path.read_bytes() == data for path, data in old.items())
        assert ended.json["runs"][0]["models"][0]["failed"] == 0
