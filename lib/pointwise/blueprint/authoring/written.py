"""How each field of the authored format is written: its other names, and a phrase for messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFINED = "x-defined"
"""In a piece of JSON Schema: stands for the definition of that name, which pydantic does not know yet."""


@dataclass(frozen=True, slots=True)
class Written:
    """Metadata of a field.

    Attributes:
        phrase: Completes "`name` must be …".
        aliases: Other names of the field, in the order in which they are looked for.
        null: What becomes of the field when it is given as null.
    """

    phrase: str
    aliases: tuple[str, ...] = ()
    null: Literal["dropped", "kept", "refused"] = "dropped"


class Authored(BaseModel):
    """A map as an author writes it. Unknown keys pass; they are warned of where they are found."""

    model_config = ConfigDict(frozen=True, strict=True, extra="allow")


@cache
def written_fields(form: type[Authored]) -> Mapping[str, Written]:
    """The fields of a form by the name an author gives them."""
    return {
        info.alias or name: next(m for m in info.metadata if isinstance(m, Written))
        for name, info in form.model_fields.items()
    }


@cache
def known_names(form: type[Authored]) -> frozenset[str]:
    """Every name a field of a form may have."""
    fields = written_fields(form)
    return frozenset(fields).union(*(field.aliases for field in fields.values()))
