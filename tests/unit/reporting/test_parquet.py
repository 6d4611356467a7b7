"""The rows of a result with their types."""

from __future__ import annotations

import io
import json

import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import parquet  # type: ignore[import-untyped]

from bench.made_result import made_result
from pointwise.reporting.exports.parquet import write_parquet
from pointwise.reporting.exports.rows import COLUMNS, result_rows
from pointwise.results.model import PromptResult, Unscored
from tests.unit.results.made import cell, judged, point, result_of

TEXT = '=1+1"&<script>\x00\x1b[31m\n| `x` 你好 🎈'


def test_what_is_read_back_is_what_was_written() -> None:
    """Texts to the letter, formulas included; numbers as numbers; what has no value or no score is null."""
    missing = Unscored(reason="timeout", message=TEXT)
    source = {"title": TEXT, "url": "https://example.org"}
    points = [
        judged("a", {"x": 1.0, "y": 0.5}, key_point_text=TEXT, citation=TEXT, multiplier=2.5),
        point("b", 0.0, is_inverted=True, citation=source, path_id="path_0", error=TEXT),
        point("c", None, unscored=missing),
    ]
    result = result_of([PromptResult(prompt_id=TEXT, weight=1, cells=(cell("m", points, 0.5),))])
    sink = io.BytesIO()
    write_parquet(result, sink)
    found = parquet.read_table(sink)
    expected = list(result_rows(result))
    expected[2]["citation"] = json.dumps(source, ensure_ascii=False)
    assert found.to_pylist() == expected
    assert [row["score"] for row in found.to_pylist()] == [0.75, 0.75, 0.0, None]
    types = {name: found.schema.field(name).type for name in COLUMNS}
    assert {name: kind for name, kind in types.items() if kind != pa.string()} == {
        "repeat": pa.int64(),
        "inverted": pa.bool_(),
        "weight": pa.float64(),
        "score": pa.float64(),
        "judge_score": pa.float64(),
    }


def test_a_result_without_rows_is_a_table_without_rows() -> None:
    """With all its columns."""
    sink = io.BytesIO()
    write_parquet(result_of([]), sink)
    found = parquet.read_table(sink)
    assert (found.num_rows, tuple(found.column_names)) == (0, COLUMNS)


def test_many_rows_are_written_in_groups() -> None:
    """None is larger than 10,000 rows, and no row is lost or moved between them."""
    result = made_result(120, 10, points=6, words=2)
    sink = io.BytesIO()
    write_parquet(result, sink)
    groups = parquet.ParquetFile(sink).metadata
    assert groups.num_row_groups == 2
    assert max(groups.row_group(index).num_rows for index in range(2)) == 10_000
    assert parquet.read_table(sink).to_pylist() == list(result_rows(result))
