"""Names in Hangul of people and clubs that are spoken by the rules of other languages."""

import pytest

from agents.data.sounds.transliteration import Sounds, sounds_like

_NAMES = Sounds(
    [
        "djokovic",
        "alcaraz",
        "medvedev",
        "tsitsipas",
        "rublev",
        "khachanov",
        "hurkacz",
        "modric",
        "jokic",
        "ibrahimovic",
        "johansson",
        "jannik",
        "courtois",
        "dupont",
        "humbert",
        "rapport",
        "monfils",
        "getafe",
        "alaves",
        "elche",
        "villarreal",
        "vallecano",
        "gomez",
        "perez",
        "javier",
        "joaquin",
        "carlsen",
        "nepomniachtchi",
        "sinner",
        "barcelona",
    ]
)


@pytest.mark.parametrize(
    ("heard", "name"),
    [("조코비치", "djokovic"), ("모드리치", "modric"), ("요키치", "jokic"),
     ("하차노프", "khachanov"),
     ("이브라히모비치", "ibrahimovic"), ("요한손", "johansson"), ("얀닉", "jannik"),
     ("쿠르투아", "courtois"), ("뒤퐁", "dupont"), ("움베르", "humbert"), ("라포르", "rapport"),
     ("몽피스", "monfils"), ("헤타페", "getafe"), ("알라베스", "alaves"), ("엘체", "elche"),
     ("메드베데프", "medvedev"), ("하비에르", "javier"), ("호아킨", "joaquin")],
)  # fmt: skip
def test_a_name_is_heard_as_its_own_language_speaks_it(heard: str, name: str) -> None:
    assert sounds_like(heard, _NAMES) == name


@pytest.mark.parametrize("word", ["사과"])
def test_other_words_are_no_names(word: str) -> None:
    assert sounds_like(word, _NAMES) is None
