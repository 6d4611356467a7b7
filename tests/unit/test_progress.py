"""Progress in plain lines, and what holds for every display."""

from __future__ import annotations

import io
import time
from typing import TYPE_CHECKING

import pytest

from pointwise.entrypoints.cli.live_progress import LiveProgress
from pointwise.entrypoints.cli.progress import PlainProgress, ProgressObserver, progress_for, screen_of
from pointwise.events import Planned, RunFinished, UnitSettled
from pointwise.tasks import Cell
from tests.unit.progress_stage import settle

if TYPE_CHECKING:
    from pathlib import Path


class Hands:
    """A clock that stands where it is put."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_plain_lines_come_at_every_tenth_of_the_work() -> None:
    """A line at the start, nine between, one at the end, and no control characters."""
    stream = io.StringIO()
    with PlainProgress(stream, "Safety \x1b[2Jbasics", clock=Hands()) as progress:
        progress.notify(Planned("r", 250, 250))
        settle(progress, range(250))
        progress.notify(RunFinished("r"))
    lines = stream.getvalue().splitlines()
    assert lines[0] == "Running Safety \ufffd[2Jbasics."
    assert [line[:4] for line in lines[1:-1]] == [f"{n:3}%" for n in range(0, 100, 10)]
    assert lines[-1] == (
        "Done in 0.0 s: 250/250 responses; 250/250 judgements; 25.0k tokens in, 5.0k out; $62.50."
    )
    assert all(line.isprintable() for line in lines)


def test_plain_lines_come_every_half_minute_where_work_is_slow() -> None:
    """A log that stands still looks like a run that hangs; one line in thirty seconds is enough."""
    stream, clock = io.StringIO(), Hands()
    with PlainProgress(stream, "slow", clock=clock) as progress:
        progress.notify(Planned("r", 10_000, 0))
        for second in range(1, 91):
            clock.now = float(second)
            progress.notify(UnitSettled("r", "response", Cell(prompt=second, variant=0)))
        lines = stream.getvalue().splitlines()
    assert [line.split(": ")[1].split(";")[0] for line in lines[1:]] == [
        "0/10000 responses",
        "30/10000 responses",
        "60/10000 responses",
        "90/10000 responses",
    ]


def test_plain_lines_wait_until_every_run_is_planned() -> None:
    """A share of what is not known yet would go backwards."""
    stream = io.StringIO()
    with PlainProgress(stream, "two", runs=2) as progress:
        progress.notify(Planned("r", 2, 0))
        assert stream.getvalue() == "Running two.\n"
        progress.notify(Planned("q", 2, 0))
        assert "0/2 runs finished; 0/4 responses" in stream.getvalue()


def test_a_job_that_never_was_planned_ends_without_a_word() -> None:
    """The error that follows says more."""
    stream = io.StringIO()
    with pytest.raises(ValueError, match="no such blueprint"), PlainProgress(stream, "x"):
        raise ValueError("no such blueprint")
    assert stream.getvalue() == "Running x.\n"


def test_what_is_said_stands_on_one_harmless_line() -> None:
    """Messages may quote what came from outside."""
    stream = io.StringIO()
    PlainProgress(stream, "x").say("Stopping\n\x1b[2J now.")
    assert stream.getvalue() == "Stopping \ufffd[2J now.\n"


def test_a_stream_that_cannot_carry_a_title_gets_question_marks(tmp_path: Path) -> None:
    """The encoding of a log is no reason to stop."""
    path = tmp_path / "log"
    with path.open("w", encoding="ascii") as stream, PlainProgress(stream, "標題 é"):
        pass
    assert path.read_text() == "Running ?? ?.\n"


class Broken(io.StringIO):
    """A stream whose other end is gone."""

    def write(self, _text: str) -> int:
        raise BrokenPipeError

    def fileno(self) -> int:
        raise OSError


@pytest.mark.parametrize("kind", [PlainProgress, LiveProgress])
@pytest.mark.parametrize("closed", [True, False])
def test_a_stream_that_is_gone_ends_no_run(kind: type[ProgressObserver], *, closed: bool) -> None:
    """Nobody looks, and the run goes on."""
    stream = io.StringIO() if closed else Broken()
    if closed:
        stream.close()
    with kind(stream, "x") as progress:
        progress.notify(Planned("r", 1, 1))
        settle(progress, range(1))
        progress.say("still here")
    assert progress.snapshot().responses.done == 1


@pytest.mark.parametrize("kind", [PlainProgress, LiveProgress])
def test_events_nobody_understands_are_left_out(kind: type[ProgressObserver]) -> None:
    """An observer never raises, whatever it is told."""
    progress = kind(io.StringIO(), "x")
    progress.notify(UnitSettled("r", "response", None))  # type: ignore[arg-type]
    progress.notify(None)  # type: ignore[arg-type]
    assert progress.snapshot().phase == "planning"


def test_anything_else_gets_lines() -> None:
    """Pipes, files and continuous integration."""
    assert type(progress_for(io.StringIO(), {"TERM": "xterm"}, "x")) is PlainProgress


def test_a_pipe_is_colourless_and_of_a_usual_width() -> None:
    """What is redirected is read later, elsewhere."""
    screen = screen_of(io.StringIO(), {"TERM": "xterm"})
    assert (screen.width, screen.color, screen.redraws) == (100, False, False)


def test_an_event_costs_less_than_twenty_microseconds() -> None:
    """At a thousand calls a second the display takes less than a fiftieth of a core."""
    progress = PlainProgress(io.StringIO(), "x")
    progress.notify(Planned("r", 5000, 5000))
    started = time.process_time()
    settle(progress, range(5000))
    assert (time.process_time() - started) / 20_000 < 20e-6
