"""Months, seasons and lists that are left out, and whom one meets told by a letter: vZ."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.answering.periods.periods import Period
from agents.data.match.compute.frame import Filter
from tests.unit.agents.data.data_support import Talk, understanding

TODAY = date(2024, 6, 15)
PLAYERS = {"Brisk": "T", "Corvid": "Z", "Dapple": "P", "Ember": "T", "Fathom": "Z"}
MAPS = ("Alpine Lake", "Cold Rift", "Nightglass")
SPRING = Period(start=date(2023, 3, 1), end=date(2023, 6, 1))


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows, names, day = (
        ["date,map,player1,race1,player2,race2,winner"],
        list(PLAYERS),
        date(2023, 1, 1),
    )
    for number in range(200):
        one, two = names[number % 5], names[(number + 1 + number // 5 % 4) % 5]
        won = (one, two, one)[number % 3]
        rows.append(f"{day},{MAPS[number % 3]},{one},{PLAYERS[one]},{two},{PLAYERS[two]},{won}")
        day += timedelta(days=2)
    found = Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("words"), TODAY)
    understanding(found.analyst)
    yield found
    found.analyst.close()


def _month(number: int, year: int = 2024) -> Period:
    return Period(start=date(year, number, 1), end=date(year, number + 1, 1))


@pytest.mark.parametrize(
    "last",
    [
        "without March", "sin marzo", "3월 빼고"
    ],
)  # fmt: skip
def test_a_month_is_left_out(talk: Talk, last: str) -> None:
    asked = talk.asked("win rate by race", last)
    assert (asked.period, asked.periods_out) == ((), (_month(3),))


@pytest.mark.parametrize(
    "asked",
    [
        "win rate by race without March", "tasa de victorias por raza menos marzo",
        "3월 빼고 종족별 승률"
    ],
)  # fmt: skip
def test_a_first_question_leaves_a_month_out(talk: Talk, asked: str) -> None:
    assert talk.asked(asked).periods_out == (_month(3),)


def test_a_month_alone_is_that_month(talk: Talk) -> None:
    assert talk.asked("win rate by race", "march?").period == (_month(3),)
    assert talk.asked("win rate by race in 2023", "may?").period == (_month(5, 2023),)


@pytest.mark.parametrize(
    "asked",
    [
        "win rate by race excluding 2023 spring", "2023년 봄 빼고 종족별 승률",
        "tasa de victorias por raza sin la primavera de 2023"
    ],
)  # fmt: skip
def test_all_months_of_a_span_are_left_out(talk: Talk, asked: str) -> None:
    found = talk.asked(asked)
    assert (found.period, found.periods_out) == ((), (SPRING,))


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("5월까지 빼고 종족별 승률", Period(start=date(2024, 6, 1))),
        ("2024년 이전 빼고 종족별 승률", Period(start=date(2024, 1, 1))),
        ("win rate by race excluding games before 2024", Period(start=date(2024, 1, 1))),
        ("win rate by race excluding games after March 2024", Period(end=date(2024, 4, 1))),
        (
            "tasa de victorias por raza sin las partidas antes de 2024",
            Period(start=date(2024, 1, 1)),
        ),
        ("2023년 종족별 승률 5월까지 빼고", Period(start=date(2023, 6, 1), end=date(2024, 1, 1))),
    ],
)
def test_what_lies_before_or_after_is_left_out(talk: Talk, asked: str, kept: Period) -> None:
    assert talk.asked(asked).period == (kept,)


def test_the_rest_of_the_year_that_was_asked_for_stays(talk: Talk) -> None:
    asked = talk.asked("win rate by race in 2023", "not after June")
    assert asked.period == (Period(start=date(2023, 1, 1), end=date(2023, 7, 1)),)
    asked = talk.asked("win rate by race", "exclude march 2023", "and without april")
    assert asked.periods_out == (_month(3, 2023), _month(4, 2023))


@pytest.mark.parametrize(
    ("asked", "out"),
    [
        ("win rate by player without Brisk, Corvid", ("Brisk", "Corvid")),
        ("win rate by player without Brisk, Corvid and Dapple", ("Brisk", "Corvid", "Dapple")),
        ("tasa de victorias por jugador sin Brisk, Corvid ni Dapple",
         ("Brisk", "Corvid", "Dapple")),
    ],
)  # fmt: skip
def test_all_of_a_list_are_left_out(talk: Talk, asked: str, out: tuple[str, ...]) -> None:
    assert talk.asked(asked).filters == (Filter(dimension="player", values=out, exclude=True),)
    months = talk.asked("win rate by race without April 2023, May 2023").periods_out
    assert months == (_month(4, 2023), _month(5, 2023))


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("win rate by player", "Brisk, Corvid 빼고"), ("선수별 승률", "Brisk Corvid 제외하고"),
        ("제일 잘하는 선수는?", "Brisk, Corvid 빼고"), ("win rate by player", "Brisk, Corvid out"),
        ("win rate by player", "take Brisk and Corvid out"),
        ("tasa de victorias por jugador", "Brisk y Corvid fuera"),
    ],
)  # fmt: skip
def test_all_names_of_a_turn_are_left_out(talk: Talk, first: str, then: str) -> None:
    out = Filter(dimension="player", values=("Brisk", "Corvid"), exclude=True)
    asked = talk.asked(first, then)
    assert (asked.group_by, asked.filters) == (("player",), (out,))
    assert set(talk.column("player")) == {"Dapple", "Ember", "Fathom"}


def test_names_of_sides_are_a_list_where_they_are_ranked(talk: Talk) -> None:
    out = Filter(dimension="player", values=("Brisk", "Corvid"), exclude=True)
    assert talk.asked("Brisk, Corvid 빼고 선수별 승률").filters == (out,)
    whose = talk.asked("테란 저그 빼고 승률")
    assert whose.filters == (
        Filter(dimension="race", values=("Terran",)),
        Filter(dimension="race", values=("Zerg",), exclude=True, side="opponent"),
    )


def test_before_a_figure_it_may_be_whose_figure_that_is(talk: Talk) -> None:
    asked = talk.asked("without Brisk, Corvid win rate")
    assert asked.filter("player") == Filter(dimension="player", values=("Corvid",))


@pytest.mark.parametrize("last", ["vZ", "¿y vZ?", "vZ는?"])
def test_a_letter_says_whom_one_meets(talk: Talk, last: str) -> None:
    asked = talk.asked("Brisk win rate", last)
    assert asked.filters == (
        Filter(dimension="player", values=("Brisk",)),
        Filter(dimension="race", values=("Zerg",), side="opponent"),
    )
    alone = talk.asked(last)
    assert alone.filters == (Filter(dimension="race", values=("Zerg",), side="opponent"),)
