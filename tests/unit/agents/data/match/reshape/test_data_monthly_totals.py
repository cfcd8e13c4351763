"""Totals by month: figures with thousands, months for days, games under any name."""

import asyncio
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable, Ask
from agents.data.understanding import Understanding

TODAY = date(2023, 4, 10)
HEAD = "month,queue,creature,element,{games},wins,losses\n"
ROWS = (
    '2022-11,Ranked,Salamander,fire,"1,204","602","602"\n2022-11,Casual,Salamander,fire,96,40,56\n'
    "2022-11,Ranked,Undine,water,800,420,380\n2022-11,Casual,Undine,water,100,50,50\n"
    '2022-12,Ranked,Salamander,fire,900,480,420\n2022-12,Ranked,Undine,water,"2,050","1,000","1,050"'
    "\n2023-01,Casual,Nixie,water,40,10,30\n2023-01,Ranked,Salamander,fire,300,180,120\n"
)


def opened(folder: Path, games: str) -> Analyst:
    path = folder / "creatures.csv"
    path.write_text(HEAD.format(games=games) + ROWS, encoding="utf-8")
    return Analyst.open(path)


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    analyst = opened(tmp_path_factory.mktemp("totals"), "battles")
    yield analyst
    analyst.close()


def frame_of(analyst: Analyst, text: str, previous: Frame | None = None) -> Frame:
    outcome = Understanding(analyst.model).understand(text, today=TODAY, previous=previous).outcome
    assert isinstance(outcome, Answerable), (text, outcome)
    return outcome.frame


def counted(analyst: Analyst, frame: Frame) -> dict[str, tuple[object, object]]:
    """Return games and wins by the group's value; by "" where there is one row without groups."""
    analysis = asyncio.run(analyst.analyse(frame))
    rows = [dict(zip(analysis.names, row, strict=True)) for row in analysis.rows]
    group = analysis.names[0] if frame.group_by else ""
    return {str(row.get(group, "")): (row["games"], row["wins"]) for row in rows}


def test_months_and_thousands_are_read(analyst: Analyst) -> None:
    model = analyst.model
    assert model.time is not None
    assert (model.time.column, model.time.grain) == ("month", "month")
    frame = frame_of(analyst, "Salamander win rate in 2022")
    assert counted(analyst, frame) == {"": (2200, 1122)}
    assert frame.period == (Period(start=date(2022, 1, 1), end=date(2023, 1, 1)),)


def test_what_has_an_attribute_is_compared(analyst: Analyst) -> None:
    """The queue stands first, but each creature has one element."""
    assert analyst.model.entity == "creature"
    by_element = counted(analyst, frame_of(analyst, "win rate by element"))
    assert by_element == {"fire": (2500, 1302), "water": (2990, 1480)}


@pytest.mark.parametrize("text", ["Undine in December 2022", "Undine 승률 2022년 12월"])
def test_a_month_is_a_period(analyst: Analyst, text: str) -> None:
    assert counted(analyst, frame_of(analyst, text)) == {"": (2050, 1000)}


@pytest.mark.parametrize("name", ["battles", "asaltos", "대국수", "appearances"])
def test_games_are_told_by_name_or_by_being_the_sum(tmp_path: Path, name: str) -> None:
    analyst = opened(tmp_path, name)
    assert analyst.model.totals is not None
    assert analyst.model.totals.games == name
    analyst.close()


def test_a_number_that_is_no_sum_is_not_taken_for_games(tmp_path: Path) -> None:
    path = tmp_path / "creatures.csv"
    path.write_text("creature,prize,wins,losses\nNixie,70,10,30\nUndine,90,20,40\n")
    analyst = Analyst.open(path)
    assert counted(analyst, frame_of(analyst, "win rate by creature")) == {
        "Nixie": (40, 10), "Undine": (60, 20),
    }  # fmt: skip
    analyst.close()


def test_one_is_put_in_the_place_of_another(analyst: Analyst) -> None:
    first = frame_of(analyst, "Salamander win rate in Ranked")
    assert counted(analyst, frame_of(analyst, "swap Salamander for Undine", first)) == {
        "": (2850, 1420)
    }


def test_a_bare_rate_asks_which(analyst: Analyst) -> None:
    outcome = Understanding(analyst.model).understand("win rate", today=TODAY).outcome
    assert isinstance(outcome, Ask)
    assert outcome.slot == "creature"


def test_sums_over_months_and_regions_are_left_out(tmp_path: Path) -> None:
    counts = {("EU", "2024-01"): (40, 20), ("EU", "2024-02"): (50, 30),
              ("KR", "2024-01"): (60, 20), ("KR", "2024-02"): (70, 41)}  # fmt: skip
    rows = ["region,month,deck,games,wins"]
    for deck, factor in (("Aggro", 1), ("Ramp", 2)):
        for region in ("EU", "KR", "All"):
            for month in ("2024-01", "2024-02", "Total"):
                parts = [
                    one
                    for (r, m), one in counts.items()
                    if region in (r, "All") and month in (m, "Total")
                ]
                games, wins = (factor * sum(part[i] for part in parts) for i in (0, 1))
                rows.append(f"{region},{month},{deck},{games},{wins}")
    path = tmp_path / "t.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    analyst = Analyst.open(path)
    assert analyst.model.time is not None
    frame = Frame(group_by=("month",), filters=(Filter(dimension="deck", values=("Ramp",)),))
    analysis = asyncio.run(analyst.analyse(frame))
    found = [(analysis.cell(row, "games"), analysis.cell(row, "wins")) for row in analysis.rows]
    assert found == [(200, 80), (240, 142)]
    whole = asyncio.run(analyst.analyse(Frame(measure="games")))
    assert whole.cell(whole.rows[0], "games") == 660
