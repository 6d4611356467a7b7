"""The `pointwise` command. Each subcommand is a module, imported when it is called."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

import click

from pointwise import __version__
from pointwise.errors import InputError, PointwiseError

if TYPE_CHECKING:
    from collections.abc import Iterator

BAD_INPUT = 2
NOTHING_RUN = 3
INTERRUPTED = 130
"""128 + SIGINT, as shells have it."""
_COLLECTED_AFTER = 20_000
"""New objects before the collector of cycles looks at them. A run holds some thousand at any time: looking
after every 700, as Python does by itself, finds the same ones alive again and again."""


class Commands(click.Group):
    """Subcommands by name, imported late: `pointwise check` need not wait for what `run` needs."""

    modules: ClassVar[dict[str, str]] = {
        name: f"pointwise.entrypoints.cli.{name}"
        for name in (
            "run",
            "resume",
            "rejudge",
            "validate",
            "normalize",
            "schema",
            "check",
            "compare",
            "gate",
            "report",
            "view",
            "verify",
            "narrative",
            "cloud",
        )
    }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's
        if cmd_name not in self.modules:
            return None
        with _left_alone():
            command = getattr(import_module(self.modules[cmd_name]), cmd_name)
        return command if isinstance(command, click.Command) else None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pointwise")
def pointwise() -> None:
    """Evaluate language models, point by point."""


def main() -> None:
    """Run the command line; every error of our own becomes one sentence and an exit code."""
    try:
        pointwise(prog_name="pointwise", standalone_mode=True)
    except InputError as exc:
        _fail(exc, BAD_INPUT)
    except PointwiseError as exc:
        _fail(exc, NOTHING_RUN)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


@contextmanager
def _left_alone() -> Iterator[None]:
    """Keep the collector of cycles from what is made here, now and later: what is imported stays.

    A sixth of the CPU of a run went into looking through it.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(_COLLECTED_AFTER)
        gc.enable()


def _fail(error: PointwiseError, code: int) -> None:
    click.echo(f"Error: {error.message}", err=True)
    sys.exit(code)
