"""The mirror share of a race counts each game once; totals without mirror matches tell none."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from agents.answering.engine import Row
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Answerable, Decline
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
GAMES = "date,map,player1,race1,player2,race2,winner\n" + "\n".join(
    f"2024-01-{day:02},Reef,{one},{a},{two},{b},{1 + day % 2}"
    for day, (one, a, two, b) in enumerate(
        [
            ("Ann", "Terran", "Bo", "Terran"),
            ("Bo", "Terran", "Cy", "Zerg"),
            ("Cy", "Zerg", "Ann", "Protoss"),
            ("Ann", "Protoss", "Bo", "Terran"),
        ]
        * 6,
        1,
    )
)
LOG = "date,my_race,opp_race,map,result\n" + "\n".join(
    f"2024-01-{day:02},{('Terran', 'Protoss')[day % 2]},{('Zerg', 'Terran')[day % 3 > 1]},Reef,"
    f"{'WL'[day % 4 > 2]}"
    for day in range(1, 25)
)
TOTALS = "matchup,map,games,wins\nTvZ,Reef,100,52\nZvP,Reef,80,41\nTvP,Dune,90,44\nTvZ,Dune,70,30\n"


def rows(folder: Path, table: str, text: str) -> list[Row]:
    """Return the rows that answer a question on a table."""
    path = folder / "games.csv"
    path.write_text(table, "utf-8")
    analyst = Analyst.open(path)
    try:
        outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
        assert isinstance(outcome, Answerable), outcome
        return list(asyncio.run(analyst.analyse(outcome.frame)).rows)
    finally:
        analyst.close()


def test_of_the_games_of_a_race_those_that_were_mirrors(tmp_path: Path) -> None:
    found = {row[0]: row[1:3] for row in rows(tmp_path, GAMES, "mirror share by race")}
    assert found == {"Terran": (18, 6), "Zerg": (12, 0), "Protoss": (12, 0)}
    (terran,) = rows(tmp_path, GAMES, "terran mirror share")
    assert terran[:2] == (18, 6)
    (whole,) = rows(tmp_path, GAMES, "mirror share")
    assert whole[:2] == (24, 6)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("mirror share by race", "only TvT"), ("proporción de espejos", "solo los TvT"),
        ("미러전 비율", "테테전만"),
    ],
)  # fmt: skip
def test_the_share_of_one_mirror_is_of_all_games_of_its_race(
    tmp_path: Path, first: str, then: str
) -> None:
    talk = Talk.about(GAMES, tmp_path, TODAY)
    talk.asked(first, then)
    talk.analyst.close()
    assert (talk.column("games"), talk.column("mirrors")) == ([18], [6])


@pytest.mark.parametrize("text", ["mirror share", "미러전 비율", "proporción de espejos"])
def test_totals_without_mirror_matches_tell_no_share(tmp_path: Path, text: str) -> None:
    path = tmp_path / "totals.csv"
    path.write_text(TOTALS, "utf-8")
    analyst = Analyst.open(path)
    outcome = Understanding(analyst.model).understand(text, today=TODAY).outcome
    analyst.close()
    assert isinstance(outcome, Decline)
    assert outcome.reason == "no_mirrors"


@pytest.mark.parametrize(
    "text", ["my win rate vs zerg", "내 저그전 승률", "mi porcentaje de victorias contra zerg"]
)
def test_one_rate_over_all_races_in_a_log_of_ones_own(tmp_path: Path, text: str) -> None:
    (row,) = rows(tmp_path, LOG, text)
    assert row[0] == sum(day % 3 <= 1 for day in range(1, 25))
