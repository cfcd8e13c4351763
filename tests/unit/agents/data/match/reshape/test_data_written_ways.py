"""One set of games under many headers gives the same rates; counted here in plain Python."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.unit.agents.data.match.games import Games, model_of, written_rows

RACES = ["Terran", "Zerg", "Protoss"]
SHORT = {"Terran": "T", "Zerg": "Z", "Protoss": "P"}
KOREAN = {"Terran": "테란", "Zerg": "저그", "Protoss": "프로토스"}
Game = tuple[str, str, str, str, str, int]  # map, player, race, player, race, which side won
_random = Random(17)


def _game() -> Game:
    one, two = _random.sample(["Kestrel", "Mirage", "Wolfram", "Harbor"], 2)
    a, b = _random.sample(RACES, 2)
    return _random.choice(["Nightfall", "Old Quarry"]), one, a, two, b, _random.choice([1, 2])


GAMES = [_game() for _ in range(900)]
RATES = {
    race: (
        sum(race in (a, b) for _, _, a, _, b, _ in GAMES),
        sum((a if won == 1 else b) == race for _, _, a, _, b, won in GAMES),
    )
    for race in RACES
}
Rows = list[list[object]]


def _wide(label: Callable[[str, str], str], games: str, wins: str) -> Rows:
    pairs = [("Terran", "Zerg"), ("Zerg", "Protoss"), ("Protoss", "Terran")]
    head: list[object] = ["map"]
    head += [f"{label(a, b)}_{kind}" for a, b in pairs for kind in (games, wins)]
    rows: Rows = [head]
    for place in ("Nightfall", "Old Quarry"):
        row: list[object] = [place]
        for pair in pairs:
            met = [(a if won == 1 else b) for one, _, a, _, b, won in GAMES
                   if one == place and {a, b} == set(pair)]  # fmt: skip
            row += [len(met), met.count(pair[0])]
        rows.append(row)
    return rows


def _sides(head: list[str], row: Callable[[Game], list[object]]) -> Rows:
    return [list(head), *map(row, GAMES)]


def _won(game: Game, *, first: bool) -> tuple[str, str]:
    _, one, a, two, b, won = game
    return (one, a) if (won == 1) == first else (two, b)


WAYS: dict[str, Rows] = {
    "TvZ side by side": _wide(lambda a, b: f"{SHORT[a]}v{SHORT[b]}", "games", "wins"),
    "TvZ en español": _wide(lambda a, b: f"{SHORT[a]}v{SHORT[b]}", "partidas", "victorias"),
    "테저전 side by side": _wide(lambda a, b: f"{KOREAN[a][0]}{KOREAN[b][0]}전", "경기수", "승수"),
    "이긴 and 진": _sides(
        ["일자", "맵", "이긴선수", "이긴종족", "진선수", "진종족"],
        lambda game: ["2024-05-01", game[0], *_won(game, first=True), *_won(game, first=False)],
    ),
    "score": _sides(
        ["date", "map", "player_a", "race_a", "player_b", "race_b", "score"],
        lambda game: ["2024-05-01", *game[:5], "2-1" if game[5] == 1 else "0-2"],
    ),
    "p1race": _sides(
        ["date", "map", "p1", "p1race", "p2", "p2race", "p1_won"],
        lambda game: ["2024-05-01", *game[:5], str(game[5] == 1).upper()],
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_same_games_give_the_same_rates(tmp_path: Path, way: str) -> None:
    games = Games(written_rows(tmp_path, WAYS[way]))
    assert rates(games) == RATES
    games.close()


@pytest.mark.parametrize(
    "head",
    [
        ["date", "map", "my_race", "opponent", "opponent_race", "result"],
        ["날짜", "맵", "내종족", "상대", "상대종족", "결과"],
        ["fecha", "mapa", "mi_raza", "rival", "raza_rival", "resultado"],
    ],
)
def test_ones_own_games_are_read_in_three_languages(tmp_path: Path, head: list[str]) -> None:
    own = [game for game in GAMES if game[1] == "Kestrel"]
    results = {"결과": "승패", "resultado": "gp"}.get(head[-1], "WL")
    table: Rows = [list(head)]
    table += [["2024-05-01", g[0], g[2], g[3], g[4], results[g[5] - 1]] for g in own]
    games = Games(written_rows(tmp_path, table))
    met = [g[5] == 1 for g in own if (g[2], g[4]) == ("Zerg", "Terran")]
    assert games.record("Zerg", "Terran") == (len(met), sum(met))
    games.close()


def test_blue_and_orange_are_sides(tmp_path: Path) -> None:
    table = _sides(
        ["date", "blue_team", "orange_team", "blue_goals", "orange_goals"],
        lambda game: ["2024-05-01", game[1], game[3], 3 - game[5], game[5]],
    )
    model = model_of(written_rows(tmp_path, table))
    assert {"blue", "orange"} == set(model.dimensions["side"].fixed or ())
    assert (model.winner.score_a, model.winner.score_b) == ("blue_goals", "orange_goals")


def rates(games: Games) -> dict[str, tuple[int, int]]:
    """Return games and wins of each race."""
    return {race: games.record(race) for race in RACES}
