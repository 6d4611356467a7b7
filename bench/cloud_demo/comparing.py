"""Whether the same blueprint came to the same in the cloud and on one machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_POINTWISE = Path(sys.executable).with_name("pointwise")
_TIMES = ("timestamp",)
_COMMIT = "sourceCommitSha"
"""Only a repository has commits; a file on one machine has none."""


def run_locally(blueprint: Path, environment: Mapping[str, str], out: Path) -> Path:
    """`pointwise run` in a process of its own; the path of the result."""
    command = [str(_POINTWISE), "run", str(blueprint.relative_to(blueprint.parents[1])), f"--out={out}"]
    done = subprocess.run(  # noqa: S603 - our own
        command, env=dict(environment), cwd=blueprint.parents[1], capture_output=True, text=True, check=False
    )
    if done.returncode not in {0, 1}:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr}")
    (result,) = out.glob("runs/*/*/*_comparison.json")
    return result


def comparable(result: bytes) -> bytes:
    """A result without when it came about, and from which commit; every other byte as it is."""
    document = json.loads(result)
    for name in (*_TIMES, _COMMIT):
        value = document.get(name)
        if isinstance(value, str):
            result = result.replace(f'"{name}":"{value}"'.encode(), f'"{name}":null'.encode())
    return result
