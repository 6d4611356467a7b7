"""From a judge's reply to its verdict."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pointwise.judging.extent import LONGEST_CLAIM, Unreadable, quoted, read_extent
from pointwise.judging.scales import find_level

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.judging.scales import Scale


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge said.

    Attributes:
        score: 0 to 1.
        reflection: Its reasons, where it gave any.
        level: Name of the level it chose, on scales that have levels.
    """

    score: float
    reflection: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class _Claim:
    """What stands in the place of the verdict; `closed` says whether something ended it."""

    text: str
    reflection: str | None
    closed: bool = True


_THOUGHTS = re.compile(r"\s*<(think|thinking|thoughts?|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"\s*```\w*[ \t]*\n(?P<inside>.*)\n[ \t]*```\s*", re.DOTALL)
_INVISIBLE = ("Cf", "Cc", "Zs", "Zl", "Zp")
_REFUSAL = re.compile(
    r"\W*(?:i(?:['’]m| am) (?:very |so )?(?:sorry|unable|not able)|sorry|apologies"  # noqa: RUF001
    r"|unfortunately,? i\b|as an ai\b|i (?:can ?not|can['’]t|won['’]t|will not|must decline)"  # noqa: RUF001 - both apostrophes
    r"|es tut mir leid|lo siento|je suis désolée?|mi dispiace|desculpe|抱歉|申し訳)",
    re.IGNORECASE,
)
_NAME = {False: "classification", True: r"coverage\\?[\s_-]?extent"}
_KEY = {False: "classification", True: "coverage_extent"}
_CLASS = re.compile(r"(?P<name>[a-z][a-z_ -]*?)\s*(?:[.;]|[(:\n].*)?", re.IGNORECASE | re.DOTALL)
_CLASS_NAME = re.compile(r"\bCLASS_\w+", re.IGNORECASE)
_WRAPPING = " \t\r\n*_`'\""


def read_verdict(text: str, scale: Scale) -> Verdict | Unreadable:
    """Read a judge's reply. Never raises, whatever the text.

    The form is forgiven much: case and prefixes of tags, attributes, code fences, escapes, bold, text
    around, a missing closing tag, a JSON object of the same content as the whole reply. The substance is
    never guessed: where the tag is missing there is no verdict. Of several verdicts the last counts, even
    where it cannot be read: a judge may quote what the response says of itself, or change its mind.
    """
    if all(unicodedata.category(sign) in _INVISIBLE for sign in text):
        return Unreadable("empty", "The reply is empty.")
    thoughts = _THOUGHTS.match(text)
    said = text[thoughts.end() :] if thoughts else text
    continuous = scale == "continuous"
    claim = _tagged(said, numeric=continuous) or _tagged(_unescaped(said), numeric=continuous)
    claim = claim or _as_json(said, _KEY[continuous])
    if claim is None:
        return _without(said, _KEY[continuous])
    return _extent(claim) if continuous else _level(claim, scale)


def _without(said: str, key: str) -> Unreadable:
    if _REFUSAL.match(said):
        return Unreadable("refusal", f"The judge refused: {quoted(said)}.")
    return Unreadable("unparsable", f"There is no <{key}> in the reply.")


def _extent(claim: _Claim) -> Verdict | Unreadable:
    value = read_extent(claim.text, closed=claim.closed)
    return value if isinstance(value, Unreadable) else Verdict(value, claim.reflection)


def _level(claim: _Claim, scale: Scale) -> Verdict | Unreadable:
    plain = claim.text.replace("\\_", "_").strip(_WRAPPING)
    found = _CLASS.fullmatch(plain) if len(plain) <= LONGEST_CLAIM else None
    if found is None or len(_CLASS_NAME.findall(plain)) > 1:
        return Unreadable("unparsable", f"The verdict does not name one class: {quoted(claim.text)}.")
    level = find_level(scale, found["name"])
    if level is None:
        return Unreadable("off_scale", f"{quoted(found['name'])} is none of the classes.")
    return Verdict(level.score, claim.reflection, level.name)


def _tagged(said: str, *, numeric: bool) -> _Claim | None:
    """The last verdict in tags. It ends at the next tag of any kind."""
    claims = list(_tag(_NAME[numeric]).finditer(said))
    if not claims:
        return None
    content, end, _ = said[claims[-1].end() :].partition("<")
    return _Claim(content, _reflection(said, claims[-1].start(), numeric=numeric), closed=bool(end))


def _unescaped(said: str) -> str:
    # Brackets only: entities within a name would get past the search for look-alikes.
    return said.replace("&lt;", "<").replace("&gt;", ">")


def _reflection(said: str, before: int, *, numeric: bool) -> str | None:
    """The reasons that stand last before the verdict, or else first after it."""
    starts = [match.end() for match in _tag("reflection").finditer(said)]
    if not starts:
        return None
    start = max((s for s in starts if s <= before), default=starts[0])
    end = _end_of_reflection(numeric=numeric).search(said, start)
    return said[start : end.start() if end else None].strip() or None


@cache
def _tag(name: str) -> re.Pattern[str]:
    return re.compile(rf"<\s*(?:[\w.]{{1,40}}:)?{name}\b[^<>]*>", re.IGNORECASE)


@cache
def _end_of_reflection(*, numeric: bool) -> re.Pattern[str]:
    return re.compile(rf"<\s*/\s*(?:\w{{1,40}}:)?reflection\b|{_tag(_NAME[numeric]).pattern}", re.IGNORECASE)


def _as_json(said: str, key: str) -> _Claim | None:
    """A reply that is one JSON object and nothing else, fenced or not.

    Not one that merely holds an object: that may be a quotation from the response.
    """
    fenced = _FENCED.fullmatch(said)
    try:
        value: JsonValue = json.loads(fenced["inside"] if fenced else said)
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or isinstance(value.get(key), bool | None):
        return None
    reasons = value.get("reflection")
    return _Claim(str(value[key]), reasons.strip() or None if isinstance(reasons, str) else None)
