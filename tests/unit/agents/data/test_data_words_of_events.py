"""Events of a series, named by some of their words: 코드 S, GSL Code S, the GSL of several."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Ask
from tests.unit.agents.data.data_support import Talk, meetings

PLAYERS = ("Brisk", "Corvid", "Dapple", "Ember")
EVENTS = ("GSL 2024, 코드 S", "GSL 2023, 슈퍼 토너먼트", "IEM Katowice", "ESL Masters, Group A")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows = ["date;event;player1;player2;winner"]
    rows += [
        f"{day};{EVENTS[number % 4]};{one};{two};{one if number % 5 < 3 else two}"
        for number, day, one, two in meetings(PLAYERS, 240, date(2022, 1, 1), 2)
    ]
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("events"), date(2024, 6, 1))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("코드 S에서 Brisk 승률", EVENTS[0]),
        ("GSL 슈퍼 토너먼트에서 Brisk 승률", EVENTS[1]),
        ("Brisk win rate in ESL Masters Group A", EVENTS[3]),
    ],
)
def test_words_of_one_event_mean_it(talk: Talk, text: str, event: str) -> None:
    assert talk.asked(text).filter("tournament") == Filter(dimension="tournament", values=(event,))


@pytest.mark.parametrize("text", ["GSL에서 Brisk 승률", "Brisk win rate in the GSL"])
def test_the_first_word_of_several_is_asked_about(talk: Talk, text: str) -> None:
    outcome = talk.hear(text)
    assert isinstance(outcome, Ask)
    assert outcome.word.casefold() == "gsl"
