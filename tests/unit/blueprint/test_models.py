"""Names of models and collections."""

from __future__ import annotations

import pytest

from pointwise.blueprint.collections import BUILT_IN, name_problems, resolve_models
from pointwise.blueprint.loose_ends import LocatedName
from pointwise.blueprint.model import CustomModel
from pointwise.blueprint.model_ids import is_model
from pointwise.errors import InputError

CUSTOM = CustomModel(id="c", url="u", modelName="m", inherit="openai")
COLLECTIONS = {"FRONTIER": ("a:1", "b:2"), "CORE": ("a:1", "c:3")}


def test_names_become_models_in_order_and_once() -> None:
    """Collections, ids and custom models, in order of first mention."""
    given = ["b:2", "FRONTIER", CUSTOM, "CORE", "a:1", CUSTOM]
    assert resolve_models(given, COLLECTIONS) == ("b:2", "a:1", CUSTOM, "c:3")


def test_a_collection_of_the_repository_goes_before_the_built_in_one() -> None:
    """Which serves only where there is none."""
    assert resolve_models(["CORE"], COLLECTIONS) == ("a:1", "c:3")
    assert resolve_models(["CORE"], {}) == tuple(BUILT_IN["CORE"])
    assert resolve_models(["QUICK"], COLLECTIONS) == tuple(BUILT_IN["QUICK"])


def test_built_in_collections_are_in_order() -> None:
    """Ids as they are asked for, each once."""
    for models in BUILT_IN.values():
        assert all(map(is_model, models))
        assert len(set(models)) == len(models)


@pytest.mark.parametrize("name", ["OpenAI:gpt", " openai : gpt ", "OPENAI: gpt"])
def test_common_slips_are_mended(name: str) -> None:
    """Spaces around the colon and an upper-case provider; the model's own case stays."""
    assert resolve_models([name], {}) == ("openai:gpt",)
    assert resolve_models(["Openai:GPT"], {}) == ("openai:GPT",)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["FRONTEIR"], "Did you mean `FRONTIER`?"),
        (["gpt-4o"], "a model is written `provider:model`"),
        (["NOPE"], "There are CORE, FRONTIER, QUICK."),
        (["123"], "neither"),
        (["a b"], "neither"),
        (["openai:"], "neither"),
    ],
)
def test_an_unknown_name_is_refused(names: list[str], words: str) -> None:
    """With the closest collection, or all of them."""
    with pytest.raises(InputError, match=words.replace("?", r"\?")):
        resolve_models(names, COLLECTIONS)


def test_a_collection_holds_nothing_but_models() -> None:
    """Neither other collections nor anything else."""
    with pytest.raises(InputError, match="The collection X holds 'CORE'"):
        resolve_models(["X"], {"X": ("CORE",)})


def test_two_models_cannot_have_one_id() -> None:
    """Their answers could not be told apart."""
    with pytest.raises(InputError, match="Two different models have the id c"):
        resolve_models([CUSTOM, CUSTOM.model_copy(update={"url": "v"})], {})


def test_a_name_no_collection_has_is_an_error_at_its_place() -> None:
    """A warning only where it looks like a collection and none are at hand."""
    names = [LocatedName("FRONTEIR", 3, 5), LocatedName("gpt-4o", 4, 5), LocatedName("CORE", 5, 5)]
    found = name_problems("f", names, COLLECTIONS)
    assert [(each.line, each.severity, each.code) for each in found] == [
        (3, "error", "unknown-collection"),
        (4, "error", "unknown-collection"),
    ]
    assert [each.severity for each in name_problems("f", names, {})] == ["warning", "error"]
