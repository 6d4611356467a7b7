"""What is sent to Cloud Functions: a folder that runs by itself."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from infra.stage import CHECKOUT, stage

NAMES = sorted(main.parent.name.replace("_", "-") for main in (CHECKOUT / "functions").glob("*/main.py"))
ENVIRONMENT = {
    "POINTWISE_BUCKET": "results",
    "POINTWISE_QUEUES": "projects/sandbox/locations/europe-west1",
    "POINTWISE_FUNCTIONS": ",".join(f"{name}=https://{name}.example" for name in NAMES),
    "POINTWISE_WEBHOOK_SECRET": "s",
}
ASK = """
import asyncio, sys
import functions_framework.aio, httpx, pointwise

async def ask(entry_point):
    app = functions_framework.aio.create_asgi_app(target=entry_point, source="main.py")
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://function") as client:
        return await client.post("/", json={"task": "none"})

reply = asyncio.run(ask(sys.argv[1]))
print(pointwise.__file__, reply.status_code, reply.text)
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is staged from, which nobody edits meanwhile."""
    copy = tmp_path_factory.mktemp("checkout")
    for folder in ("functions", "lib/pointwise"):
        shutil.copytree(CHECKOUT / folder, copy / folder)
    (copy / ".ci").mkdir()
    shutil.copy(CHECKOUT / ".ci" / "run.lock", copy / ".ci")
    return copy


@pytest.fixture(scope="module")
def staged(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All functions, staged."""
    out = tmp_path_factory.mktemp("staged")
    stage(checkout, out)
    return out


@pytest.mark.parametrize("name", NAMES)
def test_a_staged_function_answers_out_of_its_own_folder(name: str, staged: Path) -> None:
    """The framework finds the entry point, and the package beside it is the one that is used."""
    command = (sys.executable, "-c", ASK, name.replace("-", "_"))
    done = subprocess.run(  # noqa: S603 - this interpreter
        command,
        cwd=staged / name,
        env={**os.environ, **ENVIRONMENT},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    package, status, _ = done.stdout.splitlines()[-1].split(" ", 2)
    assert Path(package).is_relative_to(staged / name)
    assert int(status) == (401 if name == "github-webhook" else 200)


@pytest.mark.parametrize("name", NAMES)
def test_an_archive_holds_its_folder_and_nothing_that_only_tests_and_terminals_need(
    name: str, staged: Path
) -> None:
    """main.py and requirements at the top, the package beside them, without emulators and command line."""
    names = zipfile.ZipFile(staged / f"{name}.zip").namelist()
    tops = {entry.partition("/")[0] for entry in names}
    assert tops == {"main.py", "requirements.txt", "pointwise"}
    assert not [entry for entry in names if re.search(r"/testing/|/cli/|__pycache__|\.pyc$", entry)]
    package = CHECKOUT / "lib" / "pointwise"
    assert (package / "testing").is_dir()
    assert (package / "entrypoints" / "cli").is_dir()


def test_every_requirement_is_pinned_to_its_bytes(checkout: Path, staged: Path) -> None:
    """Installing refuses whatever is not what was locked: each requirement is exact and has hashes."""
    text = (staged / NAMES[0] / "requirements.txt").read_text()
    blocks = re.split(r"\n(?=[a-zA-Z0-9])", text.strip())
    assert text == (checkout / ".ci" / "run.lock").read_text()
    assert len(blocks) > 20
    assert not [block for block in blocks if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:", block, re.DOTALL)]


def test_equal_sources_give_equal_bytes(checkout: Path, staged: Path, tmp_path: Path) -> None:
    """A function that did not change is not built again, whenever and wherever it is staged."""
    told = json.loads((staged / "sources.tfvars.json").read_text())["sources"]
    again = stage(checkout, tmp_path)
    assert sorted(told) == NAMES
    assert {name: source["digest"] for name, source in again.items()} == {
        name: source["digest"] for name, source in told.items()
    }


def test_a_change_of_one_function_changes_its_archive_and_no_other(
    checkout: Path, staged: Path, tmp_path: Path
) -> None:
    """The digest follows the bytes."""
    told = json.loads((staged / "sources.tfvars.json").read_text())["sources"]
    edited = tmp_path / "edited"
    shutil.copytree(checkout, edited)
    (edited / "functions" / "generate" / "main.py").write_text("# nothing\n")
    changed = stage(edited, tmp_path / "out")
    assert [name for name in NAMES if changed[name]["digest"] != told[name]["digest"]] == ["generate"]
