"""Checks values against their form and puts what does not fit into sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pointwise.blueprint.authoring.written import written_fields
from pointwise.blueprint.findings import did_you_mean, shown
from pointwise.blueprint.text.nodes import Items, Scalar, Table, kind, plain
from pointwise.blueprint.text.scalars import atom, printed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pydantic_core import ErrorDetails

    from pointwise.blueprint.authoring.written import Authored
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.text.nodes import Entry, Node

_EXPECTED = {
    "string_type": "a text",
    "string_too_short": "a text that is not empty",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a map",
    "model_type": "a map",
    "model_attributes_type": "a map",
}
_NUMBERS = frozenset({"int_type", "float_type"})
_BOUNDS = {"greater_than": ("gt", "more than"), "greater_than_equal": ("ge", "at least"),
           "less_than": ("lt", "less than"), "less_than_equal": ("le", "at most")}  # fmt: skip


@dataclass(slots=True)
class _Misfit:
    """A value that does not fit, and why; of several reasons the first, of missing keys all."""

    node: Node
    trail: str
    error: ErrorDetails
    missing: list[str] = field(default_factory=list)


def check_form(
    given: Mapping[str, Entry], form: type[Authored], skipped: Iterable[str], findings: Findings
) -> set[str]:
    """Check all given fields but the skipped ones; returns the names of those that do not fit."""
    left_out = set(skipped)
    values = {name: plain(entry.value) for name, entry in given.items() if name not in left_out}
    try:
        form.model_validate(values)
    except ValidationError as exc:
        errors = exc.errors(include_url=False, include_input=False)
        for misfit in _misfits(errors, given):
            name = str(misfit.error["loc"][0])
            if misfit.missing:
                _note_missing(misfit, name, findings)
            else:
                whole = written_fields(form)[name].phrase if misfit.node is given[name].value else None
                _note(misfit, whole, findings)
        return {str(error["loc"][0]) for error in errors}
    return set()


def _misfits(errors: Iterable[ErrorDetails], given: Mapping[str, Entry]) -> Iterable[_Misfit]:
    found: dict[int, _Misfit] = {}
    for error in errors:
        is_missing = error["type"] == "missing"
        location = error["loc"][1:-1] if is_missing else error["loc"][1:]
        node, trail = _walk(given[str(error["loc"][0])], location)
        misfit = found.setdefault(id(node), _Misfit(node, trail, error))
        if is_missing:
            misfit.missing.append(str(error["loc"][-1]))
    return found.values()


def _note_missing(misfit: _Misfit, name: str, findings: Findings) -> None:
    *first, last = (f"`{key}`" for key in misfit.missing)
    needed = f"{', '.join(first)} and {last}" if first else last
    fix = _joined(misfit.node) if name == "models" else None
    findings.error(misfit.node, "missing-key", f"`{misfit.trail}` needs {needed}.", fix)


def _joined(node: Node) -> str | None:
    """A fix for `provider: model`, which a space after the colon makes a map of."""
    if not isinstance(node, Table) or len(node.entries) != 1:
        return None
    (entry,) = node.entries.values()
    model = printed(entry.value.value) if isinstance(entry.value, Scalar) else ""
    return f"Write `{shown(entry.key)}:{shown(model)}`, without a space after the colon."


def _note(misfit: _Misfit, whole: str | None, findings: Findings) -> None:
    """Note a misfit; `whole` is what the field must be, where it does not fit as a whole."""
    error, node = misfit.error, misfit.node
    of_kind = error["type"] not in _BOUNDS and "literal" not in error["type"]
    expected = whole if whole and of_kind else _expected(error)
    message = f"`{misfit.trail}` must be {expected}; it is {_seen(node)}."
    findings.error(node, "wrong-value", message, _fix(error, node))


def _walk(entry: Entry, location: tuple[int | str, ...]) -> tuple[Node, str]:
    """The node a location leads to and its name. Parts that name a member of a union lead nowhere."""
    node, trail = entry.value, entry.key
    for part in location:
        if isinstance(node, Table) and part in node.entries:
            node, trail = node.entries[str(part)].value, f"{trail}.{shown(str(part))}"
        elif isinstance(node, Items) and isinstance(part, int):
            node, trail = node.items[part], f"{trail}[{part}]"
    return node, trail


def _expected(error: ErrorDetails) -> str:
    kind_of_error = error["type"]
    context = error.get("ctx", {})
    if kind_of_error in _BOUNDS:
        key, words = _BOUNDS[kind_of_error]
        return f"{words} {context[key]:g}"
    if kind_of_error == "literal_error":
        return str(context["expected"]).replace("'", "`")
    if kind_of_error == "value_error":
        return str(context["error"])
    if kind_of_error == "union_tag_invalid":
        return str(context["expected_tags"]).replace("'", "").replace(", ", " or a ").join(("a ", ""))
    return _EXPECTED.get(kind_of_error, "something else")


def _seen(node: Node) -> str:
    if not isinstance(node, Scalar) or node.value in (None, ""):
        return kind(node)
    written = f"`{shown(printed(node.value))}`"
    return f"the text {written}" if isinstance(node.value, str) else written


def _fix(error: ErrorDetails, node: Node) -> str | None:
    if error["type"] == "literal_error" and isinstance(node, Scalar) and isinstance(node.value, str):
        return did_you_mean(node.value, _choices(error))
    if error["type"] == "string_type" and isinstance(node, Scalar) and node.value is not None:
        return "Put it in quotes."
    if error["type"] in _NUMBERS and isinstance(node, Scalar) and isinstance(node.value, str):
        return "Write it without quotes." if isinstance(atom(node.value), int | float) else None
    if error["type"] == "list_type" and isinstance(node, Scalar) and node.value:
        return "Write each item on a line of its own that begins with `- `."
    return None


def _choices(error: ErrorDetails) -> list[str]:
    return str(error.get("ctx", {}).get("expected", "")).replace("'", "").replace(" or ", ", ").split(", ")
