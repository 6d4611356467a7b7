"""The command line as a person runs it: a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bench.standin.process import Standin

POINTWISE = Path(sys.executable).with_name("pointwise")
ROOT = Path(__file__).parents[2]
TIMEOUT = 120


@dataclass(frozen=True, slots=True)
class Ended:
    """What a process left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.out)


def environment(standin: Standin | None = None, **extra: str) -> dict[str, str]:
    """A clean environment: no key of this machine, every provider at the stand-in if there is one."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "COLUMNS": "100", **(standin.environment() if standin else {}), **extra}


def pointwise(*words: object, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Ended:
    """Run `pointwise` to its end."""
    command = [str(POINTWISE), *map(str, words)]
    done = subprocess.run(  # noqa: S603 - our own
        command,
        env=dict(env or environment()),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def start(
    *words: object, env: Mapping[str, str], out: IO[bytes] | int = subprocess.PIPE
) -> subprocess.Popen[str]:
    """Start `pointwise` and leave it running; `out` is where its output goes."""
    command = [str(POINTWISE), *map(str, words)]
    return subprocess.Popen(  # noqa: S603 - our own
        command, env=dict(env), stdout=out, stderr=subprocess.PIPE, text=True
    )


def without_times(result: bytes) -> bytes:
    """A result document with its timestamp taken out."""
    document = json.loads(result)
    del document["timestamp"]
    return json.dumps(document, sort_keys=True).encode()
