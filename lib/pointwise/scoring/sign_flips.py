"""How often luck alone would reach a paired difference, were the sign of each prompt's a toss of a coin.

Beyond 20 prompts 10,000 patterns of signs are tried. The sums under all of them stand in one whole number, 40
bits to a pattern, so that one multiplication adds a prompt to 10,000 sums. The sum of a difference is the
difference of two sums: thirty models cost thirty columns of sums, where their 435 pairs would cost 435.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    Steps = Mapping[str, int]

EXACT_UP_TO = 20
"""Prompts up to which every sign pattern is counted: 2^20 patterns through two lists of 2^10 sums."""

FLIPS = 10_000
"""Random sign patterns beyond that: a p of 0.05 is known to about 0.002."""

_SEED = 20_040_229
"""Any number would do; it only has to stay the same."""

_TIE = 1e-12
"""Sums this close, relative to their terms, are equal but for rounding."""

_SMALLEST = 1e-200
"""Terms below this are rounding of nothing; they need no finer steps."""

_BITS = 40
_ONES = int.from_bytes(b"\1\0\0\0\0" * FLIPS, "little")
_HALF = 1 << (_BITS - 1)

_FINEST = 1 << 29
"""Most steps to a term: a factor of one 30-bit digit, by which long numbers are multiplied fastest."""

_WIDEST = 1 << 37
"""Most steps to a sum: leaves room to subtract sums without one pattern's borrowing from the next."""


def sign_flip_p(terms: Sequence[float]) -> float | None:
    """Two-sided p of the sum of paired differences, were each as likely to be negative as positive.

    Up to 20 terms every pattern of signs is counted; beyond, 10,000 random ones, the observed among them.

    Args:
        terms: Per prompt, weight x difference.

    Returns:
        Above 0, at most 1; None without terms.

    Source: Fisher, The Design of Experiments (1935), 21.
    """
    if not terms:
        return None
    sizes = sorted(map(abs, terms))
    observed = abs(math.fsum(terms)) - _TIE * math.fsum(sizes)
    if observed <= 0:
        return 1.0
    return _exact_share(sizes, observed) if len(sizes) <= EXACT_UP_TO else _random_share(sizes, observed)


def sign_flip_ps(columns: Mapping[str, Mapping[str, float]]) -> dict[tuple[str, str], float | None]:
    """`sign_flip_p` of every pair of columns, over the prompts that both have, names in alphabetical order.

    All pairs share their patterns of signs. These go by the order of the prompts' names, so that the order in
    which models or prompts came does not matter.

    Args:
        columns: By model, then by prompt, weight x score. A prompt weighs the same for all models.
    """
    flips = _Flips(columns)
    return {(a, b): flips.p(a, b) for a, b in combinations(sorted(columns), 2)}


class _Flips:
    """The columns' sums under all patterns of signs, in whole steps."""

    def __init__(self, columns: Mapping[str, Mapping[str, float]]) -> None:
        self._columns = columns
        prompts = {prompt for column in columns.values() for prompt in column}
        self._places = {prompt: place for place, prompt in enumerate(sorted(prompts))}
        grid = _grid(column.values() for column in columns.values())
        self._steps = {
            name: {prompt: round(value * grid) for prompt, value in column.items()}
            for name, column in columns.items()
        }
        self._sums = self._all_sums() if len(self._places) > EXACT_UP_TO else {}

    def _all_sums(self) -> dict[str, int]:
        """Prompt by prompt, because a pattern may be made anew each time it is asked for."""
        sums = dict.fromkeys(self._steps, 0)
        for prompt, place in self._places.items():
            pattern = _pattern(place)
            for name, steps in self._steps.items():
                sums[name] += steps.get(prompt, 0) * pattern
        return sums

    def p(self, first: str, second: str) -> float | None:
        """The p of two columns; beyond 20 prompts a tie is what lies within the rounding to steps."""
        ours, theirs = self._columns[first], self._columns[second]
        common = ours.keys() & theirs.keys()
        if len(common) <= EXACT_UP_TO:
            return sign_flip_p([ours[prompt] - theirs[prompt] for prompt in common])
        total = sum(self._steps[first][prompt] - self._steps[second][prompt] for prompt in common)
        sums = self._sums_over(first, common) - self._sums_over(second, common)
        return _share(sums, total, abs(total) - 2 * len(common))

    def _sums_over(self, name: str, prompts: Collection[str]) -> int:
        steps = self._steps[name]
        return self._sums[name] - sum(
            steps[prompt] * _pattern(self._places[prompt]) for prompt in steps.keys() - prompts
        )


def _exact_share(terms: Sequence[float], observed: float) -> float:
    """Share of all patterns at least as far out; both tails are alike."""
    half = len(terms) // 2
    left, right = _signed_sums(terms[:half]), sorted(_signed_sums(terms[half:]))
    beyond = sum(len(right) - bisect_left(right, observed - total) for total in left)
    return 2 * beyond / (len(left) * len(right))


def _signed_sums(terms: Sequence[float]) -> list[float]:
    sums = [0.0]
    for term in terms:
        sums = [total + signed for total in sums for signed in (term, -term)]
    return sums


def _random_share(sizes: Sequence[float], observed: float) -> float:
    grid = _grid([sizes])
    steps = [round(size * grid) for size in sizes]
    sums = sum(step * _pattern(place) for place, step in enumerate(steps))
    return _share(sums, sum(steps), math.floor(observed * grid) - len(steps))


def _grid(columns: Iterable[Collection[float]]) -> float:
    """Steps to a unit, so that neither a term nor a sum takes more steps than there is room for."""
    sizes = [[abs(value) for value in column] for column in columns]
    largest = max((size for column in sizes for size in column), default=0.0)
    longest = max(map(math.fsum, sizes), default=0.0)
    return min(_FINEST / max(largest, _SMALLEST), _WIDEST / max(longest, _SMALLEST))


@lru_cache(maxsize=256)
def _pattern(place: int) -> int:
    """Under which of the 10,000 patterns the term at this place is kept: a 1 in 40 bits, or a 0.

    50 kB each, and the same for every comparison, so the first 256 or so are kept.
    """
    source = random.Random(_SEED + place)  # noqa: S311 - resampling, not secrecy
    return source.getrandbits(_BITS * FLIPS) & _ONES


def _share(sums: int, total: int, observed: int) -> float:
    """Share of patterns whose sum, kept minus flipped, is at least as far from 0 as observed.

    Args:
        sums: Of the kept terms, under each pattern.
        total: Of all terms. Kept minus flipped is twice the kept minus this.
        observed: Below 1 where anything reaches it.
    """
    if observed <= 0:
        return 1.0
    above = _reaching(sums, (total + observed + 1) // 2)
    below = FLIPS - _reaching(sums, (total - observed) // 2 + 1)
    return (1 + above + below) / (1 + FLIPS)


def _reaching(sums: int, bound: int) -> int:
    """How many of the sums are at least the bound: those whose highest bit is set once it is added up to."""
    return ((sums + (_HALF - bound) * _ONES) & (_HALF * _ONES)).bit_count()
