"""Judging of a table of continuations against what the calls alone take, and what it holds in memory.

    python -m bench.narrative [ROWS]

3,000 rows, 100 at a time, to the stand-in on loopback at 50 ms a call: the ideal is 30 rounds, 1.5 s. With
ROWS, that many are judged at no latency instead; the peak says whether memory grows with the table.
"""

from __future__ import annotations

import csv
import sys
from typing import TYPE_CHECKING

from bench.scratch import scratch
from bench.standin.process import standin
from bench.workload import measured

if TYPE_CHECKING:
    from pathlib import Path

    from bench.standin.process import Standin
    from bench.workload import Measured

ROWS = 3_000
LATENCY = 0.05
AT_A_TIME = 100
TARGET = 3.0
"""Largest ratio of wall time to the ideal."""
_KINDS = ("loose", "moderate", "strict")


def write_rows(path: Path, rows: int) -> None:
    """A table of continuations, no two alike, of 112 words each."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "prompt_type", "beginning", "reference", "model_answer", "note"))
        for number in range(rows):
            story, kind = f"story-{number // len(_KINDS)}", _KINDS[number % len(_KINDS)]
            answer = f"Number {number} " + "went on and on " * 27 + "until it ended."
            writer.writerow(
                (story, kind, f"{story} began. It rained.", "It stopped.", answer, 'a "note",\nkept')
            )


def words(source: Path, target: Path, out: Path) -> list[str]:
    """The command that judges a table."""
    files = [f"--input={source}", f"--output={target}", f"--out={out}"]
    return ["narrative", "judge", *files, f"--concurrency={AT_A_TIME}"]


def judge_measured(server: Standin, folder: Path, rows: int) -> Measured:
    """Judge a new table in a process of its own."""
    write_rows(folder / "rows.csv", rows)
    return measured(server, words(folder / "rows.csv", folder / "scores.csv", folder / "out"))


def main(rows: int = ROWS, latency: float = LATENCY) -> None:
    """Measure and print."""
    print(f"narrative judge: {rows} rows, {AT_A_TIME} at a time, {latency * 1000:.0f} ms a call")
    folder = scratch()
    with standin(latency=latency) as server:
        found = judge_measured(server, folder, rows)
        requests = server.counters()["requests"]
    ideal = rows / AT_A_TIME * latency
    ratio = f" = {found.wall / ideal:.2f} x the ideal (at most {TARGET} x)" if latency else ""
    print(f"  {found.wall:.2f} s{ratio}, {found.shown}, {requests} requests; files left in {folder}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(int(sys.argv[1]), latency=0.0)
    else:
        main()
