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


@pytest.mark.parametrize(
    "query",
    [
        by({"by": "when", "cycle": "weekday"}),
        by({"by": "when", "grain": "month"}, windows=[{"kind": "running"}]),
        by({"by": "shop"}, show="table"),
    ],
)
async def test_what_no_condition_says_keeps_nothing(sales: Dataset, query: dict[str, Any]) -> None:
    found = await answer(sales, Query.model_validate(query), "en", today=date(2026, 1, 1))
    assert narrowing(found.computed, found.chart, sales.model, "en") == []
