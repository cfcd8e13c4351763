"""What a query comes to, worked out by hand: of columns stored in odd ways, and at the edges."""

# ruff: noqa: DTZ001 - tables hold local times

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from typing import Any

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.data.compute.computing import MOST_ROWS, compute
from agents.data.compute.result import Computation
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.model.schema import Column, Table, TableModel
from agents.data.query.checking import problems
from agents.data.query.query import Query

NOW = datetime(2024, 6, 5, 12)
TYPES: dict[str, tuple[str, dict[str, Any]]] = {
    "shop": ("VARCHAR", {"kind": "category"}),
    "paid": ("DOUBLE", {"kind": "number", "stored": "number"}),
    "won": ("BOOLEAN", {"kind": "yes_no", "stored": "boolean"}),
    "flag": ("INTEGER", {"kind": "yes_no", "stored": "number", "true": "1", "false": "0"}),
    "open": ("VARCHAR", {"kind": "yes_no", "true": "si", "false": "no"}),
    "sent": ("VARCHAR", {"kind": "yes_no"}),
    "year": ("INTEGER", {"kind": "moment", "stored": "number", "grain": "year"}),
    "founded": ("VARCHAR", {"kind": "moment", "grain": "year"}),
    "month": ("VARCHAR", {"kind": "moment", "grain": "month", "high": "soon"}),
    "seen": ("VARCHAR", {"kind": "moment", "grain": "second"}),
    "day": ("DATE", {"kind": "moment", "stored": "date", "grain": "day"}),
    "at": ("TIMESTAMP", {"kind": "moment", "stored": "timestamp", "grain": "second"}),
    "took": ("INTERVAL", {"kind": "length", "stored": "interval"}),
    "clock": ("TIME", {"kind": "length", "stored": "time", "adds": "mean"}),
    "across0": ("INTEGER", {"kind": "number", "stored": "number"}),
    "owed": ("DECIMAL(9, 2)", {"kind": "number", "stored": "number"}),
}
ROWS = [
    ("A", 10, True, 1, "si", "true", 2021, "1999", "2024-03", "2024-03-05 10:00:00", "2024-03-05",
     "2024-03-05 10:00:00", "1 minute", "00:01:30", 7, -1.5),
    ("A", 30, False, 0, "no", "false", 2022, "2001", "2024-04", "2024-03-06 11:30:00",
     "2024-03-06", "2024-03-05 11:00:00", "3 minutes", "00:02:30", 8, 2),
    ("B", 5, True, 1, "no", "true", 2022, "n/a", "2024-04", "later", "2024-04-06",
     "2024-03-07 09:00:00", "2 hours", "01:00:00", 9, -1.5),
]  # fmt: skip


@contextmanager
def opened(rows: list[tuple[Any, ...]], types: dict[str, Any]) -> Iterator[tuple[Engine, Any]]:
    connection = duckdb.connect(config={"threads": 1})
    columns = ", ".join(f'"{name}" {kind}' for name, (kind, _) in types.items())
    connection.execute(f'CREATE TABLE "shops" ({columns})')
    marks = f"({', '.join('?' for _ in types)})"
    values = ", ".join(marks for _ in rows)
    connection.execute(f'INSERT INTO "shops" VALUES {values}', [*chain(*rows)])
    meant = tuple(Column(name=name, **facts) for name, (_, facts) in types.items())
    model = TableModel(tables=(Table(name="shops", columns=meant, rows=len(rows)),))
    engine = Engine(connection, None, table=("shops",))  # type: ignore[arg-type]
    try:
        yield engine, model
    finally:
        engine.close()


@pytest.fixture(scope="module")
def shops() -> Iterator[tuple[Engine, TableModel]]:
    with opened(ROWS, TYPES) as found:
        yield found


def computed(shops: tuple[Engine, TableModel], query: dict[str, Any]) -> Computation:
    meant = Query.model_validate(query)
    assert problems(meant, shops[1]) == ()
    return asyncio.run(compute(meant, shops[1], shops[0], NOW))


def where(column: Any, op: str, *values: Any) -> dict[str, Any]:
    return {"column": column, "op": op, "values": values}


@pytest.mark.parametrize(
    ("condition", "paid"),
    [
        (where("flag", "=", True), {10, 5}),
        (where("flag", "=", "no"), {30}),
        (where("open", "=", True), {10}),
        (where("open", "!=", "yes"), {30, 5}),
        (where("sent", "=", True), {10, 5}),
        (where("won", "=", "no"), {30}),
        (where("year", ">", "2021"), {30, 5}),
        (where("year", "between", "2020", "2021"), {10}),
        (where("founded", "<", "2000"), {10}),
        (where("founded", "!=", "1999"), {30}),  # what is no year is neither
        (where("month", "=", "2024-04"), {30, 5}),
        (where("month", "in", "2024-03", "2025"), {10}),
        (where("seen", ">=", "2024-03-06"), {30}),
        (where("day", "<=", "2024-03"), {10, 30}),
        (where("took", ">", 90), {30, 5}),
        (where("took", "between", 60, 200), {10, 30}),
        (where("clock", "<", 100), {10}),
        ({"column": "paid", "op": ">", "other": "won"}, {10, 30, 5}),
        ({"column": "took", "op": "<", "other": "clock"}, {10}),
        ({"column": "day", "op": "<", "other": "at"}, {10}),
        ({"column": "month", "op": "during",
          "span": {"unit": "month", "count": 3, "anchor": "data"}}, {30, 5}),
        ({"column": "seen", "op": "during",
          "span": {"unit": "day", "count": 1, "anchor": "data"}}, {30}),
        (where({"function": "-", "args": [
            {"function": "next", "args": ["at"]}, "at"]}, "=", 3600), {10}),
        (where({"function": "previous", "args": ["shop"], "where": where("won", "=", True)},
               "=", "A"), {30, 5}),
        ({"all": [{"any": [where("paid", "=", 10), where("paid", "=", 30)]},
                  where("won", "=", True)]}, {10}),
        ({"any": [{"all": [where("paid", ">", 8), where("won", "=", False)]},
                  where("shop", "=", "B")]}, {30, 5}),
        ({"not": {"all": [where("shop", "=", "A"), where("won", "=", True)]}}, {30, 5}),
    ],
)  # fmt: skip
def test_a_condition_keeps_the_rows_that_meet_it(
    shops: tuple[Engine, TableModel], condition: dict[str, Any], paid: set[int]
) -> None:
    query = {"rows": True, "columns": ["paid", "across0"], "where": condition}
    assert {row[0] for row in computed(shops, query).rows} == paid


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ({"measures": [{"aggregate": "mean", "of": "took"}]}, [(2480,)]),
        ({"measures": [{"aggregate": "max", "of": "clock"}]}, [(3600,)]),
        ({"measures": [{"aggregate": "sum", "of": "took"}], "groups": [{"by": "won"}]},
         [(False, 180), (True, 7260)]),
        ({"groups": [{"by": "year"}]}, [("2021", 1), ("2022", 2)]),
        ({"groups": [{"by": "month", "grain": "quarter"}]}, [("2024-Q1", 1), ("2024-Q2", 2)]),
        ({"groups": [{"by": "day", "grain": "month"}],
          "measures": [{"aggregate": "max", "of": "day"}]},
         [("2024-03", "2024-03-06"), ("2024-04", "2024-04-06")]),
        ({"groups": [{"by": "at", "grain": "minute"}], "where": where("won", "=", False)},
         [("2024-03-05T11:00", 1)]),
        ({"groups": [{"by": "flag"}], "measures": [{"aggregate": "max", "of": "paid"}]},
         [(False, 30), (True, 10)]),
        ({"rows": True, "columns": ["paid", "paid", {"function": "row"}], "limit": 1},
         [(10, 10, 1)]),
    ],
)  # fmt: skip
def test_figures_are_those_worked_out_by_hand(
    shops: tuple[Engine, TableModel], query: dict[str, Any], rows: list[tuple[Any, ...]]
) -> None:
    found = computed(shops, query)
    parts = ("group", "measure", "row")
    shown = [at for at, one in enumerate(found.columns) if one.part in parts]
    assert [tuple(row[at] for at in shown) for row in found.rows] == rows
    assert len({one.name for one in found.columns}) == len(found.columns)


@pytest.mark.parametrize("by", ["won", "day", "at", "year", "owed"])
def test_a_group_of_few_values_has_its_interval_whatever_its_key_is(by: str) -> None:
    rows = [*ROWS, *ROWS[:1]]
    with opened(rows, TYPES) as shops:
        query = {"measures": [{"aggregate": "mean", "of": "paid"}], "groups": [{"by": by}]}
        found = computed(shops, query)
    low, high, n = (found.place(part) for part in ("low", "high", "n"))
    assert low is not None and high is not None and n is not None
    assert sum(int(row[n] or 0) for row in found.rows) == 4
    for row in found.rows:
        assert (row[low] is not None) == (row[high] is not None) == (int(row[n] or 0) >= 2)


SAID = ['Took 1,234.5ms (3 conn now open) by "kim"', "took: 7 ms, (12 CONN now open), by [lee].",
        "it took conn", None]  # fmt: skip


def beside(function: str, said: str) -> dict[str, Any]:
    return {"function": function, "args": ["said"], "said": said}


@pytest.mark.parametrize(
    ("operand", "found"),
    [
        (beside("after", "took"), ["1,234.5ms", "7", "conn", None]),
        (beside("after", "BY "), ["kim", "lee", None, None]),
        (beside("before", "conn"), ["3", "12", "took", None]),
        ({"function": "number", "args": [beside("after", "took")]}, [1234.5, 7, None, None]),
        ({"function": "number", "args": [beside("before", "conn now")]}, [3, 12, None, None]),
        ({"function": "number", "args": ["said"]}, [1234.5, 7, None, None]),
        (beside("after", "t.ok"), [None] * 4),
        (beside("after", " ok"), [None] * 4),
        (beside("before", " conn"), ["3", "12", "took", None]),
        (beside("before", "too "), [None] * 4),
        ({**beside("part", " "), "place": 2}, ["1,234.5ms", "7", "took", None]),
        ({**beside("part", " "), "place": -1}, ['"kim"', "[lee].", "conn", None]),
        ({**beside("part", "("), "place": 3}, [None] * 4),
    ],
)
def test_words_and_numbers_are_taken_out_of_texts(
    operand: dict[str, Any], found: list[Any]
) -> None:
    types = {"said": ("VARCHAR", {"kind": "text"})}
    with opened([(one,) for one in SAID], types) as shops:
        query = {"rows": True, "columns": [operand]}
        assert [row[-1] for row in computed(shops, query).rows] == found


def test_it_is_told_how_many_of_all_rows_are_shown() -> None:
    types = {name: TYPES[name] for name in ("shop", "paid")}
    with opened([(f"s{n}", n) for n in range(MOST_ROWS + 7)], types) as shops:
        found = computed(shops, {"rows": True})
    told = [(one.count, one.rows) for one in found.warnings if one.key == "cut"]
    assert told == [(MOST_ROWS, MOST_ROWS + 7)]


def test_how_many_share_the_last_place_is_told_of_a_hundred_too() -> None:
    types = {name: TYPES[name] for name in ("shop", "paid")}
    query = {"groups": [{"by": "shop"}], "order": [{"measure": 0}], "limit": 2, "offset": 1}
    with opened([("twice", 1), ("twice", 1), *((f"s{n}", 1) for n in range(120))], types) as shops:
        found = computed(shops, query)
    assert [one.count for one in found.warnings if one.key == "ties"] == [118]


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"where": where("day", "contains", "2024")}, "day is a time: contains goes with texts"),
        ({"where": {"column": "paid", "op": "in", "other": "took"}}, "in takes values"),
        ({"where": {"column": {"function": "length", "args": ["shop"]}, "op": "during",
                    "span": {"unit": "day"}}}, "length(shop) is no day or time"),
        ({"where": {"column": {"function": "-", "args": ["paid", 2.5]}, "op": "during",
                    "span": {"unit": "day"}}}, "-(paid, 2.5) is no day or time"),
        ({"where": {"column": "day", "op": "during", "span": {"start": "soon"}}},
         "soon is no day or time"),
        ({"groups": [{"by": "shop", "width": 3}]}, "shop is no number"),
        ({"groups": [{"by": {"function": "after", "args": ["paid"], "said": "x"}}]},
         "paid is no text"),
    ],
)  # fmt: skip
def test_what_a_table_cannot_mean_is_found_before_and_refused(
    shops: tuple[Engine, TableModel], query: dict[str, Any], why: str
) -> None:
    meant = Query.model_validate(query)
    assert problems(meant, shops[1])
    with pytest.raises(CannotCompute) as refused:
        asyncio.run(compute(meant, shops[1], shops[0], NOW))
    assert why in str(refused.value)


def test_a_mean_without_an_end_has_no_interval() -> None:
    types = {name: TYPES[name] for name in ("shop", "paid")}
    query = {"measures": [{"aggregate": "mean", "of": "paid"}], "groups": [{"by": "shop"}]}
    with opened([("A", float("inf"))] + [("A", float(n)) for n in range(40)], types) as shops:
        found = computed(shops, query)
    assert [tuple(row[1:4]) for row in found.rows] == [(None, None, None)]


def test_a_group_of_what_is_no_number_is_one_without_an_interval() -> None:
    types = {name: TYPES[name] for name in ("paid", "across0")}
    query = {"measures": [{"aggregate": "mean", "of": "across0"}], "groups": [{"by": "paid"}]}
    with opened([(float("nan"), 4), (float("nan"), 6), (1.0, 1), (1.0, 3)], types) as shops:
        found = computed(shops, query)
    told = {row[0]: (row[1], row[2] is None) for row in found.rows}
    assert told == {1.0: (2, False), None: (5, True)}


@pytest.mark.parametrize("change", ["difference", "growth", "ratio"])
def test_a_case_without_rows_does_not_differ(shops: tuple[Engine, TableModel], change: str) -> None:
    cases = [{"label": one, "where": where("shop", "=", one)} for one in "AB"]
    rate = {"where": where("paid", ">", 7), "share": "rows"}
    query = {"measures": [rate], "groups": [{"by": "open"}],
             "compare": {"cases": cases, "change": change}}  # fmt: skip
    found = computed(shops, query)
    at = found.place("change", 0, 1)
    assert at is not None
    told = {row[0]: row[at] for row in found.rows}
    assert told == {"no": {"difference": -1, "growth": -1, "ratio": 0}[change], "si": None}


@pytest.mark.parametrize(("other", "left_out"), [("B", 3), ("A", 2)])
def test_what_is_left_out_of_a_comparison_is_of_all_its_cases_once(
    other: str, left_out: int
) -> None:
    types = {name: TYPES[name] for name in ("shop", "paid")}
    rows: list[tuple[Any, ...]] = [("A", None), ("A", None), ("A", 1.0), ("B", None), ("B", 2.0)]
    cases = [{"label": one, "where": where("shop", "=", one)} for one in ("A", other)]
    query = {"measures": [{"aggregate": "mean", "of": "paid"}], "compare": {"cases": cases}}
    with opened(rows, types) as shops:
        found = computed(shops, query)
    assert [one.count for one in found.warnings if one.key == "empty"] == [left_out]
