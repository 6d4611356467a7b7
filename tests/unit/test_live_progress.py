"""The live panel, on a pseudo-terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import pointwise
from pointwise.entrypoints.cli.live_progress import LiveProgress
from pointwise.entrypoints.cli.progress import PlainProgress, ProgressObserver, progress_for, screen_of
from pointwise.events import CallStarted, Planned, RunFinished
from tests.unit.progress_stage import Terminal, screen_after, settle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

HIDE, SHOW = "\x1b[?25l", "\x1b[?25h"


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A terminal of 80 columns."""
    opened = Terminal()
    yield opened
    if not opened.stream.closed:
        opened.close()


def test_a_terminal_shows_a_panel_and_keeps_the_last_line(terminal: Terminal) -> None:
    """Drawn while it runs, taken away at the end, the cursor back where it belongs."""
    with progress_for(terminal.stream, {"TERM": "xterm"}, "Safety basics") as progress:
        progress.notify(Planned("r", 10, 10))
        progress.notify(CallStarted("openrouter"))
        settle(progress, range(5))
        terminal.wait_for("in flight: openrouter 1")
        drawn = screen_after(terminal.written)
        settle(progress, range(5, 10))
        progress.notify(RunFinished("r"))
    stays = terminal.close()
    assert drawn[0] == "Safety basics  generating and judging"
    assert re.fullmatch(r"  responses   ━+─+   5/10   50%", drawn[1])
    assert re.fullmatch(r"  judgements  ━+─+   5/10   50%", drawn[2])
    assert (drawn[4], drawn[5]) == ("  500 tokens in, 100 out · $1.25", "  in flight: openrouter 1")
    assert [line[:10] for line in stays] == ["Done in 0."]
    assert terminal.written.count(HIDE) == terminal.written.count(SHOW) == 1


def test_events_do_not_redraw(terminal: Terminal) -> None:
    """A timer draws, about eight times a second, however many events there are."""
    with LiveProgress(terminal.stream, "busy") as progress:
        progress.notify(Planned("r", 5000, 5000))
        started = time.monotonic()
        settle(progress, range(5000))
        terminal.wait_for("5000/5000")
        seconds = time.monotonic() - started
    terminal.close()
    # One frame at the start, one at the end, and one for each tick that may just have come.
    assert terminal.written.count("busy") <= seconds * 8 + 4


def test_what_is_said_during_a_run_stays_above_the_panel(terminal: Terminal) -> None:
    """The panel moves down; nothing in the text is markup."""
    with LiveProgress(terminal.stream, "x") as progress:
        progress.notify(Planned("r", 1, 1))
        progress.say("Stopping [bold]now :smile:\x1b[2J")
        terminal.wait_for("Stopping")
    assert terminal.close()[0] == "Stopping [bold]now :smile:\ufffd[2J"


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, SystemExit])
def test_whatever_ends_a_run_the_terminal_is_restored(terminal: Terminal, error: type[BaseException]) -> None:
    """The cursor comes back, the panel goes, the timer ends, and the error is not swallowed."""
    stderr = sys.stderr
    progress = LiveProgress(terminal.stream, "x")
    progress.notify(Planned("r", 2, 2))
    with pytest.raises(error), progress:
        raise error
    (line,) = terminal.close()
    assert line.startswith("Ended after")
    assert terminal.written.rindex(SHOW) > terminal.written.rindex(HIDE)
    assert "progress" not in [thread.name for thread in threading.enumerate()]
    assert sys.stderr is stderr


@pytest.mark.parametrize("columns", [20, 40, 60])
def test_a_narrow_terminal_is_not_overrun(columns: int) -> None:
    """A line that wraps could not be taken back."""
    narrow = Terminal(columns)
    with LiveProgress(narrow.stream, "A title that is longer than forty columns can show") as progress:
        progress.notify(Planned("r", 10, 10))
        settle(progress, range(5))
        narrow.wait_for("generating and")
        drawn = screen_after(narrow.written)
    narrow.close()
    assert max(map(len, drawn)) <= columns


def test_a_terminal_without_the_glyphs_gets_ascii() -> None:
    """Box drawing is for those who have it."""
    old = Terminal(encoding="ascii")
    with LiveProgress(old.stream, "x") as progress:
        progress.notify(Planned("r", 10, 10))
        settle(progress, range(5))
        old.wait_for("####")
    old.close()
    assert old.written.isascii()


def test_no_color_is_obeyed_on_a_terminal(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel is drawn, without colours; bold and dim are none."""
    monkeypatch.setenv("NO_COLOR", "1")
    with LiveProgress(terminal.stream, "x") as progress:
        progress.notify(Planned("r", 10, 10))
        settle(progress, range(5))
        terminal.wait_for("50%")
    terminal.close()
    assert not re.search(r"\x1b\[[\d;]*3\dm", terminal.written)


@pytest.mark.parametrize(
    ("environ", "kind"),
    [
        ({"TERM": "xterm-256color"}, LiveProgress),
        ({"TERM": "xterm", "NO_COLOR": "1"}, LiveProgress),
        ({}, LiveProgress),
        ({"TERM": "dumb"}, PlainProgress),
    ],
)
def test_a_terminal_that_can_redraw_gets_a_panel(
    terminal: Terminal, environ: Mapping[str, str], kind: type[ProgressObserver]
) -> None:
    """NO_COLOR is about colour; a dumb terminal cannot go back."""
    assert type(progress_for(terminal.stream, environ, "x")) is kind


@pytest.mark.parametrize(
    ("environ", "width", "color"),
    [
        ({}, 80, True),
        ({"NO_COLOR": "1"}, 80, False),
        ({"NO_COLOR": ""}, 80, True),
        ({"TERM": "dumb"}, 80, False),
        ({"COLUMNS": "132"}, 132, True),
        ({"COLUMNS": "wide"}, 80, True),
        ({"COLUMNS": "0"}, 80, True),
    ],
)
def test_a_terminal_tells_what_it_can_show(
    terminal: Terminal, environ: Mapping[str, str], width: int, *, color: bool
) -> None:
    """Size from the terminal unless COLUMNS says otherwise."""
    screen = screen_of(terminal.stream, environ)
    assert (screen.width, screen.color, screen.encoding) == (width, color, "utf-8")


CHILD = """
import asyncio, os, sys
from pointwise.entrypoints.cli.progress import progress_for
from pointwise.events import Planned

async def main():
    with progress_for(sys.stderr, os.environ, "child") as progress:
        progress.notify(Planned("r", 10, 10))
        print("a warning from elsewhere", file=sys.stderr)
        await asyncio.sleep(30)

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print('{"only": "json"}')
    sys.exit(130)
"""


@contextmanager
def child(terminal: Terminal) -> Iterator[subprocess.Popen[str]]:
    """A process that draws its progress on the terminal, standard output apart."""
    environ = os.environ | {"TERM": "xterm", "PYTHONPATH": str(Path(pointwise.__file__).parents[1])}
    environ.pop("NO_COLOR", None)
    command = [sys.executable, "-c", CHILD]
    process = subprocess.Popen(  # noqa: S603 - our own interpreter
        command, stderr=terminal.stream, stdout=subprocess.PIPE, env=environ, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_ctrl_c_in_a_real_process_leaves_a_clean_terminal(terminal: Terminal) -> None:
    """Panel gone, cursor back, other people's lines kept, standard output untouched."""
    with child(terminal) as process:
        terminal.wait_for("0/10")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=10)
    warning, last = terminal.close()
    assert process.returncode == 130
    assert out == '{"only": "json"}\n'
    assert warning == "a warning from elsewhere"
    assert re.fullmatch(r"Ended after \d\.\d s: 0/10 responses; 0/10 judgements\.", last)
    assert terminal.written.rindex(SHOW) > terminal.written.rindex(HIDE)


def test_rich_is_loaded_only_to_draw() -> None:
    """Commands without a panel start without the library that draws it."""
    code = "import sys, pointwise.entrypoints.cli.progress; sys.exit('rich' in sys.modules)"
    environ = os.environ | {"PYTHONPATH": str(Path(pointwise.__file__).parents[1])}
    assert subprocess.run([sys.executable, "-c", code], env=environ, check=False).returncode == 0  # noqa: S603
