"""The days that an answer is about, of what it asks and of what it compares."""

import asyncio
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from agents.data.agent.moments import moments_of
from agents.data.dataset import Dataset, open_dataset
from agents.data.query.query import Query

GAMES = """patch,day,sold
1.0,2024-01-05,3
1.1,2024-02-07,4
1.1,2024-02-03,5
1.2,2024-03-09,6
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    path = tmp_path_factory.mktemp("games") / "patches.csv"
    path.write_text(GAMES)
    dataset = open_dataset(path)
    yield dataset
    dataset.close()


def during(start: str | None, end: str | None) -> dict[str, Any]:
    return {"column": "day", "op": "during", "span": {"start": start, "end": end}}


def patch(*values: str, op: str = "in") -> dict[str, Any]:
    return {"column": "patch", "op": op, "values": values}


def beside(*cases: dict[str, Any]) -> dict[str, Any]:
    return {"compare": {"cases": [{"label": str(n), "where": one} for n, one in enumerate(cases)]}}


@pytest.mark.parametrize(
    ("query", "days"),
    [
        ({"where": during("2024-02-03", "2024-02-04")}, ["2024-02-03"]),
        ({"where": during("2024-02-03", "2024-03-04")}, []),
        ({"where": during("2024-02-03", None)}, []),
        ({}, []),
        (beside(during(None, "2024-02-01"), during("2024-02-01", None)), ["2024-02-01"]),
        (beside(during(None, "2024-02-01"), during("2024-03-01", None)), []),
        (beside(patch("1.0"), patch("1.1", "1.2")), ["2024-02-03"]),
        (beside(patch("1.0"), patch("9.9")), []),
        (beside(patch("1.0", op="="), patch("1.1", op="=")), []),
    ],
)
def test_days_are_told_of_what_is_asked(
    games: Dataset, query: dict[str, Any], days: list[str]
) -> None:
    found = moments_of(Query.model_validate(query), games, date(2024, 6, 1))
    assert asyncio.run(found) == days
