"""Values of a table that have few letters or none stop no question, whatever words it has."""

from datetime import date

import pytest

from agents.data.outcomes import Answerable
from tests.unit.agents.data.data_support import reader

QUESTIONS = (
    "¿la nerfearán?",
    "¿cuál civ es la más floja?",
    "zerggg winnrate by braket",
    "너프 먹을까?",
    "ㅋ ? ! 🔥🔥",
    "1000",
    "<",
)


@pytest.mark.parametrize("value", ["1400+"])
def test_a_question_is_read_beside_a_name_with_few_letters(tmp_path, value):
    rows = ["civ,map,bracket,games,wins"]
    for place in range(24):
        civ = ("Franks", "Mayans", "Britons")[place % 3]
        rows.append(f"{civ},Arabia,{(value, 'low', 'high')[place // 8]},{100 + place},{50 + place}")
    read = reader(date(2024, 11, 15), tmp_path, "\n".join(rows) + "\n")
    for question in QUESTIONS:
        assert read(question) is not None
    assert isinstance(read("win rate of Franks on Arabia"), Answerable)
