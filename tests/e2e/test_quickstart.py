"""The first minute: the example that `make demo` runs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.command import ROOT, pointwise

EXAMPLE = ROOT / "examples" / "quickstart"
WORDS = ("run", EXAMPLE / "blueprint.yml", "--fixtures", EXAMPLE / "fixtures.yml")


def test_the_quickstart_needs_no_key_and_no_network_and_leaves_nothing_unscored(tmp_path: Path) -> None:
    """It ends with 0, shows all three models, says whose answers these are and where result and pages lie."""
    ended = pointwise(*WORDS, "--out", tmp_path)
    assert ended.code == 0, ended.err
    for model in ("sample:aspen", "sample:birch", "sample:cedar"):
        assert model in ended.out
    assert "Hand-written" in ended.out
    (result,) = tmp_path.glob("runs/*/*/*_comparison.json")
    for path in (result, result.with_name("report.html"), tmp_path / "index.html"):
        assert path.is_file()
        assert ended.out.count(f"  {path}\n") == 1


def test_json_output_is_json_and_nothing_else(tmp_path: Path) -> None:
    """Standard output can be piped into a program; what a person reads goes to standard error."""
    ended = pointwise(*WORDS, "--out", tmp_path, "--format", "json")
    (run,) = ended.json["runs"]
    assert run["finished"]
    assert [model["modelId"] for model in run["models"]] == ["sample:aspen", "sample:birch", "sample:cedar"]
    assert json.loads((tmp_path / run["result"]).read_bytes())["runLabel"] in run["run"]
    assert Path(run["report"]).is_file()


def test_equal_runs_give_equal_bytes(tmp_path: Path) -> None:
    """Two runs into two folders differ in nothing but the timestamp."""
    documents = []
    for name in ("a", "b"):
        pointwise(*WORDS, "--out", tmp_path / name)
        (result,) = (tmp_path / name).glob("runs/*/*/*_comparison.json")
        document = json.loads(result.read_bytes())
        documents.append(result.read_bytes().replace(document["timestamp"].encode(), b"T"))
    assert documents[0] == documents[1]
