"""Many calls at once, calls given up, and nothing left open."""

from __future__ import annotations

import asyncio
import gc
import time
from typing import TYPE_CHECKING

import pytest

from tests.contract.chat.talk import ORIGIN, ask

if TYPE_CHECKING:
    from pointwise.adapters.chat_router import ChatRouter
    from tests.contract.chat.talk import Talk


async def _ask(router: ChatRouter, number: int) -> str:
    reply = await router.complete(ask(f"Number {number}"), ORIGIN)
    return reply.text


def test_two_hundred_calls_wait_side_by_side(talk: Talk) -> None:
    """All are in flight at once, each gets its own answer, and none is asked twice."""
    talk.server.change(latency=0.3)

    async def run() -> list[str]:
        router = talk.router()
        texts = await asyncio.gather(*(_ask(router, number) for number in range(200)))
        await router.close()
        return texts

    started = time.perf_counter()
    texts = asyncio.run(run())
    assert time.perf_counter() - started < 3.0
    assert [text.split(" - ")[0] for text in texts] == [
        f"You asked: Number {number}" for number in range(200)
    ]
    counters = talk.server.counters()
    assert (counters["requests"], counters["peak"], counters["repeated"]) == (200, 200, 0)


def test_calls_given_up_leave_nothing_behind(talk: Talk) -> None:
    """Cancelling hangs up at once; the router goes on working; no warning is raised at the end."""
    talk.server.change(hang=1.0)

    async def run() -> str:
        router = talk.router()
        tasks = [asyncio.create_task(_ask(router, number)) for number in range(20)]
        while talk.server.counters()["in_flight"] < 20:  # noqa: ASYNC110 - another process counts
            await asyncio.sleep(0.01)
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, asyncio.CancelledError) for result in results)
        talk.server.change(hang=0.0)
        text = await _ask(router, 0)
        await router.close()
        return text

    assert asyncio.run(run()).startswith("You asked: Number 0")
    gc.collect()
    assert talk.server.counters()["in_flight"] == 0


def test_a_cancelled_wait_ends(talk: Talk) -> None:
    """A call can be given up while it waits to be made again."""
    talk.server.change(models={"m": 503})

    async def run() -> None:
        talk.policy["attempts"] = 2
        router = talk.router()
        waiting = asyncio.Event()

        async def sleep(seconds: float) -> None:
            waiting.set()
            await asyncio.sleep(3_600 * seconds)

        router._policy = type(router._policy)(sleep=sleep)
        task = asyncio.create_task(_ask(router, 1))
        await waiting.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await router.close()

    asyncio.run(run())


def test_connections_are_kept(talk: Talk) -> None:
    """Calls after one another share one connection."""

    async def run() -> None:
        router = talk.router()
        for number in range(5):
            await _ask(router, number)
        await router.close()

    asyncio.run(run())
    assert talk.server.counters()["connections"] == 1


def test_a_router_outlives_its_event_loop(talk: Talk) -> None:
    """Each loop gets connections of its own; closing twice, or before the first call, is harmless."""
    router = talk.router()

    async def run(number: int) -> str:
        text = await _ask(router, number)
        await router.close()
        await router.close()
        return text

    asyncio.run(router.close())
    assert asyncio.run(run(1)).startswith("You asked: Number 1")
    assert asyncio.run(run(2)).startswith("You asked: Number 2")
