"""Praise, looks and bets are opinions, who will win a forecast; the best figure ever is neither."""

from datetime import date

import pytest

from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Reads, frame, reader

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
        "Is Annike the greatest of all time?", "Annike가 역대 최고야?",
        "¿Es Annike el mejor de la historia?"
    ],
)  # fmt: skip
def test_who_is_the_best_there_ever_was_is_an_opinion(read: Reads, text: str) -> None:
    outcome = read(text)
    assert isinstance(outcome, Decline), outcome
    assert outcome.reason == "opinion"


@pytest.mark.parametrize(
    "text",
    [
        "best win rate of all time", "역대 최고 승률은?",
        "¿quién tiene la mejor tasa de victorias de la historia?"
    ],
)  # fmt: skip
def test_the_best_figure_of_all_time_is_computed(read: Reads, text: str) -> None:
    asked = frame(read, text)
    assert (asked.measure, asked.order) == ("win_rate", "desc")


def test_who_is_going_to_win_is_a_forecast(read: Reads) -> None:
    outcome = read("Who's gonna win the next GSL?")
    assert isinstance(outcome, Decline)
    assert outcome.reason == "forecast"


@pytest.mark.parametrize(
    "text",
    [
        "다음 GSL 누가 우승할까?", "who wins the next GSL?", "¿quién gana el próximo GSL?"
    ],
)  # fmt: skip
def test_who_will_win_is_a_forecast(read: Reads, text: str) -> None:
    outcome = read(text)
    assert isinstance(outcome, Decline), outcome
    assert outcome.reason == "forecast"


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("Zerg가 이길 확률은?", "win_rate"), ("GSL에서 누가 제일 많이 이겼을까?", "wins"),
        ("¿quién ganó más partidas en GSL?", "wins"), ("who wins most in GSL?", "wins"),
    ],
)  # fmt: skip
def test_who_won_is_no_forecast(read: Reads, text: str, measure: str) -> None:
    assert frame(read, text).measure == measure


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Annike 몇 살이야?", "나이"), ("how old is Annike?", "age"),
        ("¿cuántos años tiene Annike?", "edad"),
    ],
)  # fmt: skip
def test_an_age_that_no_column_has_is_missing(
    read: Reads, tmp_path_factory: pytest.TempPathFactory, text: str, word: str
) -> None:
    outcome = read(text)
    assert isinstance(outcome, Decline), outcome
    assert (outcome.reason, outcome.word) == ("missing", word)
    aged = "p1,p1_age,p2,p2_age,winner\nAnnike,20,Bea,30,1\nAnnike,20,Cid,40,2\nBea,30,Cid,40,1\n"
    outcome = reader(TODAY, tmp_path_factory.mktemp("ages"), aged)(text)
    assert isinstance(outcome, Decline), outcome
    assert outcome.reason == "quantity"
