"""Either of two values takes their condition away: 흑백 상관없이, regardless of home or away."""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.unit.agents.data.data_support import Talk, meetings


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    lines = ["date,event,white,black,result"]
    results = ("1-0", "0-1", "1/2-1/2")
    for number, day, one, two in meetings(("Aro", "Belt", "Cid", "Dune"), 240, date(2023, 1, 1), 2):
        lines.append(
            f"{day},{('Amber Cup', 'Cobalt Cup')[number % 2]},{one},{two},{results[number % 3]}"
        )
    talk = Talk.about("\n".join(lines), tmp_path_factory.mktemp("boards"), date(2025, 1, 1))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    "turns",
    [f"Aro 승률|백일 때|{last}" for last in
     ("흑백 상관없이", "흑백 구분 없이", "흑과 백 상관없이", "흑백 가리지 말고", "흑이든 백이든",
      "색 상관없이")]
    + [f"Aro win rate|as White|{last}" for last in
       ("regardless of white or black", "no matter if white or black", "whether White or Black",
        "White or Black, doesn't matter", "either colour")]
    + [f"porcentaje de Aro|con blancas|{last}" for last in
       ("sin importar si con blancas o negras", "da igual blancas o negras",
        "sea con blancas o con negras")]
    + ["흑백 상관없이 Aro 승률"],
)  # fmt: skip
def test_either_colour(boards: Talk, turns: str) -> None:
    said = boards.asked(*turns.split("|"))
    assert [(one.dimension, one.values, one.exclude) for one in said.filters] == [
        ("player", ("Aro",), False)
    ]
    assert boards.rows[0][0] == 120


@pytest.mark.parametrize(
    "turns",
    [
        "Aro win rate as White|white and black together",
        "Aro 백 승률|흑백 합쳐서",
        "porcentaje de Aro con blancas|blancas y negras juntas",
    ],
)
def test_both_sides_together_are_all_games(boards: Talk, turns: str) -> None:
    said = boards.asked(*turns.split("|"))
    assert [(one.dimension, one.values) for one in said.filters] == [("player", ("Aro",))]
    assert (said.group_by, boards.rows[0][0]) == ((), 120)


@pytest.mark.parametrize(
    "turns",
    [
        "best players as White|compare Aro and Belt there",
        "백 승률 제일 높은 선수|거기서 Aro랑 Belt 비교",
        "mejores jugadores con blancas|compara Aro y Belt ahí",
    ],
)
def test_there_is_on_the_side_that_was_ranked(boards: Talk, turns: str) -> None:
    said = boards.asked(*turns.split("|"))
    assert {one.dimension: set(one.values) for one in said.filters} == {
        "side": {"white"}, "player": {"Aro", "Belt"}
    }  # fmt: skip
    assert sorted(row[:2] for row in boards.rows) == [("Aro", 60), ("Belt", 60)]


def test_a_value_that_is_left_out_stays_out(boards: Talk) -> None:
    said = boards.asked("Aro win rate", "without the Amber Cup")
    assert [one.values for one in said.filters if one.exclude] == [("Amber Cup",)]
