"""A picture fits the query: names by their figure, points with what their correlation is."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import duckdb
import pytest

from agents.data.answer.answering import answer
from agents.data.answer.artifacts import result_of
from agents.data.answer.periods import with_gaps
from agents.data.dataset import Dataset, open_dataset
from agents.data.query.query import Query
from tests.vega_lite import faults

pytestmark = pytest.mark.anyio


async def chart(folder: Path, query: dict[str, Any]) -> dict[str, Any]:
    path = folder / "sales.csv"
    rows = [f"{'abc'[n % 3]},{n % 3 * 10 + n % 7},{n}" for n in range(60)]
    path.write_text("\n".join(["shop,paid,weight", *rows]) + "\n")
    dataset = open_dataset(path)
    try:
        found = await answer(dataset, Query.model_validate(query), "en", today=date(2026, 1, 1))
    finally:
        dataset.close()
    assert found.chart is not None
    assert faults(found.chart) == []
    return found.chart


@pytest.mark.parametrize(
    ("order", "names"),
    [((), "cba"), (({"group": 0, "descending": False},), "abc"), (({"measure": 0},), "cba")],
)
async def test_names_stand_by_their_figure(tmp_path: Path, order: Any, names: str) -> None:
    total = {"aggregate": "sum", "of": "paid"}
    query = {"measures": [total], "groups": [{"by": "shop"}], "order": order}
    drawn = await chart(tmp_path, query)
    assert [one["c0"] for one in drawn["data"]["values"]] == list(names)
    only = {"column": "shop", "op": "=", "values": ["b"]}
    of_one = await chart(tmp_path, {**query, "where": only, "show": "bars"})
    assert sorted(of_one["usermeta"]["values"]) == sorted(drawn["usermeta"]["values"]) == [*"abc"]


@pytest.mark.parametrize(
    ("aggregate", "names"), [("sum", "cab"), ("mean", "cba"), ("max", "cba"), ("count", "acb")]
)
async def test_names_of_a_heat_map_stand_by_their_figure_and_what_has_an_order_keeps_it(
    tmp_path: Path, aggregate: str, names: str
) -> None:
    rows = ["a,1,mon", "a,2,mon", "a,3,tue", "a,4,wed", "b,7,tue", "c,8,wed", "c,9,mon"]
    (tmp_path / "sales.csv").write_text("\n".join(["shop,paid,day", *rows]) + "\n")
    dataset = open_dataset(tmp_path / "sales.csv")
    measure = {"aggregate": aggregate, **({} if aggregate == "count" else {"of": "paid"})}
    groups = ({"by": "shop"}, {"by": "paid", "width": 2})
    found = await drawn(dataset, by(*groups, measures=[measure]))
    asked = await drawn(dataset, by(*groups, measures=[measure], order=[{"group": 0}]))
    dataset.close()
    assert found is not None and asked is not None
    assert found["encoding"]["y"]["sort"] == list(names)
    assert list(dict.fromkeys(one["t0"] for one in found["data"]["values"])) == list(names)
    assert found["encoding"]["x"]["sort"] == ["0", "2", "4", "6", "8"]
    assert found["encoding"]["x"]["type"] == "ordinal"
    assert asked["encoding"]["y"]["sort"] == list("cba"), "as it was asked for"


async def test_names_that_come_to_the_same_stand_by_their_highest_cell(tmp_path: Path) -> None:
    rows = ["a,x", "a,x", "a,y", "a,y", "b,x", "b,x", "b,x", "b,y"]
    (tmp_path / "games.csv").write_text("\n".join(["map,race", *rows]) + "\n")
    dataset = open_dataset(tmp_path / "games.csv")
    found = await drawn(dataset, by({"by": "map"}, {"by": "race"}))
    dataset.close()
    assert found is not None and found["encoding"]["y"]["sort"] == ["b", "a"]


async def test_points_tell_what_they_are_and_r(tmp_path: Path) -> None:
    measure = {"aggregate": "correlation", "of": "paid", "other": "weight"}
    drawn = await chart(tmp_path, {"measures": [measure]})
    assert len(drawn["data"]["values"]) == 60
    assert drawn["title"].startswith("paid and weight, r = ")
    assert "(" not in drawn["title"], "what the sentence above says besides"


async def test_bins_in_which_nothing_lies_have_their_place(tmp_path: Path) -> None:
    drawn = await chart(tmp_path, {"groups": [{"by": "paid", "width": 2}]})
    assert drawn["layer"][-1]["encoding"]["x"]["type"] == "ordinal", "bins have an order"
    bins = [(one["c0"], one["c1"]) for one in drawn["data"]["values"]]
    assert [low for low, _ in bins] == [float(low) for low in range(0, 28, 2)]
    assert (8.0, 0) in bins
    assert sum(count for _, count in bins) == 60


async def test_a_column_says_its_unit_once_and_which_numbers_are_names(tmp_path: Path) -> None:
    rows = [f"{4000 + n},{n % 7 * 9.5}" for n in range(60)]
    (tmp_path / "sales.csv").write_text("\n".join(["order id,paid ($)", *rows]) + "\n")
    dataset = open_dataset(tmp_path / "sales.csv")
    told = []
    for group in ({"by": "paid ($)", "width": 10}, {"by": "paid ($)"}, {"by": "order id"}):
        query = Query.model_validate(by(group))
        found = await answer(dataset, query, "en", today=date(2026, 1, 1))
        made = result_of(found.computed, found.written, dataset.source, dataset.model)
        told.append(made["columns"][0])
    dataset.close()
    assert told[0]["label"].count("$") == 1 and "unit" not in told[0]
    assert told[1]["unit"] == "$"
    assert [one.get("names", False) for one in told] == [False, False, True]


@pytest.mark.parametrize(
    ("far", "last", "read"),
    [(6000, "≥\u00a010:00", "≥\u00a010:00"), (620, "10:00", "10:00–11:00")],
)
async def test_what_lies_far_from_nearly_all_has_one_bin_together(
    tmp_path: Path, far: int, last: str, read: str
) -> None:
    path = tmp_path / "waits.csv"
    waits = [*(n % 60 * 10 for n in range(400)), *(far + n for n in range(9))]
    path.write_text("\n".join(["n,wait (s)", *(f"{n},{wait}" for n, wait in enumerate(waits))]))
    dataset = open_dataset(path)
    found = await drawn(dataset, by({"by": "wait (s)", "bins": 10}))
    dataset.close()
    assert found is not None
    bins = found["data"]["values"]
    assert len(bins) == 11
    assert (bins[-1]["t0"], bins[-1]["b0"], bins[-1]["c1"]) == (last, read, 9)
    assert sum(one["c1"] for one in bins) == 409
    assert {"field": "b0", "type": "nominal"}.items() <= tooltip_of(found)[0].items()


def tooltip_of(spec: dict[str, Any]) -> list[dict[str, Any]]:
    [tooltip] = [la["encoding"]["tooltip"] for la in spec["layer"] if "tooltip" in la["encoding"]]
    return list(tooltip)


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    """100 days of two shops and 70 sellers, every day but the tenth."""
    path = tmp_path_factory.mktemp("sales") / "sales.csv"
    days = [date(2024, 1, 1) + timedelta(days=n) for n in range(100) if n != 9]
    rows = [f"{day},{'ab'[n % 2]},s{n % 70:02},{n},{n % 10}.5" for n, day in enumerate(days)]
    path.write_text("\n".join(["day,shop,seller,paid,weight", *rows]) + "\n")
    dataset = open_dataset(path)
    yield dataset
    dataset.close()


async def drawn(dataset: Dataset, query: dict[str, Any]) -> dict[str, Any] | None:
    found = await answer(dataset, Query.model_validate(query), "en", today=date(2026, 1, 1))
    assert found.chart is None or faults(found.chart) == []
    return found.chart


def by(*groups: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"groups": list(groups), **more}


SHOP, SELLER = {"by": "shop"}, {"by": "seller"}
DAY, MONTH = {"by": "day", "grain": "day"}, {"by": "day", "grain": "month"}
SHOPS = {"cases": [
    {"label": one, "where": {"column": "shop", "values": [one]}} for one in "ab"
]}  # fmt: skip


@pytest.mark.parametrize(
    "query",
    [
        by(SHOP, where={"column": "paid", "op": ">", "values": [1000]}),
        by(SHOP, measures=[{"aggregate": "max", "of": "seller"}]),
        by(SELLER),
        by(SELLER, {"by": "shop"}),
        by(SELLER, DAY),
        by(SHOP, MONTH, {"by": "day", "cycle": "weekday"}),
        by(SHOP, {"by": "weight"}, windows=[{"kind": "rank"}, {"kind": "share"}]),
        {"rows": True, "columns": ["seller", "paid"]},
        {"rows": True, "columns": ["seller", "paid"], "show": "scatter"},
        by(SHOP, show="table"),
        by(SHOP, measures=[{"where": {"column": "paid", "op": ">", "values": [1000]}}]),
    ],
)
async def test_what_no_picture_fits_has_none(sales: Dataset, query: dict[str, Any]) -> None:
    assert await drawn(sales, query) is None


@pytest.mark.parametrize(
    ("query", "mark", "series"),
    [
        (by(MONTH), "line", None),
        (by(MONTH, SHOP), "line", {"a", "b"}),
        (by(MONTH, compare=SHOPS), "line", {"number of rows: a", "number of rows: b"}),
        (by({"by": "weight"}, compare=SHOPS), "point", {"number of rows: a", "number of rows: b"}),
        (by(SHOP), "bar", None),
        (by(SHOP, measures=[{"aggregate": "mean", "of": "paid"}]), "point", None),
        (by(SHOP, measures=[{"aggregate": "mean", "of": "paid"}], show="bars"), "bar", None),
        (by({"by": "weight"}, MONTH), "rect", None),  # too many lines
        ({"rows": True, "columns": ["weight", "paid"], "show": "scatter"}, "point", None),
        ({"compare": SHOPS}, "bar", None),
        ({"compare": SHOPS, "measures": [{"aggregate": "mean", "of": "paid"}]}, "point", None),
    ],
)
async def test_a_picture_fits_what_is_told_apart(
    sales: Dataset, query: dict[str, Any], mark: str, series: set[str] | None
) -> None:
    spec = await drawn(sales, query)
    assert spec is not None
    marks = [one["mark"] for one in spec["layer"]]
    assert mark in [one if isinstance(one, str) else one["type"] for one in marks]
    values = spec["data"]["values"]
    assert ({one["series"] for one in values} if series else None) == series
    coloured = "series" in str([spec.get("encoding"), spec["layer"]])
    assert coloured == bool(series)


async def test_places_in_a_cycle_are_drawn_in_its_order(sales: Dataset) -> None:
    spec = await drawn(sales, by({"by": "day", "cycle": "weekday"}))
    assert spec is not None
    axes = [one["encoding"]["x"] for one in spec["layer"] if "x" in one["encoding"]]
    assert {(axis["type"], axis["sort"]) for axis in axes} == {("ordinal", None)}


@pytest.mark.parametrize("groups", [(), (MONTH,), ({"by": "weight"},)])
async def test_the_axis_of_several_cases_is_not_called_after_one(
    sales: Dataset, groups: tuple[dict[str, Any], ...]
) -> None:
    spec = await drawn(sales, by(*groups, compare=SHOPS))
    assert spec is not None
    titles = [
        channel.get("axis", {}).get("title")
        for layer in (spec, *spec["layer"]) for channel in layer.get("encoding", {}).values()
        if isinstance(channel, dict)
    ]  # fmt: skip
    assert not any(title and title.endswith((": a", ": b")) for title in titles), titles


async def test_a_line_breaks_where_a_day_is_missing(sales: Dataset) -> None:
    spec = await drawn(sales, by(DAY))
    assert spec is not None
    values = {one["at"]: one["c1"] for one in spec["data"]["values"]}
    assert len(values) == 100
    assert [day for day, count in values.items() if count is None] == ["2024-01-10T00:00:00"]


async def test_bins_stay_as_they_are_where_too_many_would_be_empty(sales: Dataset) -> None:
    spec = await drawn(sales, by({"by": "paid", "width": 0.25}, where={
        "column": "paid", "op": "in", "values": [0, 90]}))  # fmt: skip
    assert spec is not None
    assert [one["c0"] for one in spec["data"]["values"]] == [0, 90]


async def test_numbers_that_no_double_holds_are_drawn_as_their_nearest(tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    duckdb.sql(f"SELECT * FROM (VALUES ({2**60 + 1}, 1), (7, 2)) v(large, n)").write_parquet(
        str(path)
    )
    dataset = open_dataset(path)
    query = {"rows": True, "columns": ["large", "n"], "show": "scatter"}
    spec = await drawn(dataset, query)
    dataset.close()
    assert spec is not None
    points = [(one["x"], one["y"]) for one in spec["data"]["values"]]
    assert points == [(2.0**60, 1), (7, 2)]


def test_a_line_breaks_where_nothing_is_and_nothing_is_drawn_there() -> None:
    rows = [{"at": "2024-01", "n": 1, "low": 0, "series": "a", "row": 0}, {"at": "2024-03", "n": 2}]
    first, gap, _ = with_gaps([{**one, "series": "a"} for one in rows], "at", "n", "month")
    assert first == rows[0]
    assert gap == {"series": "a", "at": "2024-02-01T00:00:00", "n": None}


async def test_a_bin_that_stands_alone_is_named_from_end_to_end(tmp_path: Path) -> None:
    rows = [f"{4000 + n},{n % 50}" for n in range(100)]
    (tmp_path / "sales.csv").write_text("\n".join(["order id,price", *rows]) + "\n")
    dataset = open_dataset(tmp_path / "sales.csv")
    ends = [{"column": "price", "op": op, "values": [at]} for op, at in ((">=", 40), ("<", 45))]
    said = []
    for where in ({}, {"where": {"all": ends}}):
        query = Query.model_validate(
            {**by({"by": "price", "width": 5}), "show": "histogram", **where}
        )
        drawn = (await answer(dataset, query, "en", today=date(2026, 1, 1))).chart
        assert drawn is not None
        field = drawn["layer"][0]["encoding"]["x"]["field"]
        said.append([one[field] for one in drawn["data"]["values"]][-2:])
    dataset.close()
    assert said == [["40", "45"], ["40–45"]]


async def test_whole_bins_of_amounts_have_whole_ends(tmp_path: Path) -> None:
    path = tmp_path / "fees.csv"
    path.write_text("\n".join(["fee", *(f"{n * 1.25:.2f}" for n in range(60))]))
    dataset = open_dataset(path)
    found = await drawn(dataset, by({"by": "fee", "width": 20}))
    dataset.close()
    assert found is not None
    assert [one["t0"] for one in found["data"]["values"]] == ["0", "20", "40", "60"]
