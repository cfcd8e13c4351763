"""Days with years of two digits are read by looking at all of them, or asked about."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from tests.unit.agents.data.match.compute.test_data_rivals_alone import rows_of

DAYS = [date(2022, 1, 3) + timedelta(days=9 * i) for i in range(100)]


def written(folder: Path, days: list[date], form: str, head: str = "date") -> Analyst:
    lines = [f"{head},race_1,race_2,winner"]
    lines += [f"{day.strftime(form)},Zerg,Terran,{1 + i % 2}" for i, day in enumerate(days)]
    path = folder / "games.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return Analyst.open(path)


@pytest.mark.parametrize(
    "form",
    ["%y.%m.%d", "%y-%m-%d", "%y/%m/%d", "%d/%m/%y", "%m/%d/%y", "%d.%m.%y", "%d-%m-%y",
     "%y.%m.%d %H:%M"],
)  # fmt: skip
async def test_the_order_is_told_by_all_days(tmp_path: Path, form: str) -> None:
    analyst = written(tmp_path, DAYS, form)
    assert analyst.question is None
    for text, year in (("how many games in 2023?", 2023), ("2022년 경기 수", 2022)):
        (row,) = await rows_of(analyst, text)
        assert row["games"] == sum(day.year == year for day in DAYS)
    (row,) = await rows_of(analyst, "how many games in March 2023?")
    assert row["games"] == sum((day.year, day.month) == (2023, 3) for day in DAYS)
    analyst.close()


@pytest.mark.parametrize("form", ["%d/%m/%y", "%m/%d/%y", "%d-%m-%Y"])
def test_days_that_can_be_read_in_two_ways_are_asked_about(tmp_path: Path, form: str) -> None:
    days = [day for day in DAYS if day.day <= 12]
    analyst = written(tmp_path, days, form)
    assert analyst.question is not None
    assert analyst.question.slot == "date_order"
    assert len(analyst.question.choices) == 2
    assert not any(choice.startswith("%y") for choice in analyst.question.choices)
    analyst.settle({"date_order": form})
    assert analyst.question is None
    analyst.close()


@pytest.mark.parametrize("head", ["Datum", "played", "fecha_partida", "경기"])
async def test_days_are_found_whatever_their_column_is_called(tmp_path: Path, head: str) -> None:
    analyst = written(tmp_path, DAYS, "%d.%m.%Y", head)
    (row,) = await rows_of(analyst, "Zerg win rate in 2023")
    assert row["games"] == sum(day.year == 2023 for day in DAYS)
    analyst.close()
