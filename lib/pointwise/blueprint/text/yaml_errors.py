"""What libyaml's complaints mean to somebody who only wanted to write a text."""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from pointwise.blueprint.text.nodes import Spot

_START = "{start}"
"""Stands for the line on which the construct began."""
_QUOTE = "Put the whole text in quotes."
_ESCAPES = 'Use single quotes, in which a backslash is only a backslash, or double it: "\\\\".'
_CLOSE = "Close it, or remove it."
_TAB = "A tab is used to indent."
_SPACES = "Use spaces."
_LONGEST_KEY = 1024
"""https://yaml.org/spec/1.2.2/#72-simple-keys"""
_INNER_QUOTES = "Put all of it in quotes; within double quotes write \\\" for a quote, within single ones ''."


@dataclass(frozen=True, slots=True)
class Slip:
    """A syntax error: where, what, and what to do."""

    spot: Spot
    message: str
    fix: str | None


@dataclass(frozen=True, slots=True)
class _Complaint:
    """A problem as libyaml words it, and what stands for it here.

    Attributes:
        problem: Part of its sentence.
        context: Part of what it says it was doing.
        message: May hold `{start}`.
        at_start: The place to show is where the construct began, not where it failed.
    """

    problem: str
    context: str
    message: str
    fix: str | None = None
    at_start: bool = False


def _leading(sign: str, context: str, problem: str = "") -> _Complaint:
    message = f"A text cannot begin with `{sign}` without quotes."
    return _Complaint(problem, context, message, _QUOTE, at_start=True)


_COMPLAINTS = (
    _Complaint("mapping values are not", "", "YAML takes this colon for the end of a key.", _QUOTE),
    _Complaint(
        "could not find expected ':'",
        "",
        "This line is neither a key with a colon nor part of a text.",
        "Write `key: value`, or indent the line so that it continues the text above.",
        at_start=True,
    ),
    _Complaint("violates indentation", "", _TAB, _SPACES),
    _Complaint("unknown escape", "", "No escape in double quotes begins with this backslash.", _ESCAPES),
    _Complaint(
        "invalid Unicode character escape",
        "",
        "This escape is half of a character.",
        "Write the character itself, or all of it as `\\U0001F600`.",
    ),
    _Complaint("expected hexdecimal", "", "This escape in double quotes is incomplete.", _ESCAPES),
    _Complaint("end of stream", "quoted scalar", "This quote is never closed.", _CLOSE, at_start=True),
    _Complaint(
        "document indicator",
        "quoted scalar",
        "This quote is not closed before the next `---`.",
        _CLOSE,
        at_start=True,
    ),
    _leading("*", "scanning an alias"),
    _leading("&", "scanning an anchor"),
    _leading("!", "scanning a tag"),
    _leading("!", "", "undefined tag handle"),
    _leading("%", "scanning a directive"),
    _Complaint(
        "expected comment or line break",
        "block scalar",
        "The text after `|` or `>` must begin on the next line.",
        "Move it there and indent it.",
    ),
    _Complaint(
        "",
        "block scalar",
        "The indentation of this block of text cannot be told.",
        "Indent all its lines by the same number of spaces.",
    ),
    _Complaint(
        "expected ',' or ']'",
        "",
        "The square bracket on line {start} is not closed, or a comma is missing here.",
        "Close it with `]`; put texts that hold brackets, commas or colons in quotes.",
    ),
    _Complaint(
        "expected ',' or '}'",
        "",
        "The curly brace on line {start} is not closed, or a comma is missing here.",
        "Close it with `}`; put texts that hold braces, commas or colons in quotes.",
    ),
    _Complaint("expected node content", "", "A list or map in brackets is not closed.", "Close it."),
    _Complaint(
        "expected '-' indicator",
        "",
        "This does not fit the list above it.",
        "Begin it with `- ` in the column of the other items, or indent it more.",
    ),
    _Complaint(
        "expected key",
        "",
        "This does not fit the map around it.",
        "Give the line the indentation of the other keys.",
    ),
    _Complaint(
        "block sequence entries",
        "",
        "A list item cannot stand here.",
        "Put it on a line of its own, or put the text in quotes.",
    ),
    _Complaint(
        "expected <document start>",
        "",
        "The file goes on after its end.",
        "Check the indentation; separate documents with a line `---`.",
    ),
    _Complaint("incompatible YAML", "", "Only YAML 1.1 and 1.2 are read.", "Remove the `%YAML` line."),
)
"""Of several that apply the first counts."""


def explain(exc: yaml.YAMLError, text: str) -> Slip:
    """Where a syntax error is in a text, what is wrong, and how to mend it."""
    if not isinstance(exc, yaml.MarkedYAMLError):
        return Slip(Spot(1, 1), "The file cannot be read as YAML.", None)
    problem, context = exc.problem or "", exc.context or ""
    if "cannot start any token" in problem:
        return _strange_start(exc, text)
    special = _long_key(exc, problem) or _goes_on(exc, problem, text)
    if special:
        return special
    for complaint in _COMPLAINTS:
        if complaint.problem in problem and complaint.context in context:
            message = complaint.message.replace(_START, str(_spot(exc, start=True).line))
            return Slip(_spot(exc, start=complaint.at_start), message, complaint.fix)
    return Slip(_spot(exc, start=False), f"YAML cannot be read here: {problem}.", None)


def _long_key(exc: yaml.MarkedYAMLError, problem: str) -> Slip | None:
    """A quoted text before a colon that is longer than a key on one line may be."""
    spot = _spot(exc, start=False)
    if "mapping values are not" not in problem or spot.column <= _LONGEST_KEY:
        return None
    return Slip(
        spot,
        f"What stands before this colon is longer than {_LONGEST_KEY:,} characters.",
        "Begin it with `? `, and write the colon on a line of its own.",
    )


def _goes_on(exc: yaml.MarkedYAMLError, problem: str, text: str) -> Slip | None:
    """A text that goes on behind what YAML takes for its end."""
    spot = _spot(exc, start=False)
    before = _line(text, spot)[: spot.column - 1].rstrip(" ")
    if "expected" in problem and before.endswith(('"', "'")):
        return Slip(spot, "The text goes on after its closing quote.", _INNER_QUOTES)
    if "expected" in problem and before.endswith(("]", "}")) and "flow" not in (exc.context or ""):
        return Slip(spot, "The text goes on after its closing bracket.", _QUOTE)
    return None


def _line(text: str, spot: Spot) -> str:
    lines = text.split("\n")
    return lines[spot.line - 1] if spot.line <= len(lines) else ""


def _strange_start(exc: yaml.MarkedYAMLError, text: str) -> Slip:
    spot = _spot(exc, start=False)
    line = _line(text, spot)
    character = line[spot.column - 1 : spot.column]
    if character == "\t":
        return Slip(spot, _TAB, _SPACES)
    quoted = "a backtick" if character == "`" else f"`{character}`"
    return Slip(spot, f"A text cannot begin with {quoted} without quotes.", _QUOTE)


def _spot(exc: yaml.MarkedYAMLError, *, start: bool) -> Spot:
    mark = (exc.context_mark if start else None) or exc.problem_mark or exc.context_mark
    return Spot(mark.line + 1, mark.column + 1) if mark else Spot(1, 1)
