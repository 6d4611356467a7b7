"""Blueprints and collections in folders of one machine."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.blueprint.limits import Limits
from pointwise.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path, PurePath

_SUFFIXES = (".yml", ".yaml", ".json")
_BLUEPRINTS = "blueprints"
_COLLECTIONS = "models"
_FIXTURES = re.compile(r"(.*-)?fixtures")
"""Names, without suffix, of files with answers to a blueprint that lies beside them."""
_READ = Limits().size + 1
_MOST_LEVELS = 32
"""Folders above a blueprint that are searched for collections."""


@dataclass(frozen=True, slots=True)
class BlueprintFile:
    """A blueprint as it lies on the disk.

    Attributes:
        name: Its path as the person gave it.
        default_id: Its id where its header gives none.
        data: Its content; of a file too large to be read, only so much that this shows.
    """

    path: Path
    name: str
    default_id: str
    data: bytes


def find_blueprints(paths: Sequence[Path]) -> list[BlueprintFile]:
    """All blueprints that files and folders hold, each once, in the order of the paths, folders by name.

    Files of a folder's `models/` are collections, not blueprints, and `fixtures.yml` or `…-fixtures.yml` are
    fixtures; names that begin with a dot are skipped.

    Raises:
        InputError: A path is missing, a folder holds no blueprint, or a file cannot be read.
    """
    found: dict[Path, BlueprintFile] = {}
    for path in paths:
        for file, default_id in _files(path):
            found.setdefault(file.resolve(), _read(file, default_id))
    return list(found.values())


def load_collections(near: Path, folder: Path | None) -> dict[str, tuple[str, ...]]:
    """The collections of a folder, or of the nearest `models/` at or above a blueprint; none is fine.

    Raises:
        InputError: The folder is missing, or a file in it is not a list of model ids.
    """
    if folder is not None and not folder.is_dir():
        raise InputError(f"The folder of collections {folder} does not exist.")
    chosen = folder or _nearest(near)
    files = sorted(chosen.glob("*.json")) if chosen else []
    return {file.stem: _collection(file) for file in files}


def default_id(path: PurePath) -> str:
    """The id of a blueprint without one: its path below the blueprint folder, `/` as `__`."""
    return "__".join(path.with_suffix("").parts)


def _files(path: Path) -> Iterator[tuple[Path, str]]:
    """Files below a path, each with the id it gives a blueprint."""
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if _is_blueprint(file, path))
        if not files:
            raise InputError(f"There is no blueprint (.yml, .yaml, .json) in {path}.")
        yield from ((file, _id_below(file.absolute(), path.absolute())) for file in files)
    elif path.is_file():
        yield path, _id_below(path.absolute(), path.absolute().parent)
    elif path.exists():
        raise InputError(f"{path} is neither a file nor a folder.")
    else:
        raise InputError(f"There is no file or folder {path}.")


def _id_below(file: Path, folder: Path) -> str:
    """The id by the path below the nearest folder `blueprints`, else below the one that was given.

    So a blueprint has one id, whether it, its folder or the whole repository is given.
    """
    named = (each for each in file.parents if each.name == _BLUEPRINTS)
    return default_id(file.relative_to(next(named, folder)))


def _is_blueprint(file: Path, root: Path) -> bool:
    inner = file.relative_to(root).parts
    if _COLLECTIONS in inner[:-1] or any(part.startswith(".") for part in inner):
        return False
    return file.suffix.lower() in _SUFFIXES and not _FIXTURES.fullmatch(file.stem) and file.is_file()


def _read(file: Path, name: str) -> BlueprintFile:
    try:
        with file.open("rb") as opened:
            return BlueprintFile(file, _printable(str(file)), _printable(name), opened.read(_READ))
    except OSError as exc:
        raise InputError(f"{file} cannot be read: {exc.strerror or exc}.") from exc


def _printable(name: str) -> str:
    """A name without the halves of characters that stand for bytes that are no UTF-8."""
    return name.encode("utf-8", "replace").decode()


def _nearest(near: Path) -> Path | None:
    start = near.resolve()
    candidates = (folder / _COLLECTIONS for folder in (start, *start.parents[:_MOST_LEVELS]))
    return next((folder for folder in candidates if folder.is_dir()), None)


def _collection(file: Path) -> tuple[str, ...]:
    try:
        models = json.loads(file.read_bytes())
    except OSError as exc:
        raise InputError(f"The collection {file} cannot be read: {exc.strerror or exc}.") from exc
    except (ValueError, RecursionError) as exc:
        raise InputError(f"The collection {file} is not JSON: {exc}.") from exc
    if not isinstance(models, list) or not _all_texts(models):
        raise InputError(f"The collection {file} must be a list of model ids.")
    return tuple(models)


def _all_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) and value for value in values)
