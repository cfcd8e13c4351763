"""A first answer makes what its own message needs: one lexicon, and sounds for an unheard name."""

from datetime import date

import pytest

from agents.data import understanding
from agents.data.language import Language
from agents.data.lexicon import Lexicon
from agents.data.model import SemanticModel
from agents.data.outcomes import Answerable
from agents.data.transliteration import of_foreign, of_latin
from agents.data.understanding import Understanding
from tests.unit.data_support import sample

_TODAY = date(2022, 9, 21)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Language]:
    """Return the languages of the lexicons that are made from now on; no name has been spoken."""
    found: list[Language] = []

    def make(model: SemanticModel, language: Language) -> Lexicon:
        found.append(language)
        return Lexicon(model, language)

    monkeypatch.setattr(understanding, "Lexicon", make)
    of_latin.cache_clear()
    of_foreign.cache_clear()
    return found


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("win rate by race", "en"), ("Terran win rate on Acropolis", "en"),
        ("종족별 승률은?", "ko"), ("¿Cuál es la tasa de victorias por raza?", "es"),
    ],
)  # fmt: skip
def test_one_lexicon_is_made_and_no_name_is_spoken(
    made: list[Language], text: str, language: Language
) -> None:
    reads = Understanding(sample().model)
    assert made == []
    assert isinstance(reads.understand(text, today=_TODAY).outcome, Answerable)
    reads.understand(text, today=_TODAY)
    assert made == [language]
    assert of_latin.cache_info().misses == of_foreign.cache_info().misses == 0


def test_names_in_hangul_make_no_more_than_korean_and_the_language_around_them(
    made: list[Language],
) -> None:
    reads = Understanding(sample().model)
    assert isinstance(
        reads.understand("Terran win rate on 아크로폴리스", today=_TODAY).outcome, Answerable
    )
    assert sorted(made) == ["en", "ko"]
