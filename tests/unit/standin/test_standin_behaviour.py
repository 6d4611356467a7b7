"""The stand-in server: what it promises the tests and benches that rely on it."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from bench.standin import Standin
from tests.unit.standin.asking import JUDGE, chat, post, said

ROOT = Path(__file__).parents[3]


def test_answers_follow_from_the_request(server: Standin) -> None:
    """The same question gets the same answer, another question, model or parameter another one."""
    first = said(server)
    assert said(server) == first
    assert len({first, said(server, "Hullo"), said(server, model="n"), said(server, temperature=1.0)}) == 4


def test_all_formats_are_spoken(server: Standin) -> None:
    """Chat, completions, messages, Gemini, embeddings, under any prefix; anything else is 404."""
    user = {"role": "user", "content": "Hello"}
    assert json.loads(post(server, "/a/b/chat/completions", {"model": "m", "messages": [user]})[2])["choices"]
    assert json.loads(post(server, "/v1/completions", {"model": "m", "prompt": "Hello"})[2])["choices"][0][
        "text"
    ]
    assert json.loads(post(server, "/v1/messages", {"model": "m", "messages": [user]})[2])["content"]
    parts = {"contents": [{"role": "user", "parts": [{"text": "Hello"}]}]}
    assert json.loads(post(server, "/v1beta/models/g-1:generateContent", parts)[2])["modelVersion"] == "g-1"
    placed = json.loads(post(server, "/v1/embeddings", {"model": "e", "input": ["ab", "b"]})[2])["data"]
    assert [sum(each["embedding"]) for each in placed] == [2, 1]
    assert post(server, "/v1/moderations", {})[0] == 404


@pytest.mark.parametrize("body", [[], {}, {"model": "m"}, {"model": "m", "messages": [1]}, "x", None])
def test_an_unreadable_request_is_told(server: Standin, body: Any) -> None:  # noqa: ANN401 - JSON
    """What is not of the format is 400."""
    assert post(server, "/v1/chat/completions", body)[0] == 400


def test_errors_come_in_their_share(server: Standin) -> None:
    """Shares of statuses hold over many requests, and a repeated request is drawn anew."""
    server.change(errors={"429": 0.3, "500": 0.2}, retry_after="2")
    replies = [chat(server, f"q{number}") for number in range(200)]
    statuses = [status for status, _, _ in replies]
    assert 40 <= statuses.count(429) <= 80
    assert 25 <= statuses.count(500) <= 55
    assert {headers.get("retry-after") for status, headers, _ in replies if status == 429} == {"2"}
    assert {headers.get("retry-after") for status, headers, _ in replies if status == 500} == {None}
    again = [chat(server, f"q{number}")[0] for number in range(200)]
    assert again != statuses
    server.change(reset=True)
    server.change(errors={"429": 0.3, "500": 0.2})
    assert [chat(server, f"q{number}")[0] for number in range(200)] == statuses


def test_trouble_is_adjustable(server: Standin) -> None:
    """Cut JSON, empty texts, verdicts without a score, statuses by model, refused parameters, one key."""
    server.change(malformed=1.0)
    with pytest.raises(ValueError, match=r"Unterminated|Expecting"):
        json.loads(chat(server)[2])
    server.change(malformed=0.0, empty=1.0)
    assert said(server) == ""
    server.change(empty=0.0, malformed_judge=1.0)
    assert "rather a lot" in said(server, JUDGE.format("x", "y"))
    server.change(models={"gone": 404}, unsupported={"strict": ["temperature"]})
    assert chat(server, model="gone")[0] == 404
    assert chat(server, model="strict", temperature=0)[0] == 400
    assert chat(server, model="strict")[0] == 200
    server.change(key="right")
    assert chat(server)[0] == 401


def test_a_script_is_played_once_in_order(server: Standin) -> None:
    """Each step is for one request; then the ordinary behaviour is back."""
    server.change(script=[{"status": 503, "headers": {"retry-after": "1"}}, {"text": "Scripted."}])
    assert chat(server)[:1] == (503,)
    assert said(server) == "Scripted."
    assert said(server).startswith("You asked: Hello")


def test_what_is_no_behaviour_is_refused(server: Standin) -> None:
    """A slip in a test's control call fails loudly."""
    status, _, body = post(server, "/_control", {"latancy": 1})
    assert (status, "latancy" in body) == (400, True)


def test_latency_holds_for_each_and_not_for_all(server: Standin) -> None:
    """Requests wait side by side."""
    server.change(latency=0.1)
    started = time.perf_counter()
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda number: chat(server, f"q{number}"), range(20)))
    assert 0.1 <= time.perf_counter() - started < 1.0
    assert server.counters()["peak"] == 20


def test_every_answered_request_is_in_the_log(server: Standin) -> None:
    """One line each, written before the answer is sent, with times, digest, model and status."""
    before = len(server.log())
    chat(server, "once")
    chat(server, "twice")
    chat(server, "twice")
    server.change(models={"gone": 404})
    chat(server, "gone", "gone")
    lines = server.log()[before:]
    assert [(line["model"], line["status"]) for line in lines] == [("m", 200)] * 3 + [("gone", 404)]
    digests = [line["digest"] for line in lines]
    assert digests[1] == digests[2]
    assert len(set(digests)) == 3
    assert all(line["arrived"] <= line["answered"] for line in lines)
    assert server.counters()["repeated"] == 1


def test_a_request_given_up_has_no_status(server: Standin) -> None:
    """A client that hangs up before the answer leaves a line that says so."""
    server.change(hang=1.0)
    before = len(server.log())
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    connection.request("POST", "/v1/completions", json.dumps({"model": "m", "prompt": "x"}))
    while not server.counters()["in_flight"]:
        time.sleep(0.005)
    connection.close()
    while server.counters()["in_flight"]:
        time.sleep(0.005)
    (line,) = server.log()[before:]
    assert line["status"] is None


def test_pieces_and_pipelines_are_understood(server: Standin) -> None:
    """A request may come in pieces, and several in one."""
    body = json.dumps({"model": "m", "prompt": "x"}).encode()
    request = b"POST /v1/completions HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    connection.connect()
    for start in range(0, len(request), 40):
        connection.sock.sendall(request[start : start + 40])
        time.sleep(0.002)
    connection.sock.sendall(request * 2)
    received = b""
    while received.count(b"HTTP/1.1 200 OK") < 3:
        received += connection.sock.recv(65_536)
    connection.close()
    assert server.counters()["requests"] == 3


def test_the_command_line_describes_the_behaviour(tmp_path: Path) -> None:
    """The first line of its output is the URL; it stops when its standard input closes."""
    options = [
        "--latency",
        "0.01",
        "--error",
        "429=0.5",
        "--error",
        "500=0.25",
        "--hang",
        "0.1",
        "--key",
        "k",
    ]
    command = [sys.executable, "-m", "bench.standin", "--until-eof", *options, "--log", str(tmp_path / "log")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:  # noqa: S603 - our own
        assert process.stdin is not None
        assert process.stdout is not None
        server = Standin(process.stdout.readline().strip(), tmp_path / "log")
        behaviour = server.change()["behaviour"]
        process.stdin.close()
        assert process.wait(10) == 0
    assert behaviour["errors"] == {"429": 0.5, "500": 0.25}
    assert (behaviour["latency"], behaviour["hang"], behaviour["key"]) == (0.01, 0.1, "k")
