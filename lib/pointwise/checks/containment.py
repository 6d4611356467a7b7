"""Texts in a response: `contains`, `starts_with`, `ends_with`, and several of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.arguments import read_count_and_texts, read_text, read_texts
from pointwise.checks.composition import both_cases, with_negations
from pointwise.checks.grading import share, share_of_count
from pointwise.checks.verdicts import CheckError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.checks.composition import Flags, LocalCheck
    from pointwise.checks.context import CheckContext
    from pointwise.checks.verdicts import Verdict

_NO_RESPONSE = CheckError("There is no response to look in.")


def _folded(text: str, flags: Flags) -> str:
    """Lower case by Unicode's full mapping, as JavaScript's `toLowerCase` has it."""
    return text.lower() if flags else text


def _contains(flags: Flags) -> LocalCheck[str]:
    def check(response: str | None, text: str, _: CheckContext) -> Verdict:
        if response is None:
            return False if flags else _NO_RESPONSE
        return _folded(text, flags) in _folded(response, flags)

    return check


def _starts_with(flags: Flags) -> LocalCheck[str]:
    def check(response: str | None, text: str, _: CheckContext) -> Verdict:
        return response is not None and _folded(response, flags).startswith(_folded(text, flags))

    return check


def _ends_with(flags: Flags) -> LocalCheck[str]:
    def check(response: str | None, text: str, _: CheckContext) -> Verdict:
        return response is not None and _folded(response, flags).endswith(_folded(text, flags))

    return check


def _contains_any_of(flags: Flags) -> LocalCheck[Sequence[str]]:
    def check(response: str | None, texts: Sequence[str], _: CheckContext) -> Verdict:
        return response is not None and _hits(response, texts, flags) > 0

    return check


def _contains_all_of(flags: Flags) -> LocalCheck[Sequence[str]]:
    def check(response: str | None, texts: Sequence[str], _: CheckContext) -> Verdict:
        if response is None and texts:
            return _NO_RESPONSE
        return share(_hits(response or "", texts, flags), len(texts))

    return check


def _contains_at_least_n_of(flags: Flags) -> LocalCheck[tuple[float, Sequence[str]]]:
    def check(response: str | None, wanted: tuple[float, Sequence[str]], _: CheckContext) -> Verdict:
        count, texts = wanted
        if response is None and texts and count > 0:
            return _NO_RESPONSE
        return share_of_count(_hits(response or "", texts, flags), count, len(texts))

    return check


def _hits(response: str, texts: Sequence[str], flags: Flags) -> int:
    folded = _folded(response, flags)
    return sum(_folded(text, flags) in folded for text in texts)


CHECKS = {
    **with_negations("contains", read_text, _contains),
    **with_negations("starts_with", read_text, _starts_with),
    **with_negations("ends_with", read_text, _ends_with),
    **with_negations("contains_any_of", read_texts, _contains_any_of),
    **with_negations("contains_all_of", read_texts, _contains_all_of),
    **both_cases("contains_at_least_n_of", read_count_and_texts, _contains_at_least_n_of),
}
