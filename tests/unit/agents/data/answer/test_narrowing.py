"""Each mark of a picture is narrowed to just the row that it is drawn of, however rows are told
apart."""

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from pydantic import TypeAdapter

from agents.data.answer.answering import answer
from agents.data.answer.narrowing import narrowing
from agents.data.dataset import Dataset, open_dataset
from agents.data.query.applying import apply
from agents.data.query.edits import Edit
from agents.data.query.query import Query

pytestmark = pytest.mark.anyio

EDITS: TypeAdapter[tuple[Edit, ...]] = TypeAdapter(tuple[Edit, ...])
MEAN = {"aggregate": "mean", "of": "paid"}
R = {"aggregate": "correlation", "of": "paid", "other": "weight"}
PART = {"start": "2024-02-10", "end": "2024-06-20"}


@pytest.fixture(scope="module")
def sales(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    path = tmp_path_factory.mktemp("sales") / "sales.csv"
    whens = [datetime(2024, 1, 1, 9) + timedelta(hours=31 * n) for n in range(200)]  # noqa: DTZ001
    rows = [
        f"{when:%Y-%m-%d %H:%M},{'ab'[n % 2]},{'xyz'[n % 3]},{n},{n % 8}.5,{n % 9 * 70}"
        for n, when in enumerate(whens)
    ]
    path.write_text("\n".join(["when,shop,seller,paid,weight,wait (s)", *rows]) + "\n")
    dataset = open_dataset(path)
    yield dataset
    dataset.close()


def by(*groups: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"groups": list(groups), **more}


def during(span: dict[str, str]) -> dict[str, Any]:
    return {"column": "when", "op": "during", "span": span}


async def narrowed(dataset: Dataset, query: dict[str, Any]) -> list[tuple[Any, str, Any]]:
    """Return for each mark the row that it is drawn of, what is read of it, and all rows when it is
    pressed."""
    today, asked = date(2026, 1, 1), Query.model_validate(query)
    found = await answer(dataset, asked, "en", today=today)
    entries = narrowing(found.computed, found.chart, dataset.model, "en")
    assert found.chart is not None
    drawn = [one for one in found.chart["data"]["values"] if "row" in one]
    told = []
    for mark in [*drawn[:3], *drawn[-2:]]:
        held = [
            one for one in json.loads(json.dumps(entries)) if mark[one["field"]] == one["value"]
        ]
        edits = EDITS.validate_python([edit for one in held for edit in one["edits"]])
        after = apply(found.computed.query, edits, dataset.model)
        assert isinstance(after, Query)
        pressed = await answer(dataset, after, "en", today=today)
        row = found.computed.rows[mark["row"]]
        told.append((row, ", ".join(one["text"] for one in held), pressed.computed.rows))
    return told


@pytest.mark.parametrize(
    ("query", "read"),
    [
        (by({"by": "shop"}), "b"),
        (by({"by": "shop"}, {"by": "when", "grain": "month"}), "b, Sep 2024"),
        (by({"by": "when", "grain": "week"}, where=during(PART)), "Jun 17 – 23, 2024"),
        (by({"by": "when", "grain": "month"}, where=during({"start": "2024"})), "Sep 2024"),
        (by({"by": "shop"}, {"by": "seller"}, measures=[MEAN]), "b, z"),
        (by({"by": "paid", "bins": 8}), "175–200"),
        (by({"by": "wait (s)", "width": 120}), "8:00–10:00"),
        (by({"by": "wait (s)", "width": 120, "open": 360}), "≥\u00a06:00"),
        (by({"by": "when", "cycle": "hour of day"}), "23:00"),
        (by({"by": "when", "cycle": "weekday"}), "Sunday"),
        (by({"by": "when", "cycle": "weekday"}, {"by": "shop"}), "Sunday, b"),
        (by({"by": "when", "cycle": "day of month"}), "31"),
        (by({"by": "when", "cycle": "quarter of year"}, {"by": "shop"}), "Q3, b"),
        (
            by({"by": "when", "grain": "year"}, {"by": "when", "cycle": "month of year"}),
            "2024, September",
        ),
    ],
)
async def test_a_mark_keeps_its_row(sales: Dataset, query: dict[str, Any], read: str) -> None:
    told = await narrowed(sales, query)
    assert all(rows == (row,) for row, _, rows in told)
    assert read in {text for _, text, _ in told}


async def test_points_show_the_rows_behind_them(sales: Dataset) -> None:
    asked = Query.model_validate({"measures": [R]})
    found = await answer(sales, asked, "en", today=date(2026, 1, 1))
    entries = narrowing(found.computed, found.chart, sales.model, "en")
    edits = [edit for one in entries if one["value"] in (13, 5.5) for edit in one["edits"]]
    after = apply(asked, EDITS.validate_python(edits), sales.model)
    assert isinstance(after, Query) and after.rows
    pressed = await answer(sales, after, "en", today=date(2026, 1, 1))
    assert [row[3:5] for row in pressed.computed.rows] == [(13, 5.5)]


CASES = {"cases": [
    {"label": one, "where": {"column": "shop", "values": [one]}} for one in "ab"
]}  # fmt: skip
HALVES = {"cases": [
    {"label": one, "where": during({one: "2024-03-15"})} for one in ("end", "start")
]}  # fmt: skip


@pytest.mark.parametrize(
    ("query", "read"),
    [
        (by(compare=CASES, measures=[MEAN]), {"a", "b"}),
        (by({"by": "seller"}, compare=CASES, measures=[MEAN]), {"a, z", "b, y"}),
        (by({"by": "when", "grain": "month"}, compare=HALVES, measures=[MEAN]), set()),
        (by({"by": "when", "cycle": "weekday"}, compare=CASES), set()),
    ],
)
async def test_a_mark_of_a_comparison_keeps_the_rows_of_its_side(
    sales: Dataset, query: dict[str, Any], read: set[str]
) -> None:
    today, asked = date(2026, 1, 1), Query.model_validate(query)
    found = await answer(sales, asked, "en", today=today)
    entries = json.loads(json.dumps(narrowing(found.computed, found.chart, sales.model, "en")))
    assert found.chart is not None
    drawn = found.chart["data"]["values"]
    figure = "c1" if asked.groups else "value"
    checked, texts = 0, set()
    for mark in [*drawn[:3], *drawn[-3:]]:
        held = [one for one in entries if one["value"] == mark.get(one["field"], ...)]
        edits = EDITS.validate_python([edit for one in held for edit in one["edits"]])
        after = apply(found.computed.query, edits, sales.model)
        assert isinstance(after, Query) and after.compare is None
        texts.add(", ".join(one["text"] for one in held))
        if mark.get(figure) is not None:
            pressed = await answer(sales, after, "en", today=today)
            assert pressed.computed.rows[0][len(asked.groups)] == mark[figure]
            checked += 1
    assert checked and read <= texts


@pytest.mark.parametrize("kind", ["running", "moving", "previous"])
async def test_a_mark_of_what_goes_on_along_time_shows_the_rows_of_its_own_period(
    sales: Dataset, kind: str
) -> None:
    query = by({"by": "when", "grain": "month"}, windows=[{"kind": kind, "size": 2}])
    whole = await answer(sales, Query.model_validate(query), "en", today=date(2026, 1, 1))
    entries = narrowing(whole.computed, whole.chart, sales.model, "en")
    assert [one["text"] for one in entries][:2] == ["Jan 2024", "Feb 2024"]
    edits = EDITS.validate_python(json.loads(json.dumps(entries[1]["edits"])))
    after = apply(whole.computed.query, edits, sales.model)
    assert isinstance(after, Query) and after.rows
    rows = await answer(sales, after, "en", today=date(2026, 1, 1))
    counted = whole.computed.rows[1][whole.computed.place("measure") or 0]
    assert rows.computed.total == counted


async def test_without_a_picture_there_is_nothing_to_press(sales: Dataset) -> None:
    query = by({"by": "shop"}, show="table")
    found = await answer(sales, Query.model_validate(query), "en", today=date(2026, 1, 1))
    assert narrowing(found.computed, found.chart, sales.model, "en") == []
