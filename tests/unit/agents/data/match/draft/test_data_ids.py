"""Winners given by an id, ids beside names, and the ways in which a winner's side is written."""

import asyncio
from datetime import date
from pathlib import Path
from random import Random

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Answerable
from agents.data.understanding import Understanding

_PEOPLE = [(17, "Ana"), (45, "Kim"), (61, "Kim"), (88, "Bo")]


def opened(folder: Path, head: str, rows: list[str]) -> Analyst:
    path = folder / "t.csv"
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return Analyst.open(path)


def counted(analyst: Analyst, frame: Frame) -> dict[object, tuple[object, object]]:
    analysis = asyncio.run(analyst.analyse(frame))
    rows = [dict(zip(analysis.names, row, strict=True)) for row in analysis.rows]
    return {row[analysis.names[0]]: (row["wins"], row["games"]) for row in rows}


@pytest.mark.parametrize(
    "head",
    [
        "player1_id,player1_name,player2_id,player2_name,winner_id",
        "선수1ID,선수1,선수2ID,선수2,승자ID",
        "id_jugador_1,jugador_1,id_jugador_2,jugador_2,id_ganador",
        "player1Id,player1Name,player2Id,player2Name,winnerId",
    ],
)
def test_a_winner_given_by_an_id_is_told_by_name(tmp_path: Path, head: str) -> None:
    rows = ["1,Ana,2,Bo,1", "2,Bo,1,Ana,1", "3,Cho,1,Ana,3", "2,Bo,3,Cho,3", "1,Ana,3,Cho,0"]
    analyst = opened(tmp_path, head, rows)
    assert analyst.question is None
    assert list(analyst.model.dimensions) == ["player", "side"]
    assert analyst.model.winner.draws == ("0",)
    found = counted(analyst, Frame(group_by=("player",)))
    assert found == {"Ana": (2, 4), "Cho": (2, 3), "Bo": (0, 3)}


def test_ids_of_teams_and_a_winner_with_missing_values(tmp_path: Path) -> None:
    rows = ["5,Lions,9,Bears,9.0", "9,Bears,5,Lions,", "9,Bears,5,Lions,9.0", "5,Lions,9,Bears,5.0"]
    head = "home_team_id,home_team,away_team_id,away_team,winner_team_id"
    analyst = opened(tmp_path, head, rows)
    found = counted(analyst, Frame(group_by=("team",)))
    assert found == {"Bears": (2, 3), "Lions": (1, 3)}


def test_namesakes_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    random = Random(4)
    people = [*_PEOPLE, (91, "Cho"), (92, "Dee")]
    rows, wins, games = [], dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for _ in range(60):
        one, two = random.sample(people, 2)
        won = random.choice([one, two])
        rows.append(f"{one[0]},{one[1]},{two[0]},{two[1]},{won[0]}")
        wins[won] += 1
        games[one] += 1
        games[two] += 1
    analyst = opened(tmp_path, "p1_id,p1_name,p2_id,p2_name,winner_id", rows)
    found = counted(analyst, Frame(group_by=("player",)))
    told = {p: f"Kim ({p[0]})" if p[1] == "Kim" else p[1] for p in people}
    assert found == {told[p]: (wins[p], games[p]) for p in people}
    assert not analyst.model.dimensions["player"].meets_itself
    one = Frame(filters=(Filter(dimension="player", values=("Kim (45)",)),))
    analysis = asyncio.run(analyst.analyse(one))
    assert analysis.cell(analysis.rows[0], "games") == games[45, "Kim"]


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("deck_id,deck,games,wins", "deck"),
        ("id_mazo,mazo,partidas,victorias", "deck"),
        ("덱번호,덱,경기수,승수", "deck"),
        ("champion_id,champion_name,games,wins", "champion"),
    ],
)
def test_an_id_beside_a_name_is_no_dimension(tmp_path: Path, head: str, key: str) -> None:
    rows = [f"{300 + i % 4},deck {'abcd'[i % 4]},{20 + i},{10 + i // 2}" for i in range(16)]
    analyst = opened(tmp_path, head, rows)
    assert list(analyst.model.dimensions) == [key]
    assert analyst.model.dimensions[key].values[0].startswith("deck ")


def test_editions_of_a_tournament_are_compared_by_its_name(tmp_path: Path) -> None:
    rows = [
        f"2021-{400 + i % 6},{['Open', 'Cup', 'Gala'][i % 3]},{a},{b},1"
        for i, (a, b) in enumerate([("Ana", "Bo"), ("Bo", "Cho"), ("Cho", "Ana")] * 8)
    ]
    analyst = opened(tmp_path, "tourney_id,tourney_name,p1,p2,winner", rows)
    assert set(analyst.model.dimensions) == {"tournament", "player", "side"}
    assert set(analyst.model.dimensions["tournament"].values) == {"Open", "Cup", "Gala"}


def test_an_id_with_several_names_stays(tmp_path: Path) -> None:
    rows = [f"{i % 3},deck {i % 5},{20 + i},{10 + i // 2}" for i in range(15)]
    analyst = opened(tmp_path, "deck_id,deck,games,wins", rows)
    assert {d.column for d in analyst.model.dimensions.values()} == {"deck_id", "deck"}


@pytest.mark.parametrize(
    ("head", "one", "two"),
    [
        ("home_team,away_team,winner", "홈", "원정"),
        ("equipo_local,equipo_visitante,ganador", "local", "visitante"),
        ("홈팀,원정팀,결과", "홈승", "원정승"),
        ("home,away,winner", "home team", "away team"),
        ("player1,player2,winner", "player1", "player2"),
        ("선수A,선수B,승자", "A", "B"),
        ("선수1,선수2,승리", "1P", "2P"),
        ("team_a,team_b,winner", "Team A", "Team B"),
        ("team_a,team_b,winner_index", "0", "1"),
        ("blue,red,ganador", "azul", "rojo"),
    ],
)
def test_a_winner_written_as_a_side(tmp_path: Path, head: str, one: str, two: str) -> None:
    rows = [f"Xi,Yo,{one}", f"Yo,Xi,{one}", f"Xi,Yo,{one}", f"Yo,Zed,{two}", f"Zed,Xi,{two}"]
    analyst = opened(tmp_path, head, rows)
    assert analyst.question is None
    winner = analyst.model.winner
    assert (winner.a, winner.b) == (one, two)


@pytest.mark.parametrize(
    ("head", "won", "lost"),
    [
        ("선수A,캐릭터A,선수B,캐릭터B,A승,B승", "1", "0"),
        ("선수1,종족1,선수2,종족2,결과1,결과2", "1", "0"),
        ("선수1,종족1,선수2,종족2,결과1,결과2", "승", "패"),
        ("a_player,a_race,b_player,b_race,a_win,b_win", "1", "0"),
        ("jugador1,clase1,jugador2,clase2,gana1,gana2", "1", "0"),
    ],
)
def test_results_of_either_side(tmp_path: Path, head: str, won: str, lost: str) -> None:
    rows = [f"Xi,k,Yo,m,{won},{lost}", f"Yo,m,Xi,k,{lost},{won}", f"Xi,m,Yo,k,{lost},{won}"]
    analyst = opened(tmp_path, head, rows)
    assert analyst.question is None
    found = counted(analyst, Frame(group_by=("player",)))
    assert found == {"Xi": (2, 3), "Yo": (1, 3)}


def test_no_season_or_version_may_be_the_winner(tmp_path: Path) -> None:
    rows = [
        f"A,B,{'2021/22' if i % 2 else '2022/23'},1.{9 + i % 2},{'xy'[i % 2]}" for i in range(9)
    ]
    analyst = opened(tmp_path, "p1_race,p2_race,temporada,build,who", rows)
    assert analyst.question is not None
    asked = analyst.question
    assert (asked.slot, asked.subject, asked.side) == ("first_value", "who", "p1_race")


@pytest.mark.parametrize(("head", "won"), [("rojo,azul,ganador", "1"), ("away,home,winner", "2")])
def test_side_one_is_the_column_that_comes_first(tmp_path: Path, head: str, won: str) -> None:
    rows = [f"Xi,Yo,{won}", f"Xi,Yo,{won}", f"Yo,Xi,{3 - int(won)}"]
    analyst = opened(tmp_path, head, rows)
    found = counted(analyst, Frame(group_by=("player",)))
    assert found == ({"Xi": (3, 3), "Yo": (0, 3)} if won == "1" else {"Yo": (3, 3), "Xi": (0, 3)})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("games at -60 kg", "-60 kg"),
        ("-60kg 경기 수", "-60 kg"),
        ("cuántos combates en +78 kg", "+78 kg"),
        ("how many bouts at 60 kg", "-60 kg"),
    ],
)
def test_values_with_a_sign_are_found(tmp_path: Path, text: str, value: str) -> None:
    rows = [f"{('-60 kg', '+78 kg', '-66 kg')[i % 3]},Ana,Bo,{1 + i % 2}" for i in range(12)]
    analyst = opened(tmp_path, "weight,red,blue,winner", rows)
    outcome = Understanding(analyst.model).understand(text, today=date(2025, 3, 1)).outcome
    assert isinstance(outcome, Answerable)
    assert [one.values for one in outcome.frame.filters] == [(value,)]


@pytest.mark.parametrize(
    "head", ["version", "versión", "balance", "버전", "build", "meta", "release"]
)
def test_a_column_of_versions_is_the_patch(tmp_path: Path, head: str) -> None:
    rows = [f"{'ABC'[i % 3]},{'BCA'[i % 3]},1.{8 + i % 4},{1 + i % 2}" for i in range(12)]
    analyst = opened(tmp_path, f"p1_race,p2_race,{head},winner", rows)
    assert set(analyst.model.dimensions) == {"race", "patch", "side"}


def test_a_build_of_units_is_no_patch(tmp_path: Path) -> None:
    rows = [f"A,B,{('rush', 'macro')[i % 2]},{1 + i % 2}" for i in range(12)]
    analyst = opened(tmp_path, "p1_race,p2_race,build,winner", rows)
    assert "patch" not in analyst.model.dimensions


def test_sides_that_have_only_ids(tmp_path: Path) -> None:
    rows = ["1,2,1", "2,3,3", "3,1,3", "1,2,2"]
    analyst = opened(tmp_path, "player_1_id,player_2_id,winner_id", rows)
    found = counted(analyst, Frame(group_by=("player",)))
    assert found == {"1": (1, 3), "2": (1, 3), "3": (2, 2)}


def test_a_column_of_any_name_that_repeats_a_side_is_the_winner(tmp_path: Path) -> None:
    rows = ["Xi,Yo,Xi,a", "Yo,Zed,Zed,b", "Zed,Xi,Xi,c", "Yo,Xi,Yo,d"]
    analyst = opened(tmp_path, "p1,p2,best,remark", rows)
    assert analyst.question is None
    found = counted(analyst, Frame(group_by=("player",)))
    assert found == {"Xi": (2, 3), "Yo": (1, 3), "Zed": (1, 2)}
    several = opened(tmp_path, "p1,p2,best,opener", [f"{r[:-1]}{r.split(',')[0]}" for r in rows])
    assert several.question is not None
    assert several.question.choices == ("best", "opener")
