"""One row for each side of a game with its points: the side with more points won."""

from pathlib import Path

import pytest

from agents.data.match.model.rejections import NoGames
from tests.unit.agents.data.match.games import Games, model_of, written
from tests.unit.agents.data.match.reshape.test_data_double_cells import (
    _GAMES,
    _RACES,
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
    model = model_of(written(tmp_path, head, sides()))
    assert model.grain == "side" and model.stored == "both"
    assert model.winner.column not in (None, *head.split(","))


@pytest.mark.parametrize("head", ["game_id,player,race,score", "match_id,player,race,maps_won"])
def test_sides_are_counted_by_their_points(tmp_path: Path, head: str) -> None:
    assert figures(tmp_path, head, sides(), "Zerg") == expected("Zerg")
    assert figures(tmp_path, head, sides(), "Terran", "Zerg") == expected("Terran", "Zerg")


def test_equal_points_are_a_draw(tmp_path: Path) -> None:
    model = model_of(written(tmp_path, "game_id,player,race,score", sides(drawn=4)))
    assert model.winner.draws == ("draw",)


def test_each_game_has_two_sides(tmp_path: Path) -> None:
    games = Games(written(tmp_path, "game_id,player,race,score", sides()))
    assert games.record(mirrors=True) == (2 * len(_GAMES), len(_GAMES))
    games.close()


@pytest.mark.parametrize("head", ["event,player,race,score", "game_id,player,race,age"])
def test_without_a_game_or_points_nothing_is_guessed(tmp_path: Path, head: str) -> None:
    with pytest.raises(NoGames):
        model_of(written(tmp_path, head, sides()))
