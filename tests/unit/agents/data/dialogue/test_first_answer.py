"""A first answer makes what its message needs: words of one language, sounds for unheard names."""

from datetime import date

import pytest

from agents.data.dialogue.understanding import understand
from agents.data.language.packs import Packs
from agents.data.sounds.transliteration import of_foreign, of_latin
from tests.corpora.corpus import tables


class Watched(Packs):
    """The packs of the program, read anew; they tell of which languages a lexicon was made."""

    def __init__(self) -> None:
        super().__init__()
        self.lexicons: set[str] = set()
        of_latin.cache_clear()
        of_foreign.cache_clear()

    def read(self, name: str) -> object:
        language, _, file = name.partition("/")
        if file == "morphology":  # by which the words of a lexicon are taken apart
            self.lexicons.add(language)
        return super().read(name)

    def names_spoken(self) -> int:
        return of_latin.cache_info().misses + of_foreign.cache_info().misses


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "win rate by player"),
        ("ko", "선수별 승률"),
        ("es", "porcentaje de victorias por jugador"),
    ],
)
def test_one_lexicon_is_made_and_no_name_is_spoken(language: str, text: str) -> None:
    source = Watched()
    told = understand(text, model=tables()["duels"], today=date(2026, 11, 27), source=source)
    assert told.outcome.outcome == "answer"
    assert source.lexicons == {language}
    assert source.names_spoken() == 0


def test_names_are_spoken_for_a_word_that_sounds_like_one() -> None:
    source = Watched()
    told = understand("베가 승률", model=tables()["duels"], today=date(2026, 11, 27), source=source)
    assert told.query is not None and "Vega" in str(told.query.where)
    assert source.lexicons == {"ko"}
    assert source.names_spoken() > 0
