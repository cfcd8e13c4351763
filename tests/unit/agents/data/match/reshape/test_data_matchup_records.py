"""A record in each matchup's column becomes games and wins of that matchup."""

from pathlib import Path

import pytest

from agents.data.match.model.rejections import NoGames
from tests.unit.agents.data.match.games import Games, model_of, written
from tests.unit.agents.data.match.reshape.test_data_double_cells import figures

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
    path = written(tmp_path, head, _PLAYERS)
    model = model_of(path)
    assert model.grain == "totals" and model.stored == "alone"
    assert {"race", "player"} <= set(model.dimensions)


def test_the_records_of_races_hold_both_sides(tmp_path: Path) -> None:
    head = "race,vs T,vs Z,vs P"
    assert figures(tmp_path, head, _RACES, "Zerg") == (200, 105)
    assert figures(tmp_path, head, _RACES, "Terran", "Zerg") == (100, 55)
    assert model_of(tmp_path / "games.csv").stored == "both"
    games = Games(tmp_path / "games.csv")
    assert games.record(mirrors=True)[0] == 2 * 300
    games.close()


@pytest.mark.parametrize(
    ("head", "rows"),
    [
        ("player,TvZ,TvP,record", ["Kestrel,12-8,5-5,17-13", "Egret,3-4,7-3,10-7"]),
        (
            "선수,종족,테란전,저그전",
            ["Kestrel,프로토스,12승 1무 8패,5승 5패", "Egret,테란,3승 3패,7승 2무 3패"],
        ),
    ],
)
def test_records_under_matchups_and_in_words(tmp_path: Path, head: str, rows: list[str]) -> None:
    model = model_of(written(tmp_path, head, rows))
    assert model.totals is not None
    assert model.totals.has_draws == ("무" in rows[0])


def test_records_of_no_known_race_are_not_guessed(tmp_path: Path) -> None:
    rows = ["Kestrel,12-8,5-5", "Egret,3-4,7-3"]
    with pytest.raises(NoGames):
        model_of(written(tmp_path, "player,vs Ann,vs Bob", rows))
