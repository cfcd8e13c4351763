"""The first answer of `ask` in a new profile, beside a bare read of the same table by DuckDB.

Processor time of whole processes, user and system together, turn about: what else runs does not
count. The table has as many names as tournaments have: people, and who met whom at each stage.
"""

import csv
import os
import random
import statistics
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path

ROWS, PEOPLE, MEETINGS = 2400, 300, 900
ROUNDS = 5
RACES = ("Terran", "Zerg", "Protoss")
SEED = 7
HEADER = ("played_at", "stage", "map", "p1_name", "p1_race", "p2_name", "p2_race", "winner")
QUESTIONS = (
    "What is the win rate by race?",
    "종족별 승률은?",
    "¿Cuál es la tasa de victorias por raza?",
    "세랄의 저그전 승률은?",
)
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


def processor_seconds(command: list[str]) -> float:
    """Return what a whole process takes of the processor, of its system too."""
    before = os.times()
    subprocess.run(command, check=True, capture_output=True)
    after = os.times()
    return (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )


def first_answer(question: str, table: Path | None) -> float:
    """Return the processor time of one question in a profile that is new."""
    with tempfile.TemporaryDirectory() as profile:
        data = [] if table is None else ["--data", str(table)]
        ask = [sys.executable, "-m", "app", "ask", "--profile", profile, *data, question]
        return processor_seconds(ask)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "games.csv"
        make_games(table)
        asked = [(question, table) for question in QUESTIONS] + [(QUESTIONS[0], None)]
        taken: list[list[float]] = [[] for _ in asked]
        bare = []
        for _ in range(ROUNDS):
            bare.append(processor_seconds([sys.executable, "-c", BARE, str(table)]))
            for one, times in zip(asked, taken, strict=True):
                times.append(first_answer(*one))
    own = statistics.median(bare)
    print(f"DuckDB's bare read of {ROWS:,} games: {own:.2f} s (medians of {ROUNDS})")
    for (question, path), times in zip(asked, taken, strict=True):
        whole = statistics.median(times)
        of = "the sample" if path is None else "the table"
        print(f"{question:<42} of {of}: {whole:.2f} s, {whole / own:.1f}x")


if __name__ == "__main__":
    main()
