"""Folders for measurements, and the speed of the machine at the moment.

Deleting thousands of files makes the next ones dear: for up to six minutes ext4 steps over each freed inode
(fs/ext4/ialloc.c, `recently_deleted`), so that a new file takes up to 1 ms of CPU instead of 0.02. So a
measurement deletes nothing, not even at its end, and tells the CPU of the system from its own: 1 s of the
system is usual for 2,500 calls, 3 s are somebody's freed inodes. A core of a machine that is shared may also
run at half its speed for a while, which no load average shows: a loop tells.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

_ADDITIONS = 1_000_000


def scratch() -> Path:
    """A new folder among the temporary files, which the machine cleans up in its own time."""
    return Path(tempfile.mkdtemp(prefix="pointwise-bench-"))


def core_speed() -> str:
    """What a loop of additions takes just now, as words to print."""
    began, total = time.perf_counter(), 0
    for number in range(_ADDITIONS):
        total += number
    return f"a million additions take {(time.perf_counter() - began) * 1e3:.0f} ms"
