"""Memory and time that aggregating 100,000 judgements takes.

    python bench/aggregation.py [prompts]

Records are made in a process of their own, so that what is measured is the aggregation alone.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path

from pointwise import records
from pointwise.adapters.directory import DirectoryStore
from pointwise.blueprint.model import Blueprint, Message
from pointwise.chat import ChatReply, Usage
from pointwise.judging.panel import Judge, Panel
from pointwise.keys import RunKeys
from pointwise.planning.plan import Plan, PlanOptions, make_plan
from pointwise.planning.progress import seat_segment
from pointwise.records import Judgement, Response
from pointwise.services import Services
from pointwise.steps.aggregate import aggregate
from pointwise.tasks import Aggregate
from pointwise.testing.memory import (
    FixedClock,
    MemoryQueue,
    MemoryScripts,
    MemoryServices,
    RecordingObserver,
    ScriptedChat,
)

PROMPTS, MODELS, POINTS, JUDGES = 500, 10, 10, 2
TEXT = "The answer goes on about the matter at hand for a while. " * 60  # 3.4 kB
REASON = "It names most of what the criterion asks for, but leaves one thing out. " * 3
LIMIT_MB = 300


def plan_of(prompts: int) -> Plan:
    """500 prompts of ten points, ten models, two judges: 100,000 judgements."""
    points = [{"text": f"Says thing number {n} in words that anybody can follow."} for n in range(POINTS)]
    asked = [
        {"id": f"p{n:04d}", "messages": [{"role": "user", "content": "?"}], "points": points}
        for n in range(prompts)
    ]
    blueprint = Blueprint.model_validate({"id": "large", "title": "Large", "prompts": asked})
    panel = Panel(judges=tuple(Judge(id=f"judge-{n}", model=f"x:{n}") for n in range(JUDGES)))
    models = [f"provider:model-{n}" for n in range(MODELS)]
    return make_plan(blueprint, models, panel, FixedClock().now(), PlanOptions())


def make_records(folder: Path, prompts: int) -> None:
    """Write all that a run has before it is aggregated."""
    asyncio.run(_make_records(folder, plan_of(prompts)))


async def _make_records(folder: Path, plan: Plan) -> None:
    store, keys = DirectoryStore(folder), RunKeys(plan.run)
    store.open()
    await store.create(keys.plan, records.write(plan))
    reply = ChatReply(text=TEXT, usage=Usage(input=20, output=800), cost=0.001, latency=2.5)
    for cell in plan.cells():
        segment, prompt = plan.cell_segment(cell), plan.prompt(cell)
        messages = (*prompt.messages, Message(role="assistant", content=TEXT))
        response = Response(
            prompt=prompt.id, model=plan.variant(cell).id, messages=messages, text=TEXT, replies=(reply,)
        )
        await store.create(keys.response(segment), records.write(response))
        await store.create(keys.marker(segment), b"")
        for index, point in enumerate(plan.rubric(cell.prompt)):
            for seat, judge in enumerate(plan.panel.seats):
                score = (cell.prompt * 7 + cell.variant * 3 + index * 5 + seat) % 101 / 100
                verdict = Judgement(
                    point=point.id,
                    judge=judge.id,
                    score=score,
                    reflection=REASON,
                    reply=reply.model_copy(update={"text": REASON}),
                )
                key = keys.judgement(segment, point.id, seat_segment(plan.panel, seat))
                await store.create(key, records.write(verdict))
    store.close()


def measure(
    folder: Path, prompts: int, answer: multiprocessing.SimpleQueue[tuple[float, float, float]]
) -> None:
    """Aggregate prompt by prompt and then the run; tell seconds of both, and the most memory held."""
    seconds = asyncio.run(_aggregate(folder, plan_of(prompts)))
    answer.put((*seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


async def _aggregate(folder: Path, plan: Plan) -> tuple[float, float]:
    store = DirectoryStore(folder)
    store.open()
    services = Services(
        store,
        MemoryQueue(),
        ScriptedChat(lambda *_: ""),
        MemoryScripts(),
        MemoryServices(),
        FixedClock(),
        RecordingObserver(),
    )
    started = time.perf_counter()
    for prompt in range(len(plan.blueprint.prompts)):
        await aggregate(Aggregate(run=plan.run, prompt=prompt), services)
    between = time.perf_counter()
    await aggregate(Aggregate(run=plan.run), services)
    store.close()
    return between - started, time.perf_counter() - between


def main() -> None:
    """Print a line of Markdown."""
    prompts = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdecimal() else PROMPTS
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for target, words in ((make_records, ()), (measure, (answer := context.SimpleQueue(),))):
            process = context.Process(target=target, args=(folder, prompts, *words))
            process.start()
            process.join()
        by_prompt, by_run, memory = answer.get()
    judgements = prompts * MODELS * POINTS * JUDGES
    print("| judgements | prompts, s | run, s | peak memory, MB |\n|--:|--:|--:|--:|")
    print(f"| {judgements:,} | {by_prompt:.1f} | {by_run:.1f} | {memory:.0f} |")
    if memory > LIMIT_MB:
        sys.exit(f"More than {LIMIT_MB} MB.")


if __name__ == "__main__":
    main()
