"""What the words of a message name in a table that nobody here has seen before."""

from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from agents.data.dataset import open_dataset
from agents.data.dialogue.understanding import understand
from agents.data.model.schema import TableModel
from agents.data.query import operands

_LOANS = """지점,대출건수,연체건수,대출경로구분,합계연체율,등급,심사일
강남,120,3,온라인,0.025,A,2024-01-01
부산,80,8,창구,0.1,B,2024-01-02
대전,40,1,온라인,0.025,A,2024-01-03
"""


def model_of(path: Path, text: str) -> TableModel:
    path.write_text(text, encoding="utf-8")
    with closing(open_dataset(path)) as dataset:
        return dataset.model


@pytest.fixture
def loans(tmp_path: Path) -> TableModel:
    return model_of(tmp_path / "은행대출.csv", _LOANS)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("how many rows per channel (대출경로구분)?", "대출경로구분"),  # in brackets
        ("경로구분별 건수", "대출경로구분"),  # the head of a compound
        ("합계연체율 중앙값", "합계연체율"),  # a header that begins with a word for sums
    ],
)
def test_a_column_is_heard(loans: TableModel, text: str, column: str) -> None:
    query = understand(text, model=loans, today=date(2026, 1, 1)).query
    assert query is not None
    assert column in {one.by for one in query.groups} | {one.of for one in query.measures}


def test_brackets_say_what_a_value_is_called(loans: TableModel) -> None:
    told = understand("loans of Busan (부산)?", model=loans, today=date(2026, 1, 1))
    assert told.query is not None
    assert told.query.where is not None
    assert told.query.where.model_dump(exclude_defaults=True) == {
        "column": "지점", "values": ("부산",)
    }  # fmt: skip
    assert told.outcome.outcome == "answer"


_BILLS = "No,Customer,Amount,Status\n" + "".join(
    f"O-{n},{'ABC'[n % 3]},${n % 50 + 900}.50,{'unpaid' if n % 4 else 'paid'}\n"
    for n in range(100, 220)
)  # fmt: skip


def test_the_text_that_a_number_was_read_from_is_heard_only_by_its_name(tmp_path: Path) -> None:
    model = model_of(tmp_path / "bills.csv", _BILLS)
    groups = {
        text: [one.by for one in query.groups]
        for text in ("total amount", "amount by customer", "how much money is unpaid?",
                     "number of rows by amount (text)")
        if (query := understand(text, model=model, today=date(2026, 1, 1)).query)
    }  # fmt: skip
    assert groups == {
        "total amount": [], "amount by customer": ["Customer"], "how much money is unpaid?": [],
        "number of rows by amount (text)": ["Amount (text)"],
    }  # fmt: skip


_WATER = "month,district,water (m3)\n" + "".join(
    f"{year}-{month:02}-01,{district},{n}\n"
    for year in (2022, 2023) for month in range(1, 13) for n, district in enumerate("NSE", 1)
)  # fmt: skip


@pytest.fixture
def water(tmp_path: Path) -> TableModel:
    return model_of(tmp_path / "water_consumption.csv", _WATER)


@pytest.mark.parametrize(
    ("text", "aggregate"),
    [
        ("total of N in 2023", "sum"),
        ("how much did S grow between 2022 and 2023?", "sum"),
        ("which district had the highest consumption?", "sum"),
        ("¿qué distrito tuvo más consumo?", "sum"),
        ("how many rows of N?", "count"),
        ("the 2 commonest districts", "count"),
        ("가장 많은 구역 종류 2개", "count"),
    ],
)
def test_a_table_with_a_row_for_each_month_and_place_is_about_its_number(
    water: TableModel, text: str, aggregate: str
) -> None:
    query = understand(text, model=water, today=date(2026, 1, 1)).query
    assert query is not None
    assert [one.aggregate for one in query.measures] == [aggregate]


def test_rows_are_called_by_the_last_word_of_a_table_that_is_one_of_several(tmp_path: Path) -> None:
    text = "time,sensor,temperature_c\n" + "".join(
        f"2026-01-01 {n:02}:00,S{n % 3},{n + 20}\n" for n in range(24)
    )
    model = model_of(tmp_path / "sensor_readings.csv", text)
    told = understand("readings over 30 degrees", model=model, today=date(2026, 1, 1))
    assert told.query is not None
    assert told.query.rows
    assert told.outcome.outcome == "answer"


_SOLD = "day,region,{amount},pieces\n" + "".join(
    f"2026-01-{day:02},{region},{day * 1000 + n},{n + 1}\n"
    for day in range(1, 20) for n, region in enumerate(("North", "South"))
)  # fmt: skip
_TOTALS = ("total sales by region", "지역별 총 매출", "ventas totales por región")
_COUNTS = ("how many sales by region?", "지역별 매출 건수", "¿cuántas ventas hay por región?")


@pytest.mark.parametrize("name", ["sales", "매출_2026", "ventas", "sales_2026"])
@pytest.mark.parametrize(
    "amount", ["amount", "sales_amount", "revenue", "금액", "매출액", "importe"]
)
def test_a_table_that_is_called_after_what_it_comes_to(
    tmp_path: Path, name: str, amount: str
) -> None:
    model = model_of(tmp_path / f"{name}.csv", _SOLD.format(amount=amount))
    for texts, aggregate in ((_TOTALS, "sum"), (_COUNTS, "count")):
        for text in texts:
            found = understand(text, model=model, today=date(2026, 1, 20))
            assert found.outcome.outcome == "answer", text
            assert found.query is not None
            (measure,) = found.query.measures
            of = amount if aggregate == "sum" else None
            assert (measure.aggregate, measure.of) == (aggregate, of), text
            assert [one.by for one in found.query.groups] == ["region"], text
    told = understand(_TOTALS[0], model=model, today=date(2026, 1, 20)).outcome
    assert len(told.offers) == 1  # type: ignore[union-attr]  # rows that are counted instead


def test_a_table_that_is_called_after_one_of_its_numbers(tmp_path: Path) -> None:
    text = "품목,재고수량,안전재고\n" + "".join(f"품목{n},{n * 7 % 50},50\n" for n in range(20))
    model = model_of(tmp_path / "재고.csv", text)
    found = understand("재고가 가장 많은 품목 5개", model=model, today=date(2026, 1, 20)).query
    assert found is not None and found.order and found.limit == 5
    assert "재고수량" in {found.order[0].column, *(one.of for one in found.measures)}


def test_of_two_amounts_alike_it_is_asked_which_is_meant(tmp_path: Path) -> None:
    model = model_of(tmp_path / "sales.csv", _SOLD.format(amount="net amount,gross amount").replace(
        "North,", "North,5,").replace("South,", "South,6,"))  # fmt: skip
    for text in ("total sales", "총 매출", "ventas totales"):
        told = understand(text, model=model, today=date(2026, 1, 20)).outcome
        assert told.outcome == "ask", text
        assert {one.column for one in told.choices} == {"net amount", "gross amount"}


@pytest.mark.parametrize(("yes", "no"), [("yes", "no"), ("true", "false")])
@pytest.mark.parametrize(
    "text",
    [
        "mean cost for insured and for not insured",
        "insured인 경우와 insured가 아닌 경우의 평균 cost",
        "coste medio de insured y de no insured",
    ],
)
def test_what_is_not_so_is_the_other_of_two_values(
    tmp_path: Path, text: str, yes: str, no: str
) -> None:
    rows = (f"P{n},{yes if n % 4 else no},{n % 17 + 10}\n" for n in range(120))
    model = model_of(tmp_path / "visits.csv", "patient,insured,cost\n" + "".join(rows))
    query = understand(text, model=model, today=date(2026, 1, 1)).query
    assert query is not None and query.compare is not None
    assert [one.label for one in query.compare.cases] == [yes, no]
    assert [test.op for one in query.compare.cases for test in operands.tests_of(one.where)] == [
        "=",
        "=",
    ]
