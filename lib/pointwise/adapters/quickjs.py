"""The script engine: QuickJS in a few killable child processes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pointwise.adapters.quickjs_frames import UnreadableReply, decode_outcomes, encode_jobs
from pointwise.adapters.quickjs_process import Child, Death
from pointwise.adapters.quickjs_worker import LARGEST_FRAME
from pointwise.checks.effects import ScriptOutcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from pointwise.checks.effects import ScriptJob

_CHILDREN = 2
"""Each takes 15 MB; jobs are short, so few children serve many responses."""
_BATCH = 256
"""Jobs sent at once, so that one response cannot keep a child from all others for long."""
_PATIENCE_SECONDS = 30.0
"""For a batch, and one second more for each job. A job's real limit is its own CPU time, which a busy machine
does not shorten; this one only catches a child that does nothing at all."""

_TOO_MUCH = ScriptOutcome(error="It takes more time or memory than a script may.", blame="limit")
_TOO_LARGE = ScriptOutcome(error="The script and what it looks at are too large.", blame="limit")
_BROKEN = ScriptOutcome(error="The script engine ended without an answer.", blame="engine")
_NOT_STARTED = ScriptOutcome(error="The script engine cannot be started.", blame="engine")


class QuickJs:
    """Runs jobs in child processes, which are started when needed and kept. Belongs to one event loop."""

    def __init__(self, children: int = _CHILDREN) -> None:
        self._turns = asyncio.Semaphore(children)
        self._idle: list[Child] = []
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def run(self, jobs: Sequence[ScriptJob]) -> tuple[ScriptOutcome, ...]:
        """One outcome a job, in order. A job that ends its child fails alone: the others are run again."""
        outcomes: list[ScriptOutcome] = []
        for start in range(0, len(jobs), _BATCH):
            outcomes += await self._run_batch(jobs[start : start + _BATCH])
        return tuple(outcomes)

    async def close(self) -> None:
        """End all children. A job that is being run gets its outcome; none is started any more."""
        self._closed = True
        while self._idle:
            self._idle.pop().kill()

    async def _run_batch(self, jobs: Sequence[ScriptJob]) -> Sequence[ScriptOutcome]:
        if len(jobs) == 1:
            return [await self._run_alone(jobs[0])]
        frame = encode_jobs(jobs)
        if len(frame) <= LARGEST_FRAME:
            try:
                return await self._answer(frame, len(jobs))
            except Death:
                pass
        return [await self._run_alone(job) for job in jobs]

    async def _run_alone(self, job: ScriptJob) -> ScriptOutcome:
        frame = encode_jobs([job])
        if len(frame) > LARGEST_FRAME:
            return _TOO_LARGE
        for _ in range(2):  # a child may also die of what the machine does
            try:
                return (await self._answer(frame, 1))[0]
            except Death as death:
                if death.deserved:
                    return _TOO_MUCH
        return _BROKEN

    async def _answer(self, frame: bytes, count: int) -> tuple[ScriptOutcome, ...]:
        async with self._turns:
            try:
                child = self._child()
            except OSError:
                return (_NOT_STARTED,) * count
            reply = await child.exchange(frame, _PATIENCE_SECONDS + count)
            try:
                outcomes = decode_outcomes(reply, count)
            except UnreadableReply as error:
                child.kill()
                raise Death(deserved=False) from error
            self._release(child)
            return outcomes

    def _child(self) -> Child:
        if self._closed:
            raise OSError("The engine is closed.")
        return self._idle.pop() if self._idle else Child()

    def _release(self, child: Child) -> None:
        if self._closed:
            child.kill()
        else:
            self._idle.append(child)
