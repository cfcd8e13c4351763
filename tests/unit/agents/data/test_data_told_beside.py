"""What answers tell beside their figures: empty cells in no row, versions of a map as one."""

from collections.abc import Iterator
from datetime import date

import pytest

from tests.unit.agents.data.data_support import Talk, meetings

SIDES = ("Terran", "Zerg", "Protoss", "Random")
MAPS = ("Ice LE", "Ice_1.1", "Fire LE", "Stone")
POOLS = ("", "A", "B")
GAMES = tuple(
    (day, one, two, MAPS[number % 4], POOLS[number % 3], 1 + number % 5 % 2)
    for number, day, one, two in meetings(SIDES, 360, date(2022, 1, 1), 2)
)


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    rows = ["date,race1,race2,map,pool,winner", *(",".join(map(str, game)) for game in GAMES)]
    talk = Talk.about("\n".join(rows), tmp_path_factory.mktemp("beside"), date(2024, 6, 1))
    yield talk
    talk.analyst.close()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("games by pool", "Games without a pool are in no row."),
        ("pool별 경기 수", "pool이 비어 있는 경기는 어느 행에도 넣지 않았습니다."),
        ("partidas por pool", "Las partidas sin «pool» no están en ninguna fila."),
    ],
)
def test_games_without_a_cell_are_in_no_row(talk: Talk, text: str, told: str) -> None:
    talk.asked(text)
    assert told in talk.text
    assert sum(talk.column("games")) == sum(bool(game[4]) for game in GAMES)


@pytest.mark.parametrize("text", ["games by map", "Zerg win rate", "games in pool A"])
def test_elsewhere_nothing_is_said_of_them(talk: Talk, text: str) -> None:
    talk.asked(text)
    assert "without a" not in talk.text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("number of games on Ice", "Versions are counted as one: Ice LE, Ice_1.1."),
        ("games by map", "Versions are counted as one: Ice LE, Ice_1.1."),
        ("Ice 경기 수", "여러 버전을 하나로 셌습니다: Ice LE, Ice_1.1."),
        ("número de partidas en Ice", "Las versiones se cuentan como una sola: Ice LE, Ice_1.1."),
    ],
)
def test_versions_that_are_one_are_named(talk: Talk, text: str, told: str) -> None:
    talk.asked(text)
    assert told in talk.text
    assert sum(game[3].startswith("Ice") for game in GAMES) in talk.column("games")


@pytest.mark.parametrize(
    "text", ["number of games on Fire", "games by pool", "Zerg wins without Ice"]
)
def test_other_answers_name_no_versions(talk: Talk, text: str) -> None:
    talk.asked(text)
    assert "ersions" not in talk.text
