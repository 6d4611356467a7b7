"""Text to Blueprint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.blueprint.findings import Findings
from pointwise.blueprint.limits import Limits
from pointwise.blueprint.lint.rules import lint
from pointwise.blueprint.loose_ends import NONE_LOOSE, LooseEnds, loose_ends_of
from pointwise.blueprint.reading.drafts import Draft
from pointwise.blueprint.reading.header import read_header
from pointwise.blueprint.reading.identity import give_ids
from pointwise.blueprint.reading.outline import outline_of
from pointwise.blueprint.reading.points import PointReader
from pointwise.blueprint.reading.prompts import PromptReader
from pointwise.blueprint.reading.result import build
from pointwise.blueprint.reading.spaces import warn_of_spaces
from pointwise.blueprint.text.documents import decode, read_documents
from pointwise.blueprint.text.scalars import HALF_CHARACTER

if TYPE_CHECKING:
    from pointwise.blueprint.model import Blueprint
    from pointwise.blueprint.problems import Problem
    from pointwise.blueprint.reading.outline import Outline

_JSON = ".json"
_DERIVED = ("id", "title")
DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A blueprint, or what is wrong with it.

    Attributes:
        blueprint: None exactly where some problem is an error.
        problems: All errors and warnings, by place.
        derived: Fields of the blueprint that its header does not give.
        loose_ends: What only the outside can settle; empty where nothing could be read.
    """

    blueprint: Blueprint | None
    problems: tuple[Problem, ...]
    derived: frozenset[str] = frozenset()
    loose_ends: LooseEnds = NONE_LOOSE


def parse(text: str | bytes, *, file: str, default_id: str, limits: Limits = DEFAULT_LIMITS) -> Parsed:
    """Read a blueprint. Whatever the text holds, the answer is a value.

    Args:
        text: The content of the file; JSON where its name ends in `.json`, else YAML.
        file: Its name, for problems.
        default_id: The blueprint's id where its header gives none.
        limits: What is refused unread.
    """
    findings = Findings(file)
    draft = _draft(text, findings, limits, is_json=file.lower().endswith(_JSON))
    if draft is None:
        return Parsed(None, findings.problems())
    blueprint = None if findings.failed else build(draft, default_id, halved=findings.has(HALF_CHARACTER))
    derived = frozenset(field for field in _DERIVED if not draft.header.values.get(field))
    return Parsed(blueprint, findings.problems(), derived, loose_ends_of(draft))


def _draft(text: str | bytes, findings: Findings, limits: Limits, *, is_json: bool) -> Draft | None:
    content = decode(text, limits, findings)
    if content is None:
        return None
    documents = read_documents(content, is_json=is_json, limits=limits, findings=findings)
    outline = outline_of(documents, findings, is_json=is_json)
    draft = _read(outline, findings) if outline else None
    if findings.failed and not is_json:
        warn_of_spaces(content, findings)
    return draft


def _read(outline: Outline, findings: Findings) -> Draft:
    header = read_header(outline.header, findings)
    points = PointReader(header.definitions, findings)
    prompts = PromptReader(header, points, findings).read(outline.prompts)
    give_ids(prompts, findings)
    draft = Draft(header, prompts)
    lint(draft, findings)
    return draft
