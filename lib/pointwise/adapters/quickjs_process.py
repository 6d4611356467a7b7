"""One child process that runs JavaScript: started, spoken to, killed."""

from __future__ import annotations

import asyncio
import importlib.util
import signal
import socket
import subprocess
import sys
from pathlib import Path

from pointwise.adapters import quickjs_worker
from pointwise.adapters.quickjs_worker import LARGEST_FRAME, LENGTH

_OWN_FAULT = frozenset(
    -number for number in (signal.SIGPROF, signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGILL)
)
"""Signals that only what runs inside can bring about. SIGKILL is none: it also comes from a host in need."""


class Death(Exception):  # noqa: N818 - the name says what it is
    """A child ended before it answered.

    Attributes:
        deserved: It was stopped for what its job did.
    """

    def __init__(self, *, deserved: bool) -> None:
        super().__init__()
        self.deserved = deserved


class Child:
    """A running child. Belongs to one exchange at a time."""

    def __init__(self) -> None:
        """Start it, with nothing of our environment and no file of ours.

        Raises:
            OSError: The system cannot start another process.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = _started(theirs)
        ours.setblocking(False)
        self._socket = ours

    async def exchange(self, frame: bytes, seconds: float) -> bytes:
        """Send a frame and wait for the answer.

        Raises:
            Death: It has ended, or had to be ended after `seconds`; it cannot be used again.
        """
        try:
            async with asyncio.timeout(seconds):
                return await self._exchange(frame)
        except (OSError, EOFError) as error:  # TimeoutError is an OSError
            raise Death(deserved=self.kill() in _OWN_FAULT) from error
        except BaseException:
            self.kill()
            raise

    def kill(self) -> int:
        """End it and everything it holds; its return code, negative for the signal that ended it."""
        self._socket.close()
        self._process.kill()
        return self._process.wait()

    async def _exchange(self, frame: bytes) -> bytes:
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(self._socket, LENGTH.pack(len(frame)) + frame)
        (length,) = LENGTH.unpack(await self._receive(LENGTH.size))
        if length > LARGEST_FRAME:
            raise EOFError
        return await self._receive(length)

    async def _receive(self, length: int) -> bytes:
        loop = asyncio.get_running_loop()
        data = bytearray()
        while len(data) < length:
            chunk = await loop.sock_recv(self._socket, length - len(data))
            if not chunk:
                raise EOFError
            data += chunk
        return bytes(data)


def _started(channel: socket.socket) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-I", "-S", quickjs_worker.__file__, _extension_folder()]
    return subprocess.Popen(  # noqa: S603 - our own script, arguments of our own
        command,
        stdin=channel.fileno(),
        stdout=channel.fileno(),
        stderr=subprocess.DEVNULL,
        env=_environment(),
        cwd="/",
    )


def _environment() -> dict[str, str]:
    """Nothing of ours; an interpreter outside the system's folders finds its own library."""
    return {"LD_LIBRARY_PATH": f"{sys.base_prefix}/lib"}


def _extension_folder() -> str:
    spec = importlib.util.find_spec("_quickjs")
    if spec is None or spec.origin is None:
        raise OSError("The package quickjs-ng is not installed.")
    return str(Path(spec.origin).parent)
