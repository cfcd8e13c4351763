"""The same games, as rows, as sides and as totals, are counted alike, each game once."""

import asyncio
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp

import pytest

from agents.data.match.compute.analysis import Analyst
from agents.data.match.compute.frame import Filter, Frame, Mirror

Game = tuple[str, str, str, bool]
ORC = Filter(dimension="race", values=("Orc",))
NO_ORC = Filter(dimension="race", values=("Orc",), exclude=True)


def games() -> list[Game]:
    draw = Random(3)
    races = ("Orc", "Elf", "Human")
    return [
        (draw.choice("XY"), draw.choice(races), draw.choice(races), draw.random() < 0.5)
        for _ in range(400)
    ]


def seen(played: list[Game]) -> list[Game]:
    return [one for m, a, b, won in played for one in ((m, a, b, won), (m, b, a, not won))]


def counted(played: list[Game]) -> str:
    number, wins = Counter(one[:3] for one in played), Counter(one[:3] for one in played if one[3])
    lines = [f"{','.join(key)},{number[key]},{wins[key]}" for key in sorted(number)]
    return "\n".join(["map,race,opponent,games,wins", *lines]) + "\n"


def as_rows(played: list[Game]) -> str:
    return "map,race1,race2,winner\n" + "".join(f"{m},{a},{b},{2 - w}\n" for m, a, b, w in played)


def as_sides(played: list[Game]) -> str:
    lines = [f"{m},{a},{b},{('loss', 'win')[won]}\n" for m, a, b, won in seen(played)]
    return "map,race,opponent_race,result\n" + "".join(lines)


def one_way(played: list[Game]) -> str:
    return counted([(m, a, b, w) if a <= b else (m, b, a, not w) for m, a, b, w in played])


@cache
def table(shape: str) -> Analyst:
    write = {"rows": as_rows, "sides": as_sides, "one way": one_way}
    text = write[shape](games()) if shape in write else counted(seen(games()))
    path = Path(mkdtemp()) / "games.csv"
    path.write_text(text, encoding="utf-8")
    return Analyst.open(path)


@pytest.mark.parametrize("mirror", ["auto", "exclude", "include", "only"])
@pytest.mark.parametrize("group_by", [(), ("map",), ("race",), ("matchup",)])
@pytest.mark.parametrize("filters", [(), (ORC,), (NO_ORC,)])
def test_each_game_is_counted_once(
    mirror: Mirror, group_by: tuple[str, ...], filters: tuple[Filter, ...]
) -> None:
    frame = Frame(measure="games", mirror=mirror, group_by=group_by, filters=filters)
    expected, *others = (
        sorted(asyncio.run(table(shape).analyse(frame)).rows)
        for shape in ("rows", "sides", "one way", "both ways")
    )
    assert [expected] * 3 == others


def test_games_without_mirrors_are_not_counted_from_both_sides() -> None:
    frame = Frame(measure="games", mirror="exclude")
    expected = sum(a != b for _, a, b, _ in games())
    for shape in ("rows", "sides", "one way", "both ways"):
        ((found,),) = asyncio.run(table(shape).analyse(frame)).rows
        assert found == expected, shape
