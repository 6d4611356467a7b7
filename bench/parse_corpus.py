"""How long a folder of blueprints takes to read: `python -m bench.parse_corpus [FOLDER]`.

Against PyYAML's C loader on the same files, which is the floor: it builds plain values, without places,
checks, or points. The folder is the argument, else `corpus` below POINTWISE_CONFORMANCE.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from pointwise.blueprint.parse import parse

if TYPE_CHECKING:
    from collections.abc import Callable

TARGET_SECONDS = 3.0
"""For the hundred public blueprints, 2.4 MB."""
ROUNDS = 3


def main() -> None:
    """Print seconds, and the ratio to the floor; say so where there is nothing to read."""
    folder = _folder()
    if folder is None:
        print("parsing: no blueprints; give a folder, or set POINTWISE_CONFORMANCE")
        return
    texts = [file.read_text() for file in sorted(folder.rglob("*.y*ml"))]
    floor = _best(lambda: [_load(text) for text in texts])
    taken = _best(lambda: [parse(text, file="b.yml", default_id="b") for text in texts])
    size = sum(map(len, texts)) / 1e6
    print(f"parsing: {len(texts)} blueprints, {size:.1f} MB: {taken:.2f} s (target {TARGET_SECONDS:.0f} s)")
    print(f"  bare CSafeLoader {floor:.2f} s, so {taken / floor:.1f} times the floor")


def _folder() -> Path | None:
    given = sys.argv[1:2] if sys.argv[0].endswith("parse_corpus.py") else []
    public = os.environ.get("POINTWISE_CONFORMANCE")
    folder = Path(given[0]) if given else Path(public) / "corpus" if public else None
    return folder if folder and folder.is_dir() else None


def _load(text: str) -> None:
    with suppress(yaml.YAMLError):
        list(yaml.load_all(text, yaml.CSafeLoader))


def _best(work: Callable[[], object]) -> float:
    """Seconds of the fastest of a few rounds."""
    seconds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


if __name__ == "__main__":
    main()
