"""Folders for measurements, and what making a file in them costs at the moment.

Deleting thousands of files makes the next ones dear: for up to six minutes ext4 steps over each freed inode
(fs/ext4/ialloc.c, `recently_deleted`), so that a new file takes up to 1 ms of CPU instead of 0.02. So
nothing is deleted between measurements, and what a file costs is printed beside the result.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import time
from pathlib import Path

_FILES = 500
_DEAR = 100.0
"""Microseconds; three times what a file costs on a disk at rest."""


def scratch() -> Path:
    """A new folder that is deleted when the process ends."""
    folder = tempfile.mkdtemp(prefix="pointwise-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def file_cost(folder: Path) -> str:
    """What a small new file costs in a folder, as a line to print."""
    place = folder / "files"
    place.mkdir()
    began = time.perf_counter()
    for number in range(_FILES):
        (place / str(number)).write_bytes(b"x" * 1000)
    each = (time.perf_counter() - began) / _FILES * 1e6
    hint = "; many were deleted minutes ago, so better wait for some" if each > _DEAR else ""
    return f"a new file takes {each:.0f} us on this disk{hint}"
