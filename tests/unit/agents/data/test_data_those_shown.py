"""They, after a ranking of so many, are all who were shown, and are ranked anew by nothing."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk

RACES = {"Ana": "Terran", "Beto": "Zerg", "Carla": "Protoss", "Dani": "Zerg", "Eva": "Terran"}
NAMES = tuple(RACES)
# The best against all are others than the best against Terrans.
LOST = {("Ana", "Terran"), ("Beto", "Terran")}


def _rows() -> Iterator[str]:
    for index in range(400):
        one, two = NAMES[index % 5], NAMES[(index + 1 + index // 5 % 4) % 5]
        strong = NAMES.index(one) < NAMES.index(two)
        if (one, RACES[two]) in LOST or (two, RACES[one]) in LOST:
            strong = (one, RACES[two]) not in LOST
        score = "2,0" if strong else "0,2"
        yield f"2024-0{1 + index % 9}-05,{one},{RACES[one]},{score},{RACES[two]},{two}"


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    head = "date,player_a,race_a,score_a,score_b,race_b,player_b"
    folder = tmp_path_factory.mktemp("people")
    return Talk.about("\n".join([head, *_rows()]), folder, date(2024, 11, 15))


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["played_at,my_race,opponent,opp_race,result"]
    names = ("하늘별", "Moon", "Dark", "Beta", "Loon", "Kite")
    for index in (*range(120), 1):  # Moon once more than Dark
        rival = names[index * index % 7 % 6]
        race = ("Zerg", "Protoss")[index % 2]
        rows.append(
            f"2024-03-{1 + index % 28:02d},{race},{rival},Terran,{('Win', 'Loss')[index % 2]}"
        )
    folder = tmp_path_factory.mktemp("log")
    return Talk.about("\n".join(rows), folder, date(2024, 11, 15))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("top 3 players", "how do they do against Terran?"),
        ("승률 상위 3명", "걔네 테란전은?"),
        ("승률 상위 3명", "그 세 명은 테란 상대로?"),
        ("los 3 mejores jugadores", "¿y ellos contra Terran?"),
    ],
)
def test_they_are_all_who_were_ranked(talk: Talk, first: str, then: str) -> None:
    talk.anew()
    ranked = talk.answer(first)
    assert ranked.limit == 3
    best = set(talk.column("player"))
    asked = talk.answer(then)
    assert asked.limit is None
    assert set(talk.column("player")) == best
    assert asked.filter("race", "opponent") == Filter(
        dimension="race", values=("Terran",), side="opponent"
    )


def test_a_ranking_of_all_goes_on_as_one(talk: Talk) -> None:
    talk.anew()
    assert talk.answer("win rate by player", "how do they do against Terran?").group_by == (
        "player",
    )


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("제일 자주 만난 상대 3명", "그 사람들 상대로 승률은?"),
        ("the three opponents I met most", "win rate against them"),
    ],
)
def test_those_who_were_met_are_met_again(log: Talk, first: str, then: str) -> None:
    log.anew()
    log.answer(first)
    met = Counter(dict(log.rows))
    assert len(met) == 3
    log.answer(then)
    assert {row[0]: row[1] for row in log.rows} == dict(met)


def test_the_first_alone_is_one(log: Talk) -> None:
    log.anew()
    log.answer("제일 자주 만난 상대")
    most, games = log.rows[0]
    asked = log.answer("걔 상대로 승률은?")
    assert asked.filters[0].values == (most,)
    assert log.rows[0][0] == games


def test_a_head_to_head_with_a_rival_is_one_row(log: Talk, talk: Talk) -> None:
    log.anew()
    assert log.answer("하늘별 상대 전적").group_by == ()
    talk.anew()
    asked = talk.answer("Ana 승률", "Beto 상대 전적")
    own, rival = asked.filter("player"), asked.filter("player", "opponent")
    assert own is not None and own.values == ("Ana",)
    assert rival is not None and rival.values == ("Beto",)
    assert asked.group_by == ()
