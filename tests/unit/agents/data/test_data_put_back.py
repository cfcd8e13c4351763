"""Putting back what was taken out, without naming it; putting rows together; how it was "
"computed."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline, Explain
from agents.data.replies import explain
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 6, 1)
RACES = ("Terran", "Zerg", "Protoss")
PEOPLE = ("Anka", "Bodil", "Cleo", "Dario")
ZERG = Filter(dimension="race", values=("Zerg",))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("back") / "games.csv"
    lines = ["date,map,player1,race1,player2,race2,winner"]
    for index in range(360):
        one, two = index % 4, (index + 1 + index // 4 % 3) % 4
        day = date(2023, 1, 1) + timedelta(days=index)
        races = f"{PEOPLE[one]},{RACES[index % 3]},{PEOPLE[two]},{RACES[(index // 3) % 3]}"
        lines.append(f"{day},{('Reef', 'Dune')[index % 2]},{races},{1 + index % 2}")
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


@pytest.fixture
def talk(games: Analyst) -> Talk:
    return Talk(games, TODAY)


@pytest.mark.parametrize(
    "message",
    [
        "put them back", "다시 포함해줘", "inclúyelos de nuevo"
    ],
)  # fmt: skip
def test_what_was_left_out_is_put_back(talk: Talk, message: str) -> None:
    assert talk.answer("Zerg win rate without Anka and Bodil", message).filters == (ZERG,)


def test_only_what_the_last_question_took_out_is_put_back(talk: Talk) -> None:
    found = talk.answer("Zerg win rate without Anka", "without Reef", "put it back")
    assert found.filters == (
        ZERG,
        Filter(dimension="player", values=("Anka",), exclude=True),
    )


def test_a_dropped_condition_is_put_back(talk: Talk) -> None:
    found = talk.answer("Zerg win rate on Reef in 2023", "drop the map", "put it back")
    assert found.filter("map") is not None
    assert len(found.period) == 1


def test_nothing_to_put_back_is_not_understood(talk: Talk) -> None:
    talk.answer("Zerg win rate")
    assert isinstance(talk.say("put them back"), Decline)


@pytest.mark.parametrize(
    "message",
    [
        "the two combined", "둘 합치면?", "junta los dos"
    ],
)  # fmt: skip
def test_two_answers_are_put_together(talk: Talk, message: str) -> None:
    talk.answer("Zerg win rate on Reef")
    first = talk.column("games")[0]
    talk.answer("on Dune")
    second = talk.column("games")[0]
    talk.answer(message)
    assert talk.column("games") == [first + second]


def test_two_rows_are_put_together_and_more_are_not(talk: Talk) -> None:
    talk.answer("Zerg win rate by map")
    games = sum(talk.column("games"))
    talk.answer("둘 합치면?")
    assert talk.column("games") == [games]
    talk.answer("Zerg win rate by month")
    assert isinstance(talk.say("둘 합치면?"), Decline)


def test_sides_that_meet_are_not_put_together(talk: Talk) -> None:
    talk.answer("Terran and Zerg win rates")
    assert isinstance(talk.say("both combined"), Decline)


def test_in_all_without_one_map(talk: Talk) -> None:
    found = talk.answer("저그 맵별 승률", "Reef 빼고 전체로는 얼마야?")
    assert found.group_by == ()
    assert found.filters == (ZERG, Filter(dimension="map", values=("Reef",), exclude=True))


@pytest.mark.parametrize("message", ["¿y el global?", "en general", "overall?"])
def test_the_whole_has_no_rows(talk: Talk, message: str) -> None:
    found = talk.answer("tasa de victorias de Zerg por mes", message)
    assert (found.group_by, found.filters) == ((), (ZERG,))


@pytest.mark.parametrize(
    "message", ["¿y cuántas ganó cada uno?", "how many wins each?", "각각 몇 승?"]
)
def test_each_one_keeps_the_rows(talk: Talk, message: str) -> None:
    found = talk.answer("number of games by player", message)
    assert (found.measure, found.group_by) == ("wins", ("player",))


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("how did you compute that?", ("games won ÷ games played", "map: Reef", "Wilson")),
        ("where does that number come from?", ("games won ÷ games played",)),
        ("¿cómo lo calculaste?", ("partidas ganadas ÷ partidas jugadas", "Wilson")),
        ("어떻게 계산했어?", ("이긴 경기 ÷ 치른 경기", "윌슨")),
        ("계산 방법 알려줘", ("이긴 경기 ÷ 치른 경기",)),
    ],
)
def test_how_the_last_answer_was_computed(talk: Talk, message: str, says: tuple[str, ...]) -> None:
    talk.answer("Zerg win rate on Reef")
    outcome = talk.say(message)
    assert isinstance(outcome, Explain)
    language = {"¿": "es", "어": "ko", "계": "ko"}.get(message[0], "en")
    text = explain(talk.analyst, outcome, language)  # type: ignore[arg-type]
    assert all(part in text for part in says), text


@pytest.mark.parametrize(
    "question",
    [
        "Zerg wins"
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "ko", "es"])
def test_each_measure_tells_how_it_is_computed(talk: Talk, question: str, language: str) -> None:
    talk.answer(question)
    outcome = talk.say("how did you compute that?")
    assert isinstance(outcome, Explain)
    text = explain(talk.analyst, outcome, language)  # type: ignore[arg-type]
    assert "=" in text or "skill" in question


def test_without_an_answer_there_is_nothing_to_explain(talk: Talk) -> None:
    assert not isinstance(talk.say("how did you compute that?"), Explain)


@pytest.mark.parametrize(
    "message", ["전적 초기화해줘", "reset my stats", "reinicia mis estadísticas"]
)
def test_records_are_not_reset(talk: Talk, message: str) -> None:
    outcome = talk.say(message)
    assert isinstance(outcome, Decline)
    assert outcome.reason == "write"


@pytest.mark.parametrize("message", ["초기화해줘", "reset"])
def test_a_talk_is(talk: Talk, message: str) -> None:
    assert talk.say(message) == Explain("anew")
