"""A picture fits the query: names by their figure, points with what their correlation is."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.data.answer.answering import answer
from agents.data.dataset import open_dataset
from agents.data.query.query import Query

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


async def test_points_tell_r_and_how_many_they_are(tmp_path: Path) -> None:
    measure = {"aggregate": "correlation", "of": "paid", "other": "weight"}
    drawn = await chart(tmp_path, {"measures": [measure]})
    assert len(drawn["data"]["values"]) == 60
    assert "r = " in drawn["title"]
    assert "(60 rows" in drawn["title"]


async def test_bins_in_which_nothing_lies_have_their_place(tmp_path: Path) -> None:
    drawn = await chart(tmp_path, {"groups": [{"by": "paid", "width": 2}]})
    bins = [(one["c0"], one["c1"]) for one in drawn["data"]["values"]]
    assert [low for low, _ in bins] == [float(low) for low in range(0, 28, 2)]
    assert (8.0, 0) in bins
    assert sum(count for _, count in bins) == 60
