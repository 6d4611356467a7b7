"""The report as one HTML page that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pointwise.narrative.rubric import HIGHEST, OVERALL
from pointwise.narrative.summary import METRICS
from pointwise.narrative.wording import LEGEND, mean_text, pairing_text, slope_text, unscored_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointwise.narrative.summary import Summary
    from pointwise.narrative.system_metrics import Group

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; }
body { color: #1d2733; background: #fff; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3em .7em; text-align: right; border-bottom: 1px solid #dde3ea; white-space: nowrap; }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
tr.all td { font-weight: 600; border-top: 2px solid #9aa7b5; }
.bars { display: inline-flex; align-items: flex-end; gap: 2px; height: 2.2em; }
.bars i { width: 1.1em; background: #2f6f9f; min-height: 1px; }
p.note { color: #55616e; }
@media (prefers-color-scheme: dark) {
  body { color: #dfe6ee; background: #14191f; } th, td { border-color: #2c3641; }
  p.note { color: #9aa7b5; } .bars i { background: #6fb1e0; }
}
"""
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Narrative continuations</title>
<style>{style}</style>
<h1>Narrative continuations</h1>
<p>{unscored}</p>
<h2>Marks</h2>
{marks}
<h2>Marks given and lengths</h2>
{lengths}
{comparisons}
<p class="note">{legend}</p>
<p class="note">From {files}.</p>
</html>
"""


def render_page(summary: Summary) -> str:
    """The page. Every text from outside is escaped."""
    return _PAGE.format(
        style=_STYLE,
        unscored=escape(unscored_text(summary)),
        marks=_marks(summary),
        lengths=_lengths(summary),
        comparisons=_comparisons(summary),
        legend=escape(LEGEND),
        files=escape(", ".join(summary.files)),
    )


def _marks(summary: Summary) -> str:
    rows = ((group, [mean_text(group.means.get(name)) for name in METRICS]) for group in summary.groups)
    return _table(METRICS.values(), ((group, map(escape, cells)) for group, cells in rows))


def _lengths(summary: Summary) -> str:
    header = ("Rows", "Unscored", "Marks 0 to 5", "Words", "Slope", "Slope raw")
    return _table(header, ((group, _length_cells(group)) for group in summary.groups))


def _length_cells(group: Group) -> list[str]:
    return [
        f"{group.rows:,}",
        f"{group.unscored:,}",
        _bars(group.histograms[OVERALL]),
        "-" if group.words is None else f"{group.words:.0f}",
        slope_text(group.slope),
        slope_text(group.raw_slope),
    ]


def _bars(counts: tuple[int, ...]) -> str:
    """One bar a mark; the counts are read out by pointing at them, and by screen readers."""
    most = max(counts) or 1
    told = ", ".join(f"{mark}: {count}" for mark, count in zip(range(HIGHEST + 1), counts, strict=True))
    bars = "".join(f'<i style="height:{100 * count // most}%"></i>' for count in counts)
    return f'<span class="bars" role="img" title="{told}" aria-label="{told}">{bars}</span>'


def _comparisons(summary: Summary) -> str:
    if not summary.pairings:
        return ""
    items = "".join(f"<li>{escape(pairing_text(pair))}</li>" for pair in summary.pairings)
    return f"<h2>Pairs of systems</h2>\n<ul>{items}</ul>"


def _table(header: Iterable[str], rows: Iterable[tuple[Group, Iterable[str]]]) -> str:
    """A table of cells that are HTML already."""
    heads = "".join(f"<th>{escape(name)}</th>" for name in ("System", "Prompts", *header))
    lines = "".join(_line(group, cells) for group, cells in rows)
    return f'<div class="wide"><table><tr>{heads}</tr>\n{lines}</table></div>'


def _line(group: Group, cells: Iterable[str]) -> str:
    names = (escape(group.system), escape(group.prompt_type or "all"))
    body = "".join(f"<td>{cell}</td>" for cell in (*names, *cells))
    return f"<tr{' class=all' if group.prompt_type is None else ''}>{body}</tr>\n"
