"""The deployed system, assembled on loopback."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bench.cloud_demo.github import GitHub, Repository
from bench.cloud_demo.processes import Emulators, Function, free_ports

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from bench.cloud_demo.github import Webhook
    from bench.standin.process import Standin

BUCKET = "pointwise-demo"
LOCATION = "projects/demo/locations/local"
REPOSITORY = "neighbours/blueprints"
FUNCTIONS = ("fetch_and_schedule", "generate", "judge_point", "aggregate", "github_webhook")
_PROVIDERS = ("openai", "anthropic", "openrouter")
_SECRET = "demo-webhook-secret"  # noqa: S105 - between processes of one demonstration
_TOKEN = "demo-token"  # noqa: S105 - likewise


@dataclass
class Deployment:
    """Emulators, functions and a stand-in GitHub, running while it is entered.

    Attributes:
        standin: Serves the models.
        folder: Where logs go.
        settings: Further variables of the functions.
        queue_settings: Fields of each queue, by its id; `*` for all others.
        attempts: Deliveries of a task before it is given up.
        pace: How many seconds pass for the queues in a real one.
    """

    standin: Standin
    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    queue_settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    attempts: int = 10
    pace: float = 1.0
    repository: Repository = field(default_factory=lambda: Repository(REPOSITORY, _SECRET, _TOKEN))

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self.emulators = stack.enter_context(Emulators([BUCKET], self.pace))
            self.github = stack.enter_context(GitHub(self.repository))
            self._open_queues()
            ports = dict(zip(FUNCTIONS, free_ports(len(FUNCTIONS)), strict=True))
            self.environment = self._environment(ports)
            self.functions = {
                name: Function(name, ports[name], self.folder, self.environment) for name in FUNCTIONS
            }
            for function in self.functions.values():
                stack.callback(function.kill)
                function.start()
            for function in self.functions.values():
                function.wait()
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def receive(self, webhook: Webhook) -> tuple[int, Any]:
        """Have the public door receive what GitHub sends; status and answer."""
        return self.call("github_webhook", webhook.body, webhook.headers)

    def call(
        self, function: str, body: bytes | None, headers: Mapping[str, str] | None = None, path: str = ""
    ) -> tuple[int, Any]:
        """Ask a function; without a body a GET. Status and answer."""
        url = f"{self.functions[function].url}{path}"
        request = urllib.request.Request(url, body, dict(headers or {}))  # noqa: S310 - loopback
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:  # noqa: S310 - loopback
                return reply.status, json.loads(reply.read())
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def lines(self, function: str) -> list[dict[str, Any]]:
        """What a function wrote to its log so far, lines of its server left out."""
        text = self.functions[function].log.read_text()
        return [json.loads(line) for line in text.splitlines() if line.startswith("{")]

    def storage_counts(self) -> dict[str, int]:
        """Operations of the store so far, by kind."""
        return _json(f"{self.emulators.storage}/_emulator/counts")

    def task_counts(self) -> dict[str, int]:
        """Operations and deliveries of the queues so far, by kind."""
        return _json(f"{self.emulators.control}/_emulator/counts")

    def inject_into_tasks(self, **faults: Any) -> None:  # noqa: ANN401 - any field of Faults
        """Have deliveries go wrong from now on."""
        body = json.dumps(faults).encode()
        request = urllib.request.Request(f"{self.emulators.control}/_emulator/faults", body, method="PUT")  # noqa: S310 - loopback
        with urllib.request.urlopen(request, timeout=10):  # noqa: S310 - loopback
            pass

    def _environment(self, ports: Mapping[str, int]) -> dict[str, str]:
        names = {name: name.replace("_", "-") for name in ports}
        urls = ",".join(f"{names[name]}=http://127.0.0.1:{port}" for name, port in ports.items())
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **kept,
            **self.standin.environment(),
            "STORAGE_EMULATOR_HOST": self.emulators.storage,
            "CLOUD_TASKS_EMULATOR_HOST": self.emulators.tasks,
            "POINTWISE_BUCKET": BUCKET,
            "POINTWISE_QUEUES": LOCATION,
            "POINTWISE_FUNCTIONS": urls,
            "POINTWISE_INVOKER": "invoker@demo.iam.gserviceaccount.com",
            "POINTWISE_PROVIDERS": ",".join(_PROVIDERS),
            "POINTWISE_ATTEMPTS": str(self.attempts),
            "POINTWISE_SOURCE": f"github:{REPOSITORY}",
            "POINTWISE_GITHUB_API": self.github.url,
            "GITHUB_TOKEN": _TOKEN,
            "POINTWISE_WEBHOOK_SECRET": _SECRET,
            **self.settings,
        }

    def _open_queues(self) -> None:
        import grpc  # type: ignore[import-untyped]  # noqa: PLC0415 - takes a while, and only a deployment needs it
        from google.cloud import tasks_v2  # noqa: PLC0415 - likewise
        from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcTransport  # noqa: PLC0415

        asked = [f"{kind}-{provider}" for kind in ("generate", "judge") for provider in _PROVIDERS]
        retries = {
            "max_attempts": self.attempts,
            "min_backoff": {"seconds": 1},
            "max_backoff": {"seconds": 30},
        }
        with grpc.insecure_channel(self.emulators.tasks) as channel:
            client = tasks_v2.CloudTasksClient(transport=CloudTasksGrpcTransport(channel=channel))
            for id_ in ("schedule", "checks", "aggregate", *asked):
                settings = self.queue_settings.get(id_, self.queue_settings.get("*", {}))
                queue = {"name": f"{LOCATION}/queues/{id_}", "retry_config": retries, **settings}
                client.create_queue(parent=LOCATION, queue=queue)


def _json(url: str) -> dict[str, int]:
    with urllib.request.urlopen(url, timeout=10) as reply:  # noqa: S310 - loopback
        counts: dict[str, int] = json.loads(reply.read())
        return counts
