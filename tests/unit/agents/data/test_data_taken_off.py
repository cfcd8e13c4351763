"""A condition is taken off again by pointing at it, or where either of two values will do."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Talk

_CLUBS = ("Sparta", "Lugano", "Brest", "Varna")


def _rows() -> str:
    lines = ["date,round,ground,home_team,away_team,home_goals,away_goals,gap_seconds"]
    for game in range(360):
        one, two = _CLUBS[game % 4], _CLUBS[(game + 1 + game // 4 % 3) % 4]
        day, final = date(2023, 1, 1) + timedelta(days=2 * game), ("group", "final")[game % 5 == 0]
        ground = ("grass", "sand", "clay")[game % 3]
        lines.append(f"{day},{final},{ground},{one},{two},{game % 4},{game // 4 % 3},{game % 90}")
    return "\n".join(lines)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    folder: Path = tmp_path_factory.mktemp("off")
    talk = Talk.about(_rows(), folder, date(2024, 12, 31))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("ranked", "away", "off"),
    [
        ("which team has the best win rate?", "and away?", "drop that, all games"),
        ("which team has the best win rate?", "and away?", "drop that"),
        ("which team has the best win rate?", "and away?", "remove that filter"),
        ("which team has the best win rate?", "and away?", "take that off again"),
        ("which team has the best win rate?", "and away?", "all games"),
        ("¿qué equipo gana más?", "¿y de visitante?", "quita eso, todos los partidos"),
        ("¿qué equipo gana más?", "¿y de visitante?", "quita eso"),
        ("¿qué equipo gana más?", "¿y de visitante?", "sin ese filtro"),
        ("¿qué equipo gana más?", "¿y de visitante?", "da igual"),
        ("팀별 승률 순위", "원정은?", "상관없어"),
        ("¿qué equipo gana más?", "¿y de visitante?", "todos los partidos"),
        ("팀별 승률 순위", "원정은?", "그거 빼고 전체 경기로"),
        ("팀별 승률 순위", "원정은?", "그 조건 빼줘"),
        ("팀별 승률 순위", "원정은?", "전체 경기로"),
    ],
)
def test_the_condition_of_a_ranking_is_taken_off(
    talk: Talk, ranked: str, away: str, off: str
) -> None:
    first = talk.asked(ranked)
    assert talk.answer(away).filter("side") is not None
    assert talk.answer(off) == first


@pytest.mark.parametrize(
    ("turns", "off", "kept"),
    [
        (("Sparta win rate", "at home", "on sand"), "drop that", {"team", "side"}),
        (("Sparta 승률", "홈에서는?", "sand에서는?"), "그건 빼줘", {"team", "side"}),
        (("tasa de victorias de Sparta", "en casa", "en sand"), "quítalo", {"team", "side"}),
        (("Sparta win rate", "on sand", "how many games?"), "drop that", {"team"}),
    ],
)
def test_what_the_last_question_put_in_is_taken_off(
    talk: Talk, turns: tuple[str, ...], off: str, kept: set[str]
) -> None:
    frame = talk.asked(*turns, off)
    assert {one.dimension for one in frame.filters} == kept


def test_the_period_that_was_put_in_is_taken_off(talk: Talk) -> None:
    whole = talk.asked("Sparta win rate", "at home")
    assert talk.answer("in 2024").period != ()
    assert talk.answer("remove that condition") == whole
    talk.answer("in 2024")
    assert talk.answer("sin eso") == whole


@pytest.mark.parametrize(
    "said",
    [
        "either way, but 2024 only", "da igual, pero solo en 2024",
        "어느 쪽이든 상관없이, 2024년만",
    ],
)  # fmt: skip
def test_either_of_two_values_will_do(talk: Talk, said: str) -> None:
    frame = talk.asked("Sparta win rate", "on sand", "at home", said)
    assert {one.dimension for one in frame.filters} == {"team", "ground"}
    assert frame.period == (Period(start=date(2024, 1, 1), end=date(2025, 1, 1)),)


def test_whose_figure_it_is_cannot_be_taken_off(talk: Talk) -> None:
    talk.asked("Sparta win rate")
    assert isinstance(talk.say("drop that"), Decline)


@pytest.mark.parametrize(
    ("declined", "then"),
    [
        ("Sparta corner kicks on sand?", "how many games was that?"),
        ("Sparta 코너킥 몇 개?", "그중 홈에서는?"),
        ("¿cuántos córners de Sparta?", "¿cuántas de esas en casa?"),
    ],
)
def test_nothing_is_counted_of_what_was_not_answered(talk: Talk, declined: str, then: str) -> None:
    for answered in ((), ("Lugano win rate",)):
        talk.anew()
        for one in answered:
            talk.answer(one)
        assert isinstance(talk.say(declined), Decline)
        outcome = talk.say(then)
        assert isinstance(outcome, Decline)
        assert outcome.reason == "unanswered"


def test_a_ranking_is_gone_on_from_over_a_declined_question(talk: Talk) -> None:
    ranked = talk.asked("rank the teams by win rate", "on sand")
    assert isinstance(talk.say("how many games did the blorp play?"), Decline)
    again = talk.answer("ranking again, at least 50 matches")
    assert again == ranked.model_copy(update={"having": 50})


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("compare", "Sparta and Lugano"), ("비교해줘", "Sparta랑 Lugano"),
        ("compara", "Sparta y Lugano"),
    ],
)  # fmt: skip
def test_who_is_to_be_compared_may_be_said_next(talk: Talk, first: str, then: str) -> None:
    talk.anew()
    assert isinstance(talk.say(first), Decline)
    frame = talk.answer(then)
    assert (frame.measure, frame.filters) == (
        "win_rate",
        (Filter(dimension="team", values=("Sparta", "Lugano")),),
    )


@pytest.mark.parametrize(
    ("declined", "then", "left_out"),
    [
        ("Sparta vs Lugano, how many corners?", "how many did Sparta win?", True),
        ("Sparta vs Lugano, how many corners?", "which ground has the most games?", False),
        ("Sparta vs Lugano, how many corners?", "how many times did Sparta beat Lugano?", False),
    ],
)
def test_a_condition_of_a_declined_question_that_is_not_in_it_is_told(
    talk: Talk, declined: str, then: str, left_out: bool
) -> None:
    talk.anew()
    assert isinstance(talk.say(declined), Decline)
    outcome = talk.say(then)
    assert isinstance(outcome, Answerable)
    assert outcome.leaves_open is left_out


@pytest.mark.parametrize("said", ["how much sand did Sparta win?", "¿cuánto sand ganó Sparta?"])
def test_an_amount_is_of_a_column_and_of_no_value(talk: Talk, said: str) -> None:
    outcome = talk.hear(said)
    assert isinstance(outcome, Decline)
    assert (outcome.reason, outcome.word) == ("missing", "sand")
