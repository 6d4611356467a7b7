"""Regular expressions, which are JavaScript's, and whole words, which are found by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.checks.arguments import read_count_and_texts, read_text, read_texts
from pointwise.checks.composition import ask, both_cases, with_negations
from pointwise.checks.effects import PatternTest
from pointwise.checks.grading import share, share_of_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pointwise.checks.composition import Flags, LocalCheck
    from pointwise.checks.context import CheckContext
    from pointwise.checks.effects import NeedsScripts
    from pointwise.checks.verdicts import Verdict

_INLINE_FLAG = "(?i)"
"""No syntax of JavaScript, but what authors write who know other dialects."""

_WORD = r"[\p{L}\p{N}_]"
"""What a word is made of; marks are no part of it, so `cafe` is a word in a decomposed `café`."""

_SYNTAX = frozenset("^$\\.*+?()[]{}|/")


def _test(pattern: str, response: str, flags: Flags) -> PatternTest:
    if pattern.startswith(_INLINE_FLAG):
        return PatternTest(pattern.removeprefix(_INLINE_FLAG), response, "i")
    return PatternTest(pattern, response, flags)


def _matches(flags: Flags) -> LocalCheck[str]:
    def check(response: str | None, pattern: str, _: CheckContext) -> Verdict | NeedsScripts:
        if response is None:
            return False
        return ask([_test(pattern, response, flags)], all)

    return check


def _matches_all_of(flags: Flags) -> LocalCheck[Sequence[str]]:
    def check(response: str | None, patterns: Sequence[str], _: CheckContext) -> Verdict | NeedsScripts:
        if response is None:
            return share(0, len(patterns))
        tests = [_test(pattern, response, flags) for pattern in patterns]
        return ask(tests, lambda found: share(sum(found), len(found)))

    return check


def _matches_at_least_n_of(flags: Flags) -> LocalCheck[tuple[float, Sequence[str]]]:
    def check(
        response: str | None, wanted: tuple[float, Sequence[str]], _: CheckContext
    ) -> Verdict | NeedsScripts:
        count, patterns = wanted
        if response is None or count <= 0:
            return share_of_count(0, count, len(patterns))
        tests = [_test(pattern, response, flags) for pattern in patterns]
        return ask(tests, lambda found: share_of_count(sum(found), count, len(found)))

    return check


def _contains_word(flags: Flags) -> LocalCheck[str]:
    def check(response: str | None, word: str, _: CheckContext) -> Verdict | NeedsScripts:
        if response is None or not word:
            return response is not None
        pattern = f"(?<!{_WORD}){_escaped(word)}(?!{_WORD})"
        return ask([PatternTest(pattern, response, f"{flags}u")], all)

    return check


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in _SYNTAX else char for char in text)


CHECKS = {
    **with_negations("matches", read_text, _matches),
    **both_cases("matches_all_of", read_texts, _matches_all_of),
    **both_cases("matches_at_least_n_of", read_count_and_texts, _matches_at_least_n_of),
    **with_negations("contains_word", read_text, _contains_word),
}
