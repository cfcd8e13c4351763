"""Statements of queries as texts: in every dialect they are one SELECT that the guard lets pass."""

import random
import re

import pytest
import sqlglot
from sqlglot import exp

from agents.answering.guard import QueryRefused, check
from agents.data.compute.sql.expressions import CannotCompute, SqlContext
from agents.data.compute.sql.rows import rows_sql
from agents.data.compute.sql.statement import Statement
from agents.data.compute.sql.trees import DIALECTS
from agents.data.model.schema import Table
from agents.data.query.metrics import Formula, resolved_metric
from agents.data.query.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Compare,
    Computed,
    Group,
    Having,
    Measure,
    Order,
    Query,
    Span,
    Test,
    Window,
)
from agents.data.query.sequences import Followed
from tests.query_samples import NOW, random_query, sample, without_order

MODEL = sample(5).model
TABLE = MODEL.tables[0]


def written(query: Query, dialect: str, table: Table = TABLE) -> str:
    scope = SqlContext(table, dialect, NOW, figure=lambda _: exp.Literal.number("1"))
    scope = SqlContext(table, dialect, NOW, figure=scope.figure, whole=scope.figure)
    if query.rows:
        return rows_sql(query, scope, limit=10)
    groups = tuple(
        Group(by=one.by, width=5) if one.bins is not None else one for one in query.groups
    )
    formulas: dict[str, Formula | Measure] = {
        one.name: resolved_metric(one, TABLE) for one in MODEL.metrics
    }
    bare = query.model_copy(update={"groups": groups})
    statement = Statement(bare, scope, formulas=formulas, sizes=[2000])
    return statement.sql(facts=False, limit=5)


def on_one_line(sql: str) -> str:
    return re.sub(r"(?<=\() | (?=\))", "", " ".join(sql.split()))


def test_what_a_person_sees_stands_in_lines_without_parentheses_that_say_nothing() -> None:
    sold, low = Test(column="won", values=(True,)), Test(column="qty", op="<", values=(5,))
    choice = AnyOf(any=(low, Test(column="qty", op=">", values=(9,))))
    rows = Query(rows=True, columns=("cat",), where=AllOf(all=(sold, choice)))
    for query in (rows, Query(groups=(Group(by="cat"),), where=rows.where)):
        lines = [line.strip() for line in written(query, "duckdb").splitlines()]
        at = lines.index("WHERE")
        assert lines[at + 1 : at + 4] == ['"won" = TRUE AND (', '"qty" < 5 OR "qty" > 9', ")"]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_any_query_is_one_select_in_any_dialect(dialect: str) -> None:
    for seed in range(30):
        model = MODEL if dialect == "duckdb" else without_order(MODEL)
        query = random_query(random.Random(seed), model)
        sql = written(query, dialect)
        (tree,) = sqlglot.parse(sql, dialect=dialect)
        assert isinstance(tree, exp.Select), sql
        if dialect in ("duckdb", "postgres", "spark"):
            check(sql, ("sales",), dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("before", [True, False])
def test_what_follows_is_a_window_in_any_dialect(dialect: str, before: bool) -> None:
    table = TABLE.model_copy(update={"order": "qty"})
    near = Followed(Test(column="won", values=(True,)), 60, "at", before, ("who",))
    query = Query(measures=(Measure(aggregate="mean", of="price"),), where=near.test())
    sql = written(query, dialect, table)
    (tree,) = sqlglot.parse(sql, dialect=dialect)
    assert isinstance(tree, exp.Select), sql
    (window,) = tree.find_all(exp.Window)
    assert isinstance(window.parent_select.parent, exp.Subquery), sql
    if dialect in ("duckdb", "postgres", "spark"):
        check(sql, ("sales",), dialect)
    with pytest.raises(CannotCompute):
        written(query, "postgres")


def test_without_an_order_no_row_has_a_place() -> None:
    row = Query(rows=True, columns=(Computed(function="row"),))
    assert "rowid" in written(row, "duckdb")
    with pytest.raises(CannotCompute):
        written(row, "postgres")


@pytest.mark.parametrize("aggregate", ["min", "max"])
def test_the_ends_of_texts_are_those_of_their_letters_whatever_a_server_sorts_by(
    aggregate: Aggregate,
) -> None:
    query = Query(measures=(Measure(aggregate=aggregate, of="cat"),))
    assert '"cat" COLLATE "C"' in written(query, "postgres")
    assert "COLLATE" not in written(query, "duckdb")


MONTHLY = Query(
    measures=(Measure(aggregate="median", of="price"),),
    groups=(Group(by="day", grain="month"),),
    where=Test(column="cat", op="contains", values=("100%",)),
    order=(Order(measure=0),),
)
# ruff: noqa: E501 - statements stand as they are written
GOLDEN = {
    "clickhouse": """WITH "grouped" AS (SELECT dateTrunc('MONTH', "day") AS "g0", COUNT("price") AS "a0", quantile(0.5)(CAST("price" AS Nullable(Float64))) AS "a1" FROM "sales" WHERE LOWER("cat") LIKE LOWER('%100!%%') ESCAPE '!' GROUP BY 1)""",
    "trino": """WITH "grouped" AS (SELECT DATE_TRUNC('MONTH', "day") AS "g0", COUNT("price") AS "a0", APPROX_PERCENTILE(CAST("price" AS DOUBLE), 0.5) AS "a1" FROM "sales" WHERE LOWER("cat") LIKE LOWER('%100!%%') ESCAPE '!' GROUP BY 1)""",
    "snowflake": """WITH "grouped" AS (SELECT DATE_TRUNC('MONTH', "day") AS "g0", COUNT("price") AS "a0", PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST("price" AS DOUBLE)) AS "a1" FROM "sales" WHERE LOWER("cat") LIKE LOWER('%100!%%') ESCAPE '!' GROUP BY 1)""",
    "bigquery": """WITH `grouped` AS (SELECT TIMESTAMP_TRUNC(`day`, MONTH) AS `g0`, COUNT(`price`) AS `a0`, APPROX_QUANTILES(CAST(`price` AS FLOAT64), 1000)[OFFSET(500)] AS `a1` FROM `sales` WHERE LOWER(`cat`) LIKE LOWER('%100!%%') ESCAPE '!' GROUP BY 1)""",
}


@pytest.mark.parametrize("dialect", GOLDEN)
def test_dialects_write_their_own_functions(dialect: str) -> None:
    sql = written(MONTHLY, dialect)
    quote = "`" if dialect == "bigquery" else '"'
    assert on_one_line(sql).startswith(GOLDEN[dialect]), sql
    assert sql.count(f"{quote}median_price{quote}") == 1


HOSTILE = (
    "'; DROP TABLE sales; --", "\\' OR 1=1 --", "\\", '"', "`", "a\nb", "%' OR '1'='1", "/* x */",
    "\\\\'", "é'\u202e", "{price}", "$$x$$", "''", "\x00",
)  # fmt: skip


@pytest.mark.parametrize("dialect", ("duckdb", "postgres", "spark", "snowflake", "bigquery"))
@pytest.mark.parametrize("value", HOSTILE)
def test_a_value_stays_a_value(value: str, dialect: str) -> None:
    query = Query(
        where=Test(column="cat", values=(value,)),
        groups=(Group(by="who"),), having=(Having(measure=Measure(
            where=Test(column="cat", op="in", values=(value, "x"))), value=1),),
    )  # fmt: skip
    (tree,) = sqlglot.parse(written(query, dialect), dialect=dialect)
    assert tree is not None
    texts = [one.this for one in tree.find_all(exp.Literal) if one.is_string]
    assert texts.count(value) == 2
    assert not list(tree.find_all(exp.Drop, exp.Comment))


@pytest.mark.parametrize(
    "sql",
    ["SELECT * FROM read_csv('x')", "SELECT * FROM sales, other", "SELECT 1; SELECT 2",
     "SELECT * FROM sales s JOIN sales t ON 1 = 1", "DROP TABLE sales", "COPY sales TO 'x'",
     "SELECT getenv('HOME')", "WITH RECURSIVE r AS (SELECT 1) SELECT * FROM r",
     "SELECT * FROM main.sales", "SELECT sales FROM (VALUES (1)) v(sales)", "PRAGMA version"],
)  # fmt: skip
def test_the_guard_lets_nothing_else_pass(sql: str) -> None:
    with pytest.raises(QueryRefused):
        check(sql, ("sales", "kinds"))


def test_the_guard_knows_several_tables() -> None:
    check('SELECT COUNT(*) FROM "sales"', ("sales", "kinds"))
    check('SELECT COUNT(*) FROM "kinds"', ("sales", "kinds"))


@pytest.mark.parametrize(
    "query",
    [
        Query(groups=(Group(by="nowhere"),)),
        Query(measures=(Measure(aggregate="sum", of="cat"),)),
        Query(where=Test(column="price", op=">", values=("x",))),
        Query(where=Test(column="day", values=("x",))),
        Query(where=Test(column="price", op="during", span=Span(unit="day"))),
        Query(where=Test(column="cat", other="price")),
        Query(groups=(Group(by="cat", grain="month"),)),
        Query(where=Test(column="won", values=("maybe",))),
        Query(measures=(Measure(aggregate="sum", of=Computed(function="seconds", args=("cat",))),)),
    ],
)
def test_what_cannot_be_meant_is_refused_before_it_runs(query: Query) -> None:
    with pytest.raises(CannotCompute):
        written(query, "duckdb")


def test_columns_named_like_parts_of_the_statement_are_themselves() -> None:
    """A result column may have the name of a stage's: the order goes by the stage's."""
    query = Query(
        groups=(Group(by="cat"),), windows=(Window(kind="rank"),),
        compare=Compare.model_validate({"cases": [
            {"label": "m0_0", "where": {"column": "won", "values": [True]}},
            {"label": "n", "where": {"column": "won", "values": [False]}}]}),
        order=(Order(measure=0, change=True),),
    )  # fmt: skip
    assert 'ORDER BY "windowed"."d0_1" DESC, "windowed"."g0" ASC' in on_one_line(
        written(query, "duckdb")
    )
