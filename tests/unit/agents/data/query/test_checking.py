"""What a table cannot mean of a query, and what is near it."""

import pytest
from pydantic import ValidationError

from agents.data.model.schema import Column, Metric, Table, TableModel, Words
from agents.data.query.checking import QueryProblem, problems
from agents.data.query.metrics import BadMetric, Formula, metric_of, resolved_metric
from agents.data.query.query import (
    Compare,
    Computed,
    Group,
    Having,
    Measure,
    Order,
    Query,
    Scalar,
    Span,
    Test,
    Window,
)
from agents.data.query.sequences import Followed

TABLE = Table(
    name="sales",
    columns=(
        Column(name="category", kind="category", values=("Food", "Toys"), complete=True),
        Column(name="price", kind="number", stored="number", words={"ko": Words(label="가격")}),
        Column(name="rating", kind="number", stored="number", adds="mean"),
        Column(name="built", kind="number", stored="number", adds="none"),
        Column(name="day", kind="moment", stored="date", grain="day"),
        Column(name="season", kind="moment", stored="number", grain="year"),
    ),
)
MODEL = TableModel(
    tables=(TABLE,),
    metrics=(
        Metric(name="average_order", expression="SUM(price) / COUNT(*)"),
        Metric(name="broken", expression="SUM(prices)"),
    ),
)

RATE = Measure(where=Test(column="category", values=("Food",)), share="rows")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query(table="sale"), QueryProblem(key="table", what="sale", near=("sales",))),
        (Query(groups=(Group(by="categorie"),)),
         QueryProblem(key="column", what="categorie", near=("category",))),
        (Query(groups=(Group(by="가격표"),)),
         QueryProblem(key="column", what="가격표", near=("price",))),
        (Query(measures=(Measure(metric="average_orders"),)),
         QueryProblem(key="metric", what="average_orders", near=("average_order",))),
        (Query(measures=(Measure(metric="broken"),)),
         QueryProblem(key="bad_metric", what="prices", column="broken")),
        (Query(where=Test(column="category", values=("Foods",))),
         QueryProblem(key="value", what="Foods", column="category", near=("Food",))),
        (Query(measures=(Measure(aggregate="mean", of="category"),)),
         QueryProblem(key="not_number", what="mean", column="category",
                 near=("price", "rating", "built"))),
        (Query(measures=(Measure(aggregate="sum", of="rating"),)),
         QueryProblem(key="not_added", what="sum", column="rating", near=("mean",))),
        (Query(measures=(Measure(aggregate="sum", of="built"),)),
         QueryProblem(key="not_added", what="sum", column="built", near=("distinct", "count"))),
        (Query(measures=(Measure(aggregate="mean", of="price"),), groups=(Group(by="category"),),
               windows=(Window(kind="running"),)),
         QueryProblem(key="running", what="running", column="mean", near=("moving",))),
        (Query(groups=(Group(by="category", grain="month"),)),
         QueryProblem(key="not_moment", what="month", column="category", near=("day", "season"))),
        (Query(groups=(Group(by="day", grain="hour"),)),
         QueryProblem(key="too_fine", what="hour", column="day", near=("day",))),
        (Query(groups=(Group(by="season", cycle="weekday"),)),
         QueryProblem(key="too_fine", what="weekday", column="season", near=("year",))),
        (Query(groups=(Group(by="category", bins=5),)),
         QueryProblem(key="not_number", what="bins", column="category")),
        (Query(where=Test(column="price", op=">", values=("cheap",))),
         QueryProblem(key="not_value", what="cheap", column="price")),
        (Query(where=Test(column="day", values=("someday",))),
         QueryProblem(key="not_value", what="someday", column="day")),
        (Query(where=Test(column="day", op="during", span=Span(start="soon"))),
         QueryProblem(key="not_value", what="soon", column="day")),
        (Query(where=Test(column="category", other="price")),
         QueryProblem(key="not_compared", what="price", column="category")),
        (Query(where=Test(column="day", op="contains", values=("2",))),
         QueryProblem(key="not_compared", what="contains", column="day")),
        (Query(rows=True, columns=("price",), distinct=True, order=(Order(column="day"),)),
         QueryProblem(key="hidden_order", what="day")),
        (Query(groups=tuple(Group(by="category") for _ in range(5))),
         QueryProblem(key="too_many_groups", what="4")),
        (Query(groups=(Group(by=Computed(function="+", args=("price", "category"))),)),
         QueryProblem(key="not_number", what="+", column="category")),
        (Query(groups=(Group(by=Computed(function="first", args=("category",))),)),
         QueryProblem(key="not_compared", what="first", column="category")),
        (Query(where=Followed(Test(column="day", values=("someday",)), 60, "day").test()),
         QueryProblem(key="not_value", what="someday", column="day")),
        (Query(groups=(Group(by=Computed(function="year", args=("category",))),)),
         QueryProblem(key="not_moment", what="year", column="category")),
        (Query(groups=(Group(by=Computed(function="clock", args=("day",))),)),
         QueryProblem(key="too_fine", what="hour", column="day")),
        (Query(groups=(Group(by=Computed(function="month", args=("season",))),)),
         QueryProblem(key="too_fine", what="month", column="season")),
        (Query(where=Test(column="price", op="between", other="rating")),
         QueryProblem(key="not_compared", what="between", column="price")),
        (Query(measures=(Measure(aggregate="max", of="day"),), having=(Having(value=3),)),
         QueryProblem(key="not_number", what="having", column="day")),
    ],
)  # fmt: skip
def test_each_thing_that_cannot_be_meant_is_named(query: Query, found: QueryProblem) -> None:
    assert problems(query, MODEL) == (found,)


def test_what_can_be_meant_has_no_problems() -> None:
    cases = [
        {"label": "a", "where": {"column": "season", "values": ["2020"]}},
        {"label": "b", "where": {"column": "season", "values": ["2021"]}},
    ]
    query = Query(
        measures=(
            Measure(metric="average_order"), Measure(aggregate="mean", of="rating"),
            Measure(aggregate="sum", of=Computed(function="/", args=("price", 1000))),
        ),
        groups=(Group(by="day", grain="month"),), compare=Compare.model_validate({"cases": cases}),
        where=Test(column=Computed(function="/", args=("price", 2)), op=">", values=(1,)),
    )  # fmt: skip
    assert problems(query, MODEL) == ()


def test_metrics_are_read_into_measures() -> None:
    found = resolved_metric(MODEL.metrics[0], TABLE)
    assert found == Formula("/", (Measure(aggregate="sum", of="price"), Measure()))


@pytest.mark.parametrize(
    ("expression", "measure"),
    [
        ("avg(CASE WHEN category = 'Food' THEN price END)",
         Measure(aggregate="mean", of="price", where=Test(column="category", values=("Food",)))),
        ("count(*) FILTER (WHERE price > 3)",
         Measure(where=Test(column="price", op=">", values=(3,)))),
        ("COUNT(DISTINCT Category)", Measure(aggregate="distinct", of="category")),
        ("sum(price * 2)",
         Measure(aggregate="sum", of=Computed(function="*", args=("price", 2.0)))),
        ("sum(case when 5 <= price then 1 else 0 end)",
         Measure(where=Test(column="price", op=">=", values=(5,)))),
        ("count_if(category like 'F%')",
         Measure(where=Test(column="category", op="starts", values=("F",)))),
        ("COUNT(*) FILTER (WHERE category = 'Food') / COUNT(*)", RATE),
        ("1.0 * count_if(category = 'Food') / NULLIF(COUNT(*), 0)", RATE),
        ("CAST(SUM(CASE WHEN category = 'Food' THEN 1 ELSE 0 END) AS DOUBLE) / COUNT(*)", RATE),
        ("AVG(CASE WHEN category = 'Food' THEN 1.0 ELSE 0 END)", RATE),
        ("COUNT(price) FILTER (WHERE category = 'Food') / COUNT(price)",
         RATE.model_copy(update={"of": "price"})),
    ],
)  # fmt: skip
def test_an_expression_is_the_measure_it_says(expression: str, measure: Measure) -> None:
    found = resolved_metric(Metric(name="m", expression=expression), TABLE)
    assert found == measure.model_copy(update={"label": "m"})


@pytest.mark.parametrize(
    "expression",
    [
        "COUNT(*) FILTER (WHERE category = 'Food') / COUNT(price)",
        "100 * COUNT(*) FILTER (WHERE category = 'Food') / COUNT(*)",
        "COUNT(*) / COUNT(*)",
        "SUM(price) FILTER (WHERE category = 'Food') / SUM(price)",
    ],
)
def test_what_is_no_part_of_the_rows_is_no_rate(expression: str) -> None:
    assert isinstance(resolved_metric(Metric(name="m", expression=expression), TABLE), Formula)


def test_a_measure_that_a_metric_computes_is_that_metric() -> None:
    rate = Metric(name="food", expression="COUNT(*) FILTER (WHERE category = 'Food') / COUNT(*)")
    metrics = (*MODEL.metrics, rate)
    assert metric_of(RATE, metrics, TABLE) == rate
    assert metric_of(Measure(metric="food"), metrics, TABLE) == rate
    assert metric_of(RATE.model_copy(update={"share": ""}), metrics, TABLE) is None


@pytest.mark.parametrize("value", [True, 1, "1", "yes"])
def test_yes_is_yes_however_it_is_said(value: Scalar) -> None:
    table = Table(
        name="games", columns=(Column(name="won", kind="yes_no", stored="number", true="1"),)
    )
    metric = Metric(name="rate", expression="AVG(CASE WHEN won = 1 THEN 1 ELSE 0 END)")
    measure = Measure(where=Test(column="won", values=(value,)), share="rows")
    assert metric_of(measure, (metric,), table) == metric


@pytest.mark.parametrize(
    "expression",
    ["read_csv('/etc/passwd')", "sum(price); DROP TABLE sales", "(SELECT 1)", "1 + 1", "price",
     "sum(price) OVER ()", "sum(secret)", "sum(read_text(category))", "", "((((", "sum('x')",
     "avg(price) || 'x'", "(" * 3000 + "1" + ")" * 3000],
)  # fmt: skip
def test_any_other_expression_is_refused(expression: str) -> None:
    with pytest.raises(BadMetric):
        resolved_metric(Metric(name="m", expression=expression), TABLE)


def test_the_schema_knows_what_queries_look_like() -> None:
    import jsonschema

    query = Query(
        measures=(Measure(where=Test(column="price", op=">", values=(3,)), share="rows"),)
    )
    schema = Query.model_json_schema()
    jsonschema.validate(query.model_dump(mode="json", by_alias=True), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"measures": [{"aggregate": "guess"}]}, schema)


@pytest.mark.parametrize(
    "given",
    ['{"having": [{"value": 1e999}]}', '{"where": {"column": "x", "values": [-1e999]}}',
     '{"groups": [{"by": "x", "width": 1e999}]}',
     '{"measures": [{"aggregate": "sum", "of": {"function": "*", "args": ["x", 1e999]}}]}',
     '{"where": ' + 16 * '{"not": ' + '{"column": "x", "op": "empty"}' + 16 * "}" + "}"],
)  # fmt: skip
def test_a_query_that_no_engine_can_be_told_is_none(given: str) -> None:
    """Numbers without an end, and conditions that nothing can read back."""
    with pytest.raises(ValidationError):
        Query.model_validate_json(given)


def test_what_comes_next_is_of_rows_that_have_an_order() -> None:
    bare = TableModel(tables=(TABLE.model_copy(update={"derived": True}),), metrics=MODEL.metrics)
    query = Query(where=Followed(Test(column="price", values=(1,)), 60, "day").test())
    assert problems(query, bare) == (QueryProblem(key="no_order", what="next"),)
    assert problems(query, MODEL) == ()
