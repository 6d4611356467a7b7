"""`python -m bench.cloud_demo`: from a push to a table, through the whole deployed system on this machine."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.cloud_demo.comparing import comparable, run_locally
from bench.cloud_demo.objects import bucket_of, copy_run, enter
from bench.cloud_demo.system import BUCKET, Deployment
from bench.standin.process import Standin, standin
from pointwise import records
from pointwise.entrypoints.cli.conclusion import summary
from pointwise.entrypoints.cli.execution import Outcome
from pointwise.keys import RunKeys
from pointwise.reporting.terminal import render_job
from pointwise.results.document import Comparison

_HERE = Path(__file__).parent
_BLUEPRINT = "blueprints/cloud-demo.yml"
_FILES = {
    _BLUEPRINT: (_HERE / "blueprint.yml").read_bytes(),
    "models/COUNTER.json": (_HERE / "models.json").read_bytes(),
}
_PATIENCE = 120.0
_LOOK_SECONDS = 0.25
_WIDTH = 100


def main() -> int:
    """Run the demonstration; 0 where the cloud came to the same bytes as one machine."""
    parser = argparse.ArgumentParser(prog="python -m bench.cloud_demo", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("pointwise-results"), help="folder of results")
    out = parser.parse_args().out
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with standin(latency=0.1) as server, tempfile.TemporaryDirectory() as folder:
        print("Starting two emulators, five functions, a stand-in for GitHub and one for all models.")
        began = time.monotonic()
        with Deployment(server, Path(folder)) as deployment:
            print(f"Ready after {time.monotonic() - began:.1f} s. Pushing {_BLUEPRINT}.")
            result = _pushed(deployment, out)
            print(_counts(deployment))
        return _compared(result, server, Path(folder))


def _pushed(deployment: Deployment, out: Path) -> Path:
    """Push, follow the run to its end, print its table; the path of its result."""
    began = time.monotonic()
    status, answer = deployment.receive(deployment.repository.push(_FILES))
    print(f"The webhook answered {status} {answer} after {time.monotonic() - began:.2f} s.")
    run = _followed(deployment)
    wall = time.monotonic() - began
    keys = RunKeys(run)
    path = copy_run(bucket_of(deployment.emulators.storage, BUCKET), run, out)
    comparison = records.read(Comparison, path.read_bytes(), str(path))
    asyncio.run(enter(run, comparison, out))
    outcome = Outcome(run, path.relative_to(out).as_posix(), comparison)
    print(render_job([summary(outcome, out, wall)], _WIDTH, color=False, encoding="utf-8"))
    print(f"In the bucket: gs://{BUCKET}/{keys.root}")
    print(f"Report: {(out / keys.report).resolve().as_uri()}")
    return path


def _followed(deployment: Deployment) -> str:
    """Wait for the one run to end, with a line for each change; its name."""
    deadline, told = time.monotonic() + _PATIENCE, ""
    while time.monotonic() < deadline:
        run = _active(deployment)
        status: dict[str, Any] = (
            deployment.call("fetch_and_schedule", None, path=f"/runs/{run}")[1] if run else {}
        )
        if status and (line := _line(status)) != told:
            print(line)
            told = line
        if run and status.get("state") == "finished":
            return run
        time.sleep(_LOOK_SECONDS)
    raise TimeoutError(f"The run did not end within {_PATIENCE:.0f} s.")


def _active(deployment: Deployment) -> str | None:
    blobs = bucket_of(deployment.emulators.storage, BUCKET).list_blobs(prefix="active/")
    return next((blob.name.removeprefix("active/") for blob in blobs), None)


def _line(status: dict[str, Any]) -> str:
    kinds = ("responses", "judgements", "prompts")
    counts = (f"{status[kind]['done']}/{status[kind]['total']} {kind}" for kind in kinds if kind in status)
    return f"  {status.get('state')}: {', '.join(counts)}"


def _counts(deployment: Deployment) -> str:
    store, tasks = deployment.storage_counts(), deployment.task_counts()
    kinds = ("list", "read", "write", "delete")
    operations = ", ".join(f"{store.get(kind, 0)} {kind}" for kind in kinds)
    return f"Storage operations: {operations}. Tasks: {tasks['create']}, deliveries: {tasks['dispatch']}."


def _compared(result: Path, server: Standin, folder: Path) -> int:
    """Run the same on one machine, with the same models, and compare."""
    for path, data in _FILES.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(data)
    server.change(reset=True)
    environment = {"PATH": "", **server.environment()}
    local = run_locally(folder / _BLUEPRINT, environment, folder / "out")
    same = comparable(result.read_bytes()) == comparable(local.read_bytes())
    print(f"`pointwise run` on the same blueprint came to {'the same bytes' if same else 'OTHER bytes'}.")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
