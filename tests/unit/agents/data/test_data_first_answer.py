"""A first answer makes what its own message needs: one lexicon, and sounds for an unheard name."""

from datetime import date

import pytest

from agents.answering.text.language import Language
from agents.data.outcomes import Answerable
from agents.data.sounds.transliteration import Sounds, of_foreign, of_latin, sounds_like
from agents.data.understanding import Understanding
from tests.unit.agents.data.data_support import sample

_TODAY = date(2022, 9, 21)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("win rate by race", "en"), ("종족별 승률은?", "ko"),
        ("¿Cuál es la tasa de victorias por raza?", "es")
    ],
)  # fmt: skip
def test_one_lexicon_is_made_and_no_name_is_spoken(text: str, language: Language) -> None:
    of_latin.cache_clear()
    of_foreign.cache_clear()
    reads = Understanding(sample().model)
    assert not reads.lexicons
    assert isinstance(reads.understand(text, today=_TODAY).outcome, Answerable)
    reads.understand(text, today=_TODAY)
    assert [*reads.lexicons] == [language]
    assert of_latin.cache_info().misses == of_foreign.cache_info().misses == 0


def test_names_in_hangul_make_no_more_than_korean_and_the_language_around_them() -> None:
    reads = Understanding(sample().model)
    assert isinstance(
        reads.understand("Terran win rate on 아크로폴리스", today=_TODAY).outcome, Answerable
    )
    assert sorted(reads.lexicons) == ["en", "ko"]


_NAMES = (
    "serral", "maru", "clem", "rogue", "dark", "trap", "neeb", "world of sleepers", "st. louis",
    "ptitdrogo vs lambo", "groups/group c/zest vs stats", "ever dream", "kt", "g2", "nky",
    "gonzalez", "knull", "simmons", "lumbridge", "castle", "pfeffer", "adamant", "dj mml",
)  # fmt: skip


def test_of_many_names_those_are_spoken_that_a_word_may_be() -> None:
    of_latin.cache_clear()
    assert sounds_like("세랄", Sounds(_NAMES)) == "serral"
    assert of_latin.cache_info().misses < len(_NAMES) / 2


def test_every_sound_of_a_name_finds_it_among_others() -> None:
    sounds = Sounds(_NAMES)
    for name in _NAMES:
        for sound in of_latin(name):
            assert (name, sound) in sounds.having(sound.bones), name


def test_names_that_sound_alike_come_in_the_order_in_which_they_were_added() -> None:
    sounds = Sounds(["marou", "maru", "mahru"])
    bones = of_latin("maru")[0].bones
    assert list(dict.fromkeys(name for name, _ in sounds.having(bones))) == [
        "marou",
        "maru",
        "mahru",
    ]
