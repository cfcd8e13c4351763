"""The edges of periods as they are said, and months that are misspelt."""

from datetime import date

import pytest

from agents.answering.periods.periods import Period, half, month, quarter
from agents.data.outcomes import Answerable, Decline
from tests.unit.agents.data.data_support import Talk

SPRING = Period(start=date(2022, 3, 1), end=date(2022, 6, 1))
UNTIL, SINCE = Period(end=SPRING.end), Period(start=SPRING.start)


@pytest.fixture
def talk() -> Talk:
    return Talk.on_sample()


SAID = (
    "Terran win rate since March 2022 until end of May",
    "Terran win rate since March until the end of May 2022",
    "Terran win rate from the beginning of March to the end of May 2022",
    "테란 승률 2022년 3월부터 5월 말까지",
    "테란 승률 2022년 3월 초부터 5월말까지",
    "tasa de victorias de Terran desde principios de marzo de 2022 hasta finales de mayo",
)


@pytest.mark.parametrize("text", SAID)
def test_until_the_end_of_a_month(talk: Talk, text: str) -> None:
    assert talk.asked(text).period == (SPRING,)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("remove the start date", UNTIL), ("시작일 빼고", UNTIL),
        ("quita la fecha de inicio", UNTIL), ("remove the end date", SINCE),
        ("종료일 빼줘", SINCE), ("sin la fecha final", SINCE)
    ],
)  # fmt: skip
def test_one_edge_is_taken_away(talk: Talk, text: str, period: Period) -> None:
    frame = talk.asked(SAID[0], text)
    assert frame.period == (period,)
    assert frame.filters == talk.asked(SAID[0]).filters
    other = "remove the end date" if period == UNTIL else "remove the start date"
    assert talk.asked(SAID[0], text, other).period == ()


@pytest.mark.parametrize(
    ("said", "period"),
    [
        (("Terran in the second half of 2021", "and in the first?"), half(1, 2021)),
        (("Terran en el segundo semestre de 2021", "¿y en el primero?"), half(1, 2021)),
        (("Terran en el segundo semestre de 2021", "y en el 1er semestre"), half(1, 2021)),
        (("Terran en el primer trimestre de 2021", "¿y el tercero?"), quarter(3, 2021)),
        (("Terran in Q1 2021", "what about the fourth?"), quarter(4, 2021)),
        (("Terran in Q1 2021", "quarter 2?"), quarter(2, 2021)),
        (("Terran in Q1 2021", "H2?"), half(2, 2021)),
        (("테란 승률 2021년 하반기", "상반기는?"), half(1, 2021)),
    ],
)
def test_another_of_the_same_year(talk: Talk, said: tuple[str, ...], period: Period) -> None:
    assert talk.asked(*said).period == (period,)


def test_an_ordinal_after_a_ranking_is_no_period(talk: Talk) -> None:
    previous = talk.asked("best map for Terran in Q1 2021")
    outcome = talk.say("and the first?")
    assert not isinstance(outcome, Answerable) or outcome.frame.period == previous.period


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("Terran win rate in novmber 2021", month(11, 2021)),
        ("Terran win rate in feburary 2021", month(2, 2021)),
        ("Terran in Setpember", month(9, 2022)),
        ("Terran en setiembre de 2021", month(9, 2021)),
        ("Terran en novimbre de 2021", month(11, 2021)),
        ("Terran win rate since agust 2022", Period(start=date(2022, 8, 1))),
    ],
)
def test_months_misspelt(talk: Talk, text: str, period: Period) -> None:
    assert talk.asked(text).period == (period,)


@pytest.mark.parametrize("text", ["Terran win rate in marathon 2021"])
def test_other_words_are_no_months(talk: Talk, text: str) -> None:
    assert isinstance(talk.say(text), Decline)


@pytest.mark.parametrize(
    "text",
    [
        "Zerg win rate from March to May", "tasa de Zerg de marzo a mayo",
        "3월부터 5월까지 저그 승률"
    ],
)  # fmt: skip
def test_months_without_a_year_are_one_span(talk: Talk, text: str) -> None:
    assert talk.asked(text).period == (SPRING,)


def test_months_over_the_turn_of_a_year(talk: Talk) -> None:
    summer = talk.asked("Zerg win rate June through August").period
    assert summer == (Period(start=date(2022, 6, 1), end=date(2022, 9, 1)),)
    found = talk.asked("Zerg win rate from November to February").period
    assert found == (Period(start=date(2021, 11, 1), end=date(2022, 3, 1)),)


@pytest.mark.parametrize(
    ("first", "then"),
    [("Zerg win rate since September", "until August"), ("9월 이후 저그 승률", "8월까지는?"),
     ("tasa de Zerg desde septiembre", "hasta agosto")],
)  # fmt: skip
def test_until_a_month_before_the_start_takes_its_place(talk: Talk, first: str, then: str) -> None:
    assert talk.asked(first, then).period == (Period(end=date(2022, 9, 1)),)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("¿y desde el 15 de julio?", Period(start=date(2021, 7, 15))),
        ("and since July 15?", Period(start=date(2021, 7, 15))),
        ("7월 15일부터는?", Period(start=date(2021, 7, 15))),
        ("and until June 10?", Period(end=date(2021, 6, 11))),
        ("before December?", Period(end=date(2021, 12, 1))),
    ],
)
def test_an_open_period_is_of_the_year_asked_for(talk: Talk, text: str, period: Period) -> None:
    assert talk.asked("Terran in August 2021", text).period == (period,)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Terran win rate on June 10", (10, 11)), ("Terran win rate June 10-20", (10, 21)),
        ("Terran del 10 al 20 de junio", (10, 21)), ("테란 승률 6월 10일부터 20일까지", (10, 21))
    ],
)  # fmt: skip
def test_days_of_a_month(talk: Talk, text: str, days: tuple[int, int]) -> None:
    first, end = days
    assert talk.asked(text).period == (Period(start=date(2022, 6, first), end=date(2022, 6, end)),)
    written = talk.asked(f"2021년 {text}" if "6월" in text else f"{text}, 2021").period
    assert written == (Period(start=date(2021, 6, first), end=date(2021, 6, end)),)


@pytest.mark.parametrize(
    "text", ["Terran in June, at least 10 games by map", "Terran by map in June, 10 games at least"]
)
def test_amounts_beside_a_month_are_no_days(talk: Talk, text: str) -> None:
    found = talk.asked(text)
    assert (found.period, found.having) == ((month(6, 2022),), 10)


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("Terran by map, 10 games at least", (10, None)),
        ("Terran by map, 10 games at most", (None, 10)),
        ("Terran por mapa, 10 partidas al menos", (10, None)),
        ("Terran por mapa, 10 partidas como máximo", (None, 10)),
        ("테란 맵별 승률 10판 최소", (10, None)),
    ],
)
def test_bounds_behind_their_number(
    talk: Talk, text: str, bounds: tuple[int | None, int | None]
) -> None:
    found = talk.asked(text)
    assert (found.group_by, found.having, found.at_most) == (("map",), *bounds)
