"""Cells that carry two things (`Kestrel (Z)`, `TvZ`) give the figures of columns of their own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.agents.data.match.games import Games, model_of, written

_RACES = {"Kestrel": "Terran", "Ibis": "Zerg", "Heron": "Protoss", "Crane": "Zerg"}
_KOREAN = {"Terran": "테란", "Zerg": "저그", "Protoss": "프로토스"}
_NAMES = list(_RACES)
# Who met whom, and whether the first of them won.
_GAMES = [
    (_NAMES[i % 4], _NAMES[(i + 1 + i % 3) % 4], i % 5 in (0, 2)) for i in range(60)
]  # fmt: skip


def figures(
    folder: Path, head: str, rows: list[str], own: str, rival: str = "", *, role: str = "side"
) -> tuple[int, int]:
    """Return games and wins, mirrors left out."""
    games = Games(written(folder, head, rows))
    try:
        return games.record(own, rival, role=role)
    finally:
        games.close()


def expected(own: str, rival: str = "") -> tuple[int, int]:
    """Count the games of a race, mirrors left out."""
    found = []
    for a, b, won in _GAMES:
        for x, y, w in ((a, b, won), (b, a, not won)):
            one, two = _RACES[x], _RACES[y]
            if one == own and two == (rival or two) and one != two:
                found.append(w)
    return len(found), sum(found)


def letter(name: str) -> str:
    return f"{name} ({_RACES[name][0]})"


def korean(name: str) -> str:
    return f"{name} [{_KOREAN[_RACES[name]]}]"


def before(name: str) -> str:
    return f"[{_RACES[name]}] {name}"


@pytest.mark.parametrize("written", [letter, korean, before])
def test_a_race_in_brackets_is_a_column_of_each_side(
    tmp_path: Path, written: Callable[[str], str]
) -> None:
    rows = [f"{written(a)},{written(b)},{1 if won else 2}" for a, b, won in _GAMES]
    head = "player1,player2,winner"
    assert figures(tmp_path, head, rows, "Zerg") == expected("Zerg")
    assert figures(tmp_path, head, rows, "Terran", "Zerg") == expected("Terran", "Zerg")
    games_of = [won if a == "Ibis" else not won for a, b, won in _GAMES if "Ibis" in (a, b)]
    games = Games(tmp_path / "games.csv")
    assert games.record("Ibis", role="player", mirrors=True) == (len(games_of), sum(games_of))
    games.close()


@pytest.mark.parametrize("bare", [False, True])
def test_a_winner_named_with_or_without_the_race(tmp_path: Path, *, bare: bool) -> None:
    rows = []
    for a, b, won in _GAMES:
        winner = a if won else b
        rows.append(f"{letter(a)},{letter(b)},{winner if bare else letter(winner)}")
    assert figures(tmp_path, "player1,player2,winner", rows, "Zerg") == expected("Zerg")


def test_winner_and_loser_with_their_races(tmp_path: Path) -> None:
    rows = [",".join(map(letter, (a, b) if won else (b, a))) for a, b, won in _GAMES]
    assert figures(tmp_path, "winner,loser", rows, "Terran", "Zerg") == expected("Terran", "Zerg")


def test_an_id_in_brackets_is_no_race(tmp_path: Path) -> None:
    lines = ["player1,player2,winner"]
    lines += [f"{a} (17),{b} (18),{1 if won else 2}" for a, b, won in _GAMES]
    model = model_of(written(tmp_path, lines[0], lines[1:]))
    assert "race" not in model.dimensions
    assert "Ibis (17)" in model.dimensions["player"].sample


@pytest.mark.parametrize(
    ("head", "form", "won", "lost"),
    [
        ("matchup,result", "{x[0]}v{y[0]}", "W", "L"),
        ("matchup,result", "{x[0]}vs{y[0]}", "win", "loss"),
        ("matchup,won", "{x} vs {y}", "1", "0"),
        ("enfrentamiento,resultado", "{x} contra {y}", "victoria", "derrota"),
        ("종족전,결과", "{k[0]}{l[0]}전", "승", "패"),
        ("matchup,result", "{k} vs {l}", "승", "패"),
    ],
)
def test_a_matchup_with_the_result_of_its_first_side(
    tmp_path: Path, head: str, form: str, won: str, lost: str
) -> None:
    rows = []
    for a, b, first in _GAMES:
        x, y = _RACES[a], _RACES[b]
        matchup = form.format(x=x, y=y, k=_KOREAN[x], l=_KOREAN[y])
        rows.append(f"{matchup},{won if first else lost}")
    assert figures(tmp_path, head, rows, "Zerg") == expected("Zerg")
    assert figures(tmp_path, head, rows, "Terran", "Zerg") == expected("Terran", "Zerg")


def test_a_matchup_beside_the_races_stays_as_it_is(tmp_path: Path) -> None:
    rows = [
        f"{_RACES[a][0]}v{_RACES[b][0]},{_RACES[a]},{_RACES[b]},{1 if won else 2}"
        for a, b, won in _GAMES
    ]
    head = "matchup,race_1,race_2,winner"
    assert figures(tmp_path, head, rows, "Terran", "Zerg") == expected("Terran", "Zerg")
