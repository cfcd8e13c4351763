"""An answer around a patch names the day that the patch was taken for."""

import asyncio
from pathlib import Path

import pytest

from tests.contract.test_data_executor import Turn, cells, talking

_GAMES = [("4.9", 1), ("4.9", 1), ("4.10", 0), ("4.10", 1)] * 10


def _asked(folder: Path, text: str) -> Turn:
    lines = ["date,patch,race_1,race_2,winner"]
    for number, (patch, won) in enumerate(sorted(_GAMES, reverse=True)):
        month = {"4.9": "01", "4.10": "02"}[patch]
        day = number % 20 + 1
        lines.append(f"2024-{month}-{day:02},{patch},Terran,Zerg,{1 if won else 2}")
    (folder / "games.csv").write_text("\n".join(lines), "utf-8")

    async def run() -> Turn:
        async with talking(folder / "games.csv") as talk:
            return await talk.say(text)

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("compare TvZ before and after patch 4.10", "start of patch 4.10 is taken to be its first"),
        ("패치 4.10 전후 테저전", "패치 4.10의 시작은"),
        ("TvZ antes y después del parche 4.10", "comienzo de «parche 4.10»"),
    ],
)
def test_the_day_of_a_patch_is_a_visible_assumption(tmp_path: Path, text: str, says: str) -> None:
    turn = _asked(tmp_path, text)
    assert [(row["games"], row["wins"]) for row in cells(turn)] == [(20, 20), (20, 10)]
    assert says in turn.answer and "2024-02-01" in turn.answer
    (note,) = (one["text"] for one in turn.data["frame"]["assumptions"] if says in one["text"])
    assert "2024-02-01" in note
    assert turn.data["frame"]["moments"] == ["2024-02-01"]


def test_the_first_patch_has_nothing_before_it_and_that_is_said(tmp_path: Path) -> None:
    turn = _asked(tmp_path, "compare TvZ before and after patch 4.9")
    assert len(cells(turn)) == 1
    assert "The data runs from 2024-01-01 to 2024-02-20." in turn.answer


@pytest.mark.parametrize(
    ("text", "says", "figures"),
    [
        ("TvZ since patch 4.10", "start of patch 4.10 is taken to be its first", (20, 10)),
        ("패치 4.10 이후 테저전", "패치 4.10의 시작은", (20, 10)),
        ("TvZ antes del parche 4.10", "comienzo de «parche 4.10»", (20, 20)),
    ],
)
def test_the_day_that_a_period_begins_with_is_an_assumption(
    tmp_path: Path, text: str, says: str, figures: tuple[int, int]
) -> None:
    turn = _asked(tmp_path, text)
    assert [(row["games"], row["wins"]) for row in cells(turn)] == [figures]
    assert says in turn.answer and "2024-02-01" in turn.answer
