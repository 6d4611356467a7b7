"""Names of functions, and checks by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.blueprint.catalog import FUNCTIONS, canonical, spellings
from pointwise.checks.registry import REGISTRY, begin
from pointwise.checks.verdicts import CheckError
from tests.unit.checks.verdict_of import NOWHERE, verdict

if TYPE_CHECKING:
    from pydantic import JsonValue


def test_every_function_has_a_check() -> None:
    """What blueprints may name is what there is, no more and no less."""
    assert REGISTRY.keys() == FUNCTIONS.keys()


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("contains", "contains"),
        ("contain", "contains"),
        ("not_icontain_all_of", "not_icontains_all_of"),
        ("imatch", "imatches"),
        ("match_at_least_n_of", "matches_at_least_n_of"),
        ("start_with", "starts_with"),
        ("not_iend_with", "not_iends_with"),
        ("contain_word", "contains_word"),
        ("expr", "js"),
        ("external", "call"),
        ("factcheck", "factcheck"),
        ("$contains", None),
        ("Contains", None),
        ("container", None),
        ("", None),
    ],
)
def test_names_have_other_spellings(spelling: str, name: str | None) -> None:
    """Singular forms and the two old names; nothing else is guessed."""
    assert canonical(spelling) == name
    assert (spelling in spellings()) == (name is not None)


def test_no_spelling_means_two_functions() -> None:
    """Each belongs to one function, which says in a line what it does and takes."""
    named = [spelling for spec in FUNCTIONS.values() for spelling in (spec.name, *spec.aliases)]
    assert len(named) == len(set(named)) == len(spellings())
    assert all(spec.summary and spec.argument for spec in FUNCTIONS.values())


def test_an_unknown_name_is_an_error() -> None:
    """Also here, where blueprints are already checked."""
    assert verdict("containz", "r") == CheckError("There is no function 'containz'.")


@pytest.mark.parametrize("name", sorted(spellings()))
def test_nothing_given_raises_nothing(name: str) -> None:
    """Any function can be begun without response and argument."""
    assert begin(name, None, None, NOWHERE) is not None


def test_an_argument_nested_without_end_is_an_error() -> None:
    """Depth that Python cannot follow is said, not raised."""
    deep: JsonValue = "x"
    for _ in range(100_000):
        deep = [deep]
    call: JsonValue = {"url": "https://x", "deep": deep}
    assert isinstance(verdict("call", "r", call), CheckError)
    while isinstance(deep, list):  # taken apart here, for Python would do it by recursion
        deep = deep.pop()
