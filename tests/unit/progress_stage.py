"""What progress is tested on: a terminal, and a job that gets on."""

from __future__ import annotations

import os
import re
import termios
import threading
import time
from typing import TYPE_CHECKING

from pointwise.chat import ChatReply, Origin, Usage
from pointwise.events import CallEnded, CallStarted, UnitSettled
from pointwise.tasks import Cell

if TYPE_CHECKING:
    from typing import TextIO

    from pointwise.ports import Observer

JUDGE = Origin(purpose="judge", prompt="p", model="m")
REPLY = ChatReply(text="", usage=Usage(input=100, output=20), cost=0.25)


class Terminal:
    """A pseudo-terminal: what is written to `stream`, and what a person sees of it."""

    def __init__(self, columns: int = 80, encoding: str = "utf-8") -> None:
        self._ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, (24, columns))
        self.stream: TextIO = os.fdopen(theirs, "w", encoding=encoding)
        self.written = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        data = b""
        while chunk := self._chunk():
            data += chunk
            self.written = data.decode("utf-8", "ignore")

    def _chunk(self) -> bytes:
        try:
            return os.read(self._ours, 65536)
        except OSError:  # Linux says EIO where the other end was closed
            return b""

    def wait_for(self, text: str) -> None:
        """Return once the text was written; fail after five seconds."""
        deadline = time.monotonic() + 5
        while text not in self.written:
            assert time.monotonic() < deadline, f"{text!r} was never written: {self.written!r}"
            time.sleep(0.01)

    def close(self) -> list[str]:
        """End the terminal and return the lines that stay on its screen."""
        self.stream.close()
        self._reader.join(5)
        os.close(self._ours)
        return screen_after(self.written)


def screen_after(written: str) -> list[str]:
    """The lines on a screen after it obeyed what was written."""
    lines, row, column = [""], 0, 0
    for count, command, char in re.findall(r"\x1b\[[?]?([\d;]*)([A-Za-z])|(.|\n|\r)", written):
        if command == "A":
            row -= int(count or 1)
        elif command == "K":
            lines[row] = ""
        elif char == "\r":
            column = 0
        elif char == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif char:
            lines[row] = lines[row].ljust(column)[:column] + char + lines[row][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines if line.strip()]


def settle(observer: Observer, numbers: range) -> None:
    """Settle one response and one judgement for each number."""
    for number in numbers:
        cell = Cell(prompt=number, variant=0)
        observer.notify(CallStarted("openai"))
        observer.notify(CallEnded("openai", JUDGE, REPLY))
        observer.notify(UnitSettled("r", "response", cell))
        observer.notify(UnitSettled("r", "judgement", cell))
