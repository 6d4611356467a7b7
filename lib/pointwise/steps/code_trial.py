"""Tries the JavaScript of a blueprint before money is spent on it: does it compile, can it run away?"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pointwise.blueprint.problems import Problem
from pointwise.checks.effects import PatternTest, Program

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pointwise.blueprint.loose_ends import LocatedCode
    from pointwise.checks.effects import ScriptEngine, ScriptJob, ScriptOutcome

_MOST = 300
"""Different pieces of code tried in one file; a runaway pattern takes the engine 100 ms a trial."""
_LENGTH = 1_000
"""Characters of a trial text: a paragraph. Patterns of quadratic time pass, those of cubic time do not."""
_MISMATCH = "\x01"
"""Ends a trial text with what hardly any pattern accepts, so that a pattern tries everything before it."""
_RUN = re.compile(r"[A-Za-z0-9]{2,}")
_CHARACTER = re.compile(r"[A-Za-z0-9]")
_USUAL = ("a", "0", " ")
_MOST_TEXTS = 8
_SYNTAX_ERROR = "SyntaxError"


async def try_code(file: str, code: Sequence[LocatedCode], engine: ScriptEngine) -> tuple[Problem, ...]:
    """The problems that the engine finds in patterns and scripts, each at every place it stands."""
    distinct = list(islice(dict.fromkeys(_piece(each) for each in code), _MOST))
    trials = {piece: _jobs(piece) for piece in distinct}
    outcomes = iter(await engine.run([job for jobs in trials.values() for job in jobs]))
    found = {piece: _verdict(piece, list(islice(outcomes, len(jobs)))) for piece, jobs in trials.items()}
    return tuple(
        _problem(file, each, verdict) for each in code if (verdict := found.get(_piece(each))) is not None
    )


_Piece = tuple[str, str, bool]
_Verdict = tuple[str, str]


def _piece(code: LocatedCode) -> _Piece:
    return code.kind, code.source, code.ignores_case


def _jobs(piece: _Piece) -> list[ScriptJob]:
    kind, source, ignores_case = piece
    if kind == "script":
        # Compiled whole and left at once: what it makes of an empty response says nothing.
        return [Program(f"throw 0;\n{source}", {}, "truth")]
    return [PatternTest(source, text, "i" if ignores_case else "") for text in ("", *_trial_texts(source))]


def _trial_texts(pattern: str) -> Iterator[str]:
    """Texts that repeat what a pattern is made of and end in what it cannot match."""
    runs = _RUN.findall(pattern)
    seeds = dict.fromkeys((*_USUAL, *runs[:2], *_CHARACTER.findall(pattern)))
    for seed in islice(seeds, _MOST_TEXTS):
        yield seed * (_LENGTH // len(seed) or 1) + _MISMATCH


def _verdict(piece: _Piece, outcomes: Sequence[ScriptOutcome]) -> _Verdict | None:
    first = outcomes[0].error or ""
    if piece[0] == "script":
        return ("wrong-script", first) if first.startswith(_SYNTAX_ERROR) else None
    if first and outcomes[0].blame == "script":
        return "wrong-pattern", first
    return ("runaway-pattern", "") if any(outcome.blame == "limit" for outcome in outcomes) else None


def _problem(file: str, code: LocatedCode, verdict: _Verdict) -> Problem:
    name, detail = verdict
    if name == "runaway-pattern":
        message = "This pattern can take forever on an ordinary paragraph, and then counts as failed."
        fix: str | None = "Avoid repetitions within repetitions, such as (a+)+, and several .* in a row."
    else:
        what = "pattern" if name == "wrong-pattern" else "script"
        reason = detail.removeprefix(f"{_SYNTAX_ERROR}: ").rstrip(".")
        message = f"This {what} is not JavaScript, so the check can only fail: {reason}."
        fix = None
    return Problem(
        severity="warning" if name == "runaway-pattern" else "error",
        file=file,
        line=code.line,
        column=code.column,
        code=name,
        message=message,
        fix=fix,
    )
