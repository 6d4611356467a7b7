"""What a call costs this machine: CPU per call of the router, beside bare aiohttp doing the same.

    python bench/http_overhead.py [CALLS] [IN_FLIGHT]

Both talk to the stand-in server in a process of its own, which answers after 50 ms.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

import aiohttp

from bench.standin import standin
from pointwise.adapters.chat_router import ChatRouter
from pointwise.adapters.providers import provider_settings
from pointwise.blueprint.model import Message
from pointwise.chat import ChatRequest, Origin

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bench.standin import Standin
    from pointwise.events import Event

_LATENCY = 0.05
_DEFAULTS = (2500, 100)
_QUESTION = "A clause of an act, a case, and what the law says of it. " * 40
"""As long as an ordinary judge prompt: 2,300 characters."""


class _Deaf:
    """Nobody listens."""

    def notify(self, event: Event) -> None:
        """Hear nothing."""


def _request(number: int) -> ChatRequest:
    message = Message(role="user", content=f"{_QUESTION}{number}")
    return ChatRequest(model="openai:gpt-4.1-mini", messages=(message,), temperature=0.0, max_tokens=200)


async def _through_router(server: Standin, count: int, in_flight: int) -> float:
    router = ChatRouter(provider_settings(server.environment()), _Deaf())
    origin = Origin(purpose="judge", prompt="p", model="m")

    async def call(number: int) -> None:
        await router.complete(_request(number), origin)

    try:
        return await _cpu(call, count, in_flight)
    finally:
        await router.close()


async def _through_aiohttp(server: Standin, count: int, in_flight: int) -> float:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def call(number: int) -> None:
            body = {
                "model": "gpt-4.1-mini",
                "messages": [{"role": "user", "content": f"{_QUESTION}{number}"}],
            }
            headers = {"content-type": "application/json", "authorization": "Bearer standin-key"}
            url = f"{server.url}/v1/chat/completions"
            async with session.post(url, data=json.dumps(body).encode(), headers=headers) as reply:
                json.loads(await reply.read())

        return await _cpu(call, count, in_flight)


async def _cpu(call: Callable[[int], Awaitable[None]], count: int, in_flight: int) -> float:
    """Seconds of CPU a call, connections already open."""
    gate = asyncio.Semaphore(in_flight)

    async def guarded(number: int) -> None:
        async with gate:
            await call(number)

    await asyncio.gather(*(guarded(-number) for number in range(in_flight)))
    began, clock = time.process_time(), time.perf_counter()
    await asyncio.gather(*(guarded(number) for number in range(count)))
    used, took = time.process_time() - began, time.perf_counter() - clock
    ideal = count / in_flight * _LATENCY
    print(f"  {count / took:6.0f} calls a second ({took:.2f} s, at best {ideal:.2f} s)")
    return used / count


def main() -> None:
    """Measure both and print."""
    given = [int(each) for each in sys.argv[1:]]
    count, in_flight = (*given, *_DEFAULTS[len(given) :])
    with standin(latency=_LATENCY) as server:
        print("bare aiohttp")
        bare = asyncio.run(_through_aiohttp(server, count, in_flight))
        print("router")
        routed = asyncio.run(_through_router(server, count, in_flight))
        cost = server.cpu() / server.counters()["requests"]
    print(f"CPU a call: bare aiohttp {1000 * bare:.3f} ms, router {1000 * routed:.3f} ms")
    print(f"ratio {routed / bare:.2f}")
    print(f"CPU of the server a request: {1000 * cost:.3f} ms")


if __name__ == "__main__":
    main()
