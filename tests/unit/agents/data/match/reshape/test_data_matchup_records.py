"""A record in each matchup's column becomes games and wins of that matchup."""

import asyncio
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from app.errors import BadFile
from tests.unit.agents.data.match.reshape.test_data_double_cells import TVZ, ZERG, figures

_PLAYERS = [
    "Kestrel,Terran,12-8,5-5,7-3",
    "Ibis,Zerg,8-12,3-4,10-2",
    "Heron,Protoss,6-6,9-1,-",
    "Egret,Terran,1-2,3-4,5-6",
]
_RACES = ["Terran,-,55-45,47-53", "Zerg,45-55,-,60-40", "Protoss,53-47,40-60,-"]


@pytest.mark.parametrize(
    "head",
    [
        "player,race,vs T,vs Z,vs P",
        "player,race,vs_Terran,vs_Zerg,vs_Protoss",
        "player,race,vT,vZ,vP",
        "선수,종족,테란전,저그전,토스전",
        "선수,종족,대 테란,대 저그,대 프로토스",
        "jugador,raza,contra Terran,contra Zerg,contra Protoss",
    ],
)
def test_the_records_of_players_by_rival(tmp_path: Path, head: str) -> None:
    assert figures(tmp_path, head, _PLAYERS, ZERG) == [(32, 18)]  # without its mirrors
    assert figures(tmp_path, head, _PLAYERS, TVZ) == [(17, 8)]
    kestrel = Frame(filters=(Filter(dimension="player", values=("Kestrel",)),))
    assert figures(tmp_path, head, _PLAYERS, kestrel) == [(40, 24)]
    against = kestrel.with_filter(Filter(dimension="race", values=("Zerg",), side="opponent"))
    assert figures(tmp_path, head, _PLAYERS, against) == [(10, 5)]


def test_the_records_of_races_hold_both_sides(tmp_path: Path) -> None:
    head = "race,vs T,vs Z,vs P"
    assert figures(tmp_path, head, _RACES, ZERG) == [(200, 105)]
    assert figures(tmp_path, head, _RACES, TVZ) == [(100, 55)]
    path = tmp_path / "games.csv"
    analyst = Analyst.open(path)
    try:
        whole = asyncio.run(analyst.analyse(Frame(measure="games")))
    finally:
        analyst.close()
    assert analyst.model.stored == "both"
    assert whole.rows[0][0] == 300


def test_records_under_matchups_and_what_sums_them_up(tmp_path: Path) -> None:
    head = "player,TvZ,TvP,record"
    rows = ["Kestrel,12-8,5-5,17-13", "Egret,3-4,7-3,10-7"]
    assert figures(tmp_path, head, rows, TVZ) == [(27, 15)]


def test_records_in_korean_with_draws(tmp_path: Path) -> None:
    head = "선수,종족,테란전,저그전"
    rows = ["Kestrel,프로토스,12승 1무 8패,5승 5패", "Egret,테란,3승 3패,7승 2무 3패"]
    assert figures(tmp_path, head, rows, TVZ) == [(12, 7)]


def test_records_of_no_known_race_are_not_guessed(tmp_path: Path) -> None:
    rows = ["Kestrel,12-8,5-5", "Egret,3-4,7-3"]
    path = tmp_path / "games.csv"
    path.write_text("\n".join(["player,vs Ann,vs Bob", *rows]), encoding="utf-8")
    with pytest.raises(BadFile):
        Analyst.open(path).close()
