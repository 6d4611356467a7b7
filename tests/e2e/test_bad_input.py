"""Whatever is typed wrong or broken outside: one clear sentence, the right exit code, no traceback."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from bench.standin.process import standin
from bench.workload import Size
from tests.e2e.command import environment, pointwise

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bench.standin.process import Standin

GOOD = "models: [openai:m]\n---\n- id: p\n  prompt: Why?\n  should: [Says why.]\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Standin]:
    """A stand-in that every provider points at."""
    with standin() as running:
        yield running


def _refused(code: int, *sentences: str, ended: object) -> None:
    assert ended.code == code, ended.err  # type: ignore[attr-defined]
    for sentence in sentences:
        assert sentence in ended.err  # type: ignore[attr-defined]
    assert "Traceback" not in ended.err  # type: ignore[attr-defined]


BAD_FILES = [
    ("", "empty"),
    ("title: [unclosed\n", ":"),
    ("models: [nowhere:m]\n---\n- prompt: Why?\n  should: [x]\n", "nowhere"),
    ("models: [NO_SUCH_COLLECTION]\n---\n- prompt: Why?\n  should: [x]\n", "NO_SUCH_COLLECTION"),
    ("- prompt: Why?\n  should:\n    - $no_such_function: x\n", "no_such_function"),
]


@pytest.mark.parametrize(("text", "named"), BAD_FILES)
def test_a_bad_blueprint_is_refused_before_anything_is_paid(
    text: str, named: str, tmp_path: Path, server: Standin
) -> None:
    """Exit code 2, the culprit named with the file, and not one request sent."""
    before = server.counters()
    path = tmp_path / "b.yml"
    path.write_text(text)
    ended = pointwise("run", path, "--out", tmp_path / "out", env=environment(server))
    _refused(2, named, ended=ended)
    assert server.counters() == before


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """No such file: exit code 2 and its path."""
    _refused(2, "nothing.yml", ended=pointwise("run", tmp_path / "nothing.yml", "--out", tmp_path))


def test_a_missing_key_names_the_variable_to_set(tmp_path: Path) -> None:
    """Every key that is missing, judges' included, before the first call."""
    path = tmp_path / "b.yml"
    path.write_text(GOOD)
    ended = pointwise("run", path, "--out", tmp_path / "out")
    _refused(2, "OPENAI_API_KEY", "OPENROUTER_API_KEY", ended=ended)


def test_an_unknown_model_is_said_once_in_a_sentence(tmp_path: Path, server: Standin) -> None:
    """A 404 for the only model: exit code 3 and the model's name."""
    path = tmp_path / "b.yml"
    path.write_text(GOOD.replace("openai:m", "openai:gone"))
    server.change(models={"gone": 404})
    ended = pointwise("run", path, "--out", tmp_path / "out", env=environment(server))
    server.change(reset=True)
    _refused(3, "gone", "unknown to", ended=ended)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, server: Standin) -> None:
    """Results below a file: refused at once, nothing sent."""
    path = tmp_path / "b.yml"
    path.write_text(GOOD)
    before = server.counters()
    ended = pointwise("run", path, "--out", path / "below", env=environment(server))
    _refused(2, "b.yml", "--out", ended=ended)
    assert server.counters() == before


def test_a_server_that_hangs_leaves_points_unscored_not_zero(tmp_path: Path, server: Standin) -> None:
    """Every response times out: exit code 3, the reason said, the failure stored and found by resume."""
    path = tmp_path / "b.yml"
    path.write_text(GOOD)
    env = environment(server, POINTWISE_CALL_SECONDS="0.2", POINTWISE_CALL_ATTEMPTS="1")
    server.change(hang=1.0)
    ended = pointwise("run", path, "--out", tmp_path / "out", env=env)
    server.change(reset=True)
    _refused(3, "openai", ended=ended)
    healthy = pointwise("resume", "b", "--out", tmp_path / "out", "--format", "json", env=environment(server))
    assert healthy.code == 0, healthy.err
    assert healthy.json["runs"][0]["models"][0]["score"] is not None


def test_a_full_disk_stops_the_run_and_loses_nothing(tmp_path: Path, server: Standin) -> None:
    """A disk that fills up in the middle: one sentence, exit code 3; with room again the run goes on."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:  # noqa: S603 - fixed words
        pytest.skip("a small disk can only be mounted by root")
    try:
        path = tmp_path / "b.json"
        path.write_text(Size(prompts=20, models=2, points=2).blueprint())
        ended = pointwise("run", path, "--out", disk, env=environment(server))
        _refused(3, "full", ended=ended)
        subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True)  # noqa: S603, S607 - fixed words
        again = pointwise("run", path, "--out", disk, "--format", "json", env=environment(server))
        assert again.code == 0, again.err
        assert len(list(disk.glob("runs/*/*/"))) == 1
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S603, S607 - fixed words
