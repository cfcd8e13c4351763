"""The days before those that were asked for last, and times of the year that name their months."""

from datetime import date

import pytest

from agents.answering.periods.periods import Period
from tests.unit.agents.data.data_support import Talk

_TODAY = date(2024, 11, 3)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    races = ("Terran", "Zerg", "Protoss")
    lines = ["date,map,race_1,race_2,winner"] + [
        f"{2023 + n // 120}-{1 + n // 10 % 12:02}-{1 + n % 10 * 2:02},Acropolis,{races[n % 3]},"
        f"{races[(n + 1) % 3]},{1 + n % 2}"
        for n in range(220)
    ]
    return Talk.about("\n".join(lines), tmp_path_factory.mktemp("before"), _TODAY)


@pytest.fixture(autouse=True)
def _anew(talk: Talk) -> None:
    talk.anew()


def _span(first: str, end: str) -> Period:
    return Period(start=date.fromisoformat(first), end=date.fromisoformat(end))


@pytest.mark.parametrize("said", ["and before that?", "¿y antes de eso?", "그 전에는?"])
def test_before_that_ends_where_the_last_began(talk: Talk, said: str) -> None:
    frame = talk.answer("Zerg win rate since July 2024", said)
    assert frame.period == (Period(end=date(2024, 7, 1)),)


@pytest.mark.parametrize(
    "said",
    [
        "그 전 90일이랑 비교하면?",
        "compare with the previous 90 days",
        "compara con los 90 días anteriores",
    ],
)
def test_so_many_days_before_are_set_beside_the_last(talk: Talk, said: str) -> None:
    frame = talk.answer("Zerg win rate in the last 90 days", said)
    assert frame.period == (_span("2024-05-08", "2024-08-06"), _span("2024-08-06", "2024-11-04"))


@pytest.mark.parametrize(
    "said", ["the 3 months before that", "los 3 meses anteriores", "그 전 3개월은?"]
)
def test_so_many_months_before_are_asked_alone(talk: Talk, said: str) -> None:
    frame = talk.answer("Zerg win rate in the last 3 months", said)
    assert frame.period == (_span("2024-05-04", "2024-08-04"),)


@pytest.mark.parametrize("said", ["since July", "desde julio", "7월부터"])
def test_a_single_edge_is_of_the_year_that_was_asked_for(talk: Talk, said: str) -> None:
    frame = talk.answer("Zerg win rate in 2023", said)
    assert frame.period[0].start == date(2023, 7, 1)


@pytest.mark.parametrize(
    "said",
    [
        "in summer 2023", "2023년 여름은?", "el verano de 2023"
    ],
)  # fmt: skip
def test_a_summer_is_its_months(talk: Talk, said: str) -> None:
    assert talk.answer("Zerg win rate", said).period == (_span("2023-06-01", "2023-09-01"),)


@pytest.mark.parametrize("said", ["last summer", "el verano pasado", "지난 여름"])
def test_the_last_summer_is_over(talk: Talk, said: str) -> None:
    assert talk.answer("Zerg win rate", said).period == (_span("2024-06-01", "2024-09-01"),)


@pytest.mark.parametrize(
    ("first", "then", "period"),
    [
        ("2024년 7월부터 저그 테란전 승률", "그 기간 저그 전체 승률",
         Period(start=date(2024, 7, 1))),
        ("ZvT win rate since July 2024", "overall Zerg win rate in that period",
         Period(start=date(2024, 7, 1))),
        ("tasa de victorias ZvT desde julio de 2024", "tasa de victorias de Zerg en ese periodo",
         Period(start=date(2024, 7, 1))),
        ("2023년 3월부터 5월까지 저그 승률", "같은 기간 테란 승률",
         _span("2023-03-01", "2023-06-01")),
        ("Zerg win rate from March to May 2023", "Terran win rate over the same period",
         _span("2023-03-01", "2023-06-01")),
        ("2024년 7월 이전 저그 승률", "그 기간에 테란 승률은?", Period(end=date(2024, 7, 1))),
    ],
)  # fmt: skip
def test_that_period_is_the_one_asked_for_last(
    talk: Talk, first: str, then: str, period: Period
) -> None:
    frame = talk.answer(first, then)
    assert frame.period == (period,)
    assert [one.side for one in frame.filters] == ["own"]
