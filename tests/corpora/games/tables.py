"""Tables of different shapes, made from games that are kept in plain Python beside them."""

import csv
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Side = dict[str, str]


class Game(NamedTuple):
    """One game: what each side was, what both share, and who won ("" for a draw)."""

    a: Side
    b: Side
    shared: dict[str, str]
    winner: str


@dataclass
class Table:
    """A file, the games behind it, and how its things are called in three languages."""

    name: str
    path: Path
    games: list[Game]
    entity: str
    group: str
    values: dict[str, dict[str, str]]
    places: dict[str, dict[str, str]]
    words: dict[str, dict[str, str]]
    rivals: bool = True
    years: bool = True
    draws: bool = False
    extra: dict[str, Any] = field(default_factory=dict)

    def sides(self) -> Iterator[tuple[Side, Side, dict[str, str], int]]:
        """Yield own side, rival, what is shared, and 1 if won."""
        for game in self.games:
            yield game.a, game.b, game.shared, int(game.winner == "a")
            yield game.b, game.a, game.shared, int(game.winner == "b")


def _games(
    seed: int, count: int, kinds: list[str], places: list[str], *, draws: float = 0.0, key: str,
    place: str, players: int = 0, years: tuple[int, int] = (2021, 2024), mirrors: bool = True,
) -> list[Game]:  # fmt: skip
    random = Random(seed)
    strength = {kind: random.uniform(-0.5, 0.5) for kind in kinds}
    found = []
    for _ in range(count):
        one, two = random.choice(kinds), random.choice(kinds)
        while not mirrors and one == two:
            two = random.choice(kinds)
        chance = 0.5 + (strength[one] - strength[two]) * 0.3
        winner = "" if random.random() < draws else "a" if random.random() < chance else "b"
        day = f"{random.randint(*years)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        a, b = {key: one}, {key: two}
        if players:
            first, second = random.sample(range(players), 2)
            a["player"], b["player"] = f"Pilot{first:02}", f"Pilot{second:02}"
        found.append(
            Game(a, b, {place: random.choice(places), "day": day, "year": day[:4]}, winner)
        )
    return found


def _named(names: str) -> dict[str, dict[str, str]]:
    """Read "Terran/테란/Terran; …" as value → language → name."""
    found = {}
    for entry in names.split(";"):
        parts = [part.strip() for part in entry.split("/")]
        value = parts[0]
        ko, es = [*parts, value, value][1:3] if len(parts) > 1 else (value, value)
        found[value] = {"en": value, "ko": ko, "es": es}
    return found


def _words(entity: str, place: str) -> dict[str, dict[str, str]]:
    names = []
    for text in (entity, place):
        en, ko, es = text.split("/")
        names.append({"en": en, "ko": ko, "es": es})
    return {"entity": names[0], "place": names[1]}


def _write(path: Path, head: list[str], rows: list[list[Any]], **how: Any) -> Path:
    encoding, delimiter = how.get("encoding", "utf-8"), how.get("delimiter", ",")
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(head)
        writer.writerows(rows)
    return path


def ladder(folder: Path) -> Table:
    """One row per game with two sides."""
    values = _named("Terran/테란/Terran; Zerg/저그/Zerg; Protoss/프로토스/Protoss")
    places = _named(
        "Acropolis/아크로폴리스/Acropolis; Golden Wall/골든 월/Golden Wall; Triton/트라이튼/Triton"
    )
    games = _games(1, 900, list(values), list(places), key="race", place="map", players=30)
    rows = [
        [i, g.shared["day"] + " 12:00:00", g.shared["map"], g.a["player"], g.a["race"],
         g.b["player"], g.b["race"], 1 if g.winner == "a" else 2]
        for i, g in enumerate(games)
    ]  # fmt: skip
    head = ["game_id", "played_at", "map", "p1_name", "p1_race", "p2_name", "p2_race", "winner"]
    path = _write(folder / "ladder.csv", head, rows)
    return Table("two sides", path, games, "race", "map", values, places,
                 _words("race/종족/raza", "map/맵/mapa"))  # fmt: skip


def fights(folder: Path) -> Table:
    """Winner and loser columns, days as text."""
    values = _named(
        "Ryu/류/Ryu; Chun-Li/춘리/Chun-Li; Zangief/장기에프/Zangief; Blanka/블랑카/Blanka"
    )
    places = _named("Harbor/하버/Harbor; Temple/템플/Temple; Rooftop/루프탑/Rooftop")
    games = _games(2, 800, list(values), list(places), key="character", place="stage", players=24)
    rows = []
    for g in games:
        won, lost = (g.a, g.b) if g.winner == "a" else (g.b, g.a)
        year, month, day = g.shared["day"].split("-")
        rows.append([f"{day}/{month}/{year}", g.shared["stage"], won["character"],
                     lost["character"], won["player"], lost["player"]])  # fmt: skip
    head = ["date", "stage", "winner_character", "loser_character", "winner_player", "loser_player"]
    path = _write(folder / "fights.csv", head, rows)
    return Table("winner and loser", path, games, "character", "stage", values, places,
                 _words("character/캐릭터/personaje", "stage/스테이지/fase"))  # fmt: skip


def sides(folder: Path) -> Table:
    """One row per side, Korean names, semicolons, CP949."""
    values = _named("Terran/테란/Terran; Zerg/저그/Zerg; Protoss/프로토스/Protoss")
    places = _named("Acropolis/아크로폴리스/Acropolis; Triton/트라이튼/Triton; Zen/젠/Zen")
    games = _games(3, 700, list(values), list(places), key="race", place="map", players=30)
    rows = []
    for i, g in enumerate(games):
        for own, name in ((g.a, "a"), (g.b, "b")):
            result = "승" if g.winner == name else "패"
            where, race = places[g.shared["map"]]["ko"], values[own["race"]]["ko"]
            rows.append([1000 + i, g.shared["day"], where, own["player"], race, result])
    Random(3).shuffle(rows)
    head = ["경기번호", "날짜", "맵", "선수", "종족", "결과"]
    path = _write(folder / "sides.csv", head, rows, encoding="cp949", delimiter=";")
    return Table("one row per side", path, games, "race", "map", values,
                 {**places}, _words("race/종족/raza", "map/맵/mapa"))  # fmt: skip


def matchups(folder: Path) -> Table:
    """Totals of pairs in one orientation, with a row for all regions."""
    values = _named("Knight/나이트/Knight; Archer/아처/Archer; Mage/메이지/Mage")
    places = _named("Europe/유럽/Europa; Korea/한국/Corea; America/북미/América")
    games = _games(4, 3000, list(values), list(places), key="class", place="region")
    for at, g in enumerate(games):  # one stored orientation
        if g.a["class"] > g.b["class"]:
            games[at] = Game(g.b, g.a, g.shared, {"a": "b", "b": "a"}[g.winner])
    counted: Counter[tuple[str, ...]] = Counter()
    won: Counter[tuple[str, ...]] = Counter()
    for g in games:
        for region in (g.shared["region"], "ALL"):
            key = (g.shared["year"], region, g.a["class"], g.b["class"])
            counted[key] += 1
            won[key] += g.winner == "a"
    rows = [[*key, counted[key], won[key]] for key in sorted(counted)]
    head = ["year", "region", "class", "opponent_class", "games", "wins"]
    path = _write(folder / "matchups.csv", head, rows)
    return Table("totals of pairs", path, games, "class", "region", values, places,
                 _words("class/직업/clase", "region/지역/región"))  # fmt: skip


def football(folder: Path) -> Table:
    """Goals of either team, draws, SQLite."""
    values = _named(
        "Lions/라이언즈/Lions; Bears/베어스/Bears; Wolves/울브즈/Wolves; Eagles/이글스/Eagles"
    )
    places = _named("Premier/프리미어/Premier; Cup/컵/Cup")
    games = _games(5, 700, list(values), list(places), draws=0.25, key="team", place="league",
                   mirrors=False)  # fmt: skip
    random = Random(5)
    rows = []
    for g in games:
        low = random.randint(0, 2)
        goals = {"a": (low + 1, low), "b": (low, low + 1), "": (low, low)}[g.winner]
        rows.append([g.shared["day"], g.shared["league"], g.a["team"], g.b["team"], *goals])
    path = folder / "football.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE results (date TEXT, league TEXT, home_team TEXT, "
                         "away_team TEXT, home_goals INTEGER, away_goals INTEGER)")  # fmt: skip
        database.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?)", rows)
        database.commit()
    return Table("goals and draws", path, games, "team", "league", values, places,
                 _words("team/팀/equipo", "league/리그/liga"), draws=True)  # fmt: skip


def rates(folder: Path) -> Table:
    """A rate with its weight, Spanish column names, byte order mark."""
    values = _named("Luna/루나/Luna; Sombra/솜브라/Sombra; Trueno/트루에노/Trueno")
    places = _named("Norte/노르테/Norte; Sur/수르/Sur")
    games = _games(6, 2000, list(values), list(places), key="hero", place="map")
    counted: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for g in games:
        for own, name in ((g.a, "a"), (g.b, "b")):
            counted[own["hero"], g.shared["map"]] += 1
            won[own["hero"], g.shared["map"]] += g.winner == name
    rows = [[*k, counted[k], round(100 * won[k] / counted[k], 4)] for k in sorted(counted)]
    head = ["héroe", "mapa", "partidas", "tasa_de_victorias"]
    path = _write(folder / "rates.csv", head, rows, encoding="utf-8-sig")
    return Table("rate and weight", path, games, "hero", "map", values, places,
                 _words("hero/영웅/héroe", "map/맵/mapa"), rivals=False, years=False)  # fmt: skip


def flags(folder: Path) -> Table:
    """A 0/1 result for each side."""
    values = _named("Dragons/드래곤즈/Dragons; Ravens/레이븐스/Ravens; Comets/코메츠/Comets")
    places = _named("Spring/스프링/Spring; Summer/서머/Summer")
    games = _games(7, 600, list(values), list(places), key="team", place="season", mirrors=False)
    rows = [
        [g.shared["day"], g.shared["season"], g.a["team"], g.b["team"],
         int(g.winner == "a"), int(g.winner == "b")] for g in games
    ]  # fmt: skip
    head = ["date", "Season", "blueTeam", "redTeam", "bResult", "rResult"]
    path = _write(folder / "flags.csv", head, rows)
    return Table("0/1 for each side", path, games, "team", "season", values, places,
                 _words("team/팀/equipo", "season/시즌/temporada"))  # fmt: skip


MAKERS: tuple[Callable[[Path], Table], ...] = (
    ladder, fights, sides, matchups, football, rates, flags,
)  # fmt: skip
