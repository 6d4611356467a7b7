"""The server in a process of its own, for tests and benches."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[2]
_PATIENCE = 10.0
"""Seconds to start, stop or answer at the control door."""


class Standin:
    """A running server. `url` has no path: the API of OpenAI is under `/v1`, Gemini's under `/v1beta`."""

    def __init__(self, url: str, log: Path | None) -> None:
        self.url = url
        self._log = log

    def change(self, **behaviour: Any) -> dict[str, Any]:  # noqa: ANN401 - any field of Behaviour
        """Replace fields of the behaviour; `reset=True` first goes back to how the server was started."""
        shown: dict[str, Any] = self._control("", json.dumps(behaviour).encode())
        return shown

    def counters(self) -> dict[str, Any]:
        counters: dict[str, Any] = self._control("")["counters"]
        return counters

    def cpu(self) -> float:
        """Seconds of CPU the server has used since it started."""
        seconds: float = self._control("")["cpu"]
        return seconds

    def requests(self) -> list[dict[str, Any]]:
        """The last requests as `{path, headers, body}`, oldest first."""
        recorded: list[dict[str, Any]] = self._control("/requests")
        return recorded

    def log(self) -> list[dict[str, Any]]:
        """The lines of the request log so far."""
        if self._log is None:
            raise ValueError("the stand-in was started without a log")
        return [json.loads(line) for line in self._log.read_text().splitlines()]

    def environment(self, key: str = "standin-key") -> dict[str, str]:
        """Variables that point every provider of Pointwise here."""
        names = ("OPENAI", "OPENROUTER", "TOGETHER", "MISTRAL", "XAI", "OLLAMA")
        bases = {f"POINTWISE_{name}_BASE_URL": f"{self.url}/v1" for name in names}
        others = {
            "POINTWISE_ANTHROPIC_BASE_URL": self.url,
            "POINTWISE_GOOGLE_BASE_URL": f"{self.url}/v1beta",
        }
        keys = {f"{name}_API_KEY": key for name in (*names, "ANTHROPIC", "GEMINI")}
        return {**bases, **others, **keys}

    def _control(self, path: str, body: bytes | None = None) -> Any:  # noqa: ANN401 - JSON
        with urllib.request.urlopen(f"{self.url}/_control{path}", body, timeout=_PATIENCE) as reply:  # noqa: S310 - loopback
            return json.loads(reply.read())


@contextmanager
def standin(*, port: int = 0, log: Path | None = None, **behaviour: Any) -> Iterator[Standin]:  # noqa: ANN401 - any field of Behaviour
    """Start the server, hand it over, stop it. It also stops should this process die."""
    command = [sys.executable, "-m", "bench.standin", "--until-eof", f"--port={port}"]
    command += [f"--behaviour={json.dumps(behaviour)}", *([f"--log={log}"] if log else [])]
    with subprocess.Popen(command, cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603 - our own
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Standin(_url(process.stdout.readline()), log)
        finally:
            process.stdin.close()
            process.wait(_PATIENCE)


def _url(line: bytes) -> str:
    if not line:
        raise RuntimeError("the stand-in did not start; its reason is on standard error")
    return line.decode().strip()
