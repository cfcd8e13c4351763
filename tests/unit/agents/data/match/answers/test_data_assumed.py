"""What was taken for granted can be taken away by saying so, in the words that are offered."""

from collections.abc import Iterator
from datetime import date
from itertools import product

import pytest

from agents.answering.text.language import LANGUAGES, Language
from agents.data.match.answers.labels import assumptions
from agents.data.match.compute.plan import ANY_GAMES, plan
from tests.unit.agents.data.data_support import Talk

PEOPLE = {"herO": "Protoss", "Maru": "Terran", "Dark": "Zerg", "Clem": "Terran"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Talk:
    rows = ["date,map,player_1,race_1,player_2,race_2,winner"]
    for (one, two), turn in product(product(PEOPLE, PEOPLE), range(9)):
        if one != two and ("Clem" not in (one, two) or turn < 2):
            rows.append(f"2024-03-0{turn + 1},Oasis,{one},{PEOPLE[one]},{two},{PEOPLE[two]},"
                        f"{1 + (turn + len(two)) % 2}")  # fmt: skip
    return Talk.about("\n".join(rows), tmp_path_factory.mktemp("assumed"), date(2024, 6, 1))


@pytest.fixture
def talk(begun: Talk) -> Iterator[Talk]:
    yield begun
    begun.anew()


def offered(talk: Talk, key: str, language: Language) -> str:
    assert talk.analysis is not None
    found = assumptions(talk.analysis.plan, talk.analyst.model, language)
    return next(one.without for one in found if one.key == key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offered_words_count_mirrors_again(talk: Talk, language: Language) -> None:
    talk.answer("Terran win rate")
    assert talk.answer(offered(talk, "mirror", language)).mirror == "include"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offered_words_rank_rows_of_few_games(talk: Talk, language: Language) -> None:
    before = talk.answer("best player")
    assert talk.analysis is not None
    assert talk.analysis.plan.least == 30
    after = talk.answer(offered(talk, "having", language))
    assert (after.having, after.order) == (ANY_GAMES, before.order)
    assert plan(after, talk.analyst.model).least is None
    assert "at least" not in talk.text
    assert "few" in talk.text or "적은 행" in talk.text or "azar" in talk.text


@pytest.mark.parametrize(
    "text",
    [
        "without the minimum", "no minimum", "drop the 30 game rule", "without the assumption",
        "without the minimum of 30 games", "30경기 조건 빼고", "최소 조건 빼고", "가정 빼고",
        "sin el mínimo de 30 partidas", "quita el mínimo", "sin esa suposición",
    ],
)  # fmt: skip
def test_the_usual_minimum_is_taken_away(talk: Talk, text: str) -> None:
    assert talk.answer("best player", text).having == ANY_GAMES


@pytest.mark.parametrize(
    "text",
    [
        "without the mirror rule", "drop the mirror assumption", "without that assumption",
        "미러전 규칙 없이", "그 가정 빼고", "sin la regla de los espejos", "sin la suposición",
    ],
)  # fmt: skip
def test_mirrors_are_counted_again(talk: Talk, text: str) -> None:
    assert talk.answer("Terran win rate", text).mirror == "include"


def test_a_minimum_that_was_said_is_dropped(talk: Talk) -> None:
    assert talk.answer("players with at least 20 games", "without the minimum").having is None


def test_names_stay_as_the_table_writes_them(talk: Talk) -> None:
    talk.answer("herO win rate")
    assert talk.text.startswith("herO win rate")
    talk.answer("tasa de victorias de herO")
    assert talk.text.startswith("Tasa de victorias de herO")
