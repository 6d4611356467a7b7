"""What is wrong with a blueprint, where, and what to do."""

from __future__ import annotations

from typing import Literal

from pointwise.frozen import Frozen


class Problem(Frozen):
    """One error or warning at one place.

    Attributes:
        file: Path or name of the blueprint as the person gave it.
        line: 1-based; 0 where the whole file is meant.
        column: 1-based, in characters; 0 where the whole file is meant.
        code: Stable kebab-case name, such as `unknown-function`.
        message: One sentence that says what is wrong.
        fix: One sentence that says what to do, or None.
    """

    severity: Literal["error", "warning"]
    file: str
    line: int
    column: int
    code: str
    message: str
    fix: str | None = None

    def __str__(self) -> str:
        fix = f" {self.fix}" if self.fix else ""
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message}{fix} [{self.code}]"
