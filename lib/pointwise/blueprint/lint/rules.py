"""All rules, in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pointwise.blueprint.lint.arguments import lint_arguments
from pointwise.blueprint.lint.contradictions import lint_contradictions
from pointwise.blueprint.lint.models import lint_models
from pointwise.blueprint.lint.rubrics import lint_rubrics
from pointwise.blueprint.lint.texts import lint_texts
from pointwise.blueprint.lint.tools import lint_tools

if TYPE_CHECKING:
    from pointwise.blueprint.findings import Findings
    from pointwise.blueprint.reading.drafts import Draft

_RULES = (lint_models, lint_rubrics, lint_texts, lint_arguments, lint_contradictions, lint_tools)


def lint(draft: Draft, findings: Findings) -> None:
    """Note everything in a blueprint that is hardly meant, and ids of models that cannot be meant."""
    for rule in _RULES:
        rule(draft, findings)
