"""What a response still lacks, told from the names of stored objects alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise import keys
from pointwise.judging.panel import next_seats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pointwise.judging.panel import Panel
    from pointwise.planning.rubric import PlannedPoint


@dataclass(frozen=True, slots=True)
class Settled:
    """What is stored of one response's judgements.

    Attributes:
        checks: Whether the deterministic checks were run.
        seats: By point id, which judges' seats are settled, and whether with a verdict.
    """

    checks: bool
    seats: Mapping[str, Mapping[int, bool]]


NOTHING = Settled(checks=False, seats={})
"""What is stored of a response that was just made."""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What must still be queued: whether the checks, and which (point, seat) pairs."""

    checks: bool
    judgements: tuple[tuple[int, int], ...]

    def __bool__(self) -> bool:
        return self.checks or bool(self.judgements)


@dataclass(frozen=True, slots=True)
class Place:
    """What a stored judgement's name says."""

    point: str
    seat: int
    failed: bool


def place_of(name: str, panel: Panel) -> Place | None:
    """Read `<point>.<seat>.json` or `<point>.<seat>.failed.json`; None for any other name."""
    failed = name.endswith(keys.FAILED)
    point, _, rest = name.removesuffix(keys.FAILED if failed else keys.STORED).partition(".")
    number = rest.partition("-")[0]
    if not number.isdecimal() or int(number) >= len(panel.seats):
        return None
    return Place(point, int(number), failed)


def is_checks(name: str) -> bool:
    """Whether a name is that of the deterministic checks' results."""
    return name in {f"{keys.CHECKS}{keys.STORED}", f"{keys.CHECKS}{keys.FAILED}"}


def read_names(names: Iterable[str], panel: Panel) -> Settled:
    """Read the names below a response's judgements: those of judgements and `checks.json`."""
    seats: dict[str, dict[int, bool]] = defaultdict(dict)
    checks = False
    for name in names:
        checks = checks or is_checks(name)
        if (place := place_of(name, panel)) is not None:
            known = seats[place.point].get(place.seat, False)
            seats[place.point][place.seat] = known or not place.failed
    return Settled(checks, seats)


def outstanding(rubric: tuple[PlannedPoint, ...], panel: Panel, settled: Settled) -> Outstanding:
    """What one response still lacks."""
    has_checks = any(not point.is_judged for point in rubric)
    return Outstanding(
        checks=has_checks and not settled.checks,
        judgements=tuple(
            (index, seat)
            for index, point in enumerate(rubric)
            if point.is_judged
            for seat in next_seats(panel, settled.seats.get(point.id, {}))
        ),
    )


def failures_to_retry(names: Iterable[str], panel: Panel) -> tuple[str, ...]:
    """Of the names below a response's judgements, those of failures that left a point unscored.

    A failed judge whose point got a verdict from another left no gap.
    """
    names = tuple(names)
    seats = read_names(names, panel).seats
    return tuple(
        name
        for name in names
        if name.endswith(keys.FAILED)
        and ((place := place_of(name, panel)) is None or not any(seats[place.point].values()))
    )


def seat_segment(panel: Panel, seat: int) -> str:
    """A judge's part of object keys: its place and its name."""
    return f"{seat}-{keys.segment(panel.seats[seat].id)}"
