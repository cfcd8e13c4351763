"""A row of the last ranking is meant by its place: the leader, 2위는 몇 판, el primero."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest

from agents.data.match.compute.frame import Filter, Frame
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk, meetings

NAMES = ("Anna Berg", "Bo Lind", "Carl Ek", "Dora Falk")
EN, KO, ES = "rank the players by win rate in 2024", "2024년 선수별 승률 순위", (
    "ranking de jugadores por tasa de victorias en 2024"
)  # fmt: skip


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    chance = Random(7)
    lines = ["date,surface,player1,color1,player2,color2,winner"]
    for number, day, one, two in meetings(NAMES, 480, date(2023, 1, 1), 1):
        sides = ("white", "black")[number % 2], ("black", "white")[number % 2]
        better = NAMES.index(one) < NAMES.index(two)
        lost = chance.random() < 0.2
        won = 1 if better != lost else 2
        ground = ("clay", "grass")[number // 7 % 2]
        lines.append(f"{day},{ground},{one},{sides[0]},{two},{sides[1]},{won}")
    found = Talk.about("\n".join(lines), tmp_path_factory.mktemp("rows"), date(2024, 6, 1))
    yield found
    found.analyst.close()


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """Zerg is picked most and Protoss least; Terran wins most."""
    lines = ["date,map,player1,race1,player2,race2,winner"]
    picked = ("Zerg", "Terran", "Zerg", "Protoss", "Zerg", "Terran")
    for number, day, one, two in meetings(NAMES, 480, date(2023, 1, 1), 1):
        first, second = picked[number % 6], picked[number // 6 % 6]
        won = 1 if first == "Terran" or (second != "Terran" and number % 2) else 2
        lines.append(f"{day},{('Reef', 'Dune')[number % 2]},{one},{first},{two},{second},{won}")
    found = Talk.about("\n".join(lines), tmp_path_factory.mktemp("picks"), date(2024, 6, 1))
    yield found
    found.analyst.close()


def named(frame: Frame) -> dict[tuple[str, str], tuple[str, ...]]:
    return {(one.dimension, one.side): one.values for one in frame.filters}


@pytest.mark.parametrize(
    ("first", "then", "measure", "own", "met"),
    [
        (EN, "how many matches did the leader play?", "games", 0, None),
        (EN, "how did the top player do against Carl Ek?", "win_rate", 0, 2),
        (EN, "how many games did the second one win?", "wins", 1, None),
        (EN, "how does Dora Falk do against the second player?", "win_rate", 3, 1),
        (EN, "what is the runner-up's loss rate?", "loss_rate", 1, None),
        (EN, "how many did the worst one lose?", "losses", 3, None),
        (EN, "and the leader?", "win_rate", 0, None),
        (KO, "1위는 Carl Ek한테 어때?", "win_rate", 0, 2),
        (KO, "1등은 몇 판 했어?", "games", 0, None),
        (KO, "2위 선수의 Carl Ek 상대 전적은?", "win_rate", 1, 2),
        (KO, "Dora Falk은 2위 상대로 어때?", "win_rate", 3, 1),
        (KO, "그럼 꼴찌는 몇 번 이겼어?", "wins", 3, None),
        (KO, "1위랑 2위가 붙으면?", "win_rate", 0, 1),
        (KO, "그 중에서 2위 선수는 몇 판 했어?", "games", 1, None),
        (ES, "¿y el primero contra Carl Ek?", "win_rate", 0, 2),
        (ES, "¿cuántas partidas jugó el segundo?", "games", 1, None),
        (ES, "tasa de victorias del primero", "win_rate", 0, None),
    ],
)
def test_a_place_stands_for_the_row_that_was_ranked(
    talk: Talk, first: str, then: str, measure: str, own: int, met: int | None
) -> None:
    said = talk.asked(first, then)
    expected = {("player", "own"): (NAMES[own],)}
    if met is not None:
        expected["player", "opponent"] = (NAMES[met],)
    assert (said.measure, named(said), said.group_by) == (measure, expected, ())
    assert [one.start for one in said.period] == [date(2024, 1, 1)]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (EN, "and the first one on clay?"),
        (KO, "1위는 클레이에서는?"),
        (ES, "¿y el primero en clay?"),
    ],
)
def test_a_condition_is_added_to_a_row(talk: Talk, first: str, then: str) -> None:
    said = talk.asked(first, then)
    assert named(said)["player", "own"] == (NAMES[0],)
    assert said.filter("surface") == Filter(dimension="surface", values=("clay",))
    assert (said.group_by, said.order) == ((), None)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (EN, "who is the top player on clay?"),
        (KO, "클레이에서는 1위가 누구야?"),
        (ES, "¿quién es el primero en clay?"),
    ],
)
def test_who_is_first_elsewhere_ranks_anew(talk: Talk, first: str, then: str) -> None:
    said = talk.asked(first, then)
    assert (named(said), said.group_by) == ({("surface", "own"): ("clay",)}, ("player",))


@pytest.mark.parametrize("then", ["how many games did the leader play?", "1위는 몇 판 했어?"])
def test_conditions_of_the_ranking_hold_of_its_row(talk: Talk, then: str) -> None:
    said = talk.asked("rank the players by win rate", "only with white", "in 2023", then)
    assert said.measure == "games"
    assert {one.dimension for one in said.filters} == {"player", "color"}
    assert [one.start for one in said.period] == [date(2023, 1, 1)]


def test_rows_that_were_not_ranked_have_their_places_by_the_figure(talk: Talk) -> None:
    said = talk.asked("win rate by player", "how many games did the top player play?")
    assert (said.measure, named(said)) == ("games", {("player", "own"): (NAMES[0],)})
    assert talk.rows == [(240,)]


def test_rivals_are_meant_where_they_are_met(talk: Talk) -> None:
    said = talk.asked("whom does Anna Berg lose to most?", "her win rate against the second one")
    (rival,) = named(said)["player", "opponent"]
    assert (said.measure, named(said)["player", "own"]) == ("win_rate", (NAMES[0],))
    talk.asked("whom does Anna Berg lose to most?")
    assert rival == talk.rows[1][0]


def test_a_place_that_several_share_is_no_row(tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = ["date,player1,player2,winner"]
    for number, day, one, two in meetings(NAMES, 240, date(2023, 1, 1), 1):
        lines.append(f"{day},{one},{two},{1 + number % 2}")
    even = Talk.about("\n".join(lines), tmp_path_factory.mktemp("even"), date(2024, 6, 1))
    even.answer("players by number of games, highest first")
    assert len({row[1] for row in even.rows}) == 1
    outcome = even.say("how many games did the leader win?")
    even.analyst.close()
    assert isinstance(outcome, Decline)
    assert "leader" in outcome.word


@pytest.mark.parametrize(
    "then",
    ["win rate on that surface", "그 surface 승률은?", "tasa de victorias en esa superficie"],
)
def test_what_one_is_ranked_by_keeps_its_side(talk: Talk, then: str) -> None:
    said = talk.asked(
        "Anna Berg games by surface", "only with white", "which has the most games?", then
    )
    assert {one.dimension for one in said.filters} == {"player", "color", "surface"}
    assert (said.measure, said.group_by) == ("win_rate", ())


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("whom does Anna Berg play most?", "her percentage against Dora Falk"),
        ("¿contra quién juega más Anna Berg?", "su porcentaje contra Dora Falk"),
    ],
)
def test_a_percentage_against_somebody_is_a_win_rate(talk: Talk, first: str, then: str) -> None:
    said = talk.asked(first, then)
    assert named(said) == {("player", "own"): (NAMES[0],), ("player", "opponent"): (NAMES[3],)}
    assert (said.measure, said.group_by) == ("win_rate", ())


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("team win rate ranking", "how does the top team do at home?"),
        ("팀 승률 순위", "1위 팀은 홈에서 어때?"),
        ("ranking de equipos por tasa de victorias", "¿cómo le va al primero en casa?"),
    ],
)
def test_a_column_of_home_and_away_that_is_called_a_place_has_no_ranks(
    tmp_path: Path, first: str, then: str
) -> None:
    lines = ["partido_id;fecha;equipo;rival;lugar;resultado"]
    for number, day, one, two in meetings(NAMES, 240, date(2023, 1, 1), 1):
        won = (NAMES.index(one) < NAMES.index(two)) != (number % 5 == 0)
        for team, rival, where, wins in ((one, two, "casa", won), (two, one, "fuera", not won)):
            lines.append(
                f"{number};{day};{team};{rival};{where};{'victoria' if wins else 'derrota'}"
            )
    found = Talk.about("\n".join(lines), tmp_path, date(2024, 6, 1))
    said = found.asked(first, then)
    found.analyst.close()
    assert named(said) == {("team", "own"): (NAMES[0],), ("side", "own"): ("casa",)}
    assert (said.measure, said.group_by, said.order) == ("win_rate", (), None)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("share of picks by race", "what's the win rate of the most picked one?"),
        ("종족별 선택 비율", "제일 많이 고른 종족의 승률은?"),
        ("porcentaje de uso por raza", "¿cuál es la tasa de victorias de la más usada?"),
    ],
)
def test_the_most_picked_is_the_top_of_the_shares(races: Talk, first: str, then: str) -> None:
    said = races.asked(first, then)
    assert (said.measure, named(said)) == ("win_rate", {("race", "own"): ("Zerg",)})
    assert (said.group_by, said.order) == ((), None)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("share of picks by race", "win rate of the least picked one"),
        ("종족별 선택 비율", "제일 적게 고른 종족의 승률은?"),
        ("porcentaje de uso por raza", "tasa de victorias de la menos elegida"),
    ],
)
def test_the_least_picked_is_the_end_of_the_shares(races: Talk, first: str, then: str) -> None:
    said = races.asked(first, then)
    assert (said.measure, named(said)) == ("win_rate", {("race", "own"): ("Protoss",)})


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("share of picks by race", "which is the most picked race?"),
        ("종족별 선택 비율", "제일 많이 고른 종족은?"),
        ("porcentaje de uso por raza", "¿cuál es la raza más elegida?"),
    ],
)
def test_what_is_picked_most_is_a_ranking(races: Talk, first: str, then: str) -> None:
    said = races.asked(first, then)
    assert (said.measure, named(said), said.group_by) == ("pick_share", {}, ("race",))


@pytest.mark.parametrize(
    ("first", "only", "then"),
    [
        ("선수별 승률 순위", "저그로만", "그중 1위는 전체 종족으로 치면?"),
    ],
)
def test_a_row_with_all_races_is_with_any_of_them(
    races: Talk, first: str, only: str, then: str
) -> None:
    races.asked(first, only)
    leader = races.column("player")[0]
    said = races.asked(first, only, then)
    assert named(said) == {("player", "own"): (leader,)}
    assert (said.measure, said.group_by, said.order) == ("win_rate", (), None)
