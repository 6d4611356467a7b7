"""Replies that nobody should trust: broken, huge, too deep, half in characters."""

from __future__ import annotations

import base64
import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

from pointwise.adapters.http_client import HttpLimits
from pointwise.errors import CallInterrupted
from tests.contract.chat.talk import Talk, ask, chat

if TYPE_CHECKING:
    from bench.standin import Standin

FORMATS = ["openai:m", "anthropic:m", "google:m"]


@pytest.mark.parametrize("model", FORMATS)
@pytest.mark.parametrize(
    "step",
    [
        {"body": '{"choices": ['},
        {"body": ""},
        {"body": "<html>Sign in to the network</html>"},
        {"body": "[" * 100_000},
        {"body": []},
        {"body": None},
        {"body": {}},
        {"body": {"choices": {}, "content": 7, "candidates": "x"}},
        {"body": {"choices": [3], "content": "x", "candidates": [None]}},
        {"base64": base64.b64encode(b"\xff\xfe\x00{").decode()},
        {"body": "x", "headers": {"content-encoding": "gzip"}},
        {"raw": "HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{"},
        {"raw": "SSH-2.0-OpenSSH_9.6\r\n"},
        {"raw": "HTTP/1.1 200 OK\r\nx: " + "y" * 100_000 + "\r\n\r\n"},
        {"drop": True},
    ],
    ids=lambda step: str(step)[:40],
)
def test_a_broken_reply_is_no_answer(talk: Talk, model: str, step: dict[str, Any]) -> None:
    """Whatever comes back that is no reply of the format is tried again, and the next good reply counts."""
    talk.server.change(script=[step])
    assert talk.reply(ask(model=model)).attempts == 2


@pytest.mark.parametrize("depth", [300, 900])
def test_a_reply_too_deep_to_store_is_no_answer(server: Standin, depth: int) -> None:
    """Nesting that no store could take back out ends as an ordinary error."""
    calls = json.loads("[" * depth + "]" * depth)
    server.change(script=[{"body": chat({"content": "x", "tool_calls": [calls]})}] * 2)
    error = Talk(server, {"attempts": 2}).error()
    assert isinstance(error, CallInterrupted)
    assert error.reason == "provider"


def test_a_huge_reply_is_cut_off(server: Standin) -> None:
    """A body beyond the limit is given up while it arrives."""
    server.change(script=[{"text": "x" * 5_000}] * 2)
    error = Talk(server, {"attempts": 2}, HttpLimits(body=4_000)).error()
    assert isinstance(error, CallInterrupted)
    assert error.reason == "provider"
    assert "larger than 4000 bytes" in error.message


def test_a_small_reply_that_unpacks_huge_is_cut_off(server: Standin) -> None:
    """The limit holds for what a body unpacks to."""
    bomb = base64.b64encode(gzip.compress(b" " * 50_000_000)).decode()
    server.change(script=[{"base64": bomb, "headers": {"content-encoding": "gzip"}}])
    error = Talk(server, {"attempts": 1}).error()
    assert "larger than" in error.message


def test_a_packed_reply_is_unpacked(talk: Talk) -> None:
    """Providers may compress."""
    packed = base64.b64encode(gzip.compress(json.dumps(chat({"content": "Fine."})).encode())).decode()
    talk.server.change(script=[{"base64": packed, "headers": {"content-encoding": "gzip"}}])
    assert talk.reply().text == "Fine."


def test_half_characters_in_a_reply_can_be_stored(talk: Talk) -> None:
    """Lone surrogates and bytes that are no UTF-8 become U+FFFD, so that every reply can be written down."""
    calls = [{"name": "\ud800"}]
    talk.server.change(script=[{"body": chat({"content": "a\ud83d\ude00b\ud800c", "tool_calls": calls})}])
    reply = talk.reply()
    assert reply.text == "a😀b�c"
    assert b"\xef\xbf\xbd" in reply.model_dump_json().encode()
    bad = base64.b64encode(b'{"choices": [{"message": {"content": "a\xffb"}}]}').decode()
    talk.server.change(script=[{"base64": bad}])
    assert talk.reply().text == "a�b"
