"""The own column of a side pairs with its rival's twin, whatever either is called."""

from pathlib import Path

import pytest

from agents.data.match.model.semantic_model import SemanticModel
from tests.unit.agents.data.match.games import model_of, written

_GAMES = (
    ("Owl", "Foxes", "Orc", "Lobo", "Bay", "Human", "win"),
    ("Lobo", "Bay", "Human", "Owl", "Foxes", "Orc", "loss"),
    ("Mira", "Bay", "Orc", "Owl", "Foxes", "Human", "win"),
    ("Owl", "Foxes", "Human", "Mira", "Bay", "Orc", "loss"),
    ("Lobo", "Bay", "Orc", "Zed", "Nova", "Orc", "win"),
    ("Zed", "Nova", "Orc", "Lobo", "Bay", "Orc", "loss"),
)


def _model(folder: Path, header: str) -> SemanticModel:
    rows = [f"{n // 2},2022-01-0{n // 2 + 1},{','.join(row)}" for n, row in enumerate(_GAMES)]
    return model_of(written(folder, f"game_id,date,{header}", rows))


@pytest.mark.parametrize(
    ("header", "own", "rival"),
    [
        ("선수,소속팀,종족,상대선수,상대팀,상대종족,결과", "소속팀", "상대팀"),
        ("닉,길드,종족,상대닉,상대편클랜,상대종족,승패", "길드", "상대편클랜"),
        ("player,guild,race,opponent,opp_team,opp_race,result", "guild", "opp_team"),
        ("jugador,clan,raza,rival,equipo enemigo,raza rival,resultado", "clan", "equipo enemigo"),
        ("handle,crew,faction,vs_handle,vs_crew,vs_faction,result", "crew", "vs_crew"),
    ],
)
def test_a_team_belongs_to_the_side_of_its_row(
    tmp_path: Path, header: str, own: str, rival: str
) -> None:
    team = _model(tmp_path, header).dimensions["team"]
    assert (team.a, team.b) == (own, rival)


def test_a_second_column_with_a_two_is_the_other_side(tmp_path: Path) -> None:
    header = "player,team,race,player2,team2,race2,result"
    rows = [",".join((*row[:6], row[0] if row[6] == "win" else row[3])) for row in _GAMES[::2]]
    model = model_of(written(tmp_path, header, rows))
    assert model.dimensions["team"].columns == ("team", "team2")


@pytest.mark.parametrize("noun", ["pilot", "duelist", "조종사"])
def test_people_are_called_as_the_table_calls_them(tmp_path: Path, noun: str) -> None:
    header = f"{noun}1,team1,race1,{noun}2,team2,race2,winner"
    rows = [",".join((*row[:6], row[0] if row[6] == "win" else row[3])) for row in _GAMES[::2]]
    model = model_of(written(tmp_path, header, rows))
    assert model.player is not None
    assert model.dimensions[model.player].label["es"] == noun
