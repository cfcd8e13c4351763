"""Headers that stand twice are the two sides of a game."""

from pathlib import Path

import pytest

from tests.unit.agents.data.match.games import model_of, written
from tests.unit.agents.data.match.reshape.test_data_double_cells import (
    _GAMES,
    _RACES,
    expected,
    figures,
)


@pytest.mark.parametrize(
    "head",
    [
        "Player,Race,Player.1,Race.1,Winner",
        "Player,Race,Player,Race,Winner",
        "선수,종족,선수.1,종족.1,승자",
        "Jugador,Raza,Jugador.1,Raza.1,Ganador",
    ],
)
@pytest.mark.parametrize("named", [False, True], ids=["1 or 2", "by name"])
def test_a_header_twice_is_first_and_second_side(tmp_path: Path, head: str, *, named: bool) -> None:
    rows = []
    for a, b, won in _GAMES:
        winner = (a if won else b) if named else (1 if won else 2)
        rows.append(f"{a},{_RACES[a]},{b},{_RACES[b]},{winner}")
    assert figures(tmp_path, head, rows, "Zerg") == expected("Zerg")
    assert figures(tmp_path, head, rows, "Terran", "Zerg") == expected("Terran", "Zerg")


def test_points_that_stand_twice_say_who_won(tmp_path: Path) -> None:
    rows = [f"{_RACES[a]},{2 if w else 1},{_RACES[b]},{1 if w else 2}" for a, b, w in _GAMES]
    assert figures(tmp_path, "Race,Score,Race.1,Score.1", rows, "Zerg") == expected("Zerg")


@pytest.mark.parametrize(
    "head", ["map,map.1,race_1,race_2,winner", "note,note.1,race_1,race_2,winner"]
)
def test_a_header_twice_without_common_values_stays(tmp_path: Path, head: str) -> None:
    rows = [f"x{i % 3},y{i % 4},{_RACES[a]},{_RACES[b]},{1 if w else 2}"
            for i, (a, b, w) in enumerate(_GAMES)]  # fmt: skip
    model = model_of(written(tmp_path, head, rows))
    assert (model.dimensions["race"].a, model.winner.column) == ("race_1", "winner")
    assert not any(column.endswith(".2") for column in model.columns)
