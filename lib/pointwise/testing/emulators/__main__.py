"""Run an emulator until it is told to stop: `python -m pointwise.testing.emulators storage|tasks`."""

from __future__ import annotations

import signal
import threading

import click


@click.group()
def main() -> None:
    """Emulators of Cloud Storage and Cloud Tasks on this machine, in memory."""


@main.command()
@click.option("--port", default=0, help="Where to listen; a free one if not given.")
@click.option("--bucket", "buckets", multiple=True, help="A bucket to make at the start; may be repeated.")
def storage(port: int, buckets: tuple[str, ...]) -> None:
    """Emulate Cloud Storage: the JSON API over HTTP."""
    from pointwise.testing.emulators.storage import StorageEmulator  # noqa: PLC0415 - one service at a time

    stopped = _signalled()
    with StorageEmulator(port, buckets=buckets) as emulator:
        click.echo(f"STORAGE_EMULATOR_HOST={emulator.url}")
        stopped.wait()


@main.command()
@click.option("--port", default=0, help="Where to listen for gRPC; a free one if not given.")
@click.option(
    "--control-port", default=0, help="Where counts, faults and certificates are; free if not given."
)
@click.option("--queue", "queues", multiple=True, help="Full name of a queue to make at the start.")
@click.option("--pace", default=1.0, help="How many emulated seconds pass in a real one.")
def tasks(port: int, control_port: int, queues: tuple[str, ...], pace: float) -> None:
    """Emulate Cloud Tasks: queues over gRPC, deliveries over HTTP."""
    from pointwise.testing.emulators.tasks import TasksEmulator  # noqa: PLC0415 - one service at a time

    stopped = _signalled()
    with TasksEmulator(port, control_port=control_port, pace=pace) as emulator:
        for name in queues:
            emulator.create_queue(name)
        click.echo(f"CLOUD_TASKS_EMULATOR_HOST={emulator.address}")
        click.echo(f"control={emulator.control_url}")
        stopped.wait()


def _signalled() -> threading.Event:
    """An event that is set when the process is told to end; made before anybody is told that it runs."""
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    return stopped


if __name__ == "__main__":
    main()
