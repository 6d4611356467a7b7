"""A small bonus for answers to structured prompts that are not cut to the bone."""

from __future__ import annotations

from dataclasses import dataclass

from pointwise.narrative.rubric import HIGHEST

_REWARDED = ("moderate", "strict")
_DIGITS = 12
"""Keeps 4.0125 from being stored as 4.012499999999999; six digits more than anything here needs."""


@dataclass(frozen=True, slots=True)
class LengthBonus:
    """`min(cap, max(0, words - start) / span)`, for `moderate` and `strict` alone.

    Attributes:
        cap: The most that is added, 0 or more. The default turns a raw 4 at 112 words into 4.25; 1.0 gives
            the same rule as published with the first results of this evaluation.
        start: Words up to which nothing is added.
        span: Words beyond `start` that earn a whole mark; above 0.
    """

    cap: float = 0.25
    start: float = 80
    span: float = 80

    def of(self, words: int, prompt_type: str) -> float:
        """What is added to the judge's overall mark."""
        if prompt_type not in _REWARDED:
            return 0.0
        return min(self.cap, max(0.0, words - self.start) / self.span)

    def final(self, raw: int, words: int, prompt_type: str) -> float:
        """The overall mark that counts: raw plus bonus, at most 5."""
        return round(min(HIGHEST, raw + self.of(words, prompt_type)), _DIGITS)
