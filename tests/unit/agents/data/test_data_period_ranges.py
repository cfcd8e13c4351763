"""Periods that go from one to another, and periods that share days."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.analysis import Analyst
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

TODAY = date(2024, 12, 1)
SPRING = Period(start=date(2023, 3, 1), end=date(2023, 7, 1))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Analyst]:
    path = tmp_path_factory.mktemp("ranges") / "games.csv"
    lines = ["date,map,player1,race1,player2,race2,winner"]
    for index in range(700):
        day = date(2023, 1, 1) + timedelta(days=index)
        arena = ("Reef", "Dune")[index % 2]
        lines.append(f"{day},{arena},Anka,Terran,Bodil,Zerg,{1 + (index % 3 == 0)}")
    path.write_text("\n".join(lines), "utf-8")
    analyst = Analyst.open(path)
    yield analyst
    analyst.close()


@pytest.fixture
def talk(games: Analyst) -> Talk:
    return Talk(games, TODAY)


@pytest.mark.parametrize(
    "said",
    ["2023-03-01 - 2023-06-30", "marzo de 2023 a junio de 2023", "2023년 3월~2023년 6월"],
)
def test_one_period_up_to_another_is_all_between(talk: Talk, said: str) -> None:
    assert talk.answer(f"Zerg win rate {said}").period == (SPRING,)


@pytest.mark.parametrize(
    ("said", "period"),
    [
        ("2023 to 2024", Period(start=date(2023, 1, 1), end=date(2025, 1, 1))),
        ("Q1 to Q3 2023", Period(start=date(2023, 1, 1), end=date(2023, 10, 1))),
        ("2023년 1분기~3분기", Period(start=date(2023, 1, 1), end=date(2023, 10, 1))),
    ],
)
def test_the_last_period_of_a_range_is_in_it(talk: Talk, said: str, period: Period) -> None:
    assert talk.answer(f"Zerg win rate {said}").period == (period,)


def test_a_range_beside_another_period(talk: Talk) -> None:
    found = talk.answer("Zerg win rate March 2023 to June 2023 vs Q3 2023")
    assert found.period == (SPRING, Period(start=date(2023, 7, 1), end=date(2023, 10, 1)))


def test_a_range_that_ends_before_it_begins_is_none(talk: Talk) -> None:
    assert isinstance(talk.say("Zerg win rate 2024 - 2023"), Decline)


@pytest.mark.parametrize(
    "message", ["compare Zerg 2023 to 2024", "difference from 2023 to 2024 for Zerg"]
)
def test_what_is_compared_to_another_is_no_range(talk: Talk, message: str) -> None:
    years = tuple(Period(start=date(y, 1, 1), end=date(y + 1, 1, 1)) for y in (2023, 2024))
    assert talk.answer(message).period == years


def test_periods_that_share_days_have_all_their_games(talk: Talk) -> None:
    """A quarter of the year that it is compared with would lose its games to it."""
    talk.answer("Zerg number of games in 2023")
    whole = talk.column("games")
    talk.answer("Zerg number of games in Q1 2023")
    quarter = talk.column("games")
    for message in (
        "compare the Zerg win rate of 2023 with Q1 2023",
        "compare the number of games of 2023 with Q1 2023",
    ):
        talk.answer(message)
        assert sorted(talk.column("games")) == sorted([*whole, *quarter]), message


def test_no_difference_is_told_of_periods_that_share_days(talk: Talk) -> None:
    talk.answer("compare the Zerg win rate of 2023 with Q1 2023")
    assert "share days" in talk.text
    assert "Newcombe" not in talk.text
    talk.answer("compare the Zerg win rate of 2023 with 2024")
    assert "Newcombe" in talk.text


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("Zerg win rate between March and June 2024", "same months the year before"),
        ("Zerg win rate between March and June 2024", "the same dates in 2023"),
        (
            "tasa de victorias de Zerg de marzo a junio de 2024",
            "los mismos meses del año anterior",
        ),
        ("2024년 3월부터 6월까지 저그 승률", "전년 같은 기간은?"),
    ],
)
def test_the_same_months_of_another_year(talk: Talk, first: str, message: str) -> None:
    assert talk.answer(first, message).period == (SPRING,)
