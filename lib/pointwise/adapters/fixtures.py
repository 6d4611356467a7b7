"""Answers and verdicts from a file: a ChatModel without a key and without a network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from pointwise.adapters.fixture_file import ANY, CUT, Fixtures, load_fixtures
from pointwise.chat import ChatReply
from pointwise.errors import CallRefused
from pointwise.judging.key_points import render_key_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pointwise.chat import ChatRequest, Origin
    from pointwise.ports import ChatModel

    T = TypeVar("T")

__all__ = ["FixtureChat", "Fixtures", "load_fixtures"]

_SUFFIX = re.compile(r"\[(?:temp|sp_idx):[^\[\]]*\]$")


class FixtureChat:
    """Answers from a file, and through `fallback` where the file has nothing.

    Replies from the file cost nothing, take no time and must not be cached: a cache would serve them to
    later runs that ask the real model. A cache belongs around `fallback`.
    """

    def __init__(self, fixtures: Fixtures, fallback: ChatModel | None = None) -> None:
        self.fixtures = fixtures
        self._fallback = fallback

    async def complete(self, request: ChatRequest, origin: Origin) -> ChatReply:
        """The reply in the file.

        Raises:
            CallRefused: There is none (`no_fixture`), and no fallback.
            CallError: The fallback's.
        """
        if (reply := _find(self.fixtures, request, origin)) is not None:
            return reply
        if self._fallback is not None:
            return await self._fallback.complete(request, origin)
        complaint = f"{self.fixtures.file} has no {_wanted(origin)}."
        raise CallRefused(
            "no_fixture", f"{complaint} Add it, or run with --fixtures-fallback live.", attempts=0
        )


def _find(fixtures: Fixtures, request: ChatRequest, origin: Origin) -> ChatReply | None:
    if origin.purpose == "candidate":
        return _answer(fixtures, origin)
    if origin.purpose == "judge":
        return _verdict(fixtures, origin, (origin.judge or ANY, request.model, ANY))
    points = fixtures.key_points.get(origin.prompt)
    return None if points is None else _reply(render_key_points(points))


def _answer(fixtures: Fixtures, origin: Origin) -> ChatReply | None:
    answer = _first(fixtures.answers.get(origin.prompt, {}), _names(origin.model))
    if answer is None or origin.turn >= len(answer.turns):
        return None
    thoughts = answer.reasoning
    return _reply(answer.turns[origin.turn], thoughts[origin.turn] if origin.turn < len(thoughts) else None)


def _verdict(fixtures: Fixtures, origin: Origin, judges: tuple[str, ...]) -> ChatReply | None:
    models = fixtures.verdicts.get(origin.prompt, {})
    for name in _names(origin.model):
        verdicts = _of_point(models.get(name, {}), origin.point or "")
        if (text := _first(verdicts, judges)) is not None:
            return _reply(text)
    return None


def _names(model: str) -> Iterator[str]:
    """What a variant may be called in the file: its id, without its suffixes one by one, any model."""
    yield model
    while bare := _SUFFIX.search(model):
        model = model[: bare.start()]
        yield model
    yield ANY


def _of_point(points: Mapping[str, Mapping[str, str]], text: str) -> Mapping[str, str]:
    """The verdicts on a point, by its text or its beginning. No two beginnings fit one text."""
    text = text.strip()
    if text in points:
        return points[text]
    cut = (key for key in points if key.endswith(CUT) and text.startswith(key.removesuffix(CUT)))
    return points.get(next(cut, ""), {})


def _first(entries: Mapping[str, T], names: Iterator[str] | tuple[str, ...]) -> T | None:
    return next((entries[name] for name in names if name in entries), None)


def _reply(text: str, reasoning: str | None = None) -> ChatReply:
    return ChatReply(text=text, reasoning=reasoning, cost=0.0, attempts=0)


def _wanted(origin: Origin) -> str:
    """What is missing, so that it can be written."""
    cell = f"prompt {origin.prompt!r}, model {origin.model!r}"
    if origin.purpose == "candidate":
        turn = f", turn {origin.turn + 1}" if origin.turn else ""
        return f"answer for {cell}{turn}"
    if origin.purpose == "judge":
        return f"verdict for {cell}, point {origin.point!r}, judge {origin.judge!r}"
    return f"key points for prompt {origin.prompt!r}"
