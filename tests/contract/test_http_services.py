"""The client for services of blueprints, against a real server on a socket."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import socket
import threading
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.adapters.http_services import HttpServices
from pointwise.adapters.service_addresses import Reach
from pointwise.checks.effects import Endpoint, ServiceReply, ServiceRequest
from pointwise.checks.verdicts import Unscored
from pointwise.errors import StorageError
from pointwise.testing.memory import MemoryStore
from tests.service_server import Service, service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pointwise.checks.effects import ServiceOutcome
    from pointwise.errors import Reason

SECRET = "s3cret-0123456789"
GOOD = {"body": {"score": 0.8, "explain": "good"}}


@pytest.fixture(scope="module")
def running() -> Iterator[Service]:
    """One server for all tests."""
    with service() as server:
        yield server


@pytest.fixture
def server(running: Service) -> Service:
    """The server, with a good answer."""
    running.will(GOOD)
    return running


def request(url: str, **settings: Any) -> ServiceRequest:  # noqa: ANN401 - any field
    """A request that waits in no time between attempts."""
    body = settings.pop("body", '{"response":"r"}')
    return ServiceRequest(Endpoint(url, **{"backoff": 0.0, **settings}), body)


def ask(*requests: ServiceRequest, **options: Any) -> tuple[ServiceOutcome, ...]:  # noqa: ANN401 - any option
    """What one client answers to the requests, one after the other."""

    async def once() -> tuple[ServiceOutcome, ...]:
        client = HttpServices({"KEY": SECRET, "EMPTY": ""}, **options)
        try:
            return tuple([await client.ask(each) for each in requests])
        finally:
            await client.close()

    return asyncio.run(once())


def reason(outcome: ServiceOutcome) -> Reason | None:
    return outcome.reason if isinstance(outcome, Unscored) else None


def test_a_service_is_asked_once_and_its_answer_handed_on(server: Service) -> None:
    """Method, path, headers and body arrive as they are; the JSON comes back."""
    asked = request(
        f"{server.url}/a?b=c", method="PUT", headers=(("x-key", "Bearer ${KEY}"),), body='{"a":"\\u00e9"}'
    )
    assert ask(asked) == (ServiceReply(GOOD["body"]),)
    (seen,) = server.requests
    assert (seen["method"], seen["path"], seen["body"]) == ("PUT", "/a?b=c", '{"a":"\\u00e9"}')
    assert seen["headers"]["x-key"] == f"Bearer {SECRET}"
    assert seen["headers"]["content-type"] == "application/json"


@pytest.mark.parametrize(
    ("answers", "attempts", "expected"),
    [
        ([{"status": 500}], 3, "service"),
        ([{"status": 503}, {"status": 502}, GOOD], 3, None),
        ([{"status": 400, "raw": "upstream said HTTP 502"}, GOOD], 2, None),
        ([{"status": 400, "raw": "no"}], 1, "service"),
        ([{"status": 401}], 1, "auth"),
        ([{"status": 403}], 1, "auth"),
        ([{"status": 404}], 1, "service"),
        ([{"status": 429}, GOOD], 1, "rate_limit"),
        ([{"status": 302, "headers": {"location": "/"}}], 1, "service"),
    ],
)
def test_a_failing_service_is_asked_again_a_few_times(
    server: Service, answers: list[dict[str, Any]], attempts: int, expected: Reason | None
) -> None:
    """Its own failures are retried, refusals are not, and neither gives a score."""
    server.will(*answers)
    (outcome,) = ask(request(server.url))
    assert reason(outcome) == expected
    assert len(server.requests) == attempts


@pytest.mark.parametrize(
    "answer",
    [
        {"raw": ""},
        {"raw": "<html>"},
        {"raw": b"\xff\xfe{"},
        {"raw": '{"score": NaN}'},
        {"raw": "[" * 100_000},
    ],
)
def test_an_answer_that_is_no_json_scores_nothing(server: Service, answer: dict[str, Any]) -> None:
    """Whatever is not JSON is unparsable, never an exception."""
    server.will(answer)
    assert reason(ask(request(server.url))[0]) == "unparsable"


def test_a_slow_service_is_given_up(server: Service) -> None:
    """The limit covers the whole answer, and a timeout is tried again like any failure."""
    server.will({"wait": 5, **GOOD})
    (outcome,) = ask(request(server.url, timeout=0.5, retries=1))
    assert reason(outcome) == "timeout"
    assert len(server.requests) == 2


def test_an_absent_service_is_unreachable() -> None:
    """Where nothing listens, there is no score."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert reason(ask(request(f"http://127.0.0.1:{port}", retries=1))[0]) == "unreachable"


@pytest.mark.parametrize(
    "answer",
    [
        {"raw": "x" * 300_000},
        {"raw": gzip.compress(b"0" * 10**7), "headers": {"content-encoding": "gzip"}},
    ],
    ids=["long", "packed"],
)
def test_a_large_answer_is_not_read(server: Service, answer: dict[str, Any]) -> None:
    """Neither a long answer nor one that would unpack to anything is taken in."""
    server.will(answer)
    assert reason(ask(request(server.url))[0]) == "invalid_request"


@pytest.mark.parametrize(
    "url",
    [
        "not a url",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "http://example.com/",
        "https://10.0.0.1/",
        "https://192.168.1.1/",
        "https://100.64.0.1/",
        "https://169.254.169.254/computeMetadata/v1/",
        "https://[fe80::1]/",
        "https://[fd00:ec2::254]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[2002:a00:1::]/",
        "https://0.0.0.0/",
        "https://224.0.0.1/",
        "http://[::ffff:169.254.169.254]/",
        "http://2130706433/",
        "http://127.0.0.1:99999/",
        "https://",
        "http://127\u30020.0.1.nip.io/",
    ],
)  # fmt: skip
def test_forbidden_places_are_never_asked(url: str) -> None:
    """Only https, no private, link-local, mapped or odd address; the metadata server least of all."""
    assert reason(ask(request(url, retries=0))[0]) == "invalid_request"


@pytest.mark.parametrize(
    ("name", "addresses"),
    [
        ("rebound.example", ["127.0.0.1"]),
        ("metadata.example", ["169.254.169.254"]),
        ("mixed.example", ["93.184.216.34", "10.0.0.1"]),
        ("six.example", ["::1"]),
        ("scoped.example", ["fe80::1"]),
    ],
)
def test_a_name_is_judged_by_what_it_resolves_to(
    monkeypatch: pytest.MonkeyPatch, name: str, addresses: list[str]
) -> None:
    """A public name for a private address is refused after resolution, before any connection."""

    def resolve(host: str, port: int, *_: Any) -> list[Any]:  # noqa: ANN401 - the resolver's signature
        assert host == name
        found = [(socket.AF_INET6, (each, port, 0, 1)) for each in addresses if ":" in each]
        found += [(socket.AF_INET, (each, port)) for each in addresses if ":" not in each]
        return [(family, socket.SOCK_STREAM, 6, "", place) for family, place in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert reason(ask(request(f"https://{name}/", retries=0))[0]) == "invalid_request"


def test_this_machine_is_asked_only_where_that_is_allowed(server: Service) -> None:
    """A deployment can shut its own ports; a name of this machine is as good as its address."""
    named = request(server.url.replace("127.0.0.1", "localhost"))
    allowed, again = ask(request(server.url), named)
    assert reason(allowed) is None
    assert reason(again) is None
    for refused in ask(request(server.url), named, reach=Reach(loopback=False)):
        assert reason(refused) == "invalid_request"
    assert len(server.requests) == 2


def test_a_redirect_is_followed_within_reach(server: Service) -> None:
    """307 and 308 keep method and body; the answer is that of the last place."""
    server.will(
        {"status": 307, "headers": {"location": "/b"}}, {"status": 308, "headers": {"location": "c"}}, GOOD
    )
    (outcome,) = ask(request(f"{server.url}/a", headers=(("x-key", "${KEY}"),)))
    assert isinstance(outcome, ServiceReply)
    assert [seen["path"] for seen in server.requests] == ["/a", "/b", "/c"]
    assert {seen["body"] for seen in server.requests} == {'{"response":"r"}'}
    assert {seen["headers"]["x-key"] for seen in server.requests} == {SECRET}


@pytest.mark.parametrize(
    "place", ["http://169.254.169.254/", "https://10.1.2.3/", "http://example.com/", "gopher://x"]
)
def test_a_redirect_out_of_reach_is_refused(server: Service, place: str) -> None:
    """Every hop is judged like the first."""
    server.will({"status": 307, "headers": {"location": place}})
    assert reason(ask(request(server.url))[0]) == "invalid_request"


def test_a_redirect_to_another_host_gets_no_headers(server: Service) -> None:
    """Keys in headers are for the host the blueprint named."""
    with service() as other:
        other.will(GOOD)
        server.will({"status": 307, "headers": {"location": other.url}})
        (outcome,) = ask(request(server.url, headers=(("x-key", "${KEY}"),)))
        assert isinstance(outcome, ServiceReply)
        assert "x-key" not in other.requests[0]["headers"]


def test_redirects_end(server: Service) -> None:
    """A service that redirects for ever is given up."""
    server.will({"status": 307, "headers": {"location": "/again"}})
    assert reason(ask(request(server.url))[0]) == "invalid_request"
    assert len(server.requests) == 4


@pytest.mark.parametrize("name", ["MISSING", "EMPTY"])
def test_a_missing_variable_is_named(server: Service, name: str) -> None:
    """Nothing is sent without it, and the message says which one to set."""
    (outcome,) = ask(request(server.url, headers=(("x", f"${{{name}}}"),)))
    assert isinstance(outcome, Unscored)
    assert outcome.reason == "auth"
    assert name in outcome.message
    assert server.requests == []


@pytest.mark.parametrize(
    "answer",
    [
        {"body": {"score": 1, "explain": f"You sent {SECRET}.", "deep": [{"a": SECRET}]}},
        {"body": {"error": f"Bad key {SECRET}"}},
        {"status": 401, "raw": f"Bad key {SECRET}"},
        {"status": 500, "raw": SECRET},
        {"raw": f"<{SECRET}>"},
        {"status": 307, "headers": {"location": f"http://10.0.0.1/{SECRET}"}},
    ],
)
def test_values_of_variables_never_come_back(
    server: Service, answer: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    """What a service echoes, in answers, errors or redirects, shows the variable's name instead."""
    caplog.set_level(logging.DEBUG)
    server.will(answer)
    store = MemoryStore()
    asked = request(f"{server.url}/?k=${{KEY}}", headers=(("x-key", "${KEY}"),), retries=0)
    (outcome,) = ask(asked, cache=store)
    assert SECRET not in f"{outcome!r} {outcome!s} {store.objects} {caplog.text} {asked!r}"


def test_an_invalid_header_is_no_crash(server: Service) -> None:
    """A header that cannot be sent makes the call unscored."""
    (outcome,) = ask(request(server.url, headers=(("x", "a\r\nb: c"),)))
    assert reason(outcome) == "invalid_request"
    assert server.requests == []


def test_an_equal_request_is_answered_from_the_cache(server: Service) -> None:
    """By url, method and body, over clients; headers and attempts make no difference."""
    store = MemoryStore()
    first = request(server.url)
    same = request(server.url, headers=(("x", "y"),), retries=5)
    assert ask(first, same, cache=store) == (
        ServiceReply(GOOD["body"]),
        ServiceReply(GOOD["body"], cached=True),
    )
    for other in (
        replace(first, body="{}"),
        request(f"{server.url}/other"),
        request(server.url, method="PUT"),
    ):
        assert ask(other, cache=store) == (ServiceReply(GOOD["body"]),)
    assert ask(request(server.url, cache=False), cache=store) == (ServiceReply(GOOD["body"]),)
    assert len(server.requests) == 5


@pytest.mark.parametrize("answer", [{"body": {"error": "busy"}}, {"body": {}}, {"status": 500}])
def test_only_scores_are_kept(server: Service, answer: dict[str, Any]) -> None:
    """What may be better next time is asked for again."""
    store = MemoryStore()
    server.will(answer)
    ask(request(server.url, retries=0), cache=store)
    assert store.objects == {}


class BrokenStore:
    """A cache that refuses, or holds rubbish."""

    def __init__(self, data: bytes | None) -> None:
        self._data = data

    async def read(self, key: str) -> bytes | None:
        if self._data is None:
            raise StorageError
        return self._data

    async def create(self, key: str, data: bytes) -> bool:
        raise StorageError


@pytest.mark.parametrize("data", [None, b"", b"{", b"\xff"])
def test_a_broken_cache_is_no_cache(server: Service, data: bytes | None) -> None:
    """The service is asked, and the answer is good."""
    assert ask(request(server.url), cache=BrokenStore(data)) == (ServiceReply(GOOD["body"]),)


def test_calls_wait_side_by_side_and_can_be_given_up(server: Service) -> None:
    """Ten slow calls take the time of one; cancelling them leaves a client that still works."""
    server.will({"wait": 0.2, **GOOD})

    async def together() -> ServiceOutcome:
        client = HttpServices({})
        requests = [request(server.url, body=json.dumps({"n": n})) for n in range(10)]
        async with asyncio.timeout(1.5):
            await asyncio.gather(*map(client.ask, requests))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await asyncio.gather(*map(client.ask, requests))
        outcome = await client.ask(requests[0])
        await client.close()
        return outcome

    assert asyncio.run(together()) == ServiceReply(GOOD["body"])


@contextmanager
def rude(said: bytes) -> Iterator[str]:
    """A server that says the same bytes to everyone and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    talking, _ = listening.accept()
                    with talking:
                        talking.recv(65536)
                        talking.sendall(said)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b'HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"score": 1}',
        b"HTTP/1.1 200 OK\r\nx: " + b"y" * 100_000 + b"\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n",
        b"HTTP/1.1 307 Go\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/1.1 307 Go\r\nlocation: \xff\xfe\r\ncontent-length: 0\r\n\r\n",
        b"HTTP/9.9 999 \xff\r\n\r\n",
    ],
)
def test_a_service_that_breaks_the_protocol_scores_nothing(said: bytes) -> None:
    """Whatever comes over the wire, the call is unscored and nothing is raised."""
    with rude(said) as url:
        (outcome,) = ask(request(url, retries=1, timeout=2))
    assert isinstance(outcome, Unscored)
