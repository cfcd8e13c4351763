"""Any CSV opens at once, without a question, as what its cells say."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from agents.data.dataset import Dataset, open_dataset
from agents.data.model.schema import Column
from app.errors import BadFile


@contextmanager
def opened(folder: Path, text: str | bytes, name: str = "things.csv") -> Iterator[Dataset]:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    dataset = open_dataset(path)
    try:
        yield dataset
    finally:
        dataset.close()


def columns(dataset: Dataset) -> dict[str, Column]:
    return {column.name: column for column in dataset.model.table().meant}


def cells(dataset: Dataset, name: str) -> list[object]:
    table = dataset.model.table().name
    found = dataset.engine.connection.execute(f'SELECT "{name}" FROM {table}').fetchall()
    return [row[0] for row in found]


def test_each_column_has_its_kind(tmp_path: Path) -> None:
    text = """id,product,category,price (€),sold,share of stock,available,added
1,lamp,light,12.50,3,0.25,yes,2024-03-01
2,chair,seat,40.00,1,0.5,no,2024-03-02
3,sofa,seat,310.00,2,0.75,yes,2024-03-04
"""
    with opened(tmp_path, text) as dataset:
        found = columns(dataset)
        assert {name: column.kind for name, column in found.items()} == {
            "id": "identifier", "product": "identifier", "category": "category",
            "price (€)": "number", "sold": "number", "share of stock": "number",
            "available": "yes_no", "added": "moment",
        }  # fmt: skip
        assert found["price (€)"].unit == "€"
        assert found["price (€)"].label_in("en") == "price"
        assert found["share of stock"].share and found["share of stock"].adds == "mean"
        assert (found["available"].true, found["available"].false) == ("yes", "no")
        assert dataset.model.table().time == "added"
        assert dataset.model.table().name_of_row == "product"
        assert dataset.model.table().primary == ("id",)
        assert not dataset.source.notes


def test_what_one_of_something_costs_is_not_added_up(tmp_path: Path) -> None:
    headers = ("unit price", "unitCost", "단가", "precio unitario", "price per kg", "price", "unit")
    text = f"name,{','.join(headers)}\nlamp,{'12.5,' * 6}3\nchair,{'40,' * 6}1\nsofa,{'7,' * 6}2\n"
    with opened(tmp_path, text) as dataset:
        found = columns(dataset)
        assert [found[one].adds for one in headers] == ["mean"] * 5 + ["sum"] * 2


@pytest.mark.parametrize(
    ("written", "read", "kind", "unit"),
    [
        (("1,234", "56", "7,001"), (1234, 56, 7001), "number", ""),
        (("$12.5m", "$3m", "$1.25bn"), (12.5e6, 3e6, 1.25e9), "number", "$"),
        (("174 cm (5 ft 9 in)", "163 cm (5 ft 4 in)"), (174, 163), "number", "cm"),
        (("44.3%", "31.7 %", "0.9%"), (44.3, 31.7, 0.9), "number", "%"),
        (("12,5", "3,25", "1.200,75"), (12.5, 3.25, 1200.75), "number", ""),
        (("1,500[1]", "2,300†", "900[a]"), (1500, 2300, 900), "number", ""),
        (("−3.5 °C", "12.0 °C", "+4 °C"), (-3.5, 12, 4), "number", "°C"),
        (("3:42", "12:05.5", "1:09:36"), (222, 725.5, 4176), "length", "s"),
        (("1h 5m", "2 h", "45min"), (3900, 7200, 2700), "length", "s"),
        (("1998–99", "2001", "c. 1875"), (1998, 2001, 1875), "moment", ""),
        (("1st", "2nd", "13th"), (1, 2, 13), "number", ""),
        (("3억", "1조", "5억"), (3e8, 1e12, 5e8), "number", ""),
    ],
)
def test_figures_as_people_write_them(
    tmp_path: Path, written: tuple[str, ...], read: tuple[float, ...], kind: str, unit: str
) -> None:
    lines = [f'thing {n},"{cell}"' for n, cell in enumerate(written)]
    with opened(tmp_path, "\n".join(["name,figure", *lines, ""])) as dataset:
        column = columns(dataset)["figure"]
        assert (column.kind, column.unit) == (kind, unit)
        assert cells(dataset, "figure") == list(read)
        assert cells(dataset, column.written) == list(written)
        assert dataset.source.notes


@pytest.mark.parametrize(
    ("written", "read", "grain"),
    [
        (("12 May 2019", "3 June 2020"), ("2019-05-12", "2020-06-03"), "day"),
        (("June 20, 1987", "Sept 1, 1990"), ("1987-06-20", "1990-09-01"), "day"),
        (("Friday, 3 January 2014 (late)",), ("2014-01-03",), "day"),
        (("12 de mayo de 2019", "3 de enero de 2020"), ("2019-05-12", "2020-01-03"), "day"),
        (("2019년 5월 12일", "2020년 1월 3일"), ("2019-05-12", "2020-01-03"), "day"),
        (("23/04/2020", "03/05/2020"), ("2020-04-23", "2020-05-03"), "day"),
        (("04/23/2020", "05/03/2020"), ("2020-04-23", "2020-05-03"), "day"),
        (("3.5.2020", "14.5.2020"), ("2020-05-03", "2020-05-14"), "day"),
        (("May 2019", "Jun 2020"), ("2019-05-01", "2020-06-01"), "month"),
    ],
)
def test_dates_as_people_write_them(
    tmp_path: Path, written: tuple[str, ...], read: tuple[str, ...], grain: str
) -> None:
    lines = [f'thing {n},"{cell}"' for n, cell in enumerate(written)]
    with opened(tmp_path, "\n".join(["name,when", *lines, ""])) as dataset:
        column = columns(dataset)["when"]
        assert (column.kind, column.grain) == ("moment", grain)
        assert [str(cell) for cell in cells(dataset, "when")] == list(read)


def test_what_only_looks_like_figures_stays_text(tmp_path: Path) -> None:
    text = """code,score,record,room
00123,4–1,3-4-1,12A
04567,2–2,5-1-0,13B
00001,0–3,2-2-2,12C
"""
    with opened(tmp_path, text) as dataset:
        assert all(column.stored == "text" for column in columns(dataset).values())


def test_numbers_with_points_and_with_commas_stay_a_text_and_are_told(tmp_path: Path) -> None:
    rows = "\n".join(f"a;1.234,{n:02};5,{n}\nb;1,234.{n:02};7,{n}" for n in range(20))
    with opened(tmp_path, f"name;price;size\n{rows}\n") as dataset:
        assert columns(dataset)["price"].stored == "text"
        assert columns(dataset)["size"].stored == "number"
        assert [n.what for n in dataset.source.notes if n.key == "read_marks"] == ["price"]


def test_a_few_cells_of_another_kind_are_told(tmp_path: Path) -> None:
    years = "\n".join(f"place {n},{1900 + n}" for n in range(20))
    with opened(tmp_path, f"name,opened\n{years}\nlast,unknown\n") as dataset:
        assert columns(dataset)["opened"].kind == "moment"
        assert cells(dataset, "opened")[-1] is None
        told = [note for note in dataset.source.notes if note.key == "read_not"]
        assert [(note.count, note.what) for note in told] == [(1, "opened: unknown")]


def test_headers_that_are_empty_or_come_again(tmp_path: Path) -> None:
    with opened(tmp_path, "Year,,Year,Name\n2001,a,2002,x\n2003,b,2004,y\n") as dataset:
        assert list(columns(dataset)) == ["Year 1", "column 2", "Year 2", "Name"]


def test_a_header_whose_first_cell_is_empty(tmp_path: Path) -> None:
    with opened(tmp_path, '"","0","1"\n"0",27,29\n"1",59,53\n') as dataset:
        assert list(columns(dataset)) == ["column 1", "0", "1"]
    with opened(tmp_path, '"","Content"\n"V1","often?"\n"V2","seldom?"\n') as dataset:
        assert list(columns(dataset)) == ["column 1", "Content"]


def test_whole_numbers_that_count_on_are_an_order_once_that_is_no_chance(tmp_path: Path) -> None:
    for counts, adds in (("312", "sum"), ("3142", "sum"), ("31425", "none"), ("71462530", "none")):
        rows = "".join(f"thing {number},{number}\n" for number in counts)
        with opened(tmp_path, f"thing,amount\n{rows}") as dataset:
            assert columns(dataset)["amount"].adds == adds, counts


def test_years_are_not_added(tmp_path: Path) -> None:
    with opened(tmp_path, "year,rank,visits\n2001,1,10\n2002,2,20\n2003,3,35\n") as dataset:
        found = columns(dataset)
        assert {name: column.adds for name, column in found.items()} == {
            "year": "none", "rank": "none", "visits": "sum",
        }  # fmt: skip


@pytest.mark.parametrize("encoding", ["utf-16", "cp949", "cp1252", "utf-8-sig"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    name = "서울" if encoding == "cp949" else "Málaga"
    text = f"city;people\n{name};1200\n{name} 2;3400\n"
    with opened(tmp_path, text.encode(encoding)) as dataset:
        assert cells(dataset, "city") == [name, f"{name} 2"]
        assert cells(dataset, "people") == [1200, 3400]


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "file_empty"),
        (b" \r\n\t\n", "file_empty"),
        (b"\n\n", "file_empty"),
        (b"a,b\n", "file_without_rows"),
        (bytes(range(256)), "file_not_a_table"),
    ],
)
def test_what_is_no_table_is_told_plainly(tmp_path: Path, content: bytes, key: str) -> None:
    path = tmp_path / "thing.csv"
    path.write_bytes(content)
    with pytest.raises(BadFile) as refused:
        open_dataset(path)
    assert refused.value.reason == key


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as refused:
        open_dataset(tmp_path / "none.csv")
    assert refused.value.reason == "file_missing"
