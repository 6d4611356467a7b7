"""Blueprints of any size, and the command line run on them in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.scratch import core_speed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.standin.process import Standin

_NOWHERE = subprocess.DEVNULL
POINTWISE = Path(sys.executable).with_name("pointwise")


@dataclass(frozen=True, slots=True)
class Size:
    """How much a blueprint asks for: responses are prompts x models, judgements those x points."""

    prompts: int
    models: int
    points: int

    @property
    def calls(self) -> int:
        return self.prompts * self.models * (1 + self.points)

    def blueprint(self) -> str:
        """A blueprint of this size, with one judge. JSON is YAML."""
        header = {
            "id": "workload",
            "models": [f"openai:model-{number}" for number in range(self.models)],
            "evaluationConfig": {"llm-coverage": {"judges": [{"id": "j", "model": "openai:judge"}]}},
        }
        points = [f"Names reason number {number} and says why it matters." for number in range(self.points)]
        prompts = [
            {
                "id": f"p{number}",
                "prompt": f"Question {number}: what should be done, and why?",
                "should": points,
            }
            for number in range(self.prompts)
        ]
        return json.dumps({**header, "prompts": prompts})


@dataclass(frozen=True, slots=True)
class Measured:
    """One process from start to written result. Seconds and MiB."""

    wall: float
    user: float
    system: float
    peak: float

    @property
    def shown(self) -> str:
        """What it took besides time, as words to print."""
        cpu = f"CPU {self.user:.2f} s and {self.system:.2f} s of the system"
        return f"{cpu} where {core_speed()}, peak {self.peak:.0f} MiB"


def run_measured(standin: Standin, blueprint: Path, out: Path, concurrency: int) -> Measured:
    """Run a blueprint against the stand-in."""
    return measured(standin, ["run", str(blueprint), f"--out={out}", f"--concurrency={concurrency}"])


def measured(standin: Standin, words: Sequence[str]) -> Measured:
    """Give the command line some words, against the stand-in; fails loudly on any exit code but 0."""
    command = [str(POINTWISE), *words]
    environment = {**os.environ, **standin.environment()}
    started = time.monotonic()
    with subprocess.Popen(command, env=environment, stdout=_NOWHERE, stderr=_NOWHERE) as process:  # noqa: S603 - our own
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    wall = time.monotonic() - started
    return Measured(wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss / 1024)
