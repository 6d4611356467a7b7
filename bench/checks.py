"""What a pattern and a program cost through the real child process: `python -m bench.checks`."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from typing import TYPE_CHECKING

from pointwise.adapters.quickjs import QuickJs
from pointwise.checks.effects import PatternTest, Program

if TYPE_CHECKING:
    from pointwise.checks.effects import ScriptJob

RESPONSE = "The quick brown fox jumps over the lazy dog. " * 50
"""2,250 characters, a middling answer."""
_DOCUMENT = json.dumps(RESPONSE)
_NAMES = {"r": _DOCUMENT, "response": _DOCUMENT, "context": '{"messages":[],"modelId":"m"}'}
JOBS: dict[str, ScriptJob] = {
    "pattern": PatternTest(r"\b(lazy|idle)\s+dog\.\s*$", RESPONSE, "i"),
    "js trivial": Program("true", _NAMES),
    "js matching": Program(
        "const found = r.match(/(lazy|idle)\\s+dogs?\\./gi) || []; r.length > 1000 && found.length / 50",
        _NAMES,
    ),
    "js splitting": Program("r.split(/\\s+/).length > 100 && /fox/.test(response)", _NAMES),
}
"""The trivial program costs what every program costs; splitting 450 words takes 0.3 ms of its own."""
ROUNDS = 1000
BATCH = 20
"""Checks of one response sent at once."""
TARGET_MS = 0.5


async def _start() -> float:
    """Milliseconds from nothing to the first outcome."""
    started = time.perf_counter()
    async with QuickJs() as engine:
        await engine.run([JOBS["pattern"]])
        return (time.perf_counter() - started) * 1000


async def _median(job: ScriptJob, size: int, rounds: int) -> float:
    """Median milliseconds a job, in batches of `size`."""
    async with QuickJs() as engine:
        await engine.run([job])
        taken = []
        for _ in range(rounds):
            started = time.perf_counter()
            await engine.run([job] * size)
            taken.append((time.perf_counter() - started) * 1000 / size)
    return statistics.median(taken)


async def _concurrent(job: ScriptJob) -> float:
    """Jobs a second, a hundred responses at a time."""
    async with QuickJs() as engine:
        await engine.run([job])
        started = time.perf_counter()
        await asyncio.gather(*(engine.run([job] * BATCH) for _ in range(100)))
        return 100 * BATCH / (time.perf_counter() - started)


def main() -> None:
    """Print cold start and medians; complain where a median misses its target."""
    print(f"checks: cold start {asyncio.run(_start()):.0f} ms (not in what follows)")
    for name, job in JOBS.items():
        single = asyncio.run(_median(job, 1, ROUNDS))
        batched = asyncio.run(_median(job, BATCH, ROUNDS // BATCH))
        rate = asyncio.run(_concurrent(job))
        verdict = "" if max(single, batched) <= TARGET_MS else f" - above {TARGET_MS} ms!"
        print(
            f"  {name:12} median {single:.3f} ms single, {batched:.3f} ms in batches of {BATCH};"
            f" {rate:,.0f} a second with 100 responses at once{verdict}"
        )


if __name__ == "__main__":
    main()
