"""What a person sees while a job runs: a live panel, or plain lines where there is no terminal."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from pointwise.reporting.cells import encodable, printable
from pointwise.reporting.status import closing_line, status_line
from pointwise.reporting.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import TracebackType
    from typing import Self

    from pointwise.events import Event
    from pointwise.reporting.tally import Snapshot

_LINE_SECONDS = 30.0
_STEPS = 10
_PIPE_WIDTH = 100
"""Columns assumed where nothing tells: what a log viewer shows without scrolling."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a stream can show.

    Attributes:
        width: In cells.
        redraws: Whether the cursor can go back over what was written.
    """

    width: int
    color: bool
    redraws: bool
    encoding: str


def screen_of(stream: TextIO, environ: Mapping[str, str]) -> Screen:
    """What a stream can show, after `TERM`, `NO_COLOR` and `COLUMNS`."""
    terminal = _is_terminal(stream) and environ.get("TERM") not in {"dumb", "unknown"}
    return Screen(
        width=_width(stream, environ.get("COLUMNS", "")),
        color=terminal and not environ.get("NO_COLOR"),
        redraws=terminal,
        encoding=stream.encoding or "utf-8",
    )


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # closed
        return False


def _width(stream: TextIO, columns: str) -> int:
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or _PIPE_WIDTH
    except (OSError, ValueError):
        return _PIPE_WIDTH


class ProgressObserver:
    """An Observer that shows a count of events; a context manager that cleans up after itself.

    Neither events nor a stream that is gone make it raise.
    """

    def __init__(
        self, stream: TextIO, title: str, *, runs: int = 1, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`runs` blueprints run as one job; `clock` tells monotonic seconds."""
        self._stream = stream
        self._title = printable(title)
        self._clock = clock
        self._tally = Tally(began=clock(), runs=runs)
        self._lock = threading.Lock()
        self._is_open = False

    def notify(self, event: Event) -> None:
        """Take note; takes a few microseconds."""
        try:
            now = self._clock()
            with self._lock:
                self._tally.take(event, now)
            self._show(now)
        except Exception:  # noqa: BLE001, S110 - a display must never end a run that costs money
            pass

    def snapshot(self) -> Snapshot:
        """The job at this moment."""
        now = self._clock()
        with self._lock:
            return self._tally.snapshot(now)

    def say(self, text: str) -> None:
        """Show one line of text that stays."""
        self._write(printable(text))

    def close(self) -> None:
        """End the display with a line on what came of the job. May be called again."""
        if self._is_open:
            self._is_open = False
            try:
                self._end()
            finally:
                self._write(closing_line(self.snapshot()) or "")

    def __enter__(self) -> Self:
        self._is_open = True
        try:
            self._begin()
        except BaseException:  # Ctrl-C while the display was built
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self) -> None:
        """Start to show."""

    def _end(self) -> None:
        """Take away what should not stay."""

    def _show(self, now: float) -> None:
        """Show what changed, if it is time."""

    def _write(self, line: str) -> None:
        if line:
            with suppress(OSError, ValueError):  # gone or closed
                self._stream.write(encodable(line, self._stream.encoding or "utf-8") + "\n")
                self._stream.flush()


class PlainProgress(ProgressObserver):
    """A line at the start, one per tenth of the work or half a minute, one at the end."""

    _step = -1
    _told = 0.0

    def _begin(self) -> None:
        self._write(f"Running {self._title}.")

    def _show(self, now: float) -> None:
        if not self._tally.is_sized:
            return
        step = min(int(self._tally.share * _STEPS), _STEPS - 1)  # the last one is the closing line
        if step > self._step or now - self._told >= _LINE_SECONDS:
            self._step, self._told = max(step, self._step), now
            self._write(status_line(self.snapshot()))


def progress_for(
    stream: TextIO, environ: Mapping[str, str], title: str, *, runs: int = 1
) -> ProgressObserver:
    """A live panel where the stream is a terminal that can redraw, else plain lines."""
    if not screen_of(stream, environ).redraws:
        return PlainProgress(stream, title, runs=runs)
    # Imported here: most commands draw nothing and should start fast.
    from pointwise.entrypoints.cli.live_progress import LiveProgress  # noqa: PLC0415

    return LiveProgress(stream, title, runs=runs)
