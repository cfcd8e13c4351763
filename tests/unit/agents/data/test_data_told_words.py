"""What was read as a name is told once, as a person would quote it."""

import pytest

from agents.data.respelling import ReadAs
from agents.data.told_words import told_once


@pytest.mark.parametrize(
    ("word", "value", "told"),
    [
        ("켄은", "Ken", "켄"), ("류는", "Ryu", "류"), ("스프링은", "LCK 스프링", "스프링"),
        ("서머에서는", "Summer", "서머"), ("페이커랑", "Faker", "페이커"),
        ("하은", "Ha-yun", "하은"), ("마루", "Maru", "마루"), ("정은", "정연", "정은"),
        ("백승우는", "백승우", "백승우"), ("faker", "Faker", "faker"),
    ],
)  # fmt: skip
def test_a_particle_is_no_part_of_what_was_read(word: str, value: str, told: str) -> None:
    (one,) = told_once([ReadAs(word, "player", value)])
    assert (one.word, one.value) == (told, value)


def test_a_name_is_told_once() -> None:
    read = [ReadAs("이젯", "deck", "Izzet Phoenix"), ReadAs("izzet", "deck", "Izzet Phoenix")]
    assert [one.word for one in told_once(read)] == ["이젯"]
