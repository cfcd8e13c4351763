"""Days with years of two digits are read by looking at all of them, or asked about."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.dataset import open_dataset
from tests.unit.agents.data.match.games import Games

DAYS = [date(2022, 1, 3) + timedelta(days=9 * i) for i in range(100)]


def written(folder: Path, days: list[date], form: str, head: str = "date") -> Path:
    lines = [f"{head},race_1,race_2,winner"]
    sides = ("Zerg,Terran", "Terran,Zerg")
    lines += [f"{day.strftime(form)},{sides[i % 2]},{1 + i % 3 % 2}" for i, day in enumerate(days)]
    path = folder / "games.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "form",
    ["%y.%m.%d", "%y-%m-%d", "%y/%m/%d", "%d/%m/%y", "%m/%d/%y", "%d.%m.%y", "%d-%m-%y",
     "%y.%m.%d %H:%M"],
)  # fmt: skip
def test_the_order_is_told_by_all_days(tmp_path: Path, form: str) -> None:
    games = Games(written(tmp_path, DAYS, form))
    assert games.days() == (DAYS[0], DAYS[-1])
    games.close()


@pytest.mark.parametrize("form", ["%d/%m/%Y", "%m/%d/%Y"])
def test_days_in_a_second_order_are_read_where_it_is_the_only_one(
    tmp_path: Path, form: str
) -> None:
    path = written(tmp_path, [DAYS[0], *DAYS[2:]], "%Y-%m-%d")
    lines = path.read_text(encoding="utf-8").splitlines()
    lines += [f"{day.strftime(form)},Zerg,Terran,1" for day in (DAYS[1], date(2023, 11, 27))]
    path.write_text("\n".join(lines), encoding="utf-8")
    table = open_dataset(path)
    days = table.model.table().column("date")
    assert (days.kind, days.empty, days.distinct) == ("moment", 0, len(DAYS))
    table.close()


@pytest.mark.parametrize("form", ["%d/%m/%y", "%m/%d/%y", "%d-%m-%Y"])
def test_it_is_said_that_days_can_be_read_in_two_ways(tmp_path: Path, form: str) -> None:
    games = Games(written(tmp_path, [day for day in DAYS if day.day <= 12], form))
    assert "guess_day_or_month" in [note.key for note in games.notes]
    games.close()


@pytest.mark.parametrize("head", ["Datum", "played", "fecha_partida", "경기"])
def test_days_are_found_whatever_their_column_is_called(tmp_path: Path, head: str) -> None:
    games = Games(written(tmp_path, DAYS, "%d.%m.%Y", head))
    assert games.days() == (DAYS[0], DAYS[-1])
    games.close()
