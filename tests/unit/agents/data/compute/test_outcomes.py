"""Rows that are sides of games are told apart by the roles of their columns alone."""

import asyncio

import duckdb
import pytest

from agents.answering.engine import Engine
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.model.schema import Column, Metric, Table, TableModel
from agents.data.query.query import AllOf, Group, Measure, Query, Test
from tests.query_samples import NOW

TOTALS = TableModel(
    tables=(
        Table(
            name="s",
            columns=(
                Column(name="x", kind="category", role="side"),
                Column(name="y", kind="category", role="opponent"),
                Column(name="m", kind="category"),
                Column(name="k", kind="number", stored="number", role="n"),
                Column(name="w", kind="number", stored="number", role="won"),
                Column(name="d", kind="number", stored="number", role="drawn"),
                Column(name="z", kind="yes_no", stored="boolean", role="mirror", true="true"),
            ),
        ),
    ),
    metrics=(
        Metric(name="rate", expression="SUM(w) / SUM(k)"),
        Metric(name="other", expression="SUM(w) / SUM(d)"),
    ),
)
ROWS = [
    ("A", "B", "p", 40, 22, 4, False), ("B", "A", "p", 40, 14, 4, False),
    ("A", "B", "q", 10, 5, 0, False), ("B", "A", "q", 10, 5, 0, False),
    ("A", "A", "p", 20, 9, 2, True), ("A", "A", "p", 20, 9, 2, True),
]  # fmt: skip
OUT = Test(column="z", values=(False,))
RATE = Measure(metric="rate")


def computed(query: Query) -> Computation:
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("CREATE TABLE s (x TEXT, y TEXT, m TEXT, k INT, w INT, d INT, z BOOLEAN)")
    connection.executemany("INSERT INTO s VALUES (?, ?, ?, ?, ?, ?, ?)", [list(r) for r in ROWS])
    engine = Engine(connection, None, table=("s",))  # type: ignore[arg-type]
    try:
        return asyncio.run(compute(query, TOTALS, engine, NOW))
    finally:
        engine.close()


def cell(found: Computation, part: str) -> object:
    place = found.place(part)  # type: ignore[arg-type]
    assert place is not None
    return found.rows[0][place]


def told(found: Computation) -> dict[str, int]:
    return {one.key: one.count for one in found.warnings}


def test_a_rate_of_totals_counts_their_games() -> None:
    where = AllOf(all=(OUT, Test(column="x", values=("A",))))
    found = computed(Query(measures=(RATE,), where=where))
    assert (cell(found, "numerator"), cell(found, "denominator")) == (27, 50)
    assert cell(found, "measure") == pytest.approx(0.54)
    assert 0.4 < float(str(cell(found, "low"))) < 0.54 < float(str(cell(found, "high"))) < 0.7
    assert found.level == pytest.approx((50 - 4) / 50 / 2)
    assert told(found) == {"draws": 4, "mirrors_out": 20}


def test_rows_that_stand_for_many_are_counted_as_these() -> None:
    found = computed(Query(where=Test(column="x", values=("A",))))
    assert found.rows == ((90,),)
    assert told(found) == {"mirrors_twice": 20}


def test_a_part_of_what_is_no_count_has_no_interval() -> None:
    found = computed(Query(measures=(Measure(metric="other"),)))
    assert found.place("low") is None and found.place("denominator") is None


@pytest.mark.parametrize(
    ("groups", "where", "even"),
    [
        ((), None, True),
        (("m",), OUT, True),
        (("x",), OUT, False),
        (("x",), Test(column="z", values=(True,)), True),
        ((), Test(column="y", values=("A",)), False),
        ((), Test(column="m", values=("p",)), True),
    ],
)
def test_groups_of_both_sides_are_even(
    groups: tuple[str, ...], where: Test | None, even: bool
) -> None:
    query = Query(measures=(RATE,), groups=tuple(Group(by=one) for one in groups), where=where)
    found = computed(query)
    assert ("even" in told(found)) is even
    assert found.outcomes == (0,)


def test_nothing_is_said_of_no_rows() -> None:
    found = computed(Query(measures=(RATE,), where=Test(column="x", values=("C",))))
    assert found.warnings == () and found.level is None


GAMES = TableModel(
    tables=(
        Table(
            name="g",
            columns=(
                Column(name="x", kind="category", role="side"),
                Column(name="w", kind="yes_no", stored="boolean", role="won", true="true"),
                Column(name="l", kind="yes_no", stored="boolean", role="lost", true="true"),
                Column(name="d", kind="yes_no", stored="boolean", role="drawn", true="true"),
            ),
        ),
    ),
)
KNOWN = [("A", True, False, False)] * 5 + [("A", False, True, False)] * 3
UNDECIDED = [("A", False, False, True)] * 2 + [("A", None, None, None)] * 4


@pytest.mark.parametrize(
    ("measure", "hits", "n", "keys"),
    [
        (Measure(of="w", where=Test(column="w", values=(True,)), share="rows"), 5, 10,
         {"draws": 2, "unknown_out": 4}),
        (Measure(where=Test(column="w", values=("yes",)), share="rows"), 5, 14,
         {"draws": 2, "unknown": 4}),
        (Measure(of="l", where=Test(column="l", values=(True,)), share="rows"), 3, 10,
         {"draws_lost": 2, "unknown_out": 4}),
    ],
)  # fmt: skip
def test_games_without_a_result_are_left_out_or_said_to_count(
    measure: Measure, hits: int, n: int, keys: dict[str, int]
) -> None:
    connection = duckdb.connect(config={"threads": 1})
    connection.execute("CREATE TABLE g (x TEXT, w BOOLEAN, l BOOLEAN, d BOOLEAN)")
    rows = [list(row) for row in KNOWN + UNDECIDED]
    connection.executemany("INSERT INTO g VALUES (?, ?, ?, ?)", rows)
    engine = Engine(connection, None, table=("g",))  # type: ignore[arg-type]
    query = Query(measures=(measure,), where=Test(column="x", values=("A",)))
    try:
        found = asyncio.run(compute(query, GAMES, engine, NOW))
    finally:
        engine.close()
    assert (cell(found, "numerator"), cell(found, "denominator")) == (hits, n)
    assert {key: count for key, count in told(found).items() if key != "small"} == keys
    assert found.outcomes == (0,) and found.level == pytest.approx((n - 2) / n / 2)
