"""Files of each kind open as tables: typed, nested, in several tables, folders and packed."""

import gzip
import json
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import duckdb
import pytest
import xlsxwriter

from agents.data.dataset import Dataset, open_dataset
from app.errors import BadFile

CITIES = [["Lyon", 500], ["Nice", 300]]
CSV = "city,people\nLyon,500\nNice,300\n"


def rows(spec: Path | str, table: str = "") -> list[tuple[object, ...]]:
    dataset = open_dataset(spec)
    try:
        meant = dataset.model.table(table)
        picked = ", ".join(f'"{column.name}"' for column in meant.meant)
        found = dataset.engine.connection.execute(f"SELECT {picked} FROM {meant.name}")
        return [tuple(row) for row in found.fetchall()]
    finally:
        dataset.close()


def kinds(spec: Path | str) -> dict[str, str]:
    dataset: Dataset = open_dataset(spec)
    dataset.close()
    return {column.name: column.kind for column in dataset.model.table().meant}


def test_parquet_with_types_and_texts_that_are_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    duckdb.sql(
        "SELECT * FROM (VALUES ('x', 1.5::DECIMAL(9,2), '1,200', DATE '2020-01-05', "
        "{'a': 1, 'b': [1, 2]}, TIMESTAMPTZ '2020-01-01 00:00:00+00'), ('y', 2, '900', "
        "DATE '2020-02-05', {'a': 3, 'b': []}, NULL)) t(name, price, sold, day, more, seen)"
    ).write_parquet(str(path))
    assert kinds(path) == {
        "name": "identifier", "price": "number", "sold": "number", "day": "moment",
        "more.a": "number", "more.b": "identifier", "seen": "moment",
    }  # fmt: skip
    assert rows(path)[0][2:5] == (1200, date(2020, 1, 5), 1)


@pytest.mark.parametrize(
    "document",
    [
        [{"city": c, "people": n} for c, n in CITIES],
        {"meta": {"n": 2}, "data": [{"city": c, "people": n} for c, n in CITIES]},
        [["city", "people"], *CITIES],
    ],
)  # fmt: skip
def test_json_documents(tmp_path: Path, document: object) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(document))
    assert rows(path) == [("Lyon", 500), ("Nice", 300)]


def test_json_lines_of_nested_records(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    records = [
        {"name": "a", "at": {"lat": 1.5, "town": {"name": "Lyon"}}, "tags": ["x", "y"]},
        {"name": "b", "at": {"lat": 2.5}, "items": [{"n": 1}, {"n": 2}]},
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    dataset = open_dataset(path)
    names = [column.name for column in dataset.model.table().columns]
    told = {note.key for note in dataset.source.notes}
    dataset.close()
    assert names == ["name", "at.lat", "at.town.name", "tags", "items"]
    assert told == {"read_nested", "read_lists"}
    assert rows(path)[0] == ("a", 1.5, "Lyon", "x, y", None)


def test_a_sheet_with_a_title_merged_headers_and_gaps(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Sales 2023")
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        sheet.write("B2", "Sales of the year")
        sheet.merge_range("C4:D4", "North")
        sheet.merge_range("E4:F4", "South")
        for place, name in enumerate(["day", "sold", "sent back", "sold", "sent back"], 1):
            sheet.write(4, place, name)
        for line in range(4):
            sheet.write_datetime(5 + line, 1, date(2023, 1, 1 + line), day)
            for place in range(4):
                sheet.write(5 + line, 2 + place, 10 * line + place)
        book.add_worksheet("empty")
        other = book.add_worksheet("Shops")
        other.write_row(0, 0, ["shop", "", "open"])
        other.write_row(1, 0, ["A", "x", True])
        other.write_row(2, 0, ["B", "y", False])
    dataset = open_dataset(path)
    tables = {table.name: [c.name for c in table.columns] for table in dataset.model.tables}
    dataset.close()
    assert tables == {
        "sales_2023": ["day", "North sold", "North sent back", "South sold", "South sent back"],
        "shops": ["shop", "column 2", "open"],
    }
    assert rows(path)[1] == (date(2023, 1, 2), 10, 11, 12, 13)
    assert rows(f"{path}#Shops") == [("A", "x", True), ("B", "y", False)]


def test_a_sheet_with_a_merged_title_and_years_above_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        sheet.merge_range("A1:F1", "Budget of the house")
        sheet.write_row("A3", ["team", "quarter"])
        sheet.merge_range("C3:D3", 2023)
        sheet.merge_range("E3:F3", 2024)
        sheet.write_row("C4", ["plan", "paid", "plan", "paid"])
        for line in range(8):
            sheet.write_row(
                4 + line, 0, ["AB"[line // 4], f"Q{line % 4 + 1}", *range(line, line + 4)]
            )
    dataset = open_dataset(path)
    names = [column.name for column in dataset.model.table().columns]
    dataset.close()
    assert names == ["team", "quarter", "2023 plan", "2023 paid", "2024 plan", "2024 paid"]
    assert rows(path)[0] == ("A", "Q1", 0, 1, 2, 3)


def _sqlite(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, photo BLOB);"
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER, total REAL, "
            "ordered TEXT, FOREIGN KEY (customer) REFERENCES customers (id));"
            "INSERT INTO customers VALUES (1, 'Ann', x'00'), (2, 'Bo', NULL);"
            "INSERT INTO orders VALUES (1, 1, 9.5, '2024-01-02'), (2, 2, 3, '2024-01-03'),"
            " (3, 2, 4, NULL);"
        )


def _duckdb(path: Path) -> None:
    with duckdb.connect(str(path)) as database:
        database.execute("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, photo BLOB)")
        database.execute(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES "
            "customers(id), total DOUBLE, ordered DATE)"
        )
        database.execute("CREATE VIEW others AS FROM read_csv('/etc/passwd')")
        database.execute("INSERT INTO customers VALUES (1, 'Ann', '\\x00'), (2, 'Bo', NULL)")
        database.execute(
            "INSERT INTO orders VALUES (1, 1, 9.5, '2024-01-02'), (2, 2, 3, '2024-01-03'), "
            "(3, 2, 4, NULL)"
        )


@pytest.mark.parametrize("make", [_sqlite, _duckdb])
def test_databases_with_keys(tmp_path: Path, make: "object") -> None:
    assert callable(make)
    path = tmp_path / "shop.db"
    make(path)
    dataset = open_dataset(path)
    dataset.close()
    assert [table.name for table in dataset.model.tables] == ["orders", "customers"]
    orders, customers = dataset.model.tables
    assert [(key.columns, key.table, key.to) for key in orders.keys] == [
        (("customer",), "customers", ("id",))
    ]
    assert [column.name for column in customers.columns] == ["id", "name"]
    assert customers.primary == ("id",)
    assert rows(path)[0] == (1, 1, 9.5, date(2024, 1, 2))
    with pytest.raises(BadFile) as refused:
        open_dataset(f"{path}#nothing")
    assert refused.value.reason == "file_several_tables"


def test_a_key_without_columns_leads_to_the_only_key_and_none_leads_back(tmp_path: Path) -> None:
    path = tmp_path / "staff.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            "CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT);"
            "CREATE TABLE staff (id INTEGER PRIMARY KEY, team INTEGER REFERENCES teams, "
            "boss INTEGER REFERENCES staff (id), paid REAL);"
            "INSERT INTO teams VALUES (1, 'A'), (2, 'B');"
            "INSERT INTO staff VALUES (1, 1, NULL, 5), (2, 1, 1, 3.5), (3, 2, 1, 4);"
        )
    dataset = open_dataset(path)
    dataset.close()
    found = {(key.columns, key.table, key.to) for key in dataset.model.table("staff").keys}
    assert (("team",), "teams", ("id",)) in found
    names = [column.name for column in dataset.model.queried("staff").columns]
    assert names == ["id", "team", "boss", "paid", "teams.name"]


def test_columns_of_one_name_that_hold_other_things_are_no_key(tmp_path: Path) -> None:
    (tmp_path / "towns.csv").write_text("town_id,name\na,Lima\nb,Quito\nc,Cusco\n")
    (tmp_path / "visits.csv").write_text("visit,town_id\n7,2024-01-05\n8,2024-01-06\n")
    dataset = open_dataset(tmp_path)
    dataset.close()
    assert not any(table.keys for table in dataset.model.tables)


def test_columns_of_rare_types_have_their_kind(tmp_path: Path) -> None:
    path = tmp_path / "t.duckdb"
    with duckdb.connect(str(path)) as database:
        database.execute(
            "CREATE TABLE t AS SELECT i AS id, TIME '09:30:00' + i * INTERVAL 1 MINUTE AS opens, "
            "i * INTERVAL 1 MINUTE AS took, i % 2 = 0 AS even, "
            "repeat('a long story of ' || i || ' words, ', 20) AS story FROM range(30) r(i)"
        )
    assert kinds(path) == {
        "id": "identifier", "opens": "length", "took": "length", "even": "yes_no",
        "story": "text",
    }  # fmt: skip


def test_a_packed_file(tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress(CSV.encode()))
    assert rows(path) == [("Lyon", 500), ("Nice", 300)]
    path.write_bytes(gzip.compress(CSV.encode())[:-12])
    with pytest.raises(BadFile) as refused:
        open_dataset(path)
    assert refused.value.reason == "file_unreadable"


def test_a_folder_and_a_pattern(tmp_path: Path) -> None:
    (tmp_path / "1.csv").write_text(CSV)
    (tmp_path / "2.csv").write_text("city,people\nParis,2000\n")
    (tmp_path / "readme.md").write_text("# no table")
    for spec in (tmp_path, tmp_path / "*.csv"):
        assert len(rows(spec)) == 3


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_files_whose_columns_moved_or_came_to_them_are_one_table(
    tmp_path: Path, ending: str
) -> None:
    """Each column is found by its name, and what a file does not have is empty there."""
    made = [
        "SELECT 'Lyon' AS city, 5 AS sold, 1 AS sent",
        "SELECT 2 AS sent, 'Nice' AS city, 7 AS sold",
        "SELECT 'Metz' AS city, 9 AS sold, 3 AS sent, 'web' AS shop",
    ]  # fmt: skip
    for month, sql in enumerate(made):
        mark = ", DELIMITER ';'" if ending == "csv" and month == 1 else ""
        duckdb.sql(f"COPY ({sql}) TO '{tmp_path}/{month}.{ending}' (FORMAT {ending}{mark})")
    assert rows(tmp_path) == [("Lyon", 5, 1, None), ("Nice", 7, 2, None), ("Metz", 9, 3, "web")]
    dataset = open_dataset(tmp_path)
    dataset.close()
    assert [table.rows for table in dataset.model.tables] == [3]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_things_with_some_columns_of_one_name_are_tables_of_their_own(
    tmp_path: Path, ending: str
) -> None:
    made = {"customers": "1 AS id, 'Kim' AS name, 'KR' AS country",
            "products": "7 AS id, 'cup' AS name, 2.5 AS price"}  # fmt: skip
    for called, sql in made.items():
        duckdb.sql(f"COPY (SELECT {sql}) TO '{tmp_path}/{called}.{ending}' (FORMAT {ending})")
    dataset = open_dataset(tmp_path)
    dataset.close()
    assert sorted(table.name for table in dataset.model.tables) == ["customers", "products"]


@pytest.mark.parametrize("ending", ["csv", "parquet", "json"])
def test_a_folder_of_tables_with_keys(tmp_path: Path, ending: str) -> None:
    """Files of one shape are one table; others belong together as their names and values do."""
    cities = "SELECT i AS id, 'city ' || i AS name, i % 3 = 0 AS large FROM range(9) t(i)"
    visits = "SELECT i AS visit, i % 9 AS city_id, i * 1.5 AS paid FROM range({}, {}) t(i)"
    made = {"cities": cities, "may": visits.format(0, 40), "june": visits.format(40, 70)}
    for name, sql in made.items():
        duckdb.sql(f"COPY ({sql}) TO '{tmp_path / name}.{ending}'")
    dataset = open_dataset(tmp_path)
    dataset.close()
    visited, city = dataset.model.tables
    assert (visited.name, visited.rows, city.name, city.rows) == ("june", 70, "cities", 9)
    assert [(key.columns, key.table, key.to) for key in visited.keys] == [
        (("city_id",), "cities", ("id",))
    ]
    assert dataset.model.queried().has("cities.name")
    chosen = open_dataset(f"{tmp_path}#cities")
    chosen.close()
    assert chosen.model.table().name == "cities"
    with pytest.raises(BadFile) as refused:
        open_dataset(f"{tmp_path}#nothing")
    assert refused.value.reason == "file_several_tables"


def test_a_folder_without_tables(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as refused:
        open_dataset(tmp_path)
    assert refused.value.reason == "file_is_directory"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.xlsx", b"PK\x03\x04 no sheet"), ("a.parquet", b"PAR1 no table"),
        ("a.db", b"SQLite format 3\x00 no database"), ("a.json", b'{"half": [1, '),
        ("a.txt", b"Dear all, this is a letter\nand nothing else.\n"), ("a.json", b"[" * 100_000),
        ("a.duckdb", b"12345678DUCK nothing"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_table(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(BadFile):
        open_dataset(path)


@pytest.mark.anyio
async def test_a_folder_changes_when_one_of_its_files_does(tmp_path: Path) -> None:
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_text("city,price\nLima,1\nQuito,2\n")
    dataset = open_dataset(tmp_path)
    assert await dataset.drift() is None
    (tmp_path / "b.csv").write_text("city,price\nLima,3\n")
    assert await dataset.drift() == "changed"
    (tmp_path / "b.csv").unlink()
    assert await dataset.drift() == "gone"
    dataset.close()


def test_a_folder_of_broken_replays_says_so(tmp_path: Path) -> None:
    (tmp_path / "x.SC2Replay").write_bytes(b"no replay")
    with pytest.raises(BadFile) as caught:
        open_dataset(tmp_path)
    assert caught.value.reason in ("replays_unusable", "replays_need_sc2reader")
