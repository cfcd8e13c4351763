"""The same games, as rows, as sides and as totals, are counted alike, each game once."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.unit.agents.data.match.games import Games

Game = tuple[str, str, str, bool]
RACES = ("Orc", "Elf", "Human")


def games() -> list[Game]:
    draw = Random(3)
    return [
        (draw.choice("XY"), draw.choice(RACES), draw.choice(RACES), draw.random() < 0.5)
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


@pytest.mark.parametrize(
    "text",
    [as_rows(games()), as_sides(games()), counted(seen(games()))],
    ids=["rows", "sides", "both ways"],
)
def test_each_side_is_counted_once(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.csv"
    path.write_text(text, encoding="utf-8")
    table = Games(path)
    for own in RACES:
        for rival in RACES:
            won = [w for _, a, b, w in seen(games()) if (a, b) == (own, rival)]
            assert table.record(own, rival, mirrors=True) == (len(won), sum(won))
    table.close()
