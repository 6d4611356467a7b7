"""`python -m pointwise.narrative.judge`: the same as `pointwise narrative judge`."""

from __future__ import annotations

import sys
from importlib import import_module


def main() -> None:
    """Run the command, looked up by name: nothing in this package may depend on entry points."""
    sys.argv[1:1] = ["narrative", "judge"]
    import_module("pointwise.entrypoints.cli").main()


if __name__ == "__main__":
    main()
