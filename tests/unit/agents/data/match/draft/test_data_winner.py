"""A row with two sides is one game; its result is what tells who won it, and nothing else."""

from collections import Counter
from pathlib import Path

import pytest

from agents.data.dataset import open_dataset
from tests.unit.agents.data.match.games import written

_NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
_PAIRS = [(a, b) for a in _NAMES for b in _NAMES if a != b] * 3
_WON = [n % 3 != 1 for n in range(len(_PAIRS))]  # by the first side
_GOALS = [(2, 1) if won else (0, 1) for won in _WON]


def _results(path: Path) -> Counter[tuple[bool, bool | None]]:
    """Return how often the first and the second side won, lost, or neither is known."""
    dataset = open_dataset(path)
    with dataset.engine.connection as cursor:
        rows = cursor.execute("SELECT first, won FROM sides").fetchall()
    dataset.close()
    return Counter((bool(first), won) for first, won in rows)


def _expected(won: list[bool | None]) -> Counter[tuple[bool, bool | None]]:
    first = Counter((True, one) for one in won)
    return first + Counter((False, None if one is None else not one) for one in won)


def _rows(*cells: list[object]) -> list[str]:
    return [",".join(map(str, (*pair, *rest)))
            for pair, *rest in zip(_PAIRS, *cells, strict=True)]  # fmt: skip


_WINNERS: list[object] = [pair[not won] for pair, won in zip(_PAIRS, _WON, strict=True)]
_SWAPPED: list[object] = [pair[n % 2] for n, pair in enumerate(_PAIRS)]
_HALF: list[object] = ["HDA"[n % 3] for n in range(len(_PAIRS))]


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("home,visitor,HT,FT,hgoal,vgoal",
         [["0-0"] * len(_PAIRS), [f"{a}-{b}" for a, b in _GOALS],
          [a for a, _ in _GOALS], [b for _, b in _GOALS]]),
        ("HomeTeam,AwayTeam,FTHG,FTAG,HTR,FTR",
         [[a for a, _ in _GOALS], [b for _, b in _GOALS], _HALF,
          ["H" if won else "A" for won in _WON]]),
        ("team1,team2,toss_winner,winner", [_SWAPPED, _WINNERS]),
        ("home,away,home_goals,away_goals,tiewinner",
         [[a for a, _ in _GOALS], [b for _, b in _GOALS], _SWAPPED]),
        ("fighter_a,fighter_b,outcome", [["W/L" if won else "L/W" for won in _WON]]),
        ("player_a,player_b,outcome", [["victory" if won else "defeat" for won in _WON]]),
        ("team1,team2,map1,map2,map3,winner",
         [["Ice", "Dust"] * 30, ["Dust", "Ice"] * 30, ["", "Ice"] * 30, _WINNERS]),
    ],
)  # fmt: skip
def test_the_result_is_of_the_whole_game(
    tmp_path: Path, head: str, cells: list[list[object]]
) -> None:
    assert _results(written(tmp_path, head, _rows(*cells))) == _expected(list(_WON))


@pytest.mark.parametrize("nothing", ["pending", "NA", "no result"])
def test_a_game_without_a_result_is_of_neither(tmp_path: Path, nothing: str) -> None:
    told = ["victory" if won else "defeat" for won in _WON]
    told[::5] = [nothing] * len(told[::5])
    known: list[bool | None] = [None if n % 5 == 0 else won for n, won in enumerate(_WON)]
    path = written(tmp_path, "player_a,player_b,outcome", _rows(list(told)))
    assert _results(path) == _expected(known)


def test_what_is_counted_of_winner_and_loser_makes_no_further_games(tmp_path: Path) -> None:
    head = "winner_name,loser_name,winner_entry,loser_entry,cup_id,w_ace,l_ace,w_df,l_df"
    some = [n % 7 for n in range(len(_PAIRS))]
    seeds = ["WC" if n % 9 == 0 else "" for n in some]
    path = written(tmp_path, head, _rows(list(seeds), list(seeds[::-1]), *[list(some)] * 5))
    assert _results(path) == _expected([True] * len(_PAIRS))


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("home_team,away_team,team,minute", [_SWAPPED, list(range(len(_PAIRS)))]),
        ("pre_grade,post_grade,passed", [["yes" if won else "no" for won in _WON]]),
        ("team1,team2,toss_winner,best_winner", [_SWAPPED, ["Xi"] * len(_PAIRS)]),
        ("origin,destination,flights", [list(range(len(_PAIRS)))]),
    ],
)  # fmt: skip
def test_what_repeats_a_side_is_no_result_by_that(
    tmp_path: Path, head: str, cells: list[list[object]]
) -> None:
    dataset = open_dataset(written(tmp_path, head, _rows(*cells)))
    dataset.close()
    assert dataset.model.table().pack == ""
