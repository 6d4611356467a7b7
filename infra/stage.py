# ruff: noqa: INP001, T201 - a script, which prints what it did
"""Stage one small folder per function: its main.py, the package beside it, and pinned requirements.

    python3 infra/stage.py OUT

writes OUT/<function>/, OUT/<function>.zip and OUT/sources.tfvars.json, which tells Terraform of the archives.
Equal sources give equal bytes, so that only functions whose code changed are built again. Needs nothing but
Python.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import zipfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent

_LEFT_OUT = ("__pycache__", "*.pyc", "testing", "cli")
"""What no function imports: emulators and fakes, and the command line."""
_DATE = (1980, 1, 1, 0, 0, 0)  # the earliest that a ZIP archive can hold


def stage(checkout: Path, out: Path) -> dict[str, dict[str, str]]:
    """Stage every function of a checkout; by its name the archive and the SHA-256 of the archive's bytes."""
    folders = sorted(main.parent for main in (checkout / "functions").glob("*/main.py"))
    sources = {}
    for folder in folders:
        name = folder.name.replace("_", "-")
        _fill(out / name, folder, checkout)
        archive = _pack(out / name)
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        sources[name] = {"archive": str(archive.resolve()), "digest": digest}
    (out / "sources.tfvars.json").write_text(json.dumps({"sources": sources}, indent=2) + "\n")
    return sources


def _fill(target: Path, function: Path, checkout: Path) -> None:
    """Make the folder of a function anew."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    shutil.copyfile(function / "main.py", target / "main.py")
    shutil.copyfile(checkout / ".ci" / "run.lock", target / "requirements.txt")
    package = checkout / "lib" / "pointwise"
    shutil.copytree(package, target / "pointwise", ignore=shutil.ignore_patterns(*_LEFT_OUT))


def _pack(folder: Path) -> Path:
    """The folder as an archive whose bytes depend on nothing but names and contents of its files."""
    archive = folder.with_suffix(".zip")
    with zipfile.ZipFile(archive, "w") as opened:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _DATE)
            entry.external_attr = 0o644 << 16
            # Stored, not deflated: releases of zlib differ in their bytes.
            opened.writestr(entry, path.read_bytes(), zipfile.ZIP_STORED)
    return archive


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Use: python3 infra/stage.py OUT")
    for name, source in stage(CHECKOUT, Path(sys.argv[1])).items():
        print(f"{name}: {Path(source['archive']).stat().st_size // 1024} KiB, {source['digest'][:12]}")
