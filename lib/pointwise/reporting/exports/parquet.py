"""A result as a Parquet file: the rows of CSV and JSON Lines, with their types."""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING

from pointwise.errors import InputError
from pointwise.reporting.exports.rows import COLUMNS, result_rows

try:
    import pyarrow as pa  # type: ignore[import-untyped]
    from pyarrow.parquet import ParquetWriter  # type: ignore[import-untyped]
except ModuleNotFoundError as exc:
    raise InputError("Parquet needs a library of its own: pip install 'pointwise[parquet]'.") from exc

if TYPE_CHECKING:
    from typing import BinaryIO

    from pydantic import JsonValue

    from pointwise.results.document import Comparison

_TYPES = {
    "repeat": pa.int64(),
    "inverted": pa.bool_(),
    "weight": pa.float64(),
    "score": pa.float64(),
    "judge_score": pa.float64(),
}
"""Of the columns that are no texts."""
SCHEMA = pa.schema([(name, _TYPES.get(name, pa.string())) for name in COLUMNS])
_GROUP = 10_000
"""Rows held at a time, and in a row group. A group for each prompt makes a file of 500 prompts 1.6 times as
large, because every group describes all columns again."""


def write_parquet(result: Comparison, sink: BinaryIO) -> None:
    """Write one row for each point and judge, in the order of the document. What has no value is null.

    Raises:
        OSError: The sink refused.
    """
    rows = result_rows(result)
    with ParquetWriter(sink, SCHEMA, compression="zstd") as writer:
        while group := list(islice(rows, _GROUP)):
            columns = {name: [_value(row[name], name) for row in group] for name in COLUMNS}
            writer.write_table(pa.table(columns, schema=SCHEMA))


def _value(value: JsonValue, column: str) -> JsonValue:
    """A citation that is more than a text, as JSON: a column has one type."""
    is_text = value is None or isinstance(value, str)
    return value if is_text or column in _TYPES else json.dumps(value, ensure_ascii=False)
