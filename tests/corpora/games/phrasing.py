"""Phrasings with their slots filled in, and what plain Python counts for them."""

import re
from collections import Counter

from tests.corpora.games.questions import Kind
from tests.corpora.games.tables import Table

_PARTICLES = re.compile(r"(\w)(는|가|을|과)(?=요?(?: |\?|$|,))")


def fill(table: Table, language: str, text: str, x: str, y: str, p: str, q: str, year: str) -> str:
    """Fill the slots, Korean particles as they fit."""
    filled = text.format(
        x=table.values[x][language], y=table.values[y][language], p=table.places[p][language],
        q=table.places[q][language], e=table.words["entity"][language],
        g=table.words["place"][language], year=year,
    )  # fmt: skip
    return _PARTICLES.sub(_fitting, filled) if language == "ko" else filled


def _fitting(found: re.Match[str]) -> str:
    last = found[1]
    closed = "가" <= last <= "힣" and (ord(last) - 0xAC00) % 28 != 0
    pair = {"는": "은는", "가": "이가", "을": "을를", "과": "과와"}[found[2]]
    return last + pair[0 if closed else 1]


def expected(
    table: Table, kind: Kind, own: str = "", rival: str = "", place: str = "", year: str = ""
) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Count in plain Python. A table without rivals counts each game for both who played it."""
    if kind.measure == "games":
        told = 1 if table.rivals else 2
        return {(): (told * sum(g.shared[table.group] == place for g in table.games),)}
    games: Counter[tuple[str, ...]] = Counter()
    wins: Counter[tuple[str, ...]] = Counter()
    for mine, other, shared, won in table.sides():
        mirror = mine[table.entity] == other[table.entity]
        if mirror and table.rivals:
            continue
        if (own and mine[table.entity] != own) or (rival and other[table.entity] != rival):
            continue
        if (place and shared[table.group] != place) or (year and shared.get("year") != year):
            continue
        key = {"": (), "entity": (mine[table.entity],), "place": (shared[table.group],),
               "year": (shared.get("year", ""),)}[kind.by]  # fmt: skip
        games[key] += 1
        wins[key] += won
    return {key: (games[key], wins[key]) for key in games}
