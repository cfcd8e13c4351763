"""Names of a table say nothing of the language, and a season in a name is no season."""

from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from agents.answering.text.language import Language, language_of
from agents.data.match.compute.frame import Filter
from agents.data.outcomes import Decline
from tests.unit.agents.data.data_support import Talk, understanding

TODAY = date(2024, 6, 15)
NAMES = frozenset(
    ["jardin de hueso", "la casa de los espíritus perdidos", "josé álvarez", "el rey del norte",
     "defensa siciliana: variante del dragón", "이클립스"]
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Jardin de Hueso?", "이클립스?"
    ],
)  # fmt: skip
@pytest.mark.parametrize("talk", ["en", "ko", "es"])
def test_a_name_is_of_no_language(text: str, talk: Language) -> None:
    assert language_of(text, talk, NAMES) == talk


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("¿Jardin de Hueso?", "es"), ("and on Jardin de Hueso?", "en"),
        ("Jardin de Hueso는?", "ko"), ("José Álvarez win rate", "en")
    ],
)  # fmt: skip
def test_the_words_beside_a_name_tell_the_language(text: str, language: Language) -> None:
    assert language_of(text, "ko" if language == "en" else "en", NAMES) == language


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows = ["date,event,player1,race1,player2,race2,winner"]
    names = {"Brisk": "T", "Corvid": "Z", "Dapple": "P"}
    for number in range(60):
        one, two = (list(names) * 2)[number % 3 : number % 3 + 2]
        event = ("IEM Winter Cup", "Titan Open")[number % 2]
        day = TODAY - timedelta(days=number)
        rows.append(f"{day},{event},{one},{names[one]},{two},{names[two]},{one}")
    found = Talk.about("\n".join(rows) + "\n", tmp_path_factory.mktemp("names"), TODAY)
    understanding(found.analyst)
    yield found
    found.analyst.close()


@pytest.mark.parametrize(
    "last",
    ["and the Winter Cup?", "¿y en la Winter Cup?", "윈터컵은?"],
)
def test_a_season_in_a_name_is_no_season(talk: Talk, last: str) -> None:
    found = talk.asked("win rate by race", last)
    assert found.filters == (Filter(dimension="tournament", values=("IEM Winter Cup",)),)


def test_a_season_alone_is_one(talk: Talk) -> None:
    talk.anew()
    refused = talk.hear("win rate by race in winter")
    assert isinstance(refused, Decline) and refused.reason == "missing"
