"""Praise, looks and bets are opinions; the best figure of all time is none."""

from datetime import date

import pytest

from agents.data.outcomes import Decline
from tests.unit.data_support import Reads, frame, reader

TODAY = date(2024, 11, 15)


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Reads:
    rows = ["date,cup,player1,race1,player2,race2,winner"]
    races = ("Terran", "Zerg", "Protoss")
    for index in range(240):
        one, two = ("Annike", "Borja", "Cyril")[index % 3], ("Deedra", "Evander")[index % 2]
        rows.append(
            f"2024-0{1 + index % 9}-03,GSL,{one},{races[index % 3]},{two},"
            f"{races[index // 3 % 3]},{1 + index % 2}"
        )
    return reader(TODAY, tmp_path_factory.mktemp("opinions"), "\n".join(rows))


@pytest.mark.parametrize(
    "text",
    [
        "Is Annike the greatest of all time?", "Is Annike the best player ever?",
        "Annike is the best in history, right?", "is Zerg the strongest race of all time",
        "Annike가 역대 최고야?", "Annike는 역대 최고의 저그 선수인가요?", "Annike가 사상 최강이지?",
        "¿Es Annike el mejor de la historia?", "Annike es la mejor jugadora de todos los tiempos",
        "Is Annike underrated?", "¿Annike está infravalorada?", "Annike는 과대평가됐어?",
        "누가 제일 잘생겼어?", "¿apostarías por Annike?", "would you bet on Annike?",
    ],
)  # fmt: skip
def test_who_is_the_best_there_ever_was_is_an_opinion(read: Reads, text: str) -> None:
    outcome = read(text)
    assert isinstance(outcome, Decline), outcome
    assert outcome.reason == "opinion"


@pytest.mark.parametrize(
    "text",
    ["best win rate of all time", "who has the best win rate ever?", "역대 최고 승률은?",
     "¿quién tiene la mejor tasa de victorias de la historia?", "is that the best win rate ever?"],
)  # fmt: skip
def test_the_best_figure_of_all_time_is_computed(read: Reads, text: str) -> None:
    asked = frame(read, text)
    assert (asked.measure, asked.order) == ("win_rate", "desc")


def test_who_is_going_to_win_is_a_forecast(read: Reads) -> None:
    outcome = read("Who's gonna win the next GSL?")
    assert isinstance(outcome, Decline)
    assert outcome.reason == "forecast"
