"""How many storage operations a judgement takes, counted by the emulator while a large run goes through it.

    python -m bench.cloud_operations [JUDGEMENTS]

10,000 judgements by default: 20 points of 500 responses, one judge. Operations of this script's own looks at
the run are not counted.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from bench.cloud_demo.system import Deployment
from bench.standin.process import standin
from bench.workload import Size

_POINTS = 20
_MODELS = 5
_LATENCY, _JITTER = 0.5, 2.0
"""Seconds: models take their time, and never the same; were they all equally fast, every judgement of a
response would be its last."""
_LIMITS = {"POINTWISE_MAX_CALLS": "1000000", "POINTWISE_MAX_CALLS_AT_ONCE": "1000000"}
_RATES = {"rate_limits": {"max_dispatches_per_second": 500, "max_concurrent_dispatches": 200}}
_PATIENCE = 1800.0
_TARGETS = {"list": 1.2, "read": 0.3}
"""Largest number of operations a judgement."""


def main() -> None:
    """Measure and print."""
    judgements = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    size = Size(prompts=max(judgements // (_POINTS * _MODELS), 1), models=_MODELS, points=_POINTS)
    count = size.prompts * size.models * size.points
    with (
        tempfile.TemporaryDirectory() as folder,
        standin(latency=_LATENCY, jitter=_JITTER) as server,
        Deployment(server, Path(folder), settings=_LIMITS, queue_settings={"*": _RATES}) as deployment,
    ):
        began = time.monotonic()
        deployment.receive(deployment.repository.push({"blueprints/workload.json": size.blueprint()}))
        _wait(deployment)
        wall = time.monotonic() - began
        store, tasks = deployment.storage_counts(), deployment.task_counts()
    print(f"{count} judgements of {size.prompts * size.models} responses in {wall:.0f} s")
    for kind in ("list", "read", "write", "delete"):
        target = f" (at most {_TARGETS[kind]})" if kind in _TARGETS else ""
        print(f"  {kind:6} {store.get(kind, 0):7} = {store.get(kind, 0) / count:.3f} a judgement{target}")
    print(f"  tasks  {tasks['create']:7} = {tasks['create'] / count:.3f} a judgement")


def _wait(deployment: Deployment) -> None:
    """Wait for the line with which aggregate ends a run; it costs the store nothing."""
    deadline = time.monotonic() + _PATIENCE
    while not any(line["message"] == "run finished" for line in deployment.lines("aggregate")):
        if time.monotonic() > deadline:
            raise TimeoutError("the run did not end")
        time.sleep(0.5)


if __name__ == "__main__":
    main()
