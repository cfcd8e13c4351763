"""Tables whose headers and results are written in other ways are placed without a question."""

from datetime import date
from pathlib import Path

import pytest

from agents.data.match.model.semantic_model import SemanticModel, Winner
from tests.unit.agents.data.match.games import model_of

_NAMES = ("Ibis", "Crane", "Heron", "Wren", "Kite")
_ROWS = 60


def drafted(folder: Path, head: str, row: str, *, end: str = "\n") -> SemanticModel:
    """Return the model of a table of 60 games; `row` is filled with what differs in each."""
    lines = [head]
    for i in range(_ROWS):
        first = i % 3 > 0
        lines.append(
            row.format(
                i=i,
                p=_NAMES[i % 5],
                q=_NAMES[(i + 1 + i // 5 % 4) % 5],
                f=("Elf", "Orc", "Imp")[i % 3],
                g=("Elf", "Orc", "Imp")[i // 3 % 3],
                k=1 if first else 0,
                n=0 if first else 1,
                goals=3 if first else 1,
                rival=1 if first else 2,
                day=f"{date(2025, 1 + i % 12, 1 + i % 28)}",
                side="local" if first else "visitante",
                pool="1" if first else ("2" if i % 2 else "X"),
                sign=1 if first else (-1 if i % 2 else 0),
                stone="흑" if first else "백",
                colour="Blue" if first else "Red",
                blood=("Blue", "Red")[i % 2],
                mmr="?" if i % 9 == 4 else 1500 + i,
                letter="W" if first else "L",
                chess="G" if first else ("P" if i % 2 else "T"),
                minutes=f"{20 + i % 20}:{i % 60:02d}",
                number=1 + i % 3,
                matchup=("TvZ", "ZvP", "PvT", "TvT")[i % 4],
            )
        )
    path = folder / "games.csv"
    path.write_bytes((end.join(lines) + "\n").encode())
    return model_of(path)


def winner(model: SemanticModel) -> Winner:
    """Return who won; every model of games tells it."""
    assert model.winner is not None
    return model.winner


@pytest.mark.parametrize(
    ("head", "row"),
    [
        ("Fecha,Local,Visitante,GL,GV", "{day},{p},{q},{goals},{rival}"),
        ("Date,Home,Away,FTHG,FTAG", "{day},{p},{q},{goals},{rival}"),
        ("DATE,HOME_TEAM,VISITOR_TEAM,PTS_home,PTS_away", "{day},{p},{q},{goals},{rival}"),
        ("Fecha,Tirador A,Tirador B,Tocados A,Tocados B", "{day},{p},{q},{goals},{rival}"),
    ],
)
def test_points_under_letters_or_other_words_of_the_sides(
    tmp_path: Path, head: str, row: str
) -> None:
    found = winner(drafted(tmp_path, head, row))
    assert (found.score_a, found.score_b) == tuple(head.split(",")[3:])


@pytest.mark.parametrize(
    ("head", "row", "told"),
    [
        ("fecha,jug_local,jug_visit,facc_local,facc_visit,resultado",
         "{day},{p},{q},{f},{g},Gana {side}", ("Gana local", "Gana visitante", ())),
        ("Fecha,Local,Visitante,1X2", "{day},{p},{q},{pool}", ("1", "2", ("X",))),
        ("player_1,player_2,deck_1,deck_2,result", "{p},{q},{f},{g},{sign}", ("1", "-1", ("0",))),
        ("p0,p1,faction0,faction1,winner", "{p},{q},{f},{g},{n}", ("0", "1", ())),
        ("대국일,흑번,백번,승자", "{day},{p},{q},{stone}", ("백", "흑", ())),
        ("date,p1,p2,p1race,p2race,p1 W/L", "{day},{p},{q},{f},{g},{letter}", ("W", "L", ())),
    ],
)  # fmt: skip
def test_results_that_name_a_side_in_other_words(
    tmp_path: Path, head: str, row: str, told: tuple[str, str, tuple[str, ...]]
) -> None:
    found = winner(drafted(tmp_path, head, row))
    pair = {found.a, found.b}
    assert (pair, found.draws) == ({*told[:2]}, told[2])


def test_sides_that_are_counted_from_nought(tmp_path: Path) -> None:
    model = drafted(tmp_path, "p0,p1,faction0,faction1,winner", "{p},{q},{f},{g},{n}")
    faction = model.dimensions["faction"]
    assert (faction.a, faction.b) == ("faction0", "faction1")
    assert (winner(model).a, winner(model).b) == ("0", "1")


@pytest.mark.parametrize(
    "head",
    [
        "id,team1_hero1,team1_hero2,team2_hero1,team2_hero2,winning_team",
        "id,t1_hero1,t1_hero2,t2_hero1,t2_hero2,winner",
    ],
)
def test_two_heroes_of_a_team_are_no_rivals(tmp_path: Path, head: str) -> None:
    model = drafted(tmp_path, head, "{i},{f},{g},{g},{f},{number}".replace("{number}", "1"))
    pairs = {(d.a, d.b) for d in model.dimensions.values() if d.a is not None}
    names = head.split(",")
    assert pairs == {(names[1], names[3]), (names[2], names[4])}
    assert {d.label["en"][-1] for d in model.dimensions.values() if d.a is not None} == {"1", "2"}


def test_the_number_of_a_map_is_not_its_name(tmp_path: Path) -> None:
    model = drafted(
        tmp_path, "id,map_number,map,team1,team2,winner", "{i},{number},{f},{p},{q},{p}"
    )
    assert model.dimensions["map"].column == "map"


def test_ratings_that_are_not_all_known_are_numbers(tmp_path: Path) -> None:
    model = drafted(tmp_path, "player A,MMR A,player B,MMR B,winner", "{p},1600,{q},{mmr},{p}")
    assert "MMR B" not in {d.column for d in model.dimensions.values()}


@pytest.mark.parametrize("head", ["date,p1,p2,winner,Time", "date,p1,p2,winner,DURATIONMIN"])
def test_lengths_under_other_headers(tmp_path: Path, head: str) -> None:
    cell = "{minutes}" if "Time" in head else "2{number}"
    model = drafted(tmp_path, head, "{day},{p},{q},{p}," + cell)
    assert model.duration == head.split(",")[-1]


def test_lines_that_end_in_two_ways(tmp_path: Path) -> None:
    head = "date,p1,p2,winner\n2025-01-01,Ibis,Wren,Ibis"
    model = drafted(tmp_path, head, "{day},{p},{q},{p}", end="\r\n")
    assert winner(model).column == "winner"


def test_a_log_of_matchups_with_the_rival_s_rating_is_one_s_own(tmp_path: Path) -> None:
    head = "Date,MU,Result,Opp MMR"
    model = drafted(tmp_path, head, "{day},{matchup},{letter},15{number}0")
    assert model.stored == "alone"


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("Fecha,Mi civilización,Civ rival,Resultado", "civilization"),
        ("date,opp champ,my champion,result", "champion"),
        ("날짜,내 덱,상대 deck,결과", "deck"),
    ],
)
def test_one_s_own_and_the_rival_s_may_be_written_in_two_ways(
    tmp_path: Path, head: str, key: str
) -> None:
    dimension = drafted(tmp_path, head, "{day},{f},{g},{letter}").dimensions[key]
    names = head.split(",")
    own = names[1] if names[1].lower().startswith(("mi ", "내 ")) else names[2]
    assert (dimension.a, {dimension.a, dimension.b}) == (own, {names[1], names[2]})


def test_who_won_is_in_the_winner_and_not_in_who_came_first_somewhere(tmp_path: Path) -> None:
    head = "date,blue_team,red_team,first_blood,winner"
    model = drafted(tmp_path, head, "{day},{p},{q},{blood},{colour}")
    assert winner(model).column == "winner"


def test_a_letter_of_a_result_is_read_by_those_beside_it(tmp_path: Path) -> None:
    model = drafted(tmp_path, "Fecha,Jugador,Rival,Resultado", "{day},{p},{q},{chess}")
    assert winner(model).draws == ("T",)


def test_a_team_is_no_teamname(tmp_path: Path) -> None:
    model = drafted(tmp_path, "teamname1,teamname2,winner", "{p},{q},{p}")
    assert model.dimensions["team"].label["en"] == "team"
