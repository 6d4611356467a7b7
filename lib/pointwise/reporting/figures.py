"""Numbers and reasons as people read them. Full precision stays in what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pointwise.errors import Reason

UNKNOWN = "-"

_REASONS: dict[Reason, str] = {
    "rate_limit": "rate limit",
    "quota": "quota used up",
    "auth": "key refused",
    "unknown_model": "unknown model",
    "invalid_request": "request refused as invalid",
    "timeout": "timeout",
    "unreachable": "unreachable",
    "provider": "provider error",
    "refusal": "refusal",
    "empty": "empty reply",
    "unparsable": "unreadable reply",
    "off_scale": "verdict off the scale",
    "budget": "budget spent",
    "no_fixture": "no fixture",
    "no_response": "no response",
    "service": "service error",
}
_MINUTE, _HOUR = 60, 3600


def reason_phrase(reason: Reason) -> str:
    """Why something is unscored, in two or three words."""
    return _REASONS.get(reason, reason.replace("_", " "))


def reason_counts(counts: Mapping[Reason, int]) -> str:
    """`rate limit 3, timeout 1`: most frequent first, nothing for zeros."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{reason_phrase(reason)} {number}" for reason, number in ordered if number)


def percent(share: float) -> str:
    """`87.3%` for 0.873."""
    return f"{share * 100:.1f}%"


def money(usd: float | None) -> str:
    """USD with at least two significant digits, `-` where unknown."""
    if usd is None:
        return UNKNOWN
    if usd == 0 or usd >= 0.0995:
        return f"${usd:,.2f}"
    return f"${usd:.2g}" if usd >= 0.0001 else "<$0.0001"


def amount(number: int) -> str:
    """`999`, `12.3k`, `1.2M`."""
    for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
        # From here on three digits of the smaller unit round up to this one.
        if number >= size * 0.9995:
            scaled = number / size
            return f"{scaled:.0f}{unit}" if scaled >= 99.95 else f"{scaled:.1f}{unit}"
    return str(number)


def plural(number: int, noun: str) -> str:
    """`1 point`, `2 points`, `1,200 points`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def duration(seconds: float) -> str:
    """`0.4 s`, `42 s`, `4 min 12 s`, `1 h 05 min`."""
    if seconds < 9.95:
        return f"{max(seconds, 0.0):.1f} s"
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE:02d} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE:02d} min"


def rough_duration(seconds: float) -> str:
    """A guess, told no more precisely than it is meant: `a few seconds`, `about 35 s`, `about 3 min`."""
    if seconds < 10:
        return "a few seconds"
    if seconds < 95:
        return f"about {5 * round(seconds / 5)} s"
    minutes = round(seconds / _MINUTE)
    return f"about {minutes} min" if minutes < _MINUTE else f"about {duration(minutes * _MINUTE)}"
