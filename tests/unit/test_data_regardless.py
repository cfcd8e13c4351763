"""Either of two values takes their condition away: 흑백 상관없이, regardless of home or away."""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.unit.data_support import Talk, meetings


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


def test_a_value_that_is_left_out_stays_out(boards: Talk) -> None:
    said = boards.asked("Aro win rate", "without the Amber Cup")
    assert [one.values for one in said.filters if one.exclude] == [("Amber Cup",)]
