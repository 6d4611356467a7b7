"""CSV as people have it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pointwise.adapters.csv_files import open_csv, writing_csv
from pointwise.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path, data: bytes) -> list[tuple[str, ...]]:
    path.write_bytes(data)
    file = open_csv(path)
    return [file.columns, *(row.cells for row in file.rows())]


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (b"id,text\n1,a\n", [("1", "a")]),
        (b"\xef\xbb\xbfid,text\r\n1,a\r\n", [("1", "a")]),
        (b'id , text\n1,"a, ""b""\nc"\n', [("1", 'a, "b"\nc')]),
        (b'id,text\r\n1,"a\r\nb"\r\n', [("1", "a\r\nb")]),
        (b"id,text\n1,\n1\n\n  ,x\n", [("1", ""), ("1", ""), ("  ", "x")]),
        (b"id,text\n1,a,,\n", [("1", "a")]),
        (b"id,text\n1,\xc3\xa4\xe2\x80\xa8b\x00", [("1", "ä\u2028b\x00")]),
        (b"id,text\r1,a\r", [("1", "a")]),
    ],
)
def test_tables_are_read_as_people_have_them(
    data: bytes, rows: list[tuple[str, ...]], tmp_path: Path
) -> None:
    """With and without BOM, every line ending, quoted newlines, short and blank lines, any character."""
    assert read(tmp_path / "t.csv", data) == [("id", "text"), *rows]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"id,text\n1,a,b\n", "line 2: 3 cells where the header has 2"),
        (b'id,text\n1,"a\n2,b\n', "Check the quotes"),
        (b'id,text\n1,"a"b\n', "line 2"),
        (b"id,text\n1,\xff\n", "not UTF-8"),
        ("id,text\n1,ä\n".encode("utf-16"), "not UTF-8"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(data: bytes, said: str, tmp_path: Path) -> None:
    """A sentence that says where and what to do; text is never swallowed by an open quote."""
    with pytest.raises(InputError, match=said):
        read(tmp_path / "t.csv", data)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    """No such file, and not a file."""
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError, match=path.name):
            open_csv(path)


def test_a_table_without_rows_is_refused(tmp_path: Path) -> None:
    """Counting is how a command learns that there is nothing to do."""
    path = tmp_path / "t.csv"
    path.write_text("id\n\n")
    with pytest.raises(InputError, match="no rows"):
        open_csv(path).count()


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    """Commas, quotes and newlines survive; half a character does not stop the table."""
    path = tmp_path / "t.csv"
    with writing_csv(path, ("id", "text")) as writer:
        writer.write(["1", 'a, "b"\r\nc'])
        writer.write(["2", "half \ud83d"])
    assert [row.cells for row in open_csv(path).rows()] == [("1", 'a, "b"\r\nc'), ("2", "half ?")]


def test_a_table_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    """An error in the middle leaves what was there before, and no litter."""
    path = tmp_path / "t.csv"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError), writing_csv(path, ("id",)) as writer:
        writer.write([str(1 // 0)])
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_an_output_that_cannot_be_made_is_bad_input(tmp_path: Path) -> None:
    """Known before anything is paid for."""
    with (
        pytest.raises(InputError, match="cannot be written"),
        writing_csv(tmp_path / "no" / "t.csv", ("id",)),
    ):
        pass
