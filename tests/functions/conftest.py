"""The deployed system as processes on this machine, shared by the tests of a module."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from bench.cloud_demo.system import Deployment
from bench.standin.process import standin

if TYPE_CHECKING:
    from collections.abc import Iterator

_PATIENCE = 30.0


class Observed:
    """A running deployment, and what its functions wrote to their logs."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment = deployment

    def line(self, function: str, **facts: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """The first line with these facts, as soon as it is there."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            for line in self.deployment.lines(function):
                if all(line.get(name) == fact for name, fact in facts.items()):
                    return line
            time.sleep(0.02)
        raise AssertionError(f"{function} never wrote {facts}: {self.deployment.lines(function)[-5:]}")

    def ended(self, run: str) -> dict[str, Any]:
        """The status of a run once it has its result."""
        self.line("aggregate", message="run finished", run=run)
        status, answer = self.deployment.call("fetch_and_schedule", None, path=f"/runs/{run}")
        assert status == 200
        return answer


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Observed]:
    """Emulators, five functions, GitHub and models, for all tests of a module."""
    with standin() as server, Deployment(server, tmp_path_factory.mktemp("logs")) as deployment:
        yield Observed(deployment)
