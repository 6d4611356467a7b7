"""Objects as files of one folder: `ObjectStore` on one machine."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import itertools
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from pointwise.adapters import files
from pointwise.adapters.disk import Disk
from pointwise.adapters.file_locks import locked
from pointwise.errors import InputError, StorageError
from pointwise.keys import CACHE
from pointwise.ports import Versioned

if TYPE_CHECKING:
    from collections.abc import AsyncIterable, Callable, Iterator
    from pathlib import Path

    P = ParamSpec("P")
    T = TypeVar("T")

_THREADS = 4
"""A sync takes 0.1 to 10 ms; several at a time share a turn of the disk."""
_SMALL = 1 << 16
"""Bytes that are written to memory in no time."""
_FEW = 32
"""Small files that are read in no time."""
_STAGING = ".staging"
_NO_NAMES = {"", ".", ".."}


class DirectoryStore:
    """An ObjectStore in a folder. Any number of processes may share it.

    A file appears whole or not at all: it is written aside and then linked under its name, which fails where
    the name is taken. What was written survives the death of the process, from the moment it is linked;
    replies, which were paid for, are on the disk before a write returns and survive that of the machine. Only
    a machine that dies in between may leave a file empty.

    What only touches the system's memory, such as reading or making a small file, is done where it is asked
    for: it takes 20 microseconds, and a thread's turn for it would hold up the event loop for 200. Whatever
    waits for the disk or walks a tree gets a thread.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._top = os.fspath(root)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="store")
        self._disk = Disk(self._pool, _THREADS)
        self._staging = f"{self._top}/{_STAGING}/{os.getpid()}-{id(self):x}"
        self._numbers = itertools.count()

    def open(self) -> None:
        """Make the folder and prove that it can be written.

        Raises:
            InputError: It cannot; nothing was run yet, so another folder is all it takes.
        """
        try:
            files.make_folder(f"{self._top}/{_STAGING}")
            staged = self._stage(b"-")
            files.sync(staged)
            files.remove(staged)
        except OSError as exc:
            raise InputError(_sentence(self.root, exc)) from exc

    def close(self) -> None:
        self._pool.shutdown()

    async def read(self, key: str) -> bytes | None:
        with self._translated():
            return files.read(self._path(key))

    async def create(self, key: str, data: bytes) -> bool:
        is_new = await self._written(self._create, key, data)
        if is_new:
            await self._kept(key)
        return is_new

    async def replace(self, key: str, data: bytes) -> None:
        await self._written(self._replace, key, data)
        await self._kept(key)

    async def assemble(self, key: str, parts: AsyncIterable[bytes]) -> None:
        path, staged = self._path(key), self._staging_path()
        file = await self._aside(open, staged, "wb")
        try:
            async for part in parts:
                await self._aside(file.write, part)
            await self._aside(file.close)
            await self._aside(files.rename, staged, path)
        finally:
            file.close()
            files.remove(staged)

    async def read_versioned(self, key: str) -> Versioned | None:
        data = await self.read(key)
        return None if data is None else Versioned(data, _version(data))

    async def replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        return await self._aside(self._replace_if, key, data, version)

    async def keys(self, prefix: str) -> list[str]:
        leaf = self._leaf(prefix)
        return await self._aside(self._keys, prefix) if leaf is None else leaf

    async def folders(self, prefix: str) -> list[str]:
        return await self._aside(self._folders, prefix)

    async def read_all(self, prefix: str) -> dict[str, bytes]:
        leaf = self._leaf(prefix)
        if leaf is None or len(leaf) > _FEW:
            return await self._aside(self._read_all, prefix)
        with self._translated():
            return self._read_each(leaf)

    async def delete(self, key: str) -> None:
        with self._translated():
            files.remove(self._path(key))

    async def _written(self, write: Callable[[str, bytes], T], key: str, data: bytes) -> T:
        if len(data) > _SMALL:
            return await self._aside(write, key, data)
        with self._translated():
            return write(key, data)

    async def _kept(self, key: str) -> None:
        if key.startswith(CACHE):
            with self._translated():
                await self._disk.keep(self._path(key))

    async def _aside(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run what may take long in a thread."""

        def run() -> T:
            with self._translated():
                return function(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._pool, run)

    def _path(self, key: str) -> str:
        parts = key.split("/")
        if any(part in _NO_NAMES for part in parts) or parts[0] == _STAGING:
            raise StorageError(f"{key!r} cannot be the name of an object.")
        return f"{self._top}/{key}"

    def _create(self, key: str, data: bytes) -> bool:
        path = self._path(key)
        staged = self._stage(data)
        try:
            files.link(staged, path)
        except FileExistsError:
            return False
        finally:
            files.remove(staged)
        return True

    def _replace(self, key: str, data: bytes) -> None:
        path = self._path(key)
        staged = self._stage(data)
        try:
            files.rename(staged, path)
        except BaseException:
            files.remove(staged)
            raise

    def _replace_if(self, key: str, data: bytes, version: str | None) -> bool:
        path = self._path(key)
        with locked(f"{self._top}/{_STAGING}/lock-{_version(key.encode())}"):
            present = files.read(path)
            if (None if present is None else _version(present)) != version:
                return False
            self._replace(key, data)
        return True

    def _stage(self, data: bytes) -> str:
        while True:
            path = self._staging_path()
            try:
                files.write_new(path, data)
            except FileExistsError:  # left by a process of the same number that was killed
                continue
            except OSError:  # half written
                files.remove(path)
                raise
            return path

    def _staging_path(self) -> str:
        return f"{self._staging}-{next(self._numbers)}"

    def _keys(self, prefix: str) -> list[str]:
        folder = prefix.rpartition("/")[0]
        top, inner = (self._path(folder), f"{folder}/") if folder else (self._top, "")
        keys = (key for key in files.files_below(top, inner) if key.startswith(prefix))
        return sorted(key for key in keys if not key.startswith(f"{_STAGING}/"))

    def _folders(self, prefix: str) -> list[str]:
        return sorted(f"{prefix}{name}/" for name in files.folders_in(self._path(prefix.rstrip("/"))))

    def _leaf(self, prefix: str) -> list[str] | None:
        """What `keys` returns where that takes no walk through folders, else None."""
        if not prefix.endswith("/"):
            return None
        with self._translated():
            names = files.leaf_of(self._path(prefix.rstrip("/")))
        return None if names is None else sorted(f"{prefix}{name}" for name in names)

    def _read_all(self, prefix: str) -> dict[str, bytes]:
        return self._read_each(self._keys(prefix))

    def _read_each(self, keys: list[str]) -> dict[str, bytes]:
        found = ((key, files.read(self._path(key))) for key in keys)
        return {key: data for key, data in found if data is not None}

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except OSError as exc:
            raise StorageError(_sentence(self.root, exc)) from exc


def _version(data: bytes) -> str:
    """Bytes that are equal are one version: whoever read them knows what is there."""
    return hashlib.sha256(data).hexdigest()


def _sentence(root: Path, exc: OSError) -> str:
    if exc.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"The disk of {root} is full. Make room and give the same command again; nothing is lost."
    if exc.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return f"{root} cannot be written. Choose another folder with --out, or change its permissions."
    if exc.errno in {errno.ENOTDIR, errno.EEXIST}:
        return f"{root} is not a folder. Choose another one with --out."
    return f"{root} cannot be used: {exc.strerror or exc}."
