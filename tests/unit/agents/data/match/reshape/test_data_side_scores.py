"""One row for each side of a game with its points: the side with more points won."""

import asyncio
from pathlib import Path

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Frame
from app.errors import BadFile
from tests.unit.agents.data.match.reshape.test_data_double_cells import (
    _GAMES,
    _RACES,
    TVZ,
    ZERG,
    expected,
    figures,
)


def sides(*, drawn: int = 0) -> list[str]:
    """Return the two rows of each game, the first `drawn` of them without a winner."""
    rows = []
    for number, (a, b, won) in enumerate(_GAMES):
        points = (2, 2) if number < drawn else ((3, number % 3) if won else (number % 3, 3))
        rows += [
            f"g{number},{name},{_RACES[name]},{p}" for name, p in zip((a, b), points, strict=True)
        ]
    return rows


@pytest.mark.parametrize(
    "head",
    [
        "game_id,player,race,score",
        "match,player,race,points",
        "경기번호,선수,종족,점수",
        "partida_id,jugador,raza,puntos",
        "match_id,player,race,maps_won",
    ],
)
def test_the_side_with_more_points_won(tmp_path: Path, head: str) -> None:
    assert figures(tmp_path, head, sides(), ZERG) == expected("Zerg")
    assert figures(tmp_path, head, sides(), TVZ) == expected("Terran", "Zerg")


def test_equal_points_are_a_draw(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("\n".join(["game_id,player,race,score", *sides(drawn=4)]), encoding="utf-8")
    analyst = Analyst.open(path)
    analyst.close()
    assert analyst.model.winner.draws == ("draw",)


def test_games_are_counted_once(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("\n".join(["game_id,player,race,score", *sides()]), encoding="utf-8")
    analyst = Analyst.open(path)
    try:
        analysis = asyncio.run(analyst.analyse(Frame(measure="games")))
    finally:
        analyst.close()
    assert analysis.rows[0][0] == len(_GAMES)


@pytest.mark.parametrize("head", ["event,player,race,score", "game_id,player,race,age"])
def test_without_a_game_or_points_nothing_is_guessed(tmp_path: Path, head: str) -> None:
    path = tmp_path / "games.csv"
    path.write_text("\n".join([head, *sides()]), encoding="utf-8")
    try:
        analyst = Analyst.open(path)
    except BadFile:
        return
    assert analyst.question is not None
    analyst.close()
