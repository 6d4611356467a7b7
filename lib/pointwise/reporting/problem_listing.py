"""Problems of blueprints for people: each with the line it is about."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pointwise.blueprint.problems import Problem

_SHOWN_OF_A_KIND = 3
"""Warnings of one code and file that are shown in full; the lines of the others are named."""
_LINES_NAMED = 20
_WIDTH = 100
_COLOURS = {"error": "red", "warning": "yellow"}


def list_problems(problems: Sequence[Problem], sources: Mapping[str, str], *, files: int) -> str:
    """All problems, file by file, and a line that counts them.

    Args:
        problems: Of any number of files.
        sources: Content by the name of the file.
        files: How many were looked at.
    """
    by_file: dict[str, list[Problem]] = defaultdict(list)
    for problem in problems:
        by_file[problem.file].append(problem)
    lines = [line for file, found in by_file.items() for line in _file(file, found, sources.get(file, ""))]
    return "\n".join((*lines, _count(problems, files)))


def _file(file: str, problems: Sequence[Problem], source: str) -> Iterator[str]:
    yield click.style(file, bold=True)
    source_lines = source.split("\n")
    seen: Counter[str] = Counter()
    left_off: dict[str, list[int]] = defaultdict(list)
    for problem in problems:
        seen[problem.code] += 1
        if problem.severity == "warning" and seen[problem.code] > _SHOWN_OF_A_KIND:
            left_off[problem.code].append(problem.line)
        else:
            yield from _problem(problem, source_lines)
    for code, numbers in left_off.items():
        yield f"  and {len(numbers)} more {code}, on {_lines(numbers)}"
    yield ""


def _problem(problem: Problem, source: Sequence[str]) -> Iterator[str]:
    severity = click.style(problem.severity, fg=_COLOURS[problem.severity], bold=True)
    place = f"{problem.line}:{problem.column} " if problem.line else ""
    yield f"  {place}{severity}: {problem.message} {click.style(f'[{problem.code}]', dim=True)}"
    if problem.line and problem.line <= len(source):
        yield from _excerpt(problem, source[problem.line - 1].rstrip())
    if problem.fix:
        yield f"    {problem.fix}"


def _excerpt(problem: Problem, line: str) -> Iterator[str]:
    """The line, cut around the place where it is long, and a caret under the place."""
    column = min(problem.column, len(line) + 1)
    start = max(0, column - _WIDTH // 2) if len(line) > _WIDTH else 0
    text = "".join(c if c.isprintable() else " " for c in line[start : start + _WIDTH])
    gutter = f"    {problem.line} | "
    before = "…" if start else ""
    after = "…" if start + _WIDTH < len(line) else ""
    yield click.style(gutter, dim=True) + before + text + after
    yield " " * (len(gutter) + len(before) + column - 1 - start) + click.style(
        "^", fg=_COLOURS[problem.severity]
    )


def _lines(numbers: Sequence[int]) -> str:
    named = ", ".join(map(str, numbers[:_LINES_NAMED]))
    more = f" and {len(numbers) - _LINES_NAMED} more" if len(numbers) > _LINES_NAMED else ""
    return f"line{'s' if len(numbers) > 1 else ''} {named}{more}"


def _count(problems: Sequence[Problem], files: int) -> str:
    counts = Counter(problem.severity for problem in problems)
    looked_at = f"{files} file{'s' if files != 1 else ''}"
    if not problems:
        return f"{looked_at}, no problems."
    parts = [
        f"{counts[severity]} {severity}{'s' if counts[severity] != 1 else ''}"
        for severity in ("error", "warning")
        if counts[severity]
    ]
    return f"{' and '.join(parts)} in {looked_at}."
