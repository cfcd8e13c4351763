"""Tables in shapes that the other sets do not have, with their sides kept in plain Python."""

import csv
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

Side = dict[str, str | int]


class Odd(NamedTuple):
    """A file and the sides of its games; `n` of a side is how many games it stands for."""

    name: str
    path: Path
    sides: list[Side]


def _day(random: Random) -> str:
    return f"{random.randint(2022, 2024)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"


def _csv(path: Path, head: list[str], rows: list[list[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)
    return path


def chess(folder: Path) -> Odd:
    """White and black players with surnames first, results 1-0, 1/2-1/2, 0-1, dotted days."""
    random = Random(12)
    people = ["Kim, Minho", "Alvarez, Lucia", "Novak, Petr", "Sato, Ren", "Olsen, Dag"]
    openings = ["Sicilian Defense", "French Defense", "Ruy Lopez", "Caro-Kann"]
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(800):
        one, two = random.sample(people, 2)
        result = random.choice(["1-0", "1-0", "1/2-1/2", "0-1"])
        day, opening, pace = (
            _day(random),
            random.choice(openings),
            random.choice(["blitz", "rapid"]),
        )
        rows.append([day.replace("-", "."), one, two, result, opening, pace])
        for colour, own, rival, won in (("white", one, two, "1-0"), ("black", two, one, "0-1")):
            sides.append({"g": game, "n": 1, "side": colour, "own": own, "rival": rival,
                          "won": int(result == won), "drawn": int(result == "1/2-1/2"),
                          "opening": opening, "pace": pace, "year": day[:4]})  # fmt: skip
    head = ["Date", "White", "Black", "Result", "Opening", "TimeControl"]
    return Odd("chess", _csv(folder / "chess.csv", head, rows), sides)


def drafts(folder: Path) -> Odd:
    """One row per team and game, with numbered picks and versions such as 14.1 and 14.10."""
    random = Random(13)
    teams = ["T1", "Gen.G", "Hanwha", "KT", "DK"]
    picks = ["Ahri", "Azir", "Vi", "Zeri", "Rell"]
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(500):
        pair = random.sample(teams, 2)
        first, patch = random.random() < 0.53, random.choice(["14.1", "14.2", "14.10"])
        league, day = random.choice(["LCK", "MSI", "Worlds"]), _day(random)
        for place, colour in enumerate(("Blue", "Red")):
            won = int(first == (place == 0))
            rows.append([f"G{game:05}", league, day, patch, colour, pair[place],
                         random.choice(picks), random.choice(picks), won])  # fmt: skip
            sides.append({"g": game, "n": 1, "side": colour, "own": pair[place], "won": won,
                          "rival": pair[1 - place], "league": league, "patch": patch,
                          "year": day[:4]})  # fmt: skip
    head = ["gameid", "league", "date", "patch", "side", "teamname", "pick1", "pick2", "result"]
    return Odd("drafts", _csv(folder / "drafts.csv", head, rows), sides)


def trial(folder: Path) -> Odd:
    """A test of variants: one row per person, converted or not, moments with a zone."""
    random = Random(15)
    chances = {"control": 0.30, "variant_b": 0.36, "variant_c": 0.31}
    rows: list[list[object]] = []
    sides: list[Side] = []
    for person in range(3000):
        variant = random.choice(list(chances))
        device, country = random.choice(["mobile", "desktop"]), random.choice(["KR", "ES", "US"])
        won, day = int(random.random() < chances[variant]), _day(random)
        rows.append([f"u{person}", f"{day}T12:00:00+09:00", variant, device, country, won])
        sides.append({"g": person, "n": 1, "own": variant, "device": device, "country": country,
                      "won": won, "year": day[:4]})  # fmt: skip
    head = ["user_id", "timestamp", "variant", "device", "country", "converted"]
    return Odd("trial", _csv(folder / "trial.csv", head, rows), sides)


def tiers(folder: Path) -> Odd:
    """Totals side by side: games and a win rate in per cent for each tier."""
    random = Random(16)
    rows: list[list[object]] = []
    sides: list[Side] = []
    for hero in ("Ashe", "Mercy", "Genji", "Hanzo"):
        for region in ("EU", "KR", "NA"):
            row: list[object] = [hero, region]
            for tier in ("bronze", "silver", "gold"):
                games = random.randint(500, 3000)
                rate = round(random.uniform(44, 56), 2)
                row += [games, f"{rate}%"]
                sides.append({"g": len(sides), "n": games, "own": hero, "region": region,
                              "tier": tier, "won": round(games * rate / 100)})  # fmt: skip
            rows.append(row)
    head = ["hero", "region", *(f"{tier}_{what}" for tier in ("bronze", "silver", "gold")
                                for what in ("games", "winrate"))]  # fmt: skip
    return Odd("tiers", _csv(folder / "tiers.csv", head, rows), sides)


def decks(folder: Path) -> Odd:
    """Numbered columns and games won of a match of three, in SQLite."""
    random = Random(19)
    kinds = ["Mono Red", "Azorius Control", "Dimir Midrange", "Golgari"]
    path, sides = folder / "decks.sqlite", []
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE rounds (event TEXT, round INTEGER, played_on TEXT, "
            "deck1 TEXT, deck2 TEXT, games_won1 INTEGER, games_won2 INTEGER)"
        )
        for game in range(800):
            event, number = random.choice(["GP Madrid", "RCQ Seoul"]), random.randint(1, 5)
            pair, day = [random.choice(kinds), random.choice(kinds)], _day(random)
            lost = random.choice([0, 1])
            score = (2, lost) if random.random() < 0.5 else (lost, 2)
            database.execute("INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?)",
                             (event, number, day, *pair, *score))  # fmt: skip
            sides += [{"g": game, "n": 1, "own": pair[i], "rival": pair[1 - i], "event": event,
                       "round": str(number), "won": int(score[i] == 2), "year": day[:4]}
                      for i in (0, 1)]  # fmt: skip
        database.commit()
    return Odd("decks", path, sides)


def courts(folder: Path) -> Odd:
    """Winner and loser with the minutes of the match, in CP1252 with Spanish names."""
    random = Random(23)
    people = ["Íñigo Peña", "Álvaro Núñez", "Zoë Marín", "Raúl Cañas", "Belén Ruiz", "Saúl Ibáñez"]
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(700):
        one, two = sorted(random.sample(range(6), 2))
        if random.random() > 0.5 + 0.05 * (two - one):
            one, two = two, one
        court, minutes, day = (
            random.choice(["tierra", "hierba"]),
            random.randint(45, 220),
            _day(random),
        )
        rows.append([day, court, people[one], people[two], minutes])
        for own, rival, won in ((one, two, 1), (two, one, 0)):
            side: Side = {"g": game, "n": 1, "own": people[own], "rival": people[rival]}
            sides.append(side | {"won": won, "court": court, "minutes": minutes, "year": day[:4]})
    path = folder / "courts.csv"
    with path.open("w", encoding="cp1252", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["fecha", "superficie", "ganador", "perdedor", "minutos"])
        writer.writerows(rows)
    return Odd("courts", path, sides)


def boards(folder: Path) -> Odd:
    """A row for each player of a game: their colour, the opponent's name, win, loss or draw."""
    random = Random(29)
    people = ["Ada Flint", "Bo Nakamura", "Cleo Park", "Dov Stern"]
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(600):
        pair = random.sample(people, 2)
        result = random.choice([("win", "loss"), ("loss", "win"), ("draw", "draw")])
        day, cup, opening = (
            _day(random), random.choice(["Lakeside Open", "Autumn Cup"]),
            random.choice(["Catalan", "Benoni", "Pirc"]),
        )  # fmt: skip
        for place, colour in enumerate(("white", "black")):
            rows.append([f"B{game:04}", day, cup, opening, pair[place], colour, pair[1 - place],
                         result[place]])  # fmt: skip
            sides.append({"g": game, "n": 1, "own": pair[place], "rival": pair[1 - place],
                          "side": colour, "cup": cup, "opening": opening, "year": day[:4],
                          "month": day[:7], "won": int(result[place] == "win"),
                          "drawn": int(result[place] == "draw")})  # fmt: skip
    head = ["game_id", "played_on", "event", "opening", "player", "color", "opponent", "result"]
    return Odd("boards", _csv(folder / "boards.csv", head, rows), sides)


def visits(folder: Path) -> Odd:
    """A trial in SQLite: days as text under a name that says nothing of days, and seconds spent."""
    random = Random(31)
    path, sides = folder / "visits.sqlite", []
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE TABLE visits (visitor_id TEXT, shown_at TEXT, variant TEXT, source TEXT, "
            "device TEXT, converted INTEGER)"
        )
        for person in range(2400):
            day = f"2024-{random.randint(1, 6):02}-{random.randint(1, 28):02}"
            variant = random.choice(["control", "long_copy", "big_button"])
            source, device = (
                random.choice(["ads", "email", "search"]),
                random.choice(["mobile", "desktop"]),
            )
            won = int(random.random() < (0.4 if variant == "big_button" else 0.3))
            database.execute("INSERT INTO visits VALUES (?, ?, ?, ?, ?, ?)",
                             (f"v{person}", day, variant, source, device, won))  # fmt: skip
            sides.append({"g": person, "n": 1, "own": variant, "source": source, "device": device,
                          "won": won, "month": day[:7], "year": "2024"})  # fmt: skip
        database.commit()
    return Odd("visits", path, sides)


ODD: tuple[Callable[[Path], Odd], ...] = (
    chess, drafts, trial, tiers, decks, courts, boards, visits
)  # fmt: skip
