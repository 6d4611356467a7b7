"""What the models say: a function of what they are asked, and nothing else.

Who is being asked for what is recognised by words of the request; the table is `_RECOGNISERS`.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING

from bench.standin.behaviour import Draws

if TYPE_CHECKING:
    from collections.abc import Callable

    from bench.standin.asks import Ask
    from bench.standin.behaviour import Behaviour

NONCE = re.compile(r"[0-9a-f]{8,}")
"""Random marks in a judge prompt: ignored, so that the same question gets the same verdict."""

_TRUTH = re.compile(r"\[truth (\d(?:\.\d+)?)\]")
"""A response or criterion may carry its own true score; the last one counts."""

_CLASS = re.compile(r"\bCLASS_[A-Z_]+\b")
_CLASS_SCORES = {
    "CLASS_UTTERLY_UNMET": 0.0,
    "CLASS_UNMET": 0.0,
    "CLASS_TRACE": 0.125,
    "CLASS_SLIGHT": 0.25,
    "CLASS_PARTIALLY_MET": 0.25,
    "CLASS_PARTIAL": 0.375,
    "CLASS_MODERATELY_MET": 0.5,
    "CLASS_MODERATE": 0.5,
    "CLASS_SUBSTANTIAL": 0.625,
    "CLASS_MAJORLY_MET": 0.75,
    "CLASS_MAJOR": 0.75,
    "CLASS_VERY_NEARLY": 0.875,
    "CLASS_EXACTLY_MET": 1.0,
    "CLASS_EXACT": 1.0,
}
"""Classes of the scales in use, so that the order in which a prompt lists them makes no difference."""
_VOCABULARY = (
    "the people of a town may ask their council for records and get them within thirty days unless law "
    "protects someone then a clear reason must follow in writing so that anyone can appeal it first second "
    "third water light school doctor careful answer shows both sides and names its sources where it can"
)
_WORDS = tuple(_VOCABULARY.split())
_SCORES = (
    "information_completeness",
    "factual_accuracy",
    "relevance",
    "logical_coherence",
    "creativity_expression",
    "overall_quality",
)


def answer(ask: Ask, behaviour: Behaviour, draws: Draws) -> str:
    """The text of an answer. `draws` are of this one arrival; all else follows from the content."""
    if draws[4] < behaviour.empty:
        return ""
    text = ask.text
    for mark, reply in _RECOGNISERS:
        if mark in text:
            return reply(ask, behaviour, draws)
    return _prose(ask, behaviour)


def is_judge(ask: Ask) -> bool:
    """Whether a verdict on a criterion is asked for."""
    text = ask.text
    return any(mark in text for mark in ("coverage_extent", "<classification>"))


def true_score(text: str) -> float:
    """What a perfect judge would say of this text, 0 to 1 in steps of 0.01."""
    marked = _TRUTH.findall(text)
    return float(marked[-1]) if marked else round(Draws("truth", NONCE.sub("", text))[0], 2)


def _verdict(ask: Ask, behaviour: Behaviour, draws: Draws) -> tuple[float, bool]:
    """A judge's score, and whether it fails to give it."""
    lean = behaviour.lean(ask.model)
    own = Draws("judge", behaviour.seed, ask.model, NONCE.sub("", ask.text))
    normal = math.sqrt(-2 * math.log(1 - own[0])) * math.cos(2 * math.pi * own[1])  # Box and Muller, 1958
    score = min(1.0, max(0.0, true_score(ask.text) + lean.bias + lean.noise * normal))
    return round(score, 2), own[2] < lean.failure or draws[5] < behaviour.malformed_judge


def _coverage(ask: Ask, behaviour: Behaviour, draws: Draws) -> str:
    score, failed = _verdict(ask, behaviour, draws)
    said = "rather a lot" if failed else f"{score:.2f}"
    return (
        f"<reflection>The response covers {said} of it.</reflection><coverage_extent>{said}</coverage_extent>"
    )


def _class(ask: Ask, behaviour: Behaviour, draws: Draws) -> str:
    score, failed = _verdict(ask, behaviour, draws)
    names = [name for name in dict.fromkeys(_CLASS.findall(ask.text)) if name in _CLASS_SCORES]
    nearest = min(names or _CLASS_SCORES, key=lambda name: abs(_CLASS_SCORES[name] - score))
    said = "CLASS_SOMEHOW" if failed else nearest
    return f"<reflection>The response fits {said}.</reflection><classification>{said}</classification>"


def _key_points(ask: Ask, _behaviour: Behaviour, _draws: Draws) -> str:
    points = [" ".join(_spoken(f"{ask.text}|{index}", 8)) for index in range(3)]
    return "<key_points>" + "".join(f"<key_point>{point}</key_point>" for point in points) + "</key_points>"


def _story_prompts(ask: Ask, _behaviour: Behaviour, _draws: Draws) -> str:
    beginning = ask.turns[-1].partition("Beginning:")[2].strip() or ask.turns[-1]
    kinds = ("loose", "moderate", "strict")
    return json.dumps({f"prompt_{kind}": f"Continue, {kind}.\nBeginning: {beginning}" for kind in kinds})


def _story_scores(ask: Ask, behaviour: Behaviour, draws: Draws) -> str:
    score, failed = _verdict(ask, behaviour, draws)
    marks = {name: "?" if failed else round(5 * score) for name in _SCORES}
    return json.dumps({**marks, "comments": "Coherent; could say more."})


_RECOGNISERS: tuple[tuple[str, Callable[[Ask, Behaviour, Draws], str]], ...] = (
    ("coverage_extent", _coverage),
    ("<classification>", _class),
    ("key_points", _key_points),
    ("prompt_loose", _story_prompts),
    ("information_completeness", _story_scores),
)


def _prose(ask: Ask, behaviour: Behaviour) -> str:
    asked = " ".join(ask.turns[-1].split()[:8]) if ask.turns else "nothing"
    source = f"{ask.model}|{sorted(map(str, ask.parameters.items()))}|{ask.text}"
    return f"You asked: {asked} - " + " ".join(_spoken(source, behaviour.words)) + "."


def _spoken(source: str, count: int) -> list[str]:
    state, words = int(Draws(source)[0] * 2**32), []
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2**31  # the C standard's example generator
        words.append(_WORDS[(state >> 16) % len(_WORDS)])
    return words
