"""A panel that is redrawn while a job runs. The only module that loads rich."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

from rich.console import Console
from rich.live import Live
from rich.text import Text

from pointwise.entrypoints.cli.progress import ProgressObserver
from pointwise.reporting.cells import encodable, glyphs_for, printable
from pointwise.reporting.status import status_panel

_REDRAW_SECONDS = 0.125
_ECHO = 2
"""Cells left free at the right: the terminal echoes `^C` behind the panel, and a line that wraps stays."""


class LiveProgress(ProgressObserver):
    """A panel below everything else, redrawn by a timer and taken away at the end.

    While it is open, what is written to `sys.stderr` appears above the panel.
    """

    _live: Live | None = None
    _timer: threading.Thread | None = None

    def say(self, text: str) -> None:
        if self._live is None:
            super().say(text)
            return
        with suppress(OSError, ValueError):
            self._live.console.print(printable(text), markup=False, emoji=False, soft_wrap=True)

    def _begin(self) -> None:
        self._closing = threading.Event()
        with suppress(OSError, ValueError):
            self._live = self._display()
            self._live.start(refresh=True)
            self._timer = threading.Thread(target=self._redraw, name="progress", daemon=True)
            self._timer.start()

    def _display(self) -> Live:
        console = _TerminalConsole(
            file=self._stream, force_terminal=True, force_interactive=True, highlight=False
        )
        return Live(
            console=console,
            get_renderable=lambda: self._panel(console),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,  # results go there, maybe into a pipe
            redirect_stderr=self._stream is sys.stderr,
        )

    def _redraw(self) -> None:
        while not self._closing.wait(_REDRAW_SECONDS):
            with suppress(Exception):  # a terminal that is gone must not end the run
                if self._live is not None:
                    self._live.refresh()

    def _end(self) -> None:
        live, self._live = self._live, None
        self._closing.set()
        try:
            if self._timer is not None:
                self._timer.join()
        finally:
            with suppress(OSError, ValueError):
                if live is not None:
                    live.stop()

    def _panel(self, console: _TerminalConsole) -> Text:
        console.measure_terminal()
        encoding = self._stream.encoding or "utf-8"
        width, glyphs = console.width - _ECHO, glyphs_for(encoding)
        # rich takes the colours out again where NO_COLOR is set.
        lines = status_panel(self.snapshot(), self._title, width, glyphs, color=True)
        return Text.from_ansi(encodable("\n".join(lines), encoding), no_wrap=True)


class _TerminalConsole(Console):
    """A console that goes by the terminal it writes to, and leaves the process alone."""

    def measure_terminal(self) -> None:
        """Take over the present size; by itself rich asks standard input first, or `COLUMNS`."""
        with suppress(OSError, ValueError):
            size = os.get_terminal_size(self.file.fileno())
            if size.columns and size.lines:
                self.width, self.height = size.columns, size.lines

    def on_broken_pipe(self) -> None:
        """Go on, where rich would end the process."""
