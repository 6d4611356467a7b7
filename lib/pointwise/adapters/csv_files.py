"""CSV files as people have them: read and written row by row, in memory that does not grow with the file."""

from __future__ import annotations

import csv
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pointwise.errors import InputError, StorageError

if TYPE_CHECKING:
    from _csv import Reader
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

_LONGEST_CELL = 8 * 2**20
"""Characters. A quote that is never closed makes one cell of the rest of the file; this ends it."""
_PART = ".part"


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One row.

    Attributes:
        line: Where it ends in the file, from 1.
        cells: As many as there are columns.
    """

    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CsvFile:
    """A table in a file: UTF-8 with or without a byte order mark, separated by commas.

    Attributes:
        columns: Names in the first row, without white space around them.
    """

    path: Path
    columns: tuple[str, ...]

    def rows(self) -> Iterator[CsvRow]:
        """The rows below the names, read as they are asked for. Lines without text are passed over.

        Raises:
            InputError: The file cannot be read as a table; says where.
        """
        with _reader(self.path) as reader:
            next(reader)
            for cells in reader:
                if any(cells):
                    yield CsvRow(reader.line_num, self._fitted(cells, reader.line_num))

    def count(self) -> int:
        """How many rows there are; reads the whole file.

        Raises:
            InputError: It cannot be read as a table, or has no rows.
        """
        number = sum(1 for _ in self.rows())
        if not number:
            raise InputError(f"{self.path} has no rows below its header.")
        return number

    def _fitted(self, cells: list[str], line: int) -> tuple[str, ...]:
        """As many cells as columns. Missing ones at the end are empty, as spreadsheets leave them out."""
        width = len(self.columns)
        if any(cells[width:]):
            raise InputError(
                f"{self.path}, line {line}: {len(cells)} cells where the header has {width}. "
                'Put a text with commas into double quotes, and write " in it as "".'
            )
        return (*cells[:width], *("",) * (width - len(cells)))


def open_csv(path: Path) -> CsvFile:
    """A table, its column names read.

    Raises:
        InputError: There is no such file, or it is no table.
    """
    with _reader(path) as reader:
        header = next(reader, None)
    if header is None:
        raise InputError(f"{path} is empty; it needs a first line with the names of columns.")
    return CsvFile(path, tuple(name.strip() for name in header))


@contextmanager
def _reader(path: Path) -> Iterator[Reader]:
    csv.field_size_limit(_LONGEST_CELL)
    reader = None
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            yield reader
    except OSError as exc:
        raise InputError(f"{path} cannot be read: {exc.strerror}.") from exc
    except UnicodeDecodeError as exc:
        raise InputError(f"{path} is not UTF-8; save it as CSV in UTF-8.") from exc
    except csv.Error as exc:
        raise InputError(
            f"{path}, line {reader.line_num if reader else 1}: {exc}. Check the quotes there."
        ) from exc


class CsvWriter:
    """Writes a table; the file appears whole at the end, or not at all."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self._path = path
        self._writer = csv.writer(file, lineterminator="\n")

    def write(self, cells: Sequence[str]) -> None:
        """Append a row.

        Raises:
            StorageError: The disk refuses.
        """
        with _storing(self._path):
            self._writer.writerow(cells)


@contextmanager
def writing_csv(path: Path, columns: Sequence[str]) -> Iterator[CsvWriter]:
    """A writer; what it wrote takes the place of `path` when the block ends without an error.

    Raises:
        InputError: The file cannot be made; nothing was run yet.
        StorageError: The disk refuses later.
    """
    part = path.with_name(path.name + _PART)
    try:
        file = part.open("w", encoding="utf-8", errors="replace", newline="")
    except OSError as exc:
        raise InputError(f"{path} cannot be written: {exc.strerror}.") from exc
    try:
        with _storing(path), file:
            writer = CsvWriter(path, file)
            writer.write(columns)
            yield writer
        with _storing(path):
            part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _storing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        raise StorageError(f"{path} cannot be written: {exc.strerror or exc}.") from exc
