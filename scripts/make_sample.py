"""Writes the bundled sample table: simulated one-against-one games with known win rates.

    python scripts/make_sample.py [OUT.csv]

The wins of each matchup are fixed first (see `MATCHUPS`) and only then dealt over dates, maps and
players, so that with mirror matches left out Terran wins 58 %, Zerg 42 % and Protoss 50 % of its
games exactly. The seed is fixed: the same bytes come out on every machine.
"""

import csv
import random
import sys
from datetime import datetime, timedelta
from pathlib import Path

SEED = 20240117
START, END = datetime(2020, 1, 4), datetime(2026, 10, 31)  # noqa: DTZ001  (the column has no zone)

# First race, second race, games, games won by the first.
MATCHUPS = (
    ("Terran", "Zerg", 1200, 720),
    ("Terran", "Protoss", 1200, 672),
    ("Zerg", "Protoss", 1200, 528),
    ("Terran", "Terran", 500, 250),
    ("Zerg", "Zerg", 500, 250),
    ("Protoss", "Protoss", 500, 250),
)
PATCHES = (
    ("4.11.3", datetime(2020, 1, 1)),  # noqa: DTZ001
    ("5.0.2", datetime(2020, 8, 20)),  # noqa: DTZ001
    ("5.0.9", datetime(2022, 3, 15)),  # noqa: DTZ001
    ("5.0.12", datetime(2023, 9, 30)),  # noqa: DTZ001
    ("5.0.14", datetime(2024, 11, 25)),  # noqa: DTZ001
)
MAPS = (
    "Acropolis",
    "Thunderbird",
    "Ephemeron",
    "Disco Bloodbath",
    "Ever Dream",
    "Golden Wall",
    "Triton",
    "Eternal Empire",
)
MAP_WEIGHTS = (9, 8, 7, 6, 6, 4, 5, 5)
SERVERS, SERVER_WEIGHTS = ("kr", "eu", "us"), (4, 4, 3)
CUPS = ("Han River Cup", "Alpine Open", "Prairie Masters", "Harbour League")
PLAYERS = {
    "Terran": ("Anvil", "Borealis", "Cinder", "Drydock", "Ember", "Foundry"),
    "Zerg": ("Gnarl", "Hollow", "Ichor", "Juniper", "Krait", "Lichen"),
    "Protoss": ("Meridian", "Nimbus", "Obelisk", "Prism", "Quasar", "Rime"),
}
COLUMNS = (
    "game_id",
    "played_at",
    "tournament",
    "map",
    "patch",
    "server",
    "p1_name",
    "p1_race",
    "p2_name",
    "p2_race",
    "winner",
    "duration_s",
    "simulated",
)


def rows() -> list[dict[str, object]]:
    """Return the games, oldest first."""
    dice = random.Random(SEED)
    dealt = [
        (first, second, index < won)
        for first, second, games, won in MATCHUPS
        for index in range(games)
    ]
    dice.shuffle(dealt)
    seconds = int((END - START).total_seconds())
    moments = sorted(START + timedelta(seconds=dice.randrange(seconds)) for _ in dealt)
    return [
        _game(number, moment, deal, dice)
        for number, (moment, deal) in enumerate(zip(moments, dealt, strict=True), start=1)
    ]


def _game(
    number: int, moment: datetime, deal: tuple[str, str, bool], dice: random.Random
) -> dict[str, object]:
    first, second, first_won = deal
    one = dice.choice(PLAYERS[first])
    two = dice.choice([name for name in PLAYERS[second] if name != one])
    left = (one, first)
    right = (two, second)
    winner = 1 if first_won else 2
    if dice.random() < 0.5:
        left, right, winner = right, left, 3 - winner
    return {
        "game_id": f"sim-{number:05d}",
        "played_at": f"{moment:%Y-%m-%d %H:%M:%S}",
        "tournament": f"{dice.choice(CUPS)} {moment.year}",
        "map": dice.choices(MAPS, MAP_WEIGHTS)[0],
        "patch": next(name for name, since in reversed(PATCHES) if since <= moment),
        "server": dice.choices(SERVERS, SERVER_WEIGHTS)[0],
        "p1_name": left[0],
        "p1_race": left[1],
        "p2_name": right[0],
        "p2_race": right[1],
        "winner": winner,
        "duration_s": max(150, round(dice.gauss(760, 240))),
        "simulated": "true",
    }


def write(path: Path) -> None:
    """Write the table as UTF-8 CSV with Unix line ends."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows())


if __name__ == "__main__":
    default = Path(__file__).parent.parent / "assets" / "sample" / "simulated_matches.csv"
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
