"""Blueprints and collections on the disk."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

import pytest

from pointwise.adapters.folder_source import default_id, find_blueprints, load_collections
from pointwise.blueprint.parse import parse
from pointwise.errors import InputError

NAMES = ("blueprints/a.yml", "blueprints/sub/b.yaml", "blueprints/sub/deep/c.JSON")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with blueprints, collections, and files that are neither."""
    others = ("blueprints/notes.md", "blueprints/.hidden/d.yml", "blueprints/models/e.json", "models/X.json")
    fixtures = ("blueprints/fixtures.yml", "blueprints/sub/b-fixtures.yaml")
    for name in (*NAMES, *others, *fixtures):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('["a:b"]' if "models" in name else name)
    return tmp_path


def ids(*paths: Path) -> list[str]:
    return [file.default_id for file in find_blueprints(paths)]


def test_a_folder_gives_all_its_blueprints(repository: Path) -> None:
    """By name, below it; neither hidden files, nor collections, nor fixtures."""
    files = find_blueprints([repository / "blueprints"])
    assert [file.name for file in files] == [str(repository / name) for name in NAMES]
    assert files[0].data == b"blueprints/a.yml"


def test_a_blueprint_has_one_id_however_it_is_given(repository: Path) -> None:
    """Its path below the folder `blueprints`."""
    folder = repository / "blueprints"
    assert ids(repository) == ids(folder) == ["a", "sub__b", "sub__deep__c"]
    assert ids(folder / "sub") == ["sub__b", "sub__deep__c"]
    assert ids(folder / "sub/b.yaml", folder / "a.yml") == ["sub__b", "a"]
    assert default_id(PurePath("sub/b.test.yml")) == "sub__b.test"


def test_without_such_a_folder_ids_count_from_what_was_given(tmp_path: Path) -> None:
    """A file is called by its name."""
    (tmp_path / "x").mkdir()
    (tmp_path / "x/y.yml").write_text("")
    assert ids(tmp_path) == ["x__y"]
    assert ids(tmp_path / "x/y.yml") == ["y"]


def test_a_blueprint_given_twice_is_read_once(repository: Path) -> None:
    """By itself and in its folder."""
    assert ids(repository / "blueprints/a.yml", repository / "blueprints") == ["a", "sub__b", "sub__deep__c"]


def test_a_file_given_by_name_is_read_whatever_its_suffix(repository: Path) -> None:
    """The person will know."""
    assert ids(repository / "blueprints/notes.md") == ["notes"]


def test_of_a_file_too_large_no_more_is_read_than_shows_it(tmp_path: Path) -> None:
    """Not the gigabytes that it may have."""
    file = tmp_path / "a.yml"
    file.write_bytes(b"x")
    os.truncate(file, 2**33)
    (found,) = find_blueprints([file])
    assert len(found.data) < 2**22
    assert [each.code for each in parse(found.data, file="a.yml", default_id="a").problems] == ["too-large"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nope.yml", "There is no file or folder"),
        ("empty", "There is no blueprint"),
        ("pipe", "neither a file nor"),
    ],
)
def test_a_path_that_gives_nothing_is_refused(tmp_path: Path, name: str, words: str) -> None:
    """In one sentence that names it."""
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match=words) as caught:
        find_blueprints([tmp_path / name])
    assert str(tmp_path / name) in caught.value.message


def test_a_name_that_is_no_text_is_made_one(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 become question marks, so that results can be stored."""
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.yml"))
    file.write_text("- prompt: a\n")
    (found,) = find_blueprints([file])
    assert found.default_id == "caf?"
    found.name.encode()


def test_collections_are_those_of_the_nearest_folder(repository: Path) -> None:
    """At or above the blueprint; or of the folder that is named."""
    assert load_collections(repository / "blueprints/sub/b.yaml", None) == {"e": ("a:b",)}
    assert load_collections(repository, None) == {"X": ("a:b",)}
    assert load_collections(repository / "blueprints/a.yml", repository / "models") == {"X": ("a:b",)}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is not JSON"),
        ('{"a": 1}', "must be a list"),
        ("[1]", "must be a list"),
        ("[" * 100_000, "is not JSON"),
    ],
)
def test_a_collection_is_a_list_of_ids(tmp_path: Path, content: str, words: str) -> None:
    """Anything else is refused with the file's name."""
    (tmp_path / "X.json").write_text(content)
    with pytest.raises(InputError, match=words):
        load_collections(tmp_path, tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        load_collections(tmp_path, tmp_path / "nope")
