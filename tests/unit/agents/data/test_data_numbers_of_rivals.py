"""Whose rating is meant where a rival is named: against Zerg over 5500, 5500 넘는 저그 상대로."""

from collections.abc import Iterator
from datetime import date

import pytest

from agents.data.match.compute.frame import Measured
from tests.unit.agents.data.data_support import Talk

_PEOPLE = ("Brisk", "Corvid", "Dapple", "Ember")
_RACES = ("Terran", "Zerg", "Protoss")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,map,p1,p1_race,p1_mmr,p2,p2_race,p2_mmr,winner"]
    for game in range(240):
        one, two = _PEOPLE[game % 4], _PEOPLE[(game + 1 + game // 4 % 3) % 4]
        own, rival = _RACES[game % 3], _RACES[game // 3 % 3]
        lines.append(
            f"2024-{1 + game % 12:02d}-07,Reef,{one},{own},{5000 + game * 7 % 1000},"
            f"{two},{rival},{5000 + game * 11 % 1000},{(one, two)[game // 2 % 2]}"
        )
    found = Talk.about("\n".join(lines), tmp_path_factory.mktemp("rivals"), date(2025, 2, 1))
    yield found
    found.analyst.close()


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Brisk win rate against Zerg over 5500 MMR", "opponent"),
        ("MMR 5500 넘는 저그 상대로 Brisk 승률", "opponent"),
        ("tasa de victorias de Brisk contra Zerg con MMR mayor de 5500", "opponent"),
        ("Brisk win rate with MMR above 5500 against Zerg", "own"),
        ("MMR 5500 넘는 Brisk 저그 상대로 승률", "own"),
        ("tasa de victorias de Brisk con MMR mayor de 5500 contra Zerg", "own")
    ],
)  # fmt: skip
def test_a_number_is_of_the_side_that_it_stands_beside(talk: Talk, text: str, side: str) -> None:
    asked = talk.asked(text)
    (measured,) = asked.measured
    assert measured == Measured(quantity="rating", comparison=">", value=5500, side=measured.side)
    assert measured.side == side
    assert asked.filter("player") is not None and asked.filter("player", "own") is not None
    assert any(one.side == "opponent" for one in asked.filters)
