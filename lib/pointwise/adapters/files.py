"""Files by their paths, with as few calls to the system as it takes.

A run makes several small files for each call to a model; `pathlib` and buffered files would take half of
all the time spent on them.
"""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MODE = 0o644
_CHUNK = 1 << 20


def read(path: str) -> bytes | None:
    """The content of a file; None where there is none of that name."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return b"".join(_chunks(descriptor))
    except IsADirectoryError:
        return None
    finally:
        os.close(descriptor)


def write_new(path: str, data: bytes) -> None:
    """Make a file.

    Raises:
        FileExistsError: There is one of that name.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _MODE)
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]
    finally:
        os.close(descriptor)


def sync(path: str) -> None:
    """Put a file on the disk; nothing happens where there is none of that name."""
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def link(source: str, path: str) -> None:
    """Give a file a second name, and that name's folder if it takes one.

    Raises:
        FileExistsError: The name is taken.
    """
    try:
        os.link(source, path)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        os.link(source, path)


def make_folder(path: str) -> None:
    """Make a folder and those above it, unless they are there."""
    os.makedirs(path, exist_ok=True)


def rename(source: str, path: str) -> None:
    """Put a file in the place of another, and make its folder if it takes one."""
    try:
        os.replace(source, path)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        os.replace(source, path)


def remove(path: str) -> None:
    """Remove a file; nothing happens where there is none."""
    with suppress(FileNotFoundError):
        os.unlink(path)


def files_below(folder: str, inner: str = "") -> Iterator[str]:
    """Paths of all files below a folder, relative to it; none where there is no folder."""
    for entry in _entries(folder):
        name = f"{inner}{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            yield from files_below(entry.path, f"{name}/")
        else:
            yield name


def leaf_of(folder: str) -> list[str] | None:
    """Names of the files in a folder that holds no folders; None where it holds some."""
    entries = _entries(folder)
    if any(entry.is_dir(follow_symlinks=False) for entry in entries):
        return None
    return [entry.name for entry in entries]


def folders_in(folder: str) -> list[str]:
    """Names of the folders directly in a folder; none where there is no folder."""
    return [entry.name for entry in _entries(folder) if entry.is_dir(follow_symlinks=False)]


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _chunks(descriptor: int) -> Iterator[bytes]:
    while chunk := os.read(descriptor, _CHUNK):
        yield chunk
