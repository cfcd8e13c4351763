"""Who is first of standings, the two with most wins, and rankings of some rounds only."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk, understanding

TODAY = date(2024, 6, 15)
PLAYERS = {"Brisk": "Terran", "Corvid": "Zerg", "Dapple": "Protoss", "Ember": "Terran"}
ROUNDS = ("F", "SF", "QF", "R16")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows, names, day = ["date,round,map,player1,race1,player2,race2,winner"], list(PLAYERS), TODAY
    for number in range(160):
        one, two = names[number % 4], names[(number + 1 + number // 4 % 3) % 4]
        won, at = (one, two, one)[number % 3], ROUNDS[number // 2 % 4]
        place = ("Alpine Lake", "Cold Rift")[number % 2]
        rows.append(f"{day},{at},{place},{one},{PLAYERS[one]},{two},{PLAYERS[two]},{won}")
        day -= timedelta(days=2)
    found = Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("cup"), TODAY)
    understanding(found.analyst)
    yield found
    found.analyst.close()


@pytest.fixture(scope="module")
def standings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows = ["player,race,games,wins", "Brisk,Terran,50,20", "Corvid,Zerg,40,30",
            "Dapple,Protoss,60,31", "Ember,Terran,44,21", "Fathom,Zerg,30,5"]  # fmt: skip
    found = Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("standings"), TODAY)
    understanding(found.analyst)
    yield found
    found.analyst.close()


@pytest.mark.parametrize(
    ("asked", "measure"),
    [
        ("most wins", "wins"), ("다승 1위", "wins"), ("más victorias", "wins"),
        ("승률 1위", "win_rate"), ("best record", "win_rate"), ("mejor récord", "win_rate"),
        ("ranking", "win_rate"), ("순위", "win_rate"), ("1위", "win_rate"),
        ("1위 누구야", "win_rate")
    ],
)  # fmt: skip
def test_standings_rank_people(standings: Talk, asked: str, measure: str) -> None:
    found = standings.asked(asked)
    assert (found.measure, found.group_by, found.order) == (measure, ("player",), "desc")


def test_a_noun_ranks_what_it_names(standings: Talk) -> None:
    assert standings.asked("race with most wins").group_by == ("race",)
    assert standings.asked("종족별 승률", "승률 1위").group_by == ("race",)


@pytest.mark.parametrize(
    ("asked", "measure", "order", "limit"),
    [
        ("the two with the most wins", "wins", "desc", 2),
        ("which two have the best win rate?", "win_rate", "desc", 2),
        ("the three who lost the most", "losses", "desc", 3),
        ("the 3 with the fewest losses", "losses", "asc", 3),
        ("los dos con más victorias", "wins", "desc", 2),
        ("제일 많이 이긴 두 명", "wins", "desc", 2), ("승률 높은 셋", "win_rate", "desc", 3)
    ],
)  # fmt: skip
def test_so_many_who_are_not_named_are_people(
    cup: Talk, asked: str, measure: str, order: str, limit: int
) -> None:
    found = cup.asked(asked)
    assert (found.measure, found.order, found.limit) == (measure, order, limit)
    assert found.group_by == ("player",)


@pytest.mark.parametrize("asked", ["the two with the most wins", "los dos con más victorias"])
def test_so_many_of_the_rows_that_were_shown(cup: Talk, asked: str) -> None:
    assert cup.asked("win rate by race", asked).group_by == ("race",)
    assert cup.asked("Brisk win rate by map", asked).group_by == ("map",)


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("who has the best win rate?", "only F and SF"), ("rank players by win rate", "just F, SF"),
        ("¿quién tiene el mejor porcentaje de victorias?", "solo F y SF"),
        ("누가 승률이 제일 높아?", "결승이랑 준결승만"), ("누가 승률이 제일 높아?", "F랑 SF만"),
    ],
)  # fmt: skip
def test_a_ranking_is_kept_in_some_rounds_together(cup: Talk, first: str, last: str) -> None:
    found = cup.asked(first, last)
    assert found.filters == (Filter(dimension="round", values=("F", "SF"), together=True),)
    assert (found.group_by, found.order) == (("player",), "desc")
    games = dict(zip(cup.column("player"), cup.column("games"), strict=True))
    assert len(games) == 4 and sum(games.values()) == 160  # 80 games, each with two players


def test_rounds_put_together_are_told_apart_when_asked_for(cup: Talk) -> None:
    found = cup.asked("rank players by win rate", "only F and SF", "by round")
    assert found.filter("round") == Filter(dimension="round", values=("F", "SF"))
    found = cup.asked("win rate by player", "F and SF")
    assert found.filter("round") == Filter(dimension="round", values=("F", "SF"))


def test_one_letter_alone_is_a_round_that_is_called_so(cup: Talk) -> None:
    assert cup.asked("win rate by player", "F?").filter("round") is not None
    assert cup.asked("win rate by player", "without F").filter("round", exclude=True) is not None
