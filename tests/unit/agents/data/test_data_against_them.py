"""Rivals that a message only points at: against them, contra ellos, 걔 상대로."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
RACES = ("Terran", "Zerg", "Protoss")
PEOPLE = ("Anka", "Bodil", "Cleo", "Dario")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("against") / "games.csv"
    lines = ["date,map,player1,race1,player2,race2,winner"]
    for index in range(360):
        one, two = index % 4, (index + 1 + index // 4 % 3) % 4
        day = date(2023, 1, 1) + timedelta(days=index)
        races = f"{PEOPLE[one]},{RACES[index % 3]},{PEOPLE[two]},{RACES[(index // 3) % 3]}"
        won = 1 if one == 1 or (index % 5 == 0 and two != 1) else 2
        lines.append(f"{day},{('Reef', 'Dune')[index % 2]},{races},{won}")
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


@pytest.fixture
def talk(games: Analyst) -> Talk:
    return Talk(games, TODAY)


def rival(frame: object, key: str) -> tuple[str, ...]:
    one: Filter | None = frame.filter(key, "opponent")  # type: ignore[attr-defined]
    return one.values if one is not None else ()


@pytest.mark.parametrize(
    "message",
    [
        "how many games did Zerg play against them?",
        "¿cuántas partidas jugó Zerg contra ellos?",
        "걔네 상대로 저그 승률",
    ],
)
def test_against_them_is_the_first_of_the_ranked_rivals(talk: Talk, message: str) -> None:
    talk.answer("against which race does Zerg lose most?")
    first = talk.rows[0][0]
    found = talk.answer(message)
    assert rival(found, "race") == (first,)
    assert found.filter("race").values == ("Zerg",)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("ranked", "message"),
    [
        ("against which race does Zerg lose most?", "how many games with that opponent?"),
        ("저그의 상대별 승률 낮은 순", "그 상대로 몇 판 했는데?"),
        ("저그의 상대별 승률 낮은 순", "그 상대로 몇 판?"),
        ("저그의 상대별 승률 낮은 순", "그 상대랑은 몇 경기 했어?"),
        ("저그의 상대별 승률 낮은 순", "그 상대를 상대로 몇 판 했어?"),
        ("¿contra qué raza pierde más Zerg?", "¿cuántas partidas con ese rival?"),
        ("¿contra qué raza pierde más Zerg?", "¿cuántas partidas contra ese rival?"),
    ],
)
def test_that_opponent_is_the_first_of_the_ranked_rivals(
    talk: Talk, ranked: str, message: str
) -> None:
    talk.answer(ranked)
    first = talk.rows[0][0]
    found = talk.answer(message)
    assert (found.measure, found.group_by, rival(found, "race")) == ("games", (), (first,))
    assert found.filter("race") == Filter(dimension="race", values=("Zerg",))


@pytest.mark.parametrize(
    "message", ["how many games with that opponent?", "¿cuántas partidas con ese rival?",
                "그 상대로 몇 판 했어?"]
)  # fmt: skip
def test_nobody_is_an_opponent_of_itself(talk: Talk, message: str) -> None:
    talk.answer("Zerg win rate")
    assert isinstance(talk.say(message), Decline)


@pytest.mark.parametrize(
    ("message", "measure"),
    [
        ("Cleo win rate against him", "win_rate"),
        ("how many games did Cleo win against her?", "wins"),
        ("그 선수 상대로 Cleo 승률", "win_rate"),
    ],
)
def test_against_him_is_whom_the_last_answer_named(talk: Talk, message: str, measure: str) -> None:
    talk.answer("Bodil win rate")
    found = talk.answer(message)
    assert rival(found, "player") == ("Bodil",)
    assert found.filter("player").values == ("Cleo",)  # type: ignore[union-attr]
    assert found.measure == measure


def test_who_does_best_against_the_one_who_was_named(talk: Talk) -> None:
    found = talk.answer("Bodil win rate", "who wins most against him?")
    assert rival(found, "player") == ("Bodil",)
    assert found.group_by == ("player",)


def test_against_that_race_is_of_that_kind(talk: Talk) -> None:
    talk.answer("against which race does Zerg lose most?")
    first = talk.rows[0][0]
    found = talk.answer("Zerg win rate by map against that race")
    assert rival(found, "race") == (first,)
    assert found.group_by == ("map",)


@pytest.mark.parametrize("message", ["win rate against them", "Zerg win rate against that player"])
def test_nobody_to_point_at_is_asked_for(talk: Talk, message: str) -> None:
    assert isinstance(talk.say(message), Decline)
    talk.answer("number of games by map")
    assert isinstance(talk.say(message), Decline)


def test_whom_a_race_met_most_are_its_rivals(talk: Talk) -> None:
    found = talk.answer("which race does Zerg meet most?")
    assert found.group_by == ("opponent",)
    assert "Zerg" not in talk.column("opponent")


def test_the_share_of_rivals_is_of_the_games_of_those_who_met_them(talk: Talk) -> None:
    talk.answer("number of Zerg games by opponent race", "as a percentage?")
    assert sum(talk.column("pick_share")) == pytest.approx(1)
    assert len({whole for _, whole, *_ in talk.rows}) == 1
    assert "opponents" in talk.text


@pytest.mark.parametrize("message", ["Bodil한테는?", "Bodil한테 어때?", "Bodil에게는?"])
def test_to_somebody_alone_is_against_that_one(talk: Talk, message: str) -> None:
    found = talk.answer("Anka 승률", message)
    assert rival(found, "player") == ("Bodil",)
    assert found.filter("player") == Filter(dimension="player", values=("Anka",))


@pytest.mark.parametrize(
    "message",
    [
        "how many games between those two?",
        "how many games between these two?",
        "¿cuántas partidas entre esos dos?",
    ],
)
def test_between_those_two_are_the_games_of_the_last_ones(talk: Talk, message: str) -> None:
    found = talk.answer("Anka vs Bodil", "against Cleo?", message)
    assert (found.measure, found.group_by) == ("games", ())
    assert rival(found, "player") == ("Cleo",)
    assert found.filter("player") == Filter(dimension="player", values=("Anka",))
