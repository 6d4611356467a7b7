"""Embeddings at a server that speaks OpenAI's format."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.adapters.embeddings import CachedEmbedder, HttpEmbedder
from pointwise.adapters.http_client import HttpLimits
from pointwise.adapters.providers import provider_settings
from pointwise.adapters.retrying import RetryPolicy
from pointwise.errors import CallInterrupted, CallRefused
from pointwise.testing.memory import MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Answer = tuple[int, Any]


def vectors(body: Any) -> Answer:  # noqa: ANN401 - JSON
    """One vector a text, listed backwards."""
    data = [{"index": n, "embedding": [len(text), 1.0]} for n, text in enumerate(body["input"])]
    return 200, {"data": data[::-1]}


@contextmanager
def server(answer: Callable[[Any], Answer]) -> Iterator[tuple[HttpEmbedder, list[Any]]]:
    """An embedder, and what it sends."""
    seen: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            seen.append({"path": self.path, "key": self.headers["authorization"], **body})
            status, reply = answer(body)
            data = json.dumps(reply).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{http.server_port}/v1"
        settings = provider_settings({"OPENAI_API_KEY": "sk-of-a-test", "OPENAI_BASE_URL": url})
        yield HttpEmbedder(settings, RetryPolicy(attempts=1), HttpLimits()), seen
        http.shutdown()
        thread.join()


def embed(embedder: HttpEmbedder | CachedEmbedder, *texts: str, model: str = "openai:small") -> Any:  # noqa: ANN401
    async def run() -> Any:  # noqa: ANN401
        try:
            return await embedder.embed(model, texts)
        finally:
            await embedder.close()

    return asyncio.run(run())


def test_vectors_come_in_the_order_of_the_texts() -> None:
    """Whatever the order in the reply; the request has model, key and texts."""
    with server(vectors) as (embedder, seen):
        assert embed(embedder, "a", "bbb", "cc") == ((1.0, 1.0), (3.0, 1.0), (2.0, 1.0))
    assert seen[0]["path"] == "/v1/embeddings"
    assert (seen[0]["model"], seen[0]["key"]) == ("small", "Bearer sk-of-a-test")


def test_many_texts_go_in_batches() -> None:
    """130 texts take three requests and come back in order."""
    with server(vectors) as (embedder, seen):
        found = embed(embedder, *("x" * n for n in range(1, 131)))
    assert [len(each["input"]) for each in seen] == [64, 64, 2]
    assert [vector[0] for vector in found] == list(range(1, 131))


def test_a_text_is_paid_for_once() -> None:
    """Equal texts, also of later runs, are answered from the store; another model is asked anew."""
    store = MemoryStore()
    with server(vectors) as (embedder, seen):
        first = embed(CachedEmbedder(embedder, store), "a", "bb", "a")
        assert embed(CachedEmbedder(embedder, store), "bb", "a", "a") == (first[1], first[0], first[0])
        embed(CachedEmbedder(embedder, store), "a", model="openai:large")
    assert [each["input"] for each in seen] == [["a", "bb"], ["a"]]


def test_half_a_vector_is_asked_for_again_and_made_whole() -> None:
    """A machine that loses its power may leave one."""
    store = MemoryStore()
    with server(vectors) as (embedder, seen):
        first = embed(CachedEmbedder(embedder, store), "a")
        for key in store.objects:
            store.objects[key] = b"[1.0, 1"
        assert embed(CachedEmbedder(embedder, store), "a") == first
        assert embed(CachedEmbedder(embedder, store), "a") == first
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ((401, {"error": {"message": "sk-of-a-test is wrong"}}), CallRefused),
        ((404, {"error": {"message": "no such model"}}), CallRefused),
        ((429, {"error": {"message": "slow down"}}), CallInterrupted),
        ((200, {"data": []}), CallInterrupted),
        ((200, {"data": [{"index": 0, "embedding": [1, "x"]}]}), CallInterrupted),
        ((200, {"data": [{"index": 0, "embedding": []}]}), CallInterrupted),
    ],
)
def test_a_reply_that_cannot_be_used_is_an_error_of_ours(reply: Answer, error: type[Exception]) -> None:
    """With the key cut out of it."""
    with server(lambda _: reply) as (embedder, _), pytest.raises(error) as caught:
        embed(embedder, "a")
    assert "sk-of-a-test" not in str(caught.value)


@pytest.mark.parametrize("model", ["openai:small", "anthropic:x", "nobody:x"])
def test_without_a_provider_the_error_says_what_to_do(model: str) -> None:
    """A missing key, a provider without embeddings, and no provider at all are refusals."""
    settings = provider_settings({"ANTHROPIC_API_KEY": "sk-of-a-test"})
    with pytest.raises(CallRefused):
        embed(HttpEmbedder(settings, RetryPolicy(attempts=1), HttpLimits()), "a", model=model)
