"""What is asked of single rows: beside others, first and last, by places, months and thresholds."""

import asyncio
from collections.abc import Iterator
from datetime import date, datetime

import pytest

from agents.data.compute.computing import compute
from agents.data.dataset import Dataset, open_dataset
from agents.data.dialogue.understanding import understand

_TODAY = date(2026, 11, 27)
_MOMENT = datetime(2026, 11, 27, 12)  # noqa: DTZ001
_SEASON = """Week,Date,Opponent,Result,Attendance,Position,Gold,Silver
1,2001-09-03,Lions,W 20-13,48133,3,4,1
2,2002-02-10,Bears,L 7-13,70284,1,2,2
3,2003-09-17,Jets,W 24-20,31002,2,1,5
4,2004-11-24,Colts,L 13-33,75211,4,3,0
5,2005-02-01,Saints,W 31-21,50021,1,0,7
"""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    file = tmp_path_factory.mktemp("lookups") / "season.csv"
    file.write_text(_SEASON, encoding="utf-8")
    dataset = open_dataset(file)
    yield dataset
    dataset.close()


def told(season: Dataset, text: str, language: str = "en") -> list[object]:
    """The first cell of each row of the answer."""
    read = understand(text, model=season.model, language=language, today=_TODAY)
    assert read.query is not None and read.outcome.outcome == "answer", read
    found = asyncio.run(compute(read.query, season.model, season.engine, as_of=_MOMENT))
    return [row[0] for row in found.rows]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("which opponent was listed after Bears?", ["Jets"]),
        ("who was the opponent before Jets in 2003?", ["Bears"]),
        ("what was the date of the last game?", ["2005-02-01"]),
        ("what is the attendance of the first opponent?", [48133]),
        ("name an opponent other than Lions", ["Bears"]),
        ("which opponent had the best position before 2002?", ["Lions"]),
    ],
)
def test_a_row_is_told_by_the_column_that_was_asked_for(
    season: Dataset, text: str, wanted: list[object]
) -> None:
    assert told(season, text) == wanted


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "how many rows are in february", 2),
        ("ko", "2월은 몇 건이야", 2),
        ("es", "cuántas filas hay en febrero", 2),
        ("en", "how many rows came in first place", 2),
        ("ko", "1위는 몇 건이야", 2),
        ("es", "cuántas filas hay en primer lugar", 2),
        ("en", "how many rows have an attendance of at least 50,000", 3),
        ("en", "how many rows have a position higher than 3", 3),
        ("en", "how many rows had wins", 3),
        ("en", "how many rows had no gold", 1),
    ],
)
def test_rows_are_counted(season: Dataset, language: str, text: str, count: int) -> None:
    assert told(season, text, language) == [count]


def test_two_numbers_of_a_row_differ(season: Dataset) -> None:
    assert told(season, "what is the difference between gold and silver for Jets?") == [-4]
