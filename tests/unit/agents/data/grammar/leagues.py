"""Small tables of games, and the query that a message means of one of them."""

import csv
import random
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from agents.data.dataset import open_dataset
from agents.data.dialogue.outcomes import Understood
from agents.data.dialogue.understanding import understand
from agents.data.model.schema import TableModel
from agents.data.query import operands
from agents.data.query.query import Condition, Query

TODAY = date(2026, 11, 27)
CLUBS = ("FC Union Bremen", "Bremen Nord", "SV Lübeck", "Lübeck Hafen", "TSG Altona", "Wismar")
"""Of two cities there are two clubs each, one of which is called like the city alone."""

_LAST = ("Brandt", "Castro", "Dvorak", "Eriksen", "Farkas", "Greco", "Haas", "Ivanov", "Jansen")


@cache
def handball() -> TableModel:
    """Return the games of six clubs, home and away, with goals and draws."""
    pick = random.Random(11)
    rows: list[list[object]] = [["date", "season", "home_team", "away_team", "home_goals",
                                 "away_goals", "stadium"]]  # fmt: skip
    day = date(2024, 9, 1)
    for _ in range(4):
        for home in CLUBS:
            for away in CLUBS:
                if home != away:
                    day += timedelta(days=1)
                    goals = pick.randint(18, 24), pick.randint(17, 23)
                    rows.append([day, str(day.year), home, away, *goals, f"Halle {home[-3:]}"])
    return _opened(rows)


@cache
def checkers() -> TableModel:
    """Return the games of many players, of whom the one has white and the other black."""
    pick = random.Random(5)
    rows: list[list[object]] = [["date", "white", "black", "result"]]
    names = [f"{first} {last}" for first in ("Ana", "Ivo", "Uma", "Per") for last in _LAST]
    for day in range(400):
        white, black = pick.sample(names, 2)
        result = pick.choice(("1-0", "0-1", "1/2-1/2"))
        rows.append([date(2025, 1, 1) + timedelta(days=day), white, black, result])
    return _opened(rows)


@cache
def ladder() -> TableModel:
    """Return the games of one player, who has two names, against many others."""
    pick = random.Random(3)
    rows: list[list[object]] = [["player1", "race1", "rating1", "player2", "race2", "rating2",
                                 "map", "winner"]]  # fmt: skip
    for _ in range(300):
        own, other = pick.choice(("Vega", "Vega", "xVega")), f"foe{pick.randint(1, 80)}"
        rows.append([own, "Terran", pick.randint(1500, 1700), other,
                     pick.choice(("Zerg", "Protoss", "Terran")), pick.randint(1400, 1800),
                     pick.choice(("Dusk", "Tide")), pick.choice((1, 2))])  # fmt: skip
    return _opened(rows)


@cache
def tickets() -> TableModel:
    """Return games of which one number is known, the margin of the winner."""
    pick = random.Random(9)
    rows: list[list[object]] = [["date", "team1", "team2", "winner", "margin"]]
    for day in range(60):
        one, two = pick.sample(CLUBS, 2)
        rows.append([date(2025, 1, 1) + timedelta(days=day), one, two, pick.choice((one, two)),
                     pick.randint(1, 40)])  # fmt: skip
    return _opened(rows)


def _opened(rows: list[list[object]]) -> TableModel:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)
        dataset = open_dataset(path)
        try:
            assert dataset.model.table().pack == "match"
            return dataset.model
        finally:
            dataset.close()


def meant(text: str, model: TableModel, language: str = "en") -> Understood:
    """Return what a message by itself means."""
    return understand(text, model=model, language=language, today=TODAY)


def query_of(text: str, model: TableModel, language: str = "en") -> Query:
    """Return the query of a message that is answered."""
    found = meant(text, model, language)
    assert found.outcome.outcome == "answer", (found.outcome, found.ignored)
    assert found.query is not None
    return found.query


def said(where: Condition | None) -> dict[str, tuple[object, ...]]:
    """Return the values that a condition names, by their columns."""
    return {str(one.column): one.values for one in operands.tests_of(where)}
