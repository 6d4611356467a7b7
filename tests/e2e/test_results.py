"""What runs leave behind, and the commands that read it: verify, compare, gate, report."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import shutil
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from click.testing import CliRunner
from pyarrow import parquet  # type: ignore[import-untyped]

from pointwise.results.schemas import json_schemas
from tests.e2e.command import ROOT, TIMEOUT, Ended, environment, pointwise, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

EXAMPLE = ROOT / "examples" / "quickstart"
WORDS = ("run", EXAMPLE / "blueprint.yml", "--fixtures", EXAMPLE / "fixtures.yml")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two runs of the quickstart, the second with two answers to each prompt."""
    folder = tmp_path_factory.mktemp("results")
    for words in ((), ("--repeats", "2")):
        assert pointwise(*WORDS, *words, "--out", folder).code == 0
    return folder


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    """The same folder, to be changed."""
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def runs(folder: Path) -> list[str]:
    """Names of all runs, oldest first."""
    found = [
        path.parent.relative_to(folder / "runs").as_posix() for path in folder.glob("runs/*/*/plan.json")
    ]
    return sorted(found, key=lambda run: run.rpartition("_")[2])


def command(name: str, *words: object) -> Result:
    """Call a subcommand."""
    found = getattr(import_module(f"pointwise.entrypoints.cli.{name}"), name)
    return CliRunner().invoke(found, [str(word) for word in words])


def one(folder: Path, pattern: str) -> Path:
    """The first file that fits, in the first run."""
    return min((folder / "runs" / runs(folder)[0]).glob(pattern))


def edited(path: Path, change: Callable[[Any], object]) -> Path:
    """Change a JSON file in place."""
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    return path


KINDS = (
    ("comparison", "*_comparison.json"),
    ("core", "artefacts/core.json"),
    ("responses", "artefacts/responses/*.json"),
    ("coverage", "artefacts/coverage/*/*.json"),
    ("history", "artefacts/histories/*/*.json"),
    ("timing", "timing.json"),
    ("summary", "../summary.json"),
    ("latest_runs", "../../../aggregates/latest_runs.json"),
    ("leaderboard", "../../../aggregates/leaderboard.json"),
)


@pytest.mark.parametrize(("name", "pattern"), KINDS)
def test_every_document_keeps_its_schema(name: str, pattern: str, finished: Path) -> None:
    """What was written validates, and the schema that is published is the one it validates against."""
    schema = json_schemas()[name]
    assert json.loads((ROOT / f"docs/schema/{name}.schema.json").read_bytes()) == schema
    jsonschema.Draft202012Validator.check_schema(schema)
    found = [path for run in runs(finished) for path in (finished / "runs" / run).glob(pattern)]
    assert found
    for path in found:
        jsonschema.validate(json.loads(path.read_bytes()), schema)


def test_the_summary_and_the_leaderboard_know_both_runs(finished: Path) -> None:
    """The summary has every run, oldest first; the leaderboard the latest of the blueprint."""
    summary = json.loads((finished / "runs/quickstart/summary.json").read_bytes())
    assert [entry["run"] for entry in summary["runs"]] == runs(finished)
    board = json.loads((finished / "aggregates/leaderboard.json").read_bytes())
    assert [entry["run"] for entry in board["runs"]] == runs(finished)[-1:]
    assert board["ranked"][0][0]["modelId"] == "sample:aspen"


def test_what_was_not_touched_is_found_in_order(finished: Path) -> None:
    """Both runs, with and without repeats, follow from their records to the byte."""
    for run in runs(finished):
        ended = command("verify", run, "--out", finished)
        assert (ended.exit_code, ended.output) == (0, "Everything follows from what it was made of.\n")


# ruff: noqa: ANN401 - what is changed is JSON
def raised(document: Any) -> None:
    """A better score for the last model."""
    document["evaluationResults"]["modelScores"][1]["score"] = 0.99


def reworded(document: Any) -> None:
    document["allFinalAssistantResponses"]["first-vote"]["sample:birch"] = "Yes."


def excused(document: Any) -> None:
    points = document["evaluationResults"]["llmCoverageScores"]["first-vote"]["sample:birch"][
        "pointAssessments"
    ]
    points[0]["reflection"] = "Very good."


def narrowed(document: Any) -> None:
    document["evaluationResults"]["modelScores"][0]["interval"]["low"] = 0.95


def lenient(judgement: Any) -> None:
    judgement["score"] = 0.77


def persuaded(judgement: Any) -> None:
    judgement["prompt"][-1]["content"] += " Be kind."


def invented(response: Any) -> None:
    response["text"] += " And more."


def heavier(plan: Any) -> None:
    plan["blueprint"]["prompts"][0]["weight"] = 5


def reversed_history(artefact: Any) -> None:
    artefact["messages"].reverse()


def cheaper(summary: Any) -> None:
    summary["runs"][0]["models"][1]["score"] = 1.0


def rescored(checks: Any) -> None:
    checks["results"][0]["score"] = 0.123


def covered(prompt: Any) -> None:
    prompt["cells"][0]["coverage"]["avgCoverageExtent"] = 0.5123


TAMPERING = (
    ("*_comparison.json", raised),
    ("*_comparison.json", reworded),
    ("*_comparison.json", excused),
    ("*_comparison.json", narrowed),
    ("judgements/*/*/*-heron.json", lenient),
    ("judgements/*/*/*-heron.json", persuaded),
    ("responses/*/*.json", invented),
    ("plan.json", heavier),
    ("artefacts/histories/*/*.json", reversed_history),
    ("artefacts/core.json", lambda core: core["modelScores"][0].update(group="z")),
    ("coverage/*.json", covered),
    ("../summary.json", cheaper),
    ("timing.json", lambda timing: timing["models"][0].update(p50=0.001)),
)


@pytest.mark.parametrize(("pattern", "change"), TAMPERING)
def test_verify_finds_what_was_changed(pattern: str, change: Callable[[Any], object], copy: Path) -> None:
    """The file that was changed is named, and the exit code is 1."""
    path = edited(one(copy, pattern), change)
    ended = command("verify", runs(copy)[0], "--out", copy)
    assert ended.exit_code == 1
    assert path.resolve().name in ended.output


def test_verify_finds_checks_that_were_changed(copy: Path) -> None:
    """A function's score that no longer leads to the result is seen in the result."""
    edited(one(copy, "judgements/*/*/checks.json"), rescored)
    assert "coverageExtent" in command("verify", runs(copy)[0], "--out", copy).output


@pytest.mark.parametrize(
    "pattern", ["judgements/*/*/*-owl.json", "responses/*/*.json", "artefacts/coverage/*/*.json"]
)
def test_verify_finds_what_was_deleted(pattern: str, copy: Path) -> None:
    """A verdict, a response and an artefact are missed."""
    one(copy, pattern).unlink()
    assert command("verify", runs(copy)[0], "--out", copy).exit_code == 1


def test_verify_finds_what_was_slipped_in(copy: Path) -> None:
    """A verdict of a judge that the run has not, and a response to no prompt, are strangers."""
    verdict = one(copy, "judgements/*/*/*-owl.json")
    shutil.copy(verdict, verdict.with_name("000-00000000.0-heron.json"))
    response = one(copy, "responses/*/*.json")
    shutil.copy(response, response.with_name("stranger.json"))
    ended = command("verify", runs(copy)[0], "--out", copy)
    assert ended.exit_code == 1
    assert "000-00000000.0-heron.json" in ended.output
    assert "stranger.json" in ended.output


def test_compare_takes_two_runs_or_one(finished: Path) -> None:
    """One run is compared with the one before it; nothing moved between two runs of the same answers."""
    first, second = runs(finished)
    both = command("compare", first, second, "--out", finished)
    alone = command("compare", second, "--out", finished)
    assert both.exit_code == alone.exit_code == 0
    assert both.output == alone.output
    assert "no model changed beyond noise" in both.output
    document = json.loads(command("compare", second, "--out", finished, "--format", "json").output)
    assert [model["verdict"] for model in document["models"]] == ["cannot tell"] * 3


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--min-score", "0.6"), 0, "pass"),
        (("--min-score", "0.8"), 1, "fail"),
        (("--min-score", "0.75", "--model", "sample:cedar"), 2, "inconclusive"),
        (("--min-score", "0.8", "--model", "sample:oak"), 3, "sample:oak"),
        ((), 3, "--min-score"),
        (("--min-score", "80"), 3, "80"),
    ],
)
def test_a_gate_ends_with_what_it_found(words: tuple[str, ...], code: int, said: str, finished: Path) -> None:
    """0 pass, 1 fail, 2 inconclusive, 3 for anything that is no answer."""
    ended = command("gate", runs(finished)[0], *words, "--out", finished)
    assert (ended.exit_code, said in ended.output) == (code, True)


def test_a_gate_by_baseline_passes_what_did_not_get_worse(finished: Path) -> None:
    """The same answers again lose nothing."""
    first, second = runs(finished)
    assert command("gate", second, "--baseline", first, "--out", finished).exit_code == 0


def test_a_gate_on_no_run_is_an_error(tmp_path: Path) -> None:
    """Not 2, which is inconclusive."""
    assert command("gate", "none", "--min-score", "0.5", "--out", tmp_path).exit_code == 3


def test_every_export_is_what_its_name_says(finished: Path) -> None:
    """CSV and JSON Lines have a row for each point and judge; JUnit a case for each prompt and model."""
    run = runs(finished)[0]

    def export(form: str) -> str:
        ended = command("report", run, "--format", form, "--out", finished)
        assert ended.exit_code == 0, ended.output
        return ended.output

    rows = list(csv.DictReader(io.StringIO(export("csv"))))
    lines = [json.loads(line) for line in export("jsonl").splitlines()]
    assert len(rows) == len(lines) == 3 * 19 * 2 + 3 * 14
    assert [row["judge"] for row in rows[:2]] == ["heron", "owl"]
    assert json.loads(export("json"))["configId"] == "quickstart"
    suites = ET.fromstring(export("junit"))  # noqa: S314 - our own
    assert [len(suite) for suite in suites] == [5, 5, 5]
    assert "| sample:aspen | 95.3% |" in export("md")
    assert "cannot be told apart" in export("table")


def test_a_page_made_later_knows_the_runs_before(finished: Path) -> None:
    """What changed, scores over time and how long calls took, as on the page that `view` serves."""
    first, second = runs(finished)
    later, earlier = (
        core_of(command("report", run, "--format", "html", "--out", finished).output)
        for run in (second, first)
    )
    assert [each["run"] for each in later["trend"]] == [first, second]
    assert [each["run"] for each in earlier["trend"]] == [first]
    assert "no model changed beyond noise" in later["changes"][0]
    assert earlier["changes"] == []
    assert later["run"] == second


def core_of(page: str) -> Any:
    """What a page is drawn from."""
    return json.loads(page.partition('id="core">')[2].partition("</script>")[0])


def test_pages_are_no_evidence(copy: Path) -> None:
    """They follow from the result by a script that may change, so `verify` does not look at them."""
    for page in copy.rglob("*.html"):
        page.write_text("")
    assert command("verify", runs(copy)[0], "--out", copy).exit_code == 0


def test_an_export_goes_to_a_file(finished: Path, tmp_path: Path) -> None:
    """Nothing else is said then."""
    file = tmp_path / "rows.csv"
    ended = command("report", runs(finished)[0], "--format", "csv", "--out", finished, "--output", file)
    assert (ended.exit_code, ended.output) == (0, "")
    assert file.read_text().startswith("run_label,")


def test_parquet_has_the_rows_of_csv(finished: Path, tmp_path: Path) -> None:
    """Value by value, by --output as by redirection; what is empty in CSV is null."""
    run, file, other = runs(finished)[1], tmp_path / "rows.parquet", tmp_path / "other.parquet"
    words = ("report", run, "--out", finished, "--format")
    assert pointwise(*words, "parquet", "--output", file) == Ended(0, "", "")
    with other.open("wb") as sink, start(*words, "parquet", env=environment(), out=sink) as process:
        assert process.wait(TIMEOUT) == 0
    assert other.read_bytes() == file.read_bytes()
    rows = list(csv.DictReader(io.StringIO(pointwise(*words, "csv").out)))
    found = parquet.read_table(file).to_pylist()
    assert [{name: _as_in_csv(value) for name, value in row.items()} for row in found] == rows
    assert {type(row["score"]) for row in found} == {float}
    assert None in {row["judge_score"] for row in found}


def _as_in_csv(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def test_parquet_is_not_for_terminals(finished: Path) -> None:
    """It is bytes: a terminal is told of --output, and gets none."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    with os.fdopen(ours, "rb", buffering=0) as seen, os.fdopen(theirs, "wb") as terminal:
        words = ("report", runs(finished)[0], "--out", finished, "--format", "parquet")
        process = start(*words, env=environment(), out=terminal)
        _, said = process.communicate(timeout=TIMEOUT)
        assert (process.returncode, "--output FILE" in said) == (2, True)
        assert seen.read(1) is None


def test_without_its_library_parquet_is_refused_in_a_sentence(finished: Path, tmp_path: Path) -> None:
    """Which says what to install; no file is left, and no other format needs it."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['pyarrow'] = None\n")
    env, file = environment(PYTHONPATH=str(tmp_path)), tmp_path / "rows.parquet"
    words = ("report", runs(finished)[0], "--out", finished, "--output", file, "--format")
    ended = pointwise(*words, "parquet", env=env)
    said = "Error: Parquet needs a library of its own: pip install 'pointwise[parquet]'.\n"
    assert ended == Ended(2, "", said)
    assert not file.exists()
    assert pointwise(*words, "csv", env=env).code == 0


def test_a_run_fits_on_a_screen_and_says_what_changed(finished: Path, tmp_path: Path) -> None:
    """At most 40 lines, the verdict first, then models, judges, points to fix, changes, paths."""
    folder = Path(shutil.copytree(finished, tmp_path / "again"))
    ended = pointwise(*WORDS, "--out", folder)
    lines = ended.out.splitlines()
    assert len(lines) <= 40
    assert lines[0].startswith("sample:aspen and sample:cedar")
    order = [
        "Model ",
        "All 99 points are scored.",
        "Judges: heron, owl.",
        "To fix first:",
        "Since ",
        "Written:",
    ]
    places = [next(n for n, line in enumerate(lines) if line.strip().startswith(each)) for each in order]
    assert places == sorted(places)
