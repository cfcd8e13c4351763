"""The first answer of `ask` and `query` in a new profile, beside a bare read of the same table.

Processor time of whole processes, user and system together, turn about: what else runs counts as
far as caches are shared, so the ratios say more than the seconds. Lines: `ask` on 10,000 rows 1.5 s
and 3 s on the sample, `query` 1 s more than the bare read by DuckDB. One table is of games, with as
many names as tournaments have (people, and who met whom at each stage), one of sales.
"""

import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

ROWS, PEOPLE, MEETINGS = 10_000, 300, 900
ROUNDS = 5
RACES = ("Terran", "Zerg", "Protoss")
SEED = 7
HEADER = ("played_at", "stage", "map", "p1_name", "p1_race", "p2_name", "p2_race", "winner")
OF_GAMES = (
    "What is the win rate by race?",
    "종족별 승률은?",
    "¿Cuál es la tasa de victorias por raza?",
    "세랄의 저그전 승률은?",
)
OF_SALES = ("average price by region",)
SALES_HEADER = ("day", "region", "product", "customer", "units", "price", "discount")
REGIONS, PRODUCTS = ("North", "South", "East", "West"), ("apple", "pear", "plum", "grape", "melon")
QUERY = {"measures": [{"aggregate": "count"}]}
BARE = "import duckdb, sys; duckdb.read_csv(sys.argv[1]).fetchall()"


def make_games(path: Path) -> None:
    """Write random games between people with names that can be spoken, one of them Serral."""
    chance = random.Random(SEED)
    syllables = [a + b for a, b in product(("k", "l", "m", "n", "r", "s", "t", "th"), "aeiou")]
    people = ["Serral"]
    people += ["".join(chance.sample(syllables, 3)).title() for _ in range(PEOPLE - 1)]
    meetings = [(*chance.sample(people, 2), chance.choice(RACES)) for _ in range(MEETINGS)]
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(HEADER)
        for row in range(ROWS):
            one, two, race = meetings[row % MEETINGS]
            day = f"{2020 + row // 1200}-{row % 12 + 1:02}-{row % 28 + 1:02}"
            stage = f"Group {'ABCD'[row % 4]}/Round {row % 7}/{one} vs. {two}"
            played_on = chance.choice(("Acropolis", "Ever Dream", "Golden Wall"))
            out.writerow([day, stage, played_on, one, race, two, "Zerg", chance.choice("12")])


def make_sales(path: Path) -> None:
    """Write random sales: a day, three categories, numbers."""
    chance = random.Random(SEED)
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(SALES_HEADER)
        for row in range(ROWS):
            day = f"{2021 + row % 3}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
            who, price = f"c{chance.randrange(800)}", round(chance.uniform(1, 90), 2)
            sold = (chance.randrange(1, 40), price, chance.choice((0, 0.05, 0.1)))
            out.writerow([day, chance.choice(REGIONS), chance.choice(PRODUCTS), who, *sold])


def processor_seconds(command: list[str]) -> float:
    """Return what a whole process takes of the processor, of its system too.

    Compiled modules are kept, as an installation has them.
    """
    environment = {name: value for name, value in os.environ.items()
                   if name != "PYTHONDONTWRITEBYTECODE"}  # fmt: skip
    before = os.times()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = os.times()
    return (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )


def in_new_profile(*arguments: str) -> float:
    """Return the processor time of one command in a profile that is new."""
    with tempfile.TemporaryDirectory() as profile:
        command, *rest = arguments
        return processor_seconds(
            [sys.executable, "-m", "app", command, "--profile", profile, *rest]
        )


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        games, sales = Path(folder) / "games.csv", Path(folder) / "sales.csv"
        make_games(games)
        make_sales(sales)
        commands: dict[str, tuple[str, ...]] = {}
        for of, table, questions, column in (
            ("games", games, OF_GAMES, "map"), ("sales", sales, OF_SALES, "region"),
        ):  # fmt: skip
            for question in questions:
                commands[f"ask of {of}: {question}"] = ("ask", "--data", str(table), question)
            query = table.with_suffix(".json")
            query.write_text(json.dumps({**QUERY, "groups": [{"by": column}]}), encoding="utf-8")
            commands[f"query of {of}"] = ("query", str(table), str(query))
        commands[f"ask of the sample: {OF_GAMES[0]}"] = ("ask", OF_GAMES[0])
        bare = [sys.executable, "-c", BARE, str(sales)]
        taken: dict[str, list[float]] = {what: [] for what in commands}
        own: list[float] = []
        processor_seconds(bare)
        for command in commands.values():  # what is compiled at first use is not measured
            in_new_profile(*command)
        for _ in range(ROUNDS):
            own.append(processor_seconds(bare))
            for what, command in commands.items():
                taken[what].append(in_new_profile(*command))
    probe = statistics.median(own)
    print(f"DuckDB's bare read of {ROWS:,} rows: {probe:.2f} s (medians of {ROUNDS})")
    for what, times in taken.items():
        whole = statistics.median(times)
        print(f"{what:<58} {whole:.2f} s, {whole / probe:.1f}x, {whole - probe:.2f} s more")


if __name__ == "__main__":
    main()
