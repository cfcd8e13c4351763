"""More tables in odd shapes: results by initials, tries without a rival, lengths as on a clock."""

import csv
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from tests.corpora.games.odd_tables import Odd, Side


def league(folder: Path) -> Odd:
    """Home and away teams with H, D, A under a short name, seasons over two years, referees."""
    random = Random(37)
    teams = ["Halden", "Orsund", "Varde Town", "Klint", "Skagby"]
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(900):
        home, away = random.sample(teams, 2)
        start = random.choice([2021, 2022, 2023])
        season = f"{start}/{(start + 1) % 100}"
        month = random.randint(1, 12)
        year = start if month > 6 else start + 1
        day = f"{year}-{month:02}-{random.randint(1, 28):02}"
        result, referee = random.choice("HHDA"), random.choice(["E. Bakke", "J. Moe"])
        rows.append([day, season, home, away, result, referee])
        for place, own, rival, won in (("home", home, away, "H"), ("away", away, home, "A")):
            sides.append({"g": game, "n": 1, "side": place, "own": own, "rival": rival,
                          "won": int(result == won), "drawn": int(result == "D"),
                          "season": season, "referee": referee, "year": day[:4],
                          "month": day[:7], "quarter": (month - 1) // 3})  # fmt: skip
    path = folder / "league.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Date", "Season", "HomeTeam", "AwayTeam", "FTR", "Referee"])
        writer.writerows(rows)
    return Odd("league", path, sides)


def throws(folder: Path) -> Odd:
    """Free throws: who threw from which zone, and whether it went in, sí or no."""
    random = Random(41)
    people, zones = ["Noa Vidal", "Iria Soto", "Berta Lago"], ["línea", "esquina", "arco"]
    path, sides = folder / "throws.sqlite", []
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE tiros (fecha TEXT, jugadora TEXT, zona TEXT, acierto TEXT, "
            "metros INTEGER)"
        )
        for game in range(1500):
            day = f"2024-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
            own, zone = random.choice(people), random.choice(zones)
            won, metres = int(random.random() < 0.55), random.randint(1, 90)
            database.execute("INSERT INTO tiros VALUES (?, ?, ?, ?, ?)",
                             (day, own, zone, "sí" if won else "no", metres))  # fmt: skip
            sides.append({"g": game, "n": 1, "own": own, "zone": zone, "won": won,
                          "far": metres > 6,
                          "month": day[:7], "year": "2024"})  # fmt: skip
        database.commit()
    return Odd("throws", path, sides)


def rallies(folder: Path) -> Odd:
    """Winner and loser with their hands, courts in English, lengths such as 41:07, and a rank."""
    random = Random(43)
    people = ["Ines Calder", "Mira Falk", "Tessa Blaze", "Uma Grove", "Wren Sharpe", "Yuki Faker"]
    hands = dict(zip(people, "LRRRLR", strict=True))
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(1200):
        winner, loser = random.sample(people, 2)
        court = random.choice(["Clay", "Grass", "Hard"])
        minutes, seconds = random.randint(18, 75), random.randint(1, 59)
        umpire, year = random.choice(["R. Quist", "S. Duval"]), random.choice([2022, 2023, 2024])
        day = f"{year}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        ranks = [random.randint(1, 150), random.randint(1, 150)]
        rows.append([day, court, umpire, winner, hands[winner], ranks[0], loser, hands[loser],
                     ranks[1], f"{minutes}:{seconds:02}"])  # fmt: skip
        for own, rival, won in ((winner, loser, 1), (loser, winner, 0)):
            sides.append({"g": game, "n": 1, "own": own, "rival": rival, "won": won,
                          "court": court, "umpire": umpire, "minutes": minutes,
                          "month": day[:7], "year": day[:4]})  # fmt: skip
    path = folder / "rallies.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(["day", "surface", "umpire", "winner_name", "winner_hand", "winner_rank",
                         "loser_name", "loser_hand", "loser_rank", "match_length"])  # fmt: skip
        writer.writerows(rows)
    return Odd("rallies", path, sides)


FURTHER = (league, throws, rallies)
