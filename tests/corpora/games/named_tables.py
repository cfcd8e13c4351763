"""Tables whose games, sides and winners are given by ids, and results of either side."""

import csv
from pathlib import Path
from random import Random

from tests.corpora.games.odd_tables import Odd, Side

_PEOPLE = {311: "Vireo", 402: "Sorrel", 577: "Quill", 690: "Tansy", 815: "Bramble"}
_ARENAS = {7: "Salt Pan", 8: "High Mill", 9: "Old Quay"}


def ladder(folder: Path) -> Odd:
    """Ids beside the names of both players and of the arena, the winner's id, lengths as PT9M5S."""
    random = Random(53)
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(900):
        one, two = random.sample(list(_PEOPLE), 2)
        winner, arena = random.choice([one, one, two]), random.choice(list(_ARENAS))
        build, minutes = random.choice(["1.9", "1.10", "1.11"]), random.randint(9, 40)
        year = random.choice(["2023", "2024"])
        rows.append([game, f"{year}-05-{random.randint(1, 28):02}", build, arena, _ARENAS[arena],
                     one, _PEOPLE[one], two, _PEOPLE[two], winner, f"PT{minutes}M"])  # fmt: skip
        for own, rival in ((one, two), (two, one)):
            sides.append({"g": game, "n": 1, "own": _PEOPLE[own], "rival": _PEOPLE[rival],
                          "won": int(own == winner), "drawn": 0, "arena": _ARENAS[arena],
                          "build": build, "year": year, "minutes": minutes})  # fmt: skip
    head = ["duel_no", "day", "build", "arena_id", "arena", "p1_id", "p1_name", "p2_id", "p2_name",
            "winner_id", "span"]  # fmt: skip
    return Odd("ladder", _write(folder / "ladder.csv", head, rows), sides)


def court(folder: Path) -> Odd:
    """홈팀 and 원정팀 with 0 and 1 for either, seasons over two years, weights with a sign."""
    random = Random(59)
    teams = ["강릉 파도", "목포 등대", "제주 바람", "춘천 호수"]
    rows: list[list[object]] = []
    sides: list[Side] = []
    for game in range(700):
        home, away = random.sample(teams, 2)
        won = int(random.random() < 0.57)
        season, weight = random.choice(["2022-23", "2023-24"]), random.choice(["-60kg", "+78kg"])
        rows.append([game, season, weight, home, away, won, 1 - won])
        for place, own, rival, one in (("home", home, away, won), ("away", away, home, 1 - won)):
            sides.append({"g": game, "n": 1, "side": place, "own": own, "rival": rival,
                          "won": one, "drawn": 0, "season": season, "weight": weight})  # fmt: skip
    head = ["대련번호", "시즌", "체급", "홈팀", "원정팀", "홈승", "원정승"]
    return Odd("court", _write(folder / "court.csv", head, rows), sides)


def mazos(folder: Path) -> Odd:
    """Totals by deck, region and month with ids beside the decks, and sums over both others."""
    random = Random(61)
    decks = {31: "Brasa", 32: "Marea", 33: "Raíz"}
    counts = {
        (deck, region, month): (games, random.randint(20, games))
        for deck in decks for region in ("Norte", "Sur") for month in ("2024-01", "2024-02")
        for games in [random.randint(60, 140)]
    }  # fmt: skip
    rows: list[list[object]] = []
    for deck, name in decks.items():
        for region in ("Norte", "Sur", "Todos"):
            for month in ("2024-01", "2024-02", "Total"):
                parts = [
                    one
                    for (d, r, m), one in counts.items()
                    if d == deck and region in (r, "Todos") and month in (m, "Total")
                ]
                rows.append(
                    [deck, name, region, month, *(sum(p[i] for p in parts) for i in (0, 1))]
                )
    sides: list[Side] = [
        {"g": i, "n": games, "own": decks[deck], "region": region, "month": month, "won": wins}
        for i, ((deck, region, month), (games, wins)) in enumerate(counts.items())
    ]
    head = ["id_mazo", "mazo", "región", "mes", "duelos", "victorias"]
    return Odd("mazos", _write(folder / "mazos.csv", head, rows), sides)


def _write(path: Path, head: list[str], rows: list[list[object]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)
    return path


NAMED = (ladder, court, mazos)
