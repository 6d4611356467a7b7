"""Points that are written as maps: `$function`, `fn`, `text`, and a text with its citation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.points import Point as PointForm
from pointwise.blueprint.authoring.written import known_names
from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.model import FunctionPoint, TextPoint
from pointwise.blueprint.reading.drafts import PointDraft
from pointwise.blueprint.reading.fields import fields_of, is_null, unknown_entries, warn_of_unknown
from pointwise.blueprint.reading.forms import check_form
from pointwise.blueprint.reading.functions import closest_function, is_function, is_marked, public_name
from pointwise.blueprint.text.nodes import Scalar, kind, plain

if TYPE_CHECKING:
    from pydantic import JsonValue

    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Entry, Table

_MAIN = frozenset({"text", "fn", "arg"})
_BESIDE = frozenset({"weight", "multiplier", "citation"})
_CONTINUES = re.compile(r"[a-z](?!\w*://)")
"""Sources begin with a capital, a digit or a scheme; a lower-case word rather goes on with a sentence."""
_NO_ARGUMENT = (None, "", 0)
"""What JavaScript takes for nothing, and so public results do."""


def read_map(table: Table, findings: Findings) -> PointDraft | None:
    """The point a map stands for, or None after an error."""
    entries = table.entries
    marked = [entry for key, entry in entries.items() if is_marked(key)]
    has_text = "text" in entries or "point" in entries
    if has_text and (marked or "fn" in entries):
        findings.error(
            table,
            "text-and-function",
            "This point has both a text and a function.",
            "Make two points of it.",
        )
        return None
    if marked:
        return _short_function(table, marked, findings)
    if "fn" in entries:
        return _long_function(table, findings)
    return _long_text(table, findings) if has_text else _bare(table, findings)


def beside(table: Table, findings: Findings) -> dict[str, JsonValue] | None:
    """`multiplier`, and `citation` where there is one, of a point; None after an error."""
    given = fields_of(table, PointForm, findings, apart=_MAIN)
    if check_form(given, PointForm, (), findings):
        return None
    values: dict[str, JsonValue] = {"multiplier": 1}
    if "weight" in given:
        values["multiplier"] = plain(given["weight"].value)
    if "citation" in given:
        values["citation"] = plain(given["citation"].value)
    return values


def _short_function(table: Table, marked: list[Entry], findings: Findings) -> PointDraft | None:
    """`{$name: argument}`."""
    if len(marked) > 1:
        names = " and ".join(f"`{shown(entry.key)}`" for entry in marked[:2])
        findings.error(
            marked[1],
            "two-functions",
            f"This point has two functions, {names}.",
            "Begin each with a dash of its own.",
        )
        return None
    rest = [e for key, e in table.entries.items() if key not in _BESIDE and e is not marked[0]]
    warn_of_unknown(rest, f"a point with `{shown(marked[0].key)}`", _BESIDE, findings)
    return _function(table, marked[0], marked[0].key, marked[0], findings)


def _long_function(table: Table, findings: Findings) -> PointDraft | None:
    """`{fn: name, arg: argument}`."""
    entry = table.entries["fn"]
    if not (isinstance(entry.value, Scalar) and isinstance(entry.value.value, str)):
        findings.error(
            entry.value, "wrong-value", f"`fn` must be the name of a function; it is {kind(entry.value)}."
        )
        return None
    warn_of_unknown(unknown_entries(table, PointForm), "a point", known_names(PointForm), findings)
    return _function(table, entry, entry.value.value, _argument(table, findings), findings)


def _function(
    table: Table, entry: Entry, name: str, argument: Entry | None, findings: Findings
) -> PointDraft | None:
    public = public_name(name, entry, findings)
    extras = beside(table, findings)
    if public is None or extras is None:
        return None
    given = {} if argument is None else {"fnArgs": plain(argument.value)}
    point = FunctionPoint.model_validate({"fn": public, **given, **extras})
    return PointDraft(point, table, argument.value if argument else None)


def _argument(table: Table, findings: Findings) -> Entry | None:
    formal, short = table.entries.get("fnArgs"), table.entries.get("arg")
    if formal is None or plain(formal.value) in _NO_ARGUMENT:
        return short
    if short is not None:
        findings.warn(
            short,
            "ignored-field",
            "`arg` is ignored, because `fnArgs` means the same and is there too.",
            "Keep one of them.",
        )
    return formal


def _long_text(table: Table, findings: Findings) -> PointDraft | None:
    """`{text: …}`."""
    entry = fields_of(table, PointForm, findings).get("text")
    warn_of_unknown(unknown_entries(table, PointForm), "a point", known_names(PointForm), findings)
    extras = beside(table, findings)
    if entry is None:
        findings.error(table, "wrong-point", "This point has no text.", "Write what a good answer does.")
        return None
    if not (isinstance(entry.value, Scalar) and isinstance(entry.value.value, str)):
        findings.error(
            entry.value,
            "wrong-value",
            f"`{entry.key}` must be a text; it is {kind(entry.value)}.",
            "Put it in quotes.",
        )
        return None
    if extras is None:
        return None
    return PointDraft(TextPoint.model_validate({"text": entry.value.value, **extras}), table)


def _bare(table: Table, findings: Findings) -> PointDraft | None:
    """`{name: argument}` without `$`, or `{"text": "citation"}`."""
    main = [entry for key, entry in table.entries.items() if key not in _BESIDE]
    if len(main) == 1 and is_function(main[0].key):
        findings.warn(
            main[0],
            "unmarked-function",
            f"`{main[0].key}` is taken for a function, though it has no `$`.",
            f"Write `${main[0].key}`; if it is a criterion with a citation, write `text` and `citation`.",
        )
        return _function(table, main[0], main[0].key, main[0], findings)
    if len(table.entries) == 1:
        return _cited(next(iter(table.entries.values())), table, findings)
    _note_shape(table, main, findings)
    return None


def _cited(entry: Entry, table: Table, findings: Findings) -> PointDraft | None:
    """`{"text": "citation"}`."""
    value = entry.value
    if not (entry.key and isinstance(value, Scalar) and isinstance(value.value, str)):
        _note_uncited(entry, findings)
        return None
    if entry.key in known_names(PointForm) or (entry.is_plain and entry.key.isidentifier()):
        findings.warn(
            entry,
            "key-as-criterion",
            f"This is read as the criterion `{entry.key}` with a citation.",
            "Write a criterion as `text: …`; if this is one, put it in quotes.",
        )
    elif entry.is_plain and _CONTINUES.match(value.value):
        findings.warn(
            entry,
            "colon-in-text",
            f"What follows the colon, `{shown(value.value)}`, is read as the citation of this criterion.",
            "If it belongs to the text, put the whole point in quotes; else put the criterion in quotes.",
        )
    return PointDraft(TextPoint(text=entry.key, multiplier=1, citation=value.value), table)


def _note_uncited(entry: Entry, findings: Findings) -> None:
    if not entry.key:
        message, fix = "This point has a citation but no text.", "Write the criterion before the colon."
    elif entry.key in known_names(PointForm):
        message = f"`{entry.key}` stands alone; a point needs a text or a function too."
        fix = "Write `text: …` or `$function: …` beside it."
    elif is_null(entry.value):
        message = "This point ends in a colon, which YAML takes for the end of a key."
        fix = "Put the text in quotes, or write its citation after the colon."
    else:
        message = f"After a criterion and a colon stands its citation, a text; this is {kind(entry.value)}."
        close = closest_function(entry.key.replace(" ", "_"))
        hint = f"Did you mean `${close}`?" if close else did_you_mean(entry.key, known_names(PointForm))
        fix = hint or "Put the whole point in quotes."
    findings.error(entry, "wrong-point", message, fix)


def _note_shape(table: Table, main: list[Entry], findings: Findings) -> None:
    if len(main) == 1:
        message, fix = (
            f"`{shown(main[0].key)}` means nothing beside `weight` or `citation`.",
            "Write the criterion as `text: …`, with `weight` and `citation` below it.",
        )
    elif main:
        message = "This point has several keys that mean nothing together."
        fix = "Begin each point with a dash of its own; put texts that hold a colon in quotes."
    else:
        message, fix = "This point has neither a text nor a function.", "Write `text: …` or `$function: …`."
    findings.error(table, "wrong-point", message, fix)
