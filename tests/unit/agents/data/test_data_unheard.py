"""A word that might narrow a question is heard, or it stops the answer; so is every number."""

import re
from collections.abc import Iterator
from datetime import date

import pytest

from agents.answering.text.language import Language
from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Decline, Outcome
from agents.data.understanding import Understanding
from tests.eval.tables import fights

TODAY = date(2025, 6, 1)
PLAIN = (
    "Ryu win rate", "Ryu wins in 2022", "win rate by character", "how many games did Blanka play",
    "Blanka vs Ryu", "best character with at least 20 games", "류 승률", "스테이지별 블랑카 승률",
    "2022년 류 경기 수", "tasa de victorias de Ryu", "victorias de Blanka por fase",
    "Blanka en 2023",
)  # fmt: skip
UNKNOWN = ("zorbed", "southpaw", "nocturnal", "뒤집힌", "왼손잡이", "zurdos", "lluviosos")
NUMBERS = ("37", "37%", "0.37", "3,700", "37.5", "2031-13-45", "37퍼센트")
NARROWED = (
    ("en", "Ryu win rate after the break"), ("en", "games that Ryu did not win"),
    ("en", "Ryu win rate against better opponents"), ("en", "Ryu average wins per stage"),
    ("en", "Ryu win rate on other stages"), ("en", "Ryu vs"), ("en", "how many long games"),
    ("en", "percentage of Ryu wins that were in 2022"), ("en", "end of 2022 for Ryu"),
    ("en", "Ryu win rate excluding wins over Blanka"),
    ("en", "Ryu win rate before and after"), ("en", "number of stages Ryu won on"),
    ("en", "what place is Ryu in?"), ("en", "where does Ryu rank?"), ("ko", "류 몇 위야?"),
    ("ko", "류는 몇 등이야?"), ("es", "¿en qué puesto quedó Ryu?"),
    ("en", "Ryu second half of games"), ("en", "best character this stage"),
    ("en", "characters with more wins than losses"), ("en", "at least 3 characters"),
    ("en", "how many people played Ryu"), ("ko", "류를 쓴 사용자 수"),
    ("en", "Ryu before 2022 and after 2022"), ("en", "characters longer than Ryu"),
    ("en", "what share of Ryu games were against Blanka"), ("ko", "류보다 오래 걸린 캐릭터"),
    ("es", "personajes con más que Ryu"), ("es", "personajes con más victorias que derrotas"),
    ("en", "Ryu win rate at least"), ("en", "games that lasted 20 minutes"),
    ("es", "Ryu sin perder"),
    ("es", "partidas que Ryu no gano"),
    ("es", "Ryu contra rivales fuertes"), ("es", "Ryu el mes anterior"),
    ("es", "promedio de victorias por fase"), ("ko", "류가 역전했나요"),
    ("ko", "긴 경기에서 류 승률"), ("ko", "류 평균 승수"),
    ("ko", "다른 스테이지에서 류 승률"), ("ko", "류가 이기지 못한 경기 수"),
)  # fmt: skip


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Understanding]:
    analyst = Analyst.open(fights(tmp_path_factory.mktemp("fights")).path)
    yield Understanding(analyst.model)
    analyst.close()


def _ask(asked: Understanding, text: str, previous: Frame | None = None) -> Outcome:
    return asked.understand(text, today=TODAY, previous=previous).outcome


def _with(text: str, word: str) -> Iterator[str]:
    """Put a word in every gap of a text."""
    words = text.split()
    for place in range(len(words) + 1):
        yield " ".join([*words[:place], word, *words[place:]])


@pytest.mark.parametrize("text", PLAIN)
def test_an_unknown_word_anywhere_stops_the_answer(asked: Understanding, text: str) -> None:
    assert isinstance(_ask(asked, text), Answerable)
    for word in UNKNOWN:
        for one in _with(text, word):
            assert not isinstance(_ask(asked, one), Answerable), one


@pytest.mark.parametrize("text", PLAIN)
def test_a_number_is_in_the_frame_or_stops_the_answer(asked: Understanding, text: str) -> None:
    for number in NUMBERS:
        digits = re.sub(r"\D", "", number)
        for one in _with(text, number):
            outcome = _ask(asked, one)
            held = isinstance(outcome, Answerable) and digits in re.sub(
                r"[^\d\"]", "", outcome.frame.model_dump_json()
            )
            assert held or not isinstance(outcome, Answerable), one


@pytest.mark.parametrize(("language", "text"), NARROWED)
def test_what_narrows_a_question_is_not_passed_over(
    asked: Understanding, language: Language, text: str
) -> None:
    outcome = asked.understand(text, today=TODAY, language=language).outcome
    assert isinstance(outcome, Decline), outcome
    assert outcome.word


def test_a_period_is_left_out_again_where_it_was_asked_for(asked: Understanding) -> None:
    first = _ask(asked, "Ryu win rate in 2022")
    assert isinstance(first, Answerable)
    again = _ask(asked, "without 2022", first.frame)
    assert isinstance(again, Answerable)
    assert again.frame.period == ()
