"""The files of a blueprint repository at one revision: which are blueprints, which are collections."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from pydantic import ConfigDict

from pointwise.blueprint.model_ids import is_model, mended
from pointwise.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pointwise.blueprint.model import Blueprint

SUFFIXES = (".yml", ".yaml", ".json")
_BLUEPRINTS = "blueprints"
_COLLECTIONS = "models"


class Snapshot(Frozen):
    """What a source holds at one moment.

    Attributes:
        revision: Of a repository, the SHA of the commit; None where the source keeps no history.
        files: Content by path, `/` between its parts; only blueprints and collections.
    """

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    revision: str | None
    files: dict[str, bytes]

    def blueprints(self) -> tuple[str, ...]:
        """Paths of all blueprints, sorted: those below `blueprints/`, or all where that holds none."""
        paths = sorted(path for path in self.files if not is_collection_file(path))
        below = tuple(path for path in paths if path.startswith(f"{_BLUEPRINTS}/"))
        return below or tuple(paths)

    def collections(self) -> dict[str, tuple[str, ...]]:
        """Lists of model ids by name. A file that is no such list is left out: who names it is told so."""
        found = ((_stem(path), _listed(self.files[path])) for path in self.files if is_collection_file(path))
        return {name: models for name, models in found if models is not None}

    def changed_since(self, digests: Mapping[str, str]) -> frozenset[str]:
        """Paths whose content is not that of Git's digests of an earlier revision."""
        return frozenset(path for path, data in self.files.items() if digests.get(path) != git_digest(data))


def git_digest(data: bytes) -> str:
    """What Git calls a file of this content: SHA-1 over `blob <length>`, NUL, content (gitformat-pack)."""
    return hashlib.sha1(b"blob %d\x00" % len(data) + data, usedforsecurity=False).hexdigest()


def belongs(path: str) -> bool:
    """Whether a path of a repository can be that of a blueprint or a collection."""
    parts = path.split("/")
    hidden = any(not part or part.startswith(".") for part in parts)
    in_place = _COLLECTIONS not in parts[:-1] or is_collection_file(path)
    return not hidden and in_place and path.lower().endswith(SUFFIXES)


def is_collection_file(path: str) -> bool:
    """Whether a path is that of a collection: `models/NAME.json`."""
    parts = path.split("/")
    return len(parts) == 2 and parts[0] == _COLLECTIONS and path.endswith(".json")


def id_of(path: str) -> str:
    """The id of a blueprint without one: its path below the blueprint folder, `/` as `__`."""
    parts = path.rpartition(".")[0].split("/")
    return "__".join(parts[1:] if parts[0] == _BLUEPRINTS and len(parts) > 1 else parts)


def names_collection(blueprint: Blueprint, changed: Iterable[str]) -> bool:
    """Whether a blueprint's models come from a collection whose file is among changed ones."""
    names = {_stem(path) for path in changed if is_collection_file(path)}
    return any(isinstance(model, str) and mended(model) in names for model in blueprint.models)


def uses_collections(blueprint: Blueprint) -> bool:
    """Whether some of a blueprint's models are named by a collection."""
    return any(isinstance(model, str) and not is_model(mended(model)) for model in blueprint.models)


def _stem(path: str) -> str:
    """A file's name without folder and ending."""
    return path.rpartition("/")[2].rpartition(".")[0]


def _listed(data: bytes) -> tuple[str, ...] | None:
    try:
        models = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(models, list) or not all(isinstance(model, str) and model for model in models):
        return None
    return tuple(models)
