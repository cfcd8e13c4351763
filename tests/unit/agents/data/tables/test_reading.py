"""Files at the edges of what can be read: what happens meanwhile, and cells of every kind."""

import gzip
import json
import shutil
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pytest
import xlsxwriter

from agents.data.dataset import open_dataset
from agents.data.dataset.opening import open_file
from agents.data.tables import building
from agents.data.tables.files import rows_of
from agents.data.tables.opening import Loading, LoadingStopped
from agents.data.tables.readers import databases, text
from app.errors import BadFile

SALES = [("Lima", 500), ("Quito", 300)]


class Table(NamedTuple):
    names: list[str]
    rows: list[tuple[Any, ...]]
    notes: dict[str, str]


def read(path: Path) -> Table:
    dataset = open_dataset(path)
    try:
        table = dataset.model.table()
        names = [one.name for one in table.meant]
        picked = ", ".join(f'"{name}"' for name in names)
        found = dataset.engine.connection.execute(f"SELECT {picked} FROM {table.name}")
        notes = {one.key: one.what or str(one.count) for one in dataset.source.notes}
        return Table(names, found.fetchall(), notes)
    finally:
        dataset.close()


def written(path: Path, content: str) -> Path:
    path.write_text(content, encoding="utf-8")
    return path


class Meanwhile(Loading):
    """Something happens to a file when its reading begins."""

    def __init__(self, happens: Callable[[Any], object]) -> None:
        super().__init__()
        self._happens = happens

    def reads(self, connection: Any) -> None:
        super().reads(connection)
        if connection is not None:
            self._happens(connection)


def sales(folder: Path, ending: str) -> Path:
    path = folder / f"sales.{ending}"
    if ending == "csv":
        return written(path, "city,sold\nLima,500\nQuito,300\n")
    if ending == "parquet":
        duckdb.sql("SELECT 'Lima' AS city, 500 AS sold").write_parquet(str(path))
        return path
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        for line, row in enumerate([("city", "sold"), *SALES]):
            sheet.write_row(line, 0, row)
    return path


@pytest.mark.parametrize("ending", ["csv", "parquet", "xlsx"])
def test_a_file_that_goes_away_while_it_is_read_is_told(tmp_path: Path, ending: str) -> None:
    path = sales(tmp_path, ending)
    with pytest.raises(BadFile) as refused:
        open_file(path, loading=Meanwhile(lambda _: path.unlink()))
    assert refused.value.reason == "file_missing"
    assert "went away while it was read" in str(refused.value)


def test_a_file_that_changes_while_it_is_read_is_told(tmp_path: Path) -> None:
    path = sales(tmp_path, "csv")
    with pytest.raises(BadFile) as refused:
        open_file(path, loading=Meanwhile(lambda _: path.write_text("city,sold\nLima,1\n")))
    assert refused.value.reason == "file_changing"


def test_a_file_that_does_not_fit_into_memory_is_told(tmp_path: Path) -> None:
    lines = "".join(f"{n},{'x' * 400}{n}\n" for n in range(20_000))
    path = written(tmp_path / "large.csv", "id,text\n" + lines)

    def small(connection: Any) -> None:
        connection.execute("SET memory_limit = '3MB'")
        connection.execute("SET temp_directory = ''")

    with pytest.raises(BadFile) as refused:
        open_file(path, loading=Meanwhile(small))
    assert refused.value.reason == "file_too_large"


def test_reading_that_is_stopped_ends(tmp_path: Path) -> None:
    loading = Meanwhile(lambda _: loading.stop())
    with pytest.raises(LoadingStopped):
        open_file(sales(tmp_path, "csv"), loading=loading)


def test_a_large_file_wants_room_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=10))
    with pytest.raises(BadFile) as refused:
        open_file(sales(tmp_path, "csv"), large=1)
    assert refused.value.reason == "file_too_large"


@pytest.mark.parametrize(
    ("odd", "rows", "left_out"),
    [
        ("Cusco", [("Lima", 1), ("Cusco", None), ("Quito", 2)], False),
        ("Cusco,7,8,9", [("Lima", 1), ("Cusco", 7), ("Quito", 2)], False),
        ("Cusco," + "z" * 2_100_000, [("Lima", 1), ("Quito", 2)], True),
    ],
)
def test_lines_of_another_length_below_those_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, odd: str, rows: Any, left_out: bool
) -> None:
    """A short one has nothing in its last cells, and one without an end is left out, and told."""
    monkeypatch.setattr(text, "SEEN", 40)
    lines = [*["Lima,1"] * 20, odd, *["Quito,2"] * 20]
    found = read(written(tmp_path / "t.csv", "\n".join(["city,sold", *lines, ""])))
    assert list(dict.fromkeys(found.rows)) == rows
    assert ("read_lines_left_out" in found.notes) == left_out


@pytest.mark.parametrize(("late", "last"), [("1.5", 1.5), ("", None), ("a few", "a few")])
def test_a_column_that_begins_empty_is_read_as_a_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: str, last: object
) -> None:
    monkeypatch.setattr(building, "SMALL", 0)
    monkeypatch.setattr(building, "_CELLS", 0)
    lines = ["Lima,,"] * 1500 + [f"Quito,{late},"] * 3
    found = read(written(tmp_path / "t.csv", "\n".join(["city,sold,never", *lines, ""])))
    assert found.rows[-1] == ("Quito", last, None)
    assert found.rows[0] == ("Lima", None, None)


def test_a_packed_file_wants_room_for_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    path = tmp_path / "t.csv.gz"
    path.write_bytes(gzip.compress(b"city,sold\nLima,5\n"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=20))
    with pytest.raises(BadFile) as refused:
        open_dataset(path)
    assert refused.value.reason == "file_too_large"


def test_files_that_are_no_texts_are_no_one_table(tmp_path: Path) -> None:
    for name in ("a", "b"):
        sales(tmp_path, "xlsx").rename(tmp_path / f"{name}.xlsx")
    with pytest.raises(BadFile) as refused:
        open_dataset(tmp_path)
    assert refused.value.reason == "file_not_a_table"
    assert "Several files" in str(refused.value)


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as refused:
        open_dataset(tmp_path / ("x" * 300))
    assert refused.value.reason == "file_unreadable"


@pytest.mark.parametrize(
    ("content", "names", "rows"),
    [
        ("Lima,5\nQuito,6\nCusco,9\n", ["column 1", "column 2"],
         [("Lima", 5), ("Quito", 6), ("Cusco", 9)]),
        ("1,2\n3,4\n", ["column 1", "column 2"], [(1, 2), (3, 4)]),
        ("7,8\n", ["column 1", "column 2"], [(7, 8)]),
        ("shop,2020,people\nA,5,100\nB,6,90\n", ["shop", "2020", "people"],
         [("A", 5, 100), ("B", 6, 90)]),
        ("shop,2020,2021,2022\nA,1,2,3\nB,4,5,6\n", ["shop", "2020", "2021", "2022"],
         [("A", 1, 2, 3), ("B", 4, 5, 6)]),
        ("city\nLima\nQuito\n", ["city"], [("Lima",), ("Quito",)]),
        ("city,story\nLima," + "x" * 200_000 + "\nQuito,y\n", ["city", "story"],
         [("Lima", "x" * 200_000), ("Quito", "y")]),
        ('price,price (text)\n"1,234",a\n"5,600",b\n', ["price", "price (text)"],
         [(1234, "a"), (5600, "b")]),
        ("name;price;size\na;1,5;1.234\nb;2,25;2.500\n", ["name", "price", "size"],
         [("a", 1.5, 1234), ("b", 2.25, 2500)]),
        ("star,far\na,3 million km\nb,1.5 million km\n", ["star", "far"],
         [("a", 3e6), ("b", 1.5e6)]),
        ("city,none\nLima,-\nQuito,n/a\n", ["city", "none"], [("Lima", None), ("Quito", None)]),
    ],
)  # fmt: skip
def test_rows_are_read_as_they_are_written(
    tmp_path: Path, content: str, names: list[str], rows: list[tuple[Any, ...]]
) -> None:
    found = read(written(tmp_path / "t.csv", content))
    assert (found.names, found.rows) == (names, rows)
    assert ("read_without_header" in found.notes) == (names[0] == "column 1")


def test_files_without_headers_are_one_table_where_they_are_as_wide(tmp_path: Path) -> None:
    for name, rows in (("a", "1,2\n3,4\n"), ("b", "5,6\n7,8\n")):
        written(tmp_path / f"{name}.csv", rows)
    assert read(tmp_path).rows == [(1, 2), (3, 4), (5, 6), (7, 8)]


@pytest.mark.parametrize(
    ("document", "rows"),
    [
        ({"Lima": {"sold": 5}, "Quito": {"sold": 6}}, [("Lima", 5), ("Quito", 6)]),
        ({"city": "Lima", "sold": 5}, [("Lima", 5)]),
        ([{"value": 1}, 2], [(1,), (2,)]),
        ({"meta": {"n": 1}, "few": [{"n": 0}], "many": [{"n": 1}, {"n": 2}]}, [(1,), (2,)]),
        ({"a": {}, "b": []}, None),
        ({}, None),
        ([], None),
    ],
)
def test_records_are_found_in_a_document(tmp_path: Path, document: Any, rows: Any) -> None:
    path = written(tmp_path / "t.json", json.dumps(document))
    if rows is not None:
        assert read(path).rows == rows
        return
    with pytest.raises(BadFile) as refused:
        read(path)
    assert refused.value.reason in ("file_without_rows", "file_not_a_table")


def test_cells_of_a_sheet_are_what_they_show(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    cells = [
        ("day", date(2024, 3, 5), "yyyy-mm-dd"),
        ("at", datetime(2024, 3, 5, 9, 30), "yyyy-mm-dd hh:mm"),  # noqa: DTZ001
        ("opens", time(9, 30), "hh:mm"),
        ("took", timedelta(hours=30, minutes=5, seconds=7), "[h]:mm:ss"),
    ]
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        for place, (name, cell, form) in enumerate(cells):
            sheet.write(0, place, name)
            for line in (1, 3, 4):  # with an empty row between
                sheet.write(line, place, cell, book.add_format({"num_format": form}))
        sheet.merge_range(20, 8, 21, 9, "")  # of nothing, beyond all cells
        book.add_worksheet("empty")
    found = read(path)
    day, at, opens, took = found.rows[0]
    assert (day, at) == (date(2024, 3, 5), datetime(2024, 3, 5, 9, 30))  # noqa: DTZ001
    assert str(opens).startswith("09:30")
    assert took == 30 * 3600 + 5 * 60 + 7
    assert len(found.rows) == 3


def test_a_sheet_of_numbers_alone_has_no_header(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        for line in range(4):
            sheet.write_row(line, 0, [line, line * 2.5])
    found = read(path)
    assert found.names == ["column 1", "column 2"]
    assert found.rows == [(line, line * 2.5) for line in range(4)]
    assert "read_without_header" in found.notes


def test_sheets_without_cells_are_no_table(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        book.add_worksheet()
    with pytest.raises(BadFile) as refused:
        read(path)
    assert refused.value.reason == "file_not_a_table"


def test_times_with_a_zone_and_numbers_of_two_kinds_are_read(tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    path = tmp_path / "t.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE t AS SELECT TIMETZ '09:30:00+02' AS opens, 1 AS n")
    assert [str(cell) for cell in read(path).rows[0]] == ["09:30:00", "1"]
    path = tmp_path / "t.sqlite"
    with closing(sqlite3.connect(path)) as lite:
        lite.executescript("CREATE TABLE t (n, name); INSERT INTO t VALUES (1, 'a'), (2.5, 'b')")
    assert [row[0] for row in read(path).rows] == [1, 2.5]


@pytest.mark.parametrize("checksum", [b'{"a":1} ', b"[1]     ", b"\x1f\x8b345678", b"PAR15678"])
def test_a_duckdb_file_is_one_whatever_its_checksum_looks_like(
    tmp_path: Path, checksum: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, read_so = tmp_path / "t.duckdb", []
    path.write_bytes(checksum + b"DUCK" + bytes(100))
    monkeypatch.setattr(databases, "read_duckdb", lambda *asked: read_so.append(asked[1]) or [])
    with duckdb.connect() as connection, rows_of(connection, [path]):
        assert read_so == [path]
