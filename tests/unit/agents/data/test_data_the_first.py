"""The first of a ranking is asked about with a second noun: the first one, with which character."""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.unit.agents.data.data_support import Talk


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,map,bot1,bot1_race,bot2,bot2_race,winner"]
    names = ("ScvSteve", "LingStorm", "PylonPal", "RoachCoach")
    for i in range(240):
        one, two = names[i % 4], names[(i % 4 + 1 + i // 4 % 3) % 4]
        races = ("Terran", "Zerg", "Protoss")
        won = 1 if names.index(one) < names.index(two) else 2
        day = f"2024-0{i % 9 + 1}-{i % 27 + 1:02}"
        lines.append(f"{day},Reef,{one},{races[i % 3]},{two},{races[i // 3 % 3]},{won}")
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("bots"), date(2024, 11, 15))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("bots by win rate, highest first", "the first one, with which race does it win most?"),
        ("ranking de bots por victorias", "el primero, ¿con qué raza gana más?"),
        ("봇 승률 순위", "1등은 어떤 종족으로 제일 많이 이겨?")
    ],
)  # fmt: skip
def test_the_first_with_which_of_another_kind(bots: Talk, first: str, then: str) -> None:
    bots.anew()
    bots.answer(first)
    said = bots.answer(then)
    assert [(one.dimension, one.values) for one in said.filters] == [("bot", ("ScvSteve",))]
    assert said.group_by == ("race",)


def test_a_borrowed_noun_of_a_header(bots: Talk) -> None:
    bots.anew()
    said = bots.answer("봇 승률 상위 3개")
    assert (said.group_by, said.order, said.limit) == (("bot",), "desc", 3)
