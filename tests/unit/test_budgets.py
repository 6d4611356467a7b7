"""Small modules, small functions, no drawer for leftovers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted([*ROOT.glob("lib/**/*.py"), *ROOT.glob("functions/**/*.py")])
LONGEST_MODULE = 300
LONGEST_FUNCTION = 40
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_fits_a_readers_head(path: Path) -> None:
    """At most 300 lines a module and 40 a function; a longer one is a question of design."""
    text = path.read_text()
    assert text.count("\n") <= LONGEST_MODULE
    functions = (
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    long = [node.name for node in functions if (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION]
    assert long == []


def test_every_module_is_named_for_what_is_in_it() -> None:
    """No utils, no helpers, no common."""
    assert [path for path in MODULES if path.stem in DRAWERS] == []


def test_only_settings_reads_the_environment() -> None:
    """`os.environ` is read in one module; commands only hand it on, to ask what the terminal can show."""
    readers = {
        path.relative_to(ROOT / "lib/pointwise") for path in MODULES if "os.environ" in path.read_text()
    }
    assert {str(path) for path in readers if path.parts[:2] != ("entrypoints", "cli")} == {"settings.py"}
