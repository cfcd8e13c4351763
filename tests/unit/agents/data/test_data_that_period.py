"""That month, after months were ranked, is the first of them; of those that tie it is none."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.answering.periods.periods import Period, month, quarter, year
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk

# Of Ana's games in each month so many, of which she won as many as months have passed.
_GAMES = {(2023, 4): 12, (2023, 11): 20, (2024, 2): 31}


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,stage,player1,player2,winner"]
    for (of_year, number), games in _GAMES.items():
        for game in range(games):
            day, stage = date(of_year, number, 1 + game % 28), ("Final", "Group")[game % 2]
            rival = ("Berta", "Carla")[game // 2 % 2]
            lines.append(f"{day},{stage},Ana,{rival},{'Ana' if game % 3 else rival}")
            lines.append(f"{day},{stage},Berta,Carla,{('Berta', 'Carla')[game % 2]}")
    found = Talk.about("\n".join(lines), tmp_path_factory.mktemp("period"), date(2025, 2, 1))
    yield found
    found.analyst.close()


@pytest.mark.parametrize(
    ("first", "then", "period", "games"),
    [
        ("which month had Ana's most games?", "how many games in that month?", month(2, 2024), 31),
        ("Ana 경기가 가장 많은 달은?", "그 달에 몇 판?", month(2, 2024), 31),
        ("¿qué mes tiene más partidas de Ana?", "¿cuántas partidas en ese mes?",
         month(2, 2024), 31),
        ("which month had Ana's fewest games?", "how many games that month?", month(4, 2023), 12),
        ("which quarter had Ana's fewest games?", "how many games in that quarter?",
         quarter(2, 2023), 12),
        ("Ana 경기가 가장 많은 연도는?", "그 해에 몇 판?", year(2023), 32),
        ("Ana 경기가 가장 적은 달은?", "그달에는 몇 판?", month(4, 2023), 12),
    ],
)  # fmt: skip
def test_that_month_is_the_first_of_a_ranking(
    talk: Talk, first: str, then: str, period: Period, games: int
) -> None:
    asked = talk.asked(first, then)
    assert (asked.measure, asked.period, asked.group_by) == ("games", (period,), ())
    assert talk.rows == [(games,)]


def test_a_condition_goes_with_that_month(talk: Talk) -> None:
    asked = talk.asked("which month had Ana's most games?", "and in the Final that month?")
    assert (asked.period, asked.group_by) == ((month(2, 2024),), ())
    assert talk.rows == [(16,)]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("Ana's win rate by month", "how many games in that month?"),
        ("월별 Ana 승률", "그 달에 몇 판?"),
        ("which stage had the most games in April 2023?", "how many games on that stage?"),
        ("who did Ana beat most in April 2023?", "and against that opponent?"),
        ("2023년 4월 Ana가 제일 많이 이긴 상대는?", "그 상대로는?"),
        ("¿a quién ganó más Ana en abril de 2023?", "¿y contra ese rival?"),
    ],
)
def test_where_none_is_the_first_nothing_is_meant(talk: Talk, first: str, then: str) -> None:
    talk.anew()
    talk.answer(first)
    assert isinstance(talk.say(then), Decline)
