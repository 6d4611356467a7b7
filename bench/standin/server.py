"""The server: connections, their requests, the log, and a control door."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from bench.standin.http import BadRequest, Request, response, take_request
from bench.standin.outcome import Outcome, digest, outcome, scripted

if TYPE_CHECKING:
    from typing import BinaryIO

    from bench.standin.behaviour import Behaviour

_CONTROL = "/_control"
_RECORDED = 500
"""Requests kept for tests to look at."""
_BACKLOG = 4096


class Server:
    """What all connections share.

    Attributes:
        behaviour: Replaced whole by the control door, which can go back to the first one.
        log: Gets one JSON line a request, before its answer is sent; unbuffered.
    """

    def __init__(self, behaviour: Behaviour, log: BinaryIO | None = None) -> None:
        self._first = behaviour
        self.log = log
        self.reset()

    def reset(self) -> None:
        """Forget every request seen so far and every change of behaviour."""
        self.behaviour = self._first
        self.counts: Counter[str] = Counter()
        self.models: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.recorded: deque[Request] = deque(maxlen=_RECORDED)
        self.in_flight = self.peak = 0

    def meet(self, request: Request, key: str) -> Outcome:
        """Decide what becomes of a request, and remember it."""
        self.recorded.append(request)
        nth = self.seen[key]
        self.seen[key] = nth + 1
        self.counts["requests"] += 1
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)
        behaviour = self.behaviour
        if behaviour.script:
            self.behaviour = behaviour.changed({"script": behaviour.script[1:]})
            return scripted(request, behaviour.script[0], behaviour)
        return outcome(request, behaviour, key, nth)

    def settle(self, entry: dict[str, Any], result: Outcome) -> None:
        """Note how a request ended: `status` is None where no answer was sent."""
        self.in_flight -= 1
        self.counts[f"status_{entry['status'] or 'none'}"] += 1
        self.counts["judge"] += result.judge
        self.models[str(result.model)] += 1
        if self.log is not None:
            entry |= {"model": result.model, "judge": result.judge, "answered": time.time()}
            self.log.write(json.dumps(entry).encode() + b"\n")

    def control(self, request: Request) -> bytes:
        """Answer at the control door: GET shows, POST changes and shows."""
        if request.method == "POST":
            patch = json.loads(request.body)
            if patch.pop("reset", False):
                self.reset()
            self.behaviour = self.behaviour.changed(patch)
        if request.path == f"{_CONTROL}/requests":
            return json.dumps([_shown(each) for each in self.recorded]).encode()
        shown = {
            "behaviour": self.behaviour.as_json(),
            "counters": self._counters(),
            "cpu": time.process_time(),
        }
        return json.dumps(shown).encode()

    def _counters(self) -> dict[str, Any]:
        repeated = sum(1 for times in self.seen.values() if times > 1)
        shown = {
            "in_flight": self.in_flight,
            "peak": self.peak,
            "distinct": len(self.seen),
            "repeated": repeated,
        }
        return {**self.counts, **shown, "models": dict(self.models)}


class Connection(asyncio.Protocol):
    """One connection: one request at a time, in order."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None
        self._used = False
        self._waiting: asyncio.TimerHandle | None = None
        self._open: tuple[dict[str, Any], Outcome] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol hands it over
        self._transport = None
        if self._waiting is not None:
            self._waiting.cancel()
        if self._open is not None:
            entry, result = self._open
            self._open = None
            self._server.settle({**entry, "status": None}, result)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._proceed()

    def _proceed(self) -> None:
        while self._open is None and self._transport is not None and self._buffer:
            try:
                request = take_request(self._buffer)
            except BadRequest as error:
                self._transport.write(response(400, str(error).encode(), {"connection": "close"}))
                self._transport.close()
                return
            if request is None:
                return
            self._receive(request)

    def _receive(self, request: Request) -> None:
        if request.path.startswith(_CONTROL):
            self._control(request)
            return
        self._server.counts["connections"] += not self._used
        self._used = True
        key = digest(request)
        entry = {"arrived": time.time(), "path": request.path, "digest": key}
        result = self._server.meet(request, key)
        self._open = entry, result
        if result.status is None:
            return
        if result.delay > 0:
            self._waiting = asyncio.get_running_loop().call_later(result.delay, self._answer)
        else:
            self._answer()

    def _answer(self) -> None:
        if self._open is None or self._transport is None:
            return
        entry, result = self._open
        self._open = self._waiting = None
        status = None if result.drop else result.status
        self._server.settle({**entry, "status": status}, result)
        if status is None:
            self._transport.abort()
            return
        if result.raw is not None:
            self._transport.write(result.raw)
            if not result.keep:
                self._transport.close()
            return
        self._transport.write(response(status, result.body, result.headers))
        if self._buffer:
            self._proceed()

    def _control(self, request: Request) -> None:
        assert self._transport is not None
        try:
            answer = response(200, self._server.control(request))
        except (ValueError, TypeError, AttributeError) as error:
            answer = response(400, json.dumps({"error": str(error)}).encode())
        self._transport.write(answer)


def _shown(request: Request) -> dict[str, Any]:
    """A request as tests look at it; bodies that are no JSON as text."""
    text = request.body.decode("utf-8", "replace")
    try:
        body = json.loads(text)
    except ValueError:
        body = text
    return {"path": request.path, "headers": request.headers(), "body": body}


async def listen(server: Server, host: str, port: int) -> asyncio.Server:
    """Start listening; port 0 takes a free one."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: Connection(server), host, port, backlog=_BACKLOG)
