"""Continuations from stories to the report, as a person runs it."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from bench.narrative import words, write_rows
from bench.standin.process import standin
from tests.e2e.command import ROOT, Ended, environment, pointwise, start

if TYPE_CHECKING:
    from pathlib import Path

    from bench.standin.process import Standin

EXAMPLE = ROOT / "examples" / "narrative"
HEADER = "id,prompt_type,beginning,reference,model_answer\n"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def judge(folder: Path, server: Standin | None = None, *more: str) -> Ended:
    """Judge `rows.csv` of a folder into `scores.csv`."""
    command = words(folder / "rows.csv", folder / "scores.csv", folder / "out")
    return pointwise(*command, *more, env=environment(server))


def wait_for(server: Standin, requests: int) -> None:
    deadline = time.monotonic() + 60
    while server.counters().get("requests", 0) < requests:
        assert time.monotonic() < deadline, "the command never got that far"
        time.sleep(0.01)


def answered(server: Standin) -> list[str]:
    """Digests of requests that were answered well, in order."""
    return [line["digest"] for line in server.log() if line["status"] == 200]


def test_the_example_goes_from_stories_to_the_report_without_a_key(tmp_path: Path) -> None:
    """One command: 12 stories x 3 prompt types x 2 systems, all scored, and a comparison of the two."""
    script = ["sh", str(EXAMPLE / "run.sh"), str(tmp_path)]
    done = subprocess.run(script, env=environment(), capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
    assert "All 72 rows are scored." in done.stdout
    assert "sample:lark against sample:thrush: +" in done.stdout
    rows = rows_of(tmp_path / "scores.csv")
    assert len({(row["id"], row["prompt_type"], row["system"]) for row in rows}) == 72
    assert sum(bool(row["model_reasoning"]) for row in rows) == 1
    found = pointwise("narrative", "report", tmp_path / "scores.csv", "--format", "json").json
    lark = next(group for group in found["groups"] if group["system"] == "sample:lark")
    marks = [float(row["overall_quality"]) for row in rows if row["system"] == "sample:lark"]
    assert lark["metrics"]["OverallScore"]["value"] == pytest.approx(sum(marks) / 36)
    assert "sample:lark" in (tmp_path / "report.html").read_text()


def test_the_same_judgements_run_as_a_blueprint(tmp_path: Path) -> None:
    """Six dimensions as points: the ordinary pipeline scores all of them."""
    blueprint, fixtures = EXAMPLE / "blueprint.yml", EXAMPLE / "blueprint-fixtures.yml"
    ended = pointwise("run", blueprint, "--fixtures", fixtures, "--out", tmp_path, "--format", "json")
    assert ended.code == 0, ended.err
    (run,) = ended.json["runs"]
    assert [(model["modelId"], model["points"]) for model in run["models"]] == [
        ("sample:lark", 36),
        ("sample:thrush", 36),
    ]


def test_the_published_command_works_as_a_module(tmp_path: Path) -> None:
    """`python -m pointwise.narrative.judge` with `--openai_model`, an empty answer and all columns kept."""
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_bytes(
        b"\xef\xbb\xbf" + HEADER.replace("\n", ",mine\r\n").encode() + b'42,strict,It rained.,,"",a\r\n'
    )
    command = [sys.executable, "-m", "pointwise.narrative.judge", "--input", source, "--output", target]
    command += ["--openai_model", "gpt-4.1-mini", "--out", tmp_path / "store"]
    env = environment(OPENAI_API_KEY="none-needed")
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stderr
    (row,) = rows_of(target)
    assert (row["overall_quality"], row["mine"], row["judge_model"]) == ("0", "a", "openai:gpt-4.1-mini")


def test_prompts_are_built_against_a_server(tmp_path: Path) -> None:
    """The other module, with a local model by default and a second candidate; beginnings are derived."""
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("id,background,reference\n1,It rained. Ann ran. She fell. She laughed.,She laughed.\n")
    command = [
        sys.executable,
        "-m",
        "pointwise.narrative.build_prompts",
        "--input",
        source,
        "--output",
        target,
    ]
    with standin() as server:
        done = subprocess.run(  # noqa: S603 - our own
            [
                *command,
                "--candidate=ollama:deepseek-r1:8b",
                "--candidate=mistral:m",
                "--out",
                tmp_path / "store",
            ],
            env=environment(server),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        models = server.counters()["models"]
    assert done.returncode == 0, done.stderr
    rows = rows_of(target)
    assert models == {"gpt-4.1": 1, "deepseek-r1:8b": 3, "m": 3}
    assert [row["beginning"] for row in rows] == ["It rained. Ann ran. She fell."] * 6
    assert all(row["model_answer"] and "Beginning: It rained." in row["prompt_text"] for row in rows)


def test_failed_rows_are_written_with_their_reason_and_asked_again_alone(tmp_path: Path) -> None:
    """Unscored, not zero; in their place; the second run asks for these rows and no other."""
    write_rows(tmp_path / "rows.csv", 60)
    with standin() as server:
        server.change(malformed_judge=0.4)
        first = judge(tmp_path, server)
        assert first.code == 1, first.err
        rows = rows_of(tmp_path / "scores.csv")
        failed = [row for row in rows if row["judge_error"]]
        assert 0 < len(failed) < 60
        assert all(row["overall_quality"] == row["overall_raw"] == "" for row in failed)
        assert [row["id"] for row in rows] == [row["id"] for row in rows_of(tmp_path / "rows.csv")]
        server.change(malformed_judge=0.0)
        before = server.counters()["requests"]
        again = judge(tmp_path, server)
        assert again.code == 0, again.err
        assert server.counters()["requests"] - before == len(failed)
    unchanged = [row for row in rows if not row["judge_error"]]
    assert all(row in rows_of(tmp_path / "scores.csv") for row in unchanged)


def test_ctrl_c_leaves_no_half_table_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """130, no output yet, nothing asked twice."""
    write_rows(tmp_path / "rows.csv", 600)
    with standin(latency=0.1, log=tmp_path / "log") as server:
        command = words(tmp_path / "rows.csv", tmp_path / "scores.csv", tmp_path / "out")
        process = start(*command, env=environment(server))
        wait_for(server, 150)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
        assert process.returncode == 130, err
        assert "Unfinished" in out
        assert not (tmp_path / "scores.csv").exists()
        assert judge(tmp_path, server).code == 0
        assert len(answered(server)) == len(set(answered(server))) == 600


@pytest.mark.chaos
def test_sigkill_in_the_middle_repeats_no_stored_call(tmp_path: Path) -> None:
    """3,000 rows, killed twice: only replies on their way at that moment are asked for again."""
    write_rows(tmp_path / "rows.csv", 3_000)
    command = words(tmp_path / "rows.csv", tmp_path / "scores.csv", tmp_path / "out")
    with standin(latency=0.05, log=tmp_path / "log") as server:
        deaths, stored = [], 0
        for requests in (800, 2_000):
            process = start(*command, env=environment(server))
            wait_for(server, requests)
            process.kill()
            deaths.append(time.time())
            process.communicate()
            stored = len(list((tmp_path / "out" / "cache").glob("*/*.json")))
        before = server.counters()["requests"]
        done = judge(tmp_path, server)
        assert done.code == 0, done.err
        assert server.counters()["requests"] - before == 3_000 - stored
        lines = [line for line in server.log() if line["status"] == 200]
    times: dict[str, float] = {}
    repeated = []
    for line in lines:
        if line["digest"] in times:
            repeated.append(min(abs(death - times[line["digest"]]) for death in deaths))
        times.setdefault(line["digest"], line["answered"])
    print(
        f"{len(lines)} answers, {len(repeated)} repeated, up to {max(repeated, default=0):.3f} s off a kill"
    )
    assert len(times) == 3_000
    assert all(seconds < 1 for seconds in repeated)
    assert len(rows_of(tmp_path / "scores.csv")) == 3_000


@pytest.mark.parametrize(
    ("table", "more", "said"),
    [
        ("id,prompt_type,text\n1,loose,x\n", (), "Columns found: id, prompt_type, text"),
        (HEADER, (), "has no rows"),
        (HEADER + '1,loose,a,b,"c\n', (), "Check the quotes"),
        (HEADER + "1,loose,a,b,c\n", ("--model", "nowhere:m"), "nowhere"),
        (HEADER + "1,loose,a,b,c\n", (), "OPENAI_API_KEY"),
        (None, (), "rows.csv cannot be read"),
    ],
)
def test_bad_input_is_refused_before_anything_is_paid(
    table: str | None, more: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    """Exit code 2 and one sentence, no traceback, no output."""
    if table is not None:
        (tmp_path / "rows.csv").write_text(table)
    env = environment() if said == "OPENAI_API_KEY" else environment(OPENAI_API_KEY="none-needed")
    command = words(tmp_path / "rows.csv", tmp_path / "scores.csv", tmp_path / "out")
    ended = pointwise(*command, *more, env=env)
    assert ended.code == 2, ended.err
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert not (tmp_path / "scores.csv").exists()


def test_two_files_that_share_ids_are_compared(tmp_path: Path) -> None:
    """A file without a system column is a system; JSON has the comparison in full."""
    write_rows(tmp_path / "rows.csv", 30)
    with standin() as server:
        assert judge(tmp_path, server).code == 0
    (tmp_path / "other.csv").write_bytes((tmp_path / "scores.csv").read_bytes())
    ended = pointwise("narrative", "report", tmp_path / "scores.csv", tmp_path / "other.csv", "--format=json")
    (comparison,) = json.loads(ended.out)["comparisons"]
    assert (comparison["first"], comparison["second"], comparison["cells"]) == ("other", "scores", 30)
    assert (comparison["difference"], comparison["verdict"]) == (0, "cannot tell")
