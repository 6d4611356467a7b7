"""Objects as files of one folder: `ObjectStore` on one machine."""

from __future__ import annotations

import asyncio
import errno
import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from pointwise.errors import InputError, StorageError
from pointwise.keys import CACHE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    P = ParamSpec("P")
    T = TypeVar("T")

_THREADS = 8
"""A synced write takes 0.1 to 10 ms; several at a time share a turn of the disk."""
_STAGING = ".staging"
_OPAQUE = {errno.EISDIR, errno.ENOTDIR}


class DirectoryStore:
    """An ObjectStore in a folder. Any number of processes may share it.

    A file appears whole or not at all: it is written aside and then linked under its name, which fails where
    the name is taken. What was written survives the death of the process; replies, which were paid for, are
    on the disk before a write returns and survive that of the machine.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._staging = root / _STAGING
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="store")
        self._numbers = itertools.count()

    def open(self) -> None:
        """Make the folder and prove that it can be written.

        Raises:
            InputError: It cannot; nothing was run yet, so another folder is all it takes.
        """
        try:
            self._staging.mkdir(parents=True, exist_ok=True)
            self._stage(b"-", synced=True).unlink()
        except OSError as exc:
            raise InputError(_sentence(self.root, exc)) from exc

    def close(self) -> None:
        self._pool.shutdown()

    async def read(self, key: str) -> bytes | None:
        return await self._call(self._read, key)

    async def create(self, key: str, data: bytes) -> bool:
        return await self._call(self._create, key, data)

    async def replace(self, key: str, data: bytes) -> None:
        await self._call(self._replace, key, data)

    async def keys(self, prefix: str) -> list[str]:
        return await self._call(self._keys, prefix)

    async def folders(self, prefix: str) -> list[str]:
        return await self._call(self._folders, prefix)

    async def read_all(self, prefix: str) -> dict[str, bytes]:
        return await self._call(self._read_all, prefix)

    async def delete(self, key: str) -> None:
        await self._call(self._delete, key)

    async def _call(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        def run() -> T:
            with self._translated():
                return function(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._pool, run)

    def _path(self, key: str) -> Path:
        parts = key.split("/")
        if not key or any(part in {"", ".", ".."} for part in parts) or parts[0] == _STAGING:
            raise StorageError(f"{key!r} cannot be the name of an object.")
        return self.root.joinpath(*parts)

    def _read(self, key: str) -> bytes | None:
        try:
            return self._path(key).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as exc:
            if exc.errno in _OPAQUE:
                return None
            raise

    def _create(self, key: str, data: bytes) -> bool:
        path = self._path(key)
        staged = self._stage(data, synced=key.startswith(CACHE))
        try:
            self._link(staged, path)
        except FileExistsError:
            return False
        finally:
            staged.unlink(missing_ok=True)
        return True

    def _replace(self, key: str, data: bytes) -> None:
        path = self._path(key)
        staged = self._stage(data, synced=True)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            staged.replace(path)
        finally:
            staged.unlink(missing_ok=True)

    def _link(self, staged: Path, path: Path) -> None:
        try:
            os.link(staged, path)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.link(staged, path)

    def _stage(self, data: bytes, *, synced: bool) -> Path:
        path = self._staging / f"{os.getpid()}-{next(self._numbers)}"
        with path.open("wb", buffering=0) as file:
            view = memoryview(data)
            while view:
                view = view[file.write(view) :]
            if synced:
                os.fsync(file.fileno())
        return path

    def _keys(self, prefix: str) -> list[str]:
        folder, _, _ = prefix.rpartition("/")
        top = self._path(folder) if folder else self.root
        keys = (f"{folder}/{name}" if folder else name for name in _names(top))
        return sorted(key for key in keys if key.startswith(prefix) and not key.startswith(f"{_STAGING}/"))

    def _folders(self, prefix: str) -> list[str]:
        top = self._path(prefix.rstrip("/"))
        if not top.is_dir():
            return []
        return sorted(f"{prefix}{entry.name}/" for entry in top.iterdir() if entry.is_dir())

    def _read_all(self, prefix: str) -> dict[str, bytes]:
        found = ((key, self._read(key)) for key in self._keys(prefix))
        return {key: data for key, data in found if data is not None}

    def _delete(self, key: str) -> None:
        self._path(key).unlink(missing_ok=True)

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except OSError as exc:
            raise StorageError(_sentence(self.root, exc)) from exc


def _names(top: Path) -> Iterator[str]:
    """Paths of all files below a folder, relative to it, with slashes."""
    for folder, _, files in os.walk(top):
        inner = Path(folder).relative_to(top).as_posix()
        yield from (file if inner == "." else f"{inner}/{file}" for file in files)


def _sentence(root: Path, exc: OSError) -> str:
    if exc.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"The disk of {root} is full. Make room and give the same command again; nothing is lost."
    if exc.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return f"{root} cannot be written. Choose another folder with --out, or change its permissions."
    if exc.errno in {errno.ENOTDIR, errno.EEXIST}:
        return f"{root} is not a folder. Choose another one with --out."
    return f"{root} cannot be used: {exc.strerror or exc}."
