"""Finds the fields of a form in a map, whatever alias each was given by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.authoring.written import known_names, written_fields
from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.text.nodes import Scalar, plain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from pointwise.blueprint.authoring.written import Authored
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Entry, Node, Table


def fields_of(
    table: Table, form: type[Authored], findings: Findings, apart: Collection[str] = ()
) -> dict[str, Entry]:
    """The entries of a map by the canonical name of their field, but for those read `apart`.

    Of a field given by several names the first that holds something counts, with a warning. A field given
    as null is there only where null means something or is an error.
    """
    found: dict[str, Entry] = {}
    for name, written in written_fields(form).items():
        given = [table.entries[alias] for alias in (name, *written.aliases) if alias in table.entries]
        if not given or name in apart:
            continue
        chosen = next((entry for entry in given if not is_empty(entry.value)), given[0])
        _warn_of_ignored(given, chosen, findings)
        if is_null(chosen.value) and written.null == "dropped":
            continue
        if is_null(chosen.value) and written.null == "refused":
            findings.error(
                chosen, "null-field", f"`{chosen.key}` must be {written.phrase}; it is empty.", "Remove it."
            )
            continue
        found[name] = chosen
    return found


def is_null(node: Node) -> bool:
    """Whether a value is null."""
    return isinstance(node, Scalar) and node.value is None


def is_empty(node: Node) -> bool:
    """Whether a value holds nothing, so that an alias may still hold something."""
    return isinstance(node, Scalar) and node.value in (None, "")


def truth(entry: Entry, findings: Findings) -> bool:
    """A yes or no; anything but true and false counts as JavaScript counts it, with a warning."""
    value = plain(entry.value)
    if isinstance(value, bool):
        return value
    counted = value not in (None, "", 0)
    findings.warn(
        entry,
        "not-a-truth-value",
        f"`{entry.key}` is neither true nor false, and counts as {str(counted).lower()}.",
        f"Write `{entry.key}: true` or `{entry.key}: false`, without quotes.",
    )
    return counted


def unknown_entries(table: Table, form: type[Authored]) -> list[Entry]:
    """The entries of a map that are no field of its form."""
    known = known_names(form)
    return [entry for key, entry in table.entries.items() if key not in known]


def warn_of_unknown(
    entries: Iterable[Entry], owner: str, candidates: Iterable[str], findings: Findings
) -> None:
    """Warn of keys that mean nothing where they stand."""
    for entry in entries:
        findings.warn(
            entry,
            "unknown-key",
            f"`{shown(entry.key)}` means nothing in {owner}.",
            did_you_mean(entry.key, candidates),
        )


def _warn_of_ignored(given: list[Entry], chosen: Entry, findings: Findings) -> None:
    for entry in given:
        if entry is not chosen and not is_null(entry.value):
            findings.warn(
                entry,
                "ignored-field",
                f"`{entry.key}` is ignored, because `{chosen.key}` means the same and is there too.",
                "Keep one of them.",
            )
