"""What is asked of the games, the people and the places of the last answer keeps what they are."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.data_support import Talk

_NAMES = ("Kestrel", "Mirova", "Tanuki", "Bolero")
_RACES = ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,stage,map,player1,race1,player2,race2,winner"]
    for game in range(360):
        one, two = _NAMES[game % 4], _NAMES[(game + 1 + game // 4 % 3) % 4]
        day, stage = date(2023, 1, 1) + timedelta(days=2 * game), ("Final", "Group")[game % 2]
        races = _RACES[game % 3], _RACES[game // 3 % 3]
        won = (one, two)[game // 2 % 2]
        arena = ("Reef", "Dune", "Mesa")[game // 9 % 3]
        lines.append(f"{day},{stage},{arena},{one},{races[0]},{two},{races[1]},{won}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("last"), date(2025, 6, 1))
    yield talk
    talk.analyst.close()


@pytest.fixture
def talk(games: Talk) -> Talk:
    games.anew()
    return games


FINAL = Filter(dimension="stage", values=("Final",))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("how many games in the Final?", "Terran win rate in them"),
        ("how many games in the Final?", "of them, Terran win rate"),
        ("how many games in the Final?", "win rate of Terran in that"),
        ("how many games in the Final?", "and Terran win rate for them?"),
        ("¿cuántas partidas en Final?", "tasa de victorias de Terran en ellas"),
        ("¿cuántas partidas en Final?", "tasa de victorias de Terran en eso"),
        ("Final 몇 경기야?", "그 경기들에서 테란 승률"),
        ("Final 몇 경기야?", "이 경기들 테란 승률"),
        ("Final 몇 경기야?", "그것들에서 테란 승률"),
        ("Final 몇 경기야?", "거기서 테란 승률"),
    ],
)
def test_a_pointer_at_games_keeps_which_they_are(talk: Talk, first: str, then: str) -> None:
    said = talk.answer(first, then)
    assert said.measure == "win_rate"
    assert said.filter("stage") == FINAL
    assert said.filter("race") == Filter(dimension="race", values=("Terran",))


@pytest.mark.parametrize("text", ["Terran win rate in them", "그것들에서 테란 승률"])
def test_a_pointer_at_nothing_is_named(talk: Talk, text: str) -> None:
    outcome = talk.say(text)
    assert isinstance(outcome, Decline)
    assert outcome.word in ("them", "그것들")


@pytest.mark.parametrize("there", ["거기서", "그 기간에"])
def test_there_is_a_period_too(talk: Talk, there: str) -> None:
    talk.answer("2023년 경기 수")
    said = talk.say(f"{there} 테란 승률")
    assert isinstance(said, Decline) or said.frame.period  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "texts",
    [
        ("테저전 승률", "맵별로", "제일 안 좋은 맵은?", "거기서 몇 경기 했어?"),
        ("테저전 승률", "맵별로", "제일 안 좋은 맵은?", "그 맵에서 몇 경기 했어?"),
        ("TvZ win rate", "by map", "worst map?", "how many games were played there?"),
        ("TvZ win rate", "by map", "worst map?", "how many games on that map?"),
        ("tasa de victorias TvZ", "por mapa", "¿el peor mapa?", "¿cuántas partidas hubo ahí?"),
    ],
)
def test_how_many_games_there_are_those_that_were_asked_about(
    talk: Talk, texts: tuple[str, ...]
) -> None:
    said = talk.answer(*texts)
    assert said.measure == "games"
    assert said.filter("map") is not None
    assert said.filter("race") == Filter(dimension="race", values=("Terran",))
    assert said.filter("race", "opponent") is not None


def test_another_race_there_is_not_set_against_the_rival_before(talk: Talk) -> None:
    said = talk.answer("TvZ win rate", "by map", "worst map?", "Protoss win rate there")
    assert said.filter("map") is not None
    assert said.filter("race", "opponent") is None
