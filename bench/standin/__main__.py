"""`python -m bench.standin`: serve until interrupted; prints one line with the URL when ready."""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

from bench.standin.behaviour import Behaviour
from bench.standin.server import Server, listen

_SHARES = ("hang", "malformed", "malformed_judge", "empty")


def parser() -> argparse.ArgumentParser:
    """The options: the plain ones by name, every field of `Behaviour` through --behaviour."""
    result = argparse.ArgumentParser(prog="python -m bench.standin", description=__doc__)
    result.add_argument("--host", default="127.0.0.1")
    result.add_argument("--port", type=int, default=0, help="0 takes a free one")
    result.add_argument("--log", type=Path, help="JSON lines, one a request, appended")
    result.add_argument("--latency", type=float, help="seconds before every answer")
    result.add_argument("--jitter", type=float, help="up to this many seconds more")
    result.add_argument("--seed", type=int)
    result.add_argument("--words", type=int, help="length of an ordinary answer")
    result.add_argument("--retry-after", help="sent with 429 and 503")
    result.add_argument("--key", help="the only key that is let in")
    result.add_argument("--error", action="append", default=[], metavar="STATUS=SHARE")
    for name in _SHARES:
        result.add_argument(f"--{name.replace('_', '-')}", type=float, metavar="SHARE")
    result.add_argument("--behaviour", type=json.loads, default={}, metavar="JSON")
    result.add_argument("--until-eof", action="store_true", help="stop when standard input closes")
    return result


def behaviour(options: argparse.Namespace) -> Behaviour:
    """The behaviour that the command line describes."""
    names = ("latency", "jitter", "seed", "words", "retry_after", "key", *_SHARES)
    given: dict[str, Any] = {name: value for name in names if (value := getattr(options, name)) is not None}
    if options.error:
        given["errors"] = {
            status: float(share) for status, _, share in (e.partition("=") for e in options.error)
        }
    return Behaviour().changed({**given, **options.behaviour})


async def serve(options: argparse.Namespace) -> None:
    """Listen until a signal, or the end of standard input, says stop."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if options.until_eof:
        loop.add_reader(sys.stdin.fileno(), stop.set)
    log = options.log.open("ab", buffering=0) if options.log else None
    listener = await listen(Server(behaviour(options), log), options.host, options.port)
    host, port = listener.sockets[0].getsockname()[:2]
    print(f"http://{host}:{port}", flush=True)
    await stop.wait()
    listener.close()


if __name__ == "__main__":
    asyncio.run(serve(parser().parse_args()))
