"""Random tables and random queries over them, the same for the same seed."""

# ruff: noqa: DTZ001 - tables hold local times

import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from agents.data.model.schema import Column, Metric, Table, TableModel
from agents.data.query.checking import problems
from agents.data.query.query import (
    AllOf,
    AnyOf,
    Best,
    Case,
    Compare,
    Computed,
    Condition,
    Group,
    Having,
    Measure,
    Not,
    Operand,
    Order,
    Query,
    Span,
    Test,
    Window,
)

NOW = datetime(2024, 5, 17, 14, 30)
CATEGORIES = ("Food", "toys", "O'Neill", "100%", "a_b", "é!", "")
PEOPLE = tuple(f"p{number}" for number in range(9))
TYPES = {
    "cat": "VARCHAR", "who": "VARCHAR", "price": "DOUBLE", "qty": "INTEGER", "rating": "DOUBLE",
    "day": "DATE", "at": "TIMESTAMP", "won": "BOOLEAN",
}  # fmt: skip
NUMBERS = ("price", "qty", "rating")


@dataclass(frozen=True)
class Sample:
    """A table: its rows, each a dictionary by column, and its model."""

    rows: list[dict[str, Any]]
    model: TableModel


def sample(seed: int, *, most: int = 120, name: str = "sales") -> Sample:
    """Return a random table: empties, ties, odd names, skewed and discrete numbers."""
    pick = random.Random(seed)
    count = pick.choice([0, 1, 2, 5, 20, 60, most])
    categories = pick.sample(CATEGORIES, pick.randint(1, 5))
    holes = pick.choice([0.0, 0.1, 0.5])

    def maybe(value: Any) -> Any:
        return None if pick.random() < holes else value

    rows = [
        {
            "cat": maybe(pick.choice(categories)),
            "who": pick.choice(PEOPLE),
            "price": maybe(
                round(pick.choice([pick.uniform(0, 10), pick.lognormvariate(2, 1.5)]), 2)
            ),
            "qty": maybe(pick.randint(-3, 12)),
            "rating": maybe(pick.choice([1.0, 1.5, 2.5, 4.0, 4.5])),
            "day": maybe(date(2023, 1, 1) + timedelta(days=pick.randint(0, 500))),
            "at": datetime(2024, 1, 1) + timedelta(minutes=pick.randint(0, 200_000)),
            "won": maybe(pick.random() < 0.6),
        }
        for _ in range(count)
    ]
    return Sample(rows, _model(rows, name))


def _model(rows: list[dict[str, Any]], name: str) -> TableModel:
    kinds: dict[str, dict[str, Any]] = {
        "cat": {"kind": "category"}, "who": {"kind": "category"},
        "price": {"kind": "number", "stored": "number", "unit": "€"},
        "qty": {"kind": "number", "stored": "number"},
        "rating": {"kind": "number", "stored": "number", "adds": "mean"},
        "day": {"kind": "moment", "stored": "date", "grain": "day"},
        "at": {"kind": "moment", "stored": "timestamp", "grain": "second"},
        "won": {"kind": "yes_no", "stored": "boolean"},
    }  # fmt: skip
    columns = []
    for column, facts in kinds.items():
        present = [row[column] for row in rows if row[column] is not None]
        ends: dict[str, Any] = {}
        if column in NUMBERS and present and column != "rating":
            ends = {"low": float(min(present)), "high": float(max(present))}
        columns.append(Column(name=column, **facts, **ends))
    metrics = (
        Metric(name="per_piece", expression="SUM(price) / NULLIF(SUM(qty), 0)"),
        Metric(name="won_price", expression="AVG(CASE WHEN won THEN price END)"),
    )
    table = Table(name=name, columns=tuple(columns), rows=len(rows), time="day")
    return TableModel(tables=(table,), metrics=metrics)


def without_order(model: TableModel) -> TableModel:
    """Return a model whose rows have no order of their own, as those on a server."""
    return model.model_copy(update={"tables": tuple(
        one.model_copy(update={"derived": "SELECT 1"}) for one in model.tables
    )})  # fmt: skip


def random_query(pick: random.Random, model: TableModel) -> Query:
    """Return a random query that the model's table can mean."""
    while True:
        query = _rows_query(pick) if pick.random() < 0.15 else _groups_query(pick)
        found = problems(query, model)
        if not found:
            return query


def _rows_query(pick: random.Random) -> Query:
    columns: tuple[Operand, ...] = tuple(pick.sample(sorted(TYPES), pick.randint(1, 4)))
    if pick.random() < 0.3:
        columns += (_computed(pick),)
    distinct = pick.random() < 0.3
    orders = list(columns) if distinct else [*sorted(TYPES), _computed(pick)]
    order = tuple(
        Order(column=one, descending=pick.random() < 0.5)
        for one in pick.sample(orders, min(len(orders), pick.randint(0, 2)))
    )
    return Query(
        rows=True, columns=columns, distinct=distinct, order=order, where=_maybe(pick),
        limit=pick.choice([None, 1, 3, 20]), offset=pick.choice([0, 0, 2]),
    )  # fmt: skip


def _groups_query(pick: random.Random) -> Query:
    measures = tuple(_measure(pick) for _ in range(pick.randint(0, 3)))
    groups = tuple(_group(pick) for _ in range(pick.choice([0, 1, 1, 1, 2, 2])))
    many, wide = max(1, len(measures)), len(groups)
    order = []
    for _ in range(pick.randint(0, 2)):
        down = pick.random() < 0.5
        if wide and pick.random() < 0.3:
            order.append(Order(group=pick.randrange(wide), descending=down))
        else:
            order.append(
                Order(
                    measure=pick.randrange(many),
                    descending=down,
                    change=pick.random() < 0.3,
                    case=pick.randint(0, 2),
                )
            )
    having = []
    if pick.random() < 0.3:
        measure = pick.choice([pick.randrange(many), _measure(pick, plain=True)])
        having.append(
            Having(
                measure=measure,
                op=pick.choice([">=", "<", ">"]),
                value=pick.choice([1, 2.5, 5]),
                deviations=pick.random() < 0.2,
            )
        )
    windows = []
    if wide:
        for _ in range(pick.choice([0, 0, 1, 2])):
            windows.append(
                Window(
                    kind=pick.choice(["running", "moving", "previous", "rank", "share"]),
                    measure=pick.randrange(many),
                    along=pick.randrange(wide),
                    size=pick.choice([1, 2, 3]),
                    change=pick.choice(["difference", "ratio", "growth"]),
                )
            )
    per = None
    if wide and pick.random() < 0.2:
        per = Best(group=pick.randrange(wide), limit=pick.randint(1, 2))
    compare = None
    if pick.random() < 0.25:
        cases = tuple(
            Case(label=f"c{n}", where=_condition(pick, 1)) for n in range(pick.choice([2, 2, 3]))
        )
        compare = Compare(cases=cases, change=pick.choice(["difference", "ratio", "growth"]))
    return Query(
        measures=measures, groups=groups, order=tuple(order), having=tuple(having),
        windows=tuple(windows), per=per, compare=compare, where=_maybe(pick),
        limit=pick.choice([None, None, 1, 2, 5]), offset=pick.choice([0, 0, 0, 1]),
    )  # fmt: skip


def _measure(pick: random.Random, *, plain: bool = False) -> Measure:
    where = _condition(pick, 1) if pick.random() < 0.3 else None
    kind = pick.choice([
        "count", "rate", "part", "distinct", "sum", "mean", "median", "quantile", "stddev", "min",
        "max", "correlation", "weighted", "sum rate", "sum part", "distinct part", "mean", "metric",
    ])  # fmt: skip
    of = pick.choice([*NUMBERS, "price", _computed(pick)])
    match kind:
        case "count":
            return Measure(of=pick.choice([None, "cat", "price"]), where=where)
        case "rate":
            return Measure(where=_condition(pick, 1), share="rows")
        case "part":
            return Measure(share="" if plain else "all", where=where)
        case "sum rate":
            return Measure(aggregate="sum", of="price", where=_condition(pick, 1), share="rows")
        case "sum part":
            return Measure(aggregate="sum", of="price", share="" if plain else "all")
        case "distinct part":
            return Measure(aggregate="distinct", of="who", share="" if plain else "all")
        case "distinct":
            return Measure(
                aggregate="distinct", of=pick.choice(["who", "cat", "day", "qty"]), where=where
            )
        case "sum":
            return Measure(aggregate="sum", of=pick.choice(["price", "qty"]), where=where)
        case "quantile":
            return Measure(
                aggregate="quantile", of=of, q=pick.choice([0.1, 0.25, 0.9]), where=where
            )
        case "min" | "max":
            one = pick.choice(["price", "qty", "price" if plain else "day", "cat"])
            return Measure(aggregate="min" if kind == "min" else "max", of=one, where=where)
        case "correlation":
            return Measure(aggregate="correlation", of="price", other="qty", where=where)
        case "weighted":
            return Measure(aggregate="mean", of="rating", weight="qty", where=where)
        case "mean":
            return Measure(aggregate="mean", of=pick.choice([of, "won"]), where=where)
        case "metric":
            return Measure(metric=pick.choice(["per_piece", "won_price"]))
    return Measure(aggregate="median" if kind == "median" else "stddev", of=of, where=where)


def _group(pick: random.Random) -> Group:
    match pick.choice(["plain", "plain", "grain", "cycle", "bins", "width", "computed"]):
        case "plain":
            return Group(by=pick.choice(["cat", "who", "won", "qty", "day", "rating"]))
        case "grain":
            by = pick.choice(["day", "at"])
            grains = ["year", "quarter", "month", "week", "day"] + ["hour"] * (by == "at")
            return Group.model_validate({"by": by, "grain": pick.choice(grains)})
        case "cycle":
            by = pick.choice(["day", "at"])
            cycles = ["quarter of year", "month of year", "day of month", "weekday"]
            cycles += ["hour of day"] * (by == "at")
            return Group.model_validate({"by": by, "cycle": pick.choice(cycles)})
        case "bins":
            return Group(by=pick.choice(["price", "qty"]), bins=pick.choice([3, 10, 30]))
        case "width":
            return Group(
                by=pick.choice(["price", "qty"]), width=pick.choice([0.1, 0.5, 2, 2.5, 10])
            )
    return Group(by=Computed(function="year", args=(pick.choice(["day", "at"]),)))


def _computed(pick: random.Random) -> Computed:
    return pick.choice([
        Computed(function="*", args=("price", "qty")),
        Computed(function="/", args=("price", "qty")),
        Computed(function="-", args=("price", 2.5)), Computed(function="abs", args=("qty",)),
        Computed(function="length", args=("cat",)), Computed(function="year", args=("day",)),
        Computed(function="number", args=(
            Computed(function="after", args=("who",), said="p"),)),
        Computed(function="part", args=("who",), said="a", place=pick.choice([1, 2, -1])),
        Computed(function="seconds", args=(Computed(function="-", args=("at", "day")),)),
    ])  # fmt: skip


def _around(pick: random.Random) -> Test:
    """What stands around a row: followed or preceded by others within a time, or new."""
    of = pick.choice(["day", "at", "qty"])
    other = Computed.model_validate({
        "function": pick.choice(["next", "previous", "first"]), "args": (of,),
        "where": None if pick.random() < 0.3 else _condition(pick, 1),
        "same": pick.choice([(), ("who",), ("cat", "won")]),
    })  # fmt: skip
    if of != "qty" and pick.random() < 0.4:
        return Test(column=other, op="during", span=Span(start="2023-09-01", end="2024-03-01"))
    apart = Computed(function="-", args=(other, of))
    most = pick.choice([0, 2, 10]) * (86400 if of != "qty" else 1)
    return (
        Test(column=apart, op=pick.choice(["<=", ">"]), values=(most,))
        if (pick.random() < 0.7)
        else Test(column=other, op="not empty")
    )


def _maybe(pick: random.Random) -> Condition | None:
    return _condition(pick, 2) if pick.random() < 0.5 else None


def _condition(pick: random.Random, depth: int) -> Condition:
    if depth and pick.random() < 0.3:
        parts = tuple(_condition(pick, depth - 1) for _ in range(pick.randint(1, 3)))
        kind = pick.choice(["all", "any", "not"])
        if kind == "not":
            return Not.model_validate({"not": parts[0]})
        return AllOf(all=parts) if kind == "all" else AnyOf(any=parts)
    return _test(pick)


def _test(pick: random.Random) -> Test:
    number = pick.choice([*NUMBERS, _computed(pick)])
    compared = pick.choice(["=", "!=", "<", "<=", ">", ">="])
    match pick.choice(
        ["number", "text", "like", "in", "between", "empty", "moment", "during", "relative",
         "other", "than", "boolean", "moments", "across"]
    ):  # fmt: skip
        case "number":
            return Test(column=number, op=compared, values=(pick.choice([0, 1, 2.5, 4, 20]),))
        case "text":
            return Test(column="cat", op=compared, values=(pick.choice(CATEGORIES),))
        case "like":
            return Test(
                column=pick.choice(["cat", "who"]), op=pick.choice(["contains", "starts", "ends"]),
                values=(pick.choice(["O", "o", "%", "_", "'", "!", "P1", "é", "00"]),),
            )  # fmt: skip
        case "in":
            values: tuple[Any, ...] = tuple(pick.sample(CATEGORIES, pick.randint(1, 3)))
            return Test(column="cat", op=pick.choice(["in", "not in"]), values=values)
        case "between":
            return Test(column=number, op="between", values=(1, pick.choice([3, 10.5])))
        case "empty":
            column = pick.choice(["cat", "price", "day", "won"])
            return Test(column=column, op=pick.choice(["empty", "not empty"]))
        case "moment":
            value = pick.choice(["2023", "2023-Q3", "2024-02", "2023-W30", "2024-02-05"])
            return Test(column=pick.choice(["day", "at"]), op=compared, values=(value,))
        case "moments":
            return Test(
                column=pick.choice(["day", "at"]), op=pick.choice(["in", "not in", "between"]),
                values=("2023-07", "2024-01"),
            )  # fmt: skip
        case "during":
            span = Span(start=pick.choice([None, "2023-04-01"]), end="2024-02-01T12:00")
            return Test(column=pick.choice(["day", "at"]), op="during", span=span)
        case "relative":
            span = Span(
                unit=pick.choice(["year", "quarter", "month", "week", "day"]),
                count=pick.choice([1, 2, 30]), ago=pick.choice([0, 1, 3]),
                anchor=pick.choice(["today", "data"]),
            )  # fmt: skip
            return Test(column=pick.choice(["day", "at"]), op="during", span=span)
        case "other":
            return Test(column="price", op=compared, other=pick.choice(["qty", "rating"]))
        case "across":
            return _around(pick)
        case "than":
            measure = Measure(
                aggregate=pick.choice(["mean", "median", "max"]), of="price",
                where=pick.choice([None, Test(column="won", values=(True,))]),
            )  # fmt: skip
            return Test(column="price", op=compared, than=measure)
    return Test(column="won", op=pick.choice(["=", "!="]), values=(pick.choice([True, False]),))
