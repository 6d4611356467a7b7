"""Processes on loopback that are started, awaited, killed and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType
    from typing import Self

ROOT = Path(__file__).parents[2]
_FRAMEWORK = Path(sys.executable).with_name("functions-framework")
_PATIENCE = 30.0
_POLL = 0.02


@dataclass
class Function:
    """One cloud function as a process of its own, on a port that stays the same over restarts.

    Attributes:
        name: Of its folder.
        logs: The folder of logs; a file each.
    """

    name: str
    port: int
    logs: Path
    environment: Mapping[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.logs / f"{self.name}.log"

    def start(self) -> None:
        """Start it; it may take a second until it listens."""
        source = ROOT / "functions" / self.name / "main.py"
        command = [
            str(_FRAMEWORK), f"--target={self.name}", f"--source={source}", f"--port={self.port}",
            "--host=127.0.0.1",
        ]  # fmt: skip
        home = self.logs / f"{self.name}.home"  # where gunicorn puts its control socket
        home.mkdir(exist_ok=True)
        environment = {**self.environment, "HOME": str(home)}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 - our own
                command, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def wait(self) -> None:
        """Wait until it listens."""
        deadline = time.monotonic() + _PATIENCE
        while not _listens(self.port):
            if time.monotonic() > deadline or (self.process and self.process.poll() is not None):
                raise RuntimeError(f"{self.name} did not start:\n{self.log.read_text()[-2000:]}")
            time.sleep(_POLL)

    def kill(self) -> None:
        """SIGKILL, its worker included."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(_PATIENCE)
            self.process = None


@dataclass
class Emulators:
    """Both emulators, each a process of its own."""

    buckets: Sequence[str]
    pace: float = 1.0
    storage: str = ""
    tasks: str = ""
    control: str = ""
    _processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def __enter__(self) -> Self:
        words = [word for bucket in self.buckets for word in ("--bucket", bucket)]
        self.storage = _value(self._start("storage", *words))
        out = self._start("tasks", f"--pace={self.pace}")
        self.tasks, self.control = _value(out), _value(out)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.kill()
            process.wait(_PATIENCE)
            assert process.stdout is not None
            process.stdout.close()

    def _start(self, *words: str) -> BinaryIO:
        command = [sys.executable, "-m", "pointwise.testing.emulators", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own
        self._processes.append(process)
        assert isinstance(process.stdout, BinaryIO) or process.stdout is not None
        return process.stdout  # type: ignore[return-value]


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _value(out: BinaryIO) -> str:
    line = out.readline().decode()
    if not line:
        raise RuntimeError("an emulator did not start; its reason is on standard error")
    return line.strip().partition("=")[2]


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
