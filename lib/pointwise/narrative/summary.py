"""All that a report says of judged continuations, as one value and as one JSON document."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from pointwise.narrative.pairing import Pairing, pairings_of
from pointwise.narrative.rubric import DIMENSIONS
from pointwise.narrative.scored import told_apart
from pointwise.narrative.system_metrics import RAW, Group, groups_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pydantic import JsonValue

    from pointwise.narrative.scored import ScoredRow

_FIRST = ("overall_quality", "factual_accuracy", "relevance")
METRICS: Mapping[str, str] = {
    each.name: each.metric
    for each in sorted(DIMENSIONS, key=lambda d: _FIRST.index(d.name) if d.name in _FIRST else len(_FIRST))
}
"""Column to the name of its mean; the primary one first, then the two auxiliary ones, then the others."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What the rows of some files say."""

    files: tuple[str, ...]
    groups: tuple[Group, ...]
    pairings: tuple[Pairing, ...]

    @property
    def rows(self) -> int:
        return sum(group.rows for group in self.groups if group.prompt_type is None)

    @property
    def unscored(self) -> int:
        return sum(group.unscored for group in self.groups if group.prompt_type is None)


def summarise(files: Mapping[str, Sequence[ScoredRow]]) -> Summary:
    """The summary of files by their names."""
    rows = list(told_apart(files))
    return Summary(tuple(files), groups_of(rows), pairings_of(rows))


def document(summary: Summary) -> dict[str, JsonValue]:
    """The summary as JSON, in full precision."""
    return {
        "files": list(summary.files),
        "rows": summary.rows,
        "unscored": summary.unscored,
        "groups": [_group(group) for group in summary.groups],
        "comparisons": [asdict(pairing) for pairing in summary.pairings],
    }


def _group(group: Group) -> dict[str, JsonValue]:
    names = {**METRICS, RAW: "OverallScoreBeforeBonus"}
    return {
        "system": group.system,
        "prompt_type": group.prompt_type or "all",
        "rows": group.rows,
        "unscored": group.unscored,
        "unscored_share": group.unscored / group.rows,
        "metrics": {names[name]: asdict(group.means[name]) for name in names if name in group.means},
        "histograms": {name: list(counts) for name, counts in group.histograms.items()},
        "mean_words": group.words,
        "overall_per_100_words": asdict(group.slope) if group.slope else None,
        "overall_raw_per_100_words": asdict(group.raw_slope) if group.raw_slope else None,
    }
