"""The arguments of functions, read once: a value of the kind a check wants, or what is wrong with it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeGuard

from pointwise.checks.verdicts import CheckError

if TYPE_CHECKING:
    from pydantic import JsonValue


def read_text(argument: JsonValue) -> str | CheckError:
    """A text, which may be empty."""
    return argument if isinstance(argument, str) else _unexpected("a text", argument)


def read_texts(argument: JsonValue) -> tuple[str, ...] | CheckError:
    """A list of texts and nothing else; it may be empty."""
    if not isinstance(argument, list):
        return _unexpected("a list of texts", argument)
    texts = tuple(text for text in argument if isinstance(text, str))
    if len(texts) < len(argument):
        stranger = next(item for item in argument if not isinstance(item, str))
        return _unexpected("a list of texts only", stranger, "an item that is")
    return texts


def read_count_and_texts(argument: JsonValue) -> tuple[float, tuple[str, ...]] | CheckError:
    """`[n, [text, ...]]`; n may be any number."""
    if not isinstance(argument, list) or len(argument) != 2:
        return _unexpected("a number and a list of texts, [n, [text, ...]]", argument)
    count, texts = argument[0], read_texts(argument[1])
    if not is_number(count):
        return _unexpected("a number first, [n, [text, ...]]", count)
    return texts if isinstance(texts, CheckError) else (as_float(count), texts)


def read_range(argument: JsonValue) -> tuple[float, float] | CheckError:
    """`[min, max]` with 0 <= min <= max."""
    items = argument if isinstance(argument, list) else []
    numbers = [as_float(item) for item in items if is_number(item)]
    if len(numbers) != 2 or len(items) != 2:
        return _unexpected("two numbers, [min, max]", argument)
    low, high = numbers
    if low < 0 or high < low:
        return CheckError(f"It needs 0 <= min <= max and got [{low:g}, {high:g}].")
    return low, high


def read_nothing(argument: JsonValue) -> None:
    """Any argument will do: it is ignored."""
    del argument


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether JavaScript would call it a number: booleans are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def as_float(number: float) -> float:
    """A number as JavaScript has it: one beyond its range is infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def kind_of(value: JsonValue) -> str:
    """The kind of a JSON value, for messages."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list):
        return "a list"
    return "a map" if isinstance(value, dict) else "a number"


def _unexpected(wanted: str, value: JsonValue, prefix: str = "") -> CheckError:
    got = f"{prefix} {kind_of(value)}".strip()
    return CheckError(f"It needs {wanted} and got {got}.")
