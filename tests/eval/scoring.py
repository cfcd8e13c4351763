"""Each question is put to the agent's reading and computing; act, slots and numbers are scored."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

from agents.data.match.answers.answers import Writer
from agents.data.match.compute.analysis import Analysis, Analyst
from agents.data.match.compute.frame import Frame
from agents.data.outcomes import Answerable, Ask, Decline, Outcome, Waiting
from agents.data.understanding import Understanding
from tests.eval.questions import DIALOGUES, QUESTIONS, Kind
from tests.eval.tables import Table

TODAY = date(2025, 6, 1)
_PARTICLES = re.compile(r"(\w)(는|가|을|과)(?= |\?|$|,)")


class Asked(NamedTuple):
    """One phrasing with its slots filled in, and what it asks for."""

    language: str
    text: str
    kind: Kind
    own: str
    rival: str
    place: str
    year: str


@dataclass
class Score:
    """Counts of one table, and what went wrong, in words."""

    asked: int = 0
    right_act: int = 0
    answers: int = 0
    right_slots: int = 0
    right_numbers: int = 0
    wrong_numbers: int = 0
    needless: int = 0
    dialogues: int = 0
    right_dialogues: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        """Sum up."""
        for name in ("asked", "right_act", "answers", "right_slots", "right_numbers",
                     "wrong_numbers", "needless", "dialogues", "right_dialogues"):  # fmt: skip
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults += other.faults


def phrasings(table: Table) -> Iterator[Asked]:
    """Fill every phrasing that fits the table in, with changing values."""
    values, places = list(table.values), list(table.places)
    turn = 0
    for kind, by_language in QUESTIONS.items():
        if (kind.needs == "rivals" and not table.rivals) or (
            kind.needs == "years" and not table.years
        ):
            continue
        for language, texts in by_language.items():
            for text in texts:
                turn += 1
                own, rival = values[turn % len(values)], values[(turn + 1) % len(values)]
                place, year = places[turn % len(places)], ("2022", "2023")[turn % 2]
                filled = fill(table, language, text, own, rival, place, place, year)
                yield Asked(language, filled, kind, own, rival, place, year)


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


class Desk:
    """Owns the opened table for a run of questions."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.analyst = Analyst.open(table.path)
        self.understanding = Understanding(self.analyst.model)

    @cached_property
    def canonical(self) -> dict[str, str]:
        """The table's own value of each name: the file may spell it in another language."""
        found = {}
        for dimension in self.analyst.model.dimensions.values():
            for value in dimension.values:
                for known in (self.table.values, self.table.places):
                    for name, names in known.items():
                        if value in (name, *names.values()):
                            found[value] = name
        return found

    def read(self, text: str, language: str, **state: object) -> Outcome:
        """Return what the agent would do."""
        understood = self.understanding.understand(
            text,
            today=TODAY,
            language=language,
            **state,  # type: ignore[arg-type]
        )
        return understood.outcome

    def figures(self, frame: Frame, language: str) -> dict[tuple[str, ...], tuple[int, ...]]:
        """Compute a frame, check that its answer can be written, and return rows by group."""
        analysis = asyncio.run(self.analyst.analyse(frame))
        Writer(analysis, self.analyst.model, language, simulated=False).write()  # type: ignore[arg-type]
        return dict(self._row(analysis, row) for row in analysis.rows)

    def _row(
        self, analysis: Analysis, row: tuple[object, ...]
    ) -> tuple[tuple[str, ...], tuple[int, ...]]:
        keys = tuple(self.canonical.get(str(row[i]), str(row[i]))
                     for i in range(len(analysis.plan.groups)))  # fmt: skip
        cells = dict(zip(analysis.names, row, strict=True))
        return keys, tuple(int(str(cells[c])) for c in ("games", "wins") if c in cells)


def expected(
    table: Table, kind: Kind, own: str = "", rival: str = "", place: str = "", year: str = ""
) -> dict[tuple[str, ...], tuple[int, ...]]:
    """Count in plain Python."""
    if kind.measure == "games":
        return {(): (sum(g.shared[table.group] == place for g in table.games),)}
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


def score(desk: Desk) -> Score:
    """Put every phrasing and dialogue to the agent."""
    found = Score()
    for asked in phrasings(desk.table):
        _one(desk, asked, found)
    for language, talks in DIALOGUES.items():
        for talk in talks:
            found.dialogues += 1
            found.right_dialogues += _dialogue(desk, language, talk, found)
    return found


def act_of(outcome: Outcome) -> str:
    """Return the name of what the agent does."""
    match outcome:
        case Answerable():
            return "answer"
        case Ask():
            return "ask"
        case Decline():
            return "decline"
        case _:
            return "explain"


def _one(desk: Desk, asked: Asked, found: Score) -> None:
    found.asked += 1
    outcome = desk.read(asked.text, asked.language)
    act = act_of(outcome)
    if act == asked.kind.act:
        found.right_act += 1
    else:
        found.needless += act == "ask"
        reason = outcome.reason + " " + outcome.word if isinstance(outcome, Decline) else act
        found.faults.append(f"{desk.table.name}: {asked.text!r}: {reason}, not {asked.kind.act}")
    if not isinstance(outcome, Answerable):
        return
    if asked.kind.act != "answer":
        found.wrong_numbers += 1
        return
    found.answers += 1
    kind = asked.kind
    want = expected(
        desk.table, kind, asked.own * kind.own, asked.rival * kind.rival,
        asked.place * kind.place, asked.year * kind.year,
    )  # fmt: skip
    _compare(desk, asked, outcome.frame, want, found)


def _compare(
    desk: Desk,
    asked: Asked,
    frame: Frame,
    want: dict[tuple[str, ...], tuple[int, ...]],
    found: Score,
) -> None:
    slots = frame.measure == asked.kind.measure and (frame.order or "") == asked.kind.order
    found.right_slots += slots
    got = desk.figures(frame, asked.language)
    if got == want and slots:
        found.right_numbers += 1
        return
    found.wrong_numbers += got != want
    found.faults.append(f"{desk.table.name}: {asked.text!r}: {got} for {want} ({frame!r})")


def _dialogue(
    desk: Desk, language: str, talk: tuple[tuple[str, dict[str, str]], ...], found: Score
) -> bool:
    table = desk.table
    x, y = list(table.values)[:2]
    p, q = list(table.places)[:2]
    names = {"x": x, "y": y, "p": p, "q": q}
    previous: Frame | None = None
    waiting: Waiting | None = None
    for text, wanted in talk:
        said = fill(table, language, text, x, y, p, q, "2022")
        outcome = desk.read(said, language, previous=previous, waiting=waiting)
        waiting = None
        if act_of(outcome) != wanted.get("act", "answer"):
            found.faults.append(f"{table.name}: dialogue at {said!r}: {outcome!r}")
            return False
        if isinstance(outcome, Ask):
            waiting = Waiting(outcome.frame, outcome.slot)
            continue
        assert isinstance(outcome, Answerable)
        previous = outcome.frame
        kind = Kind("answer", by=wanted.get("by", ""))
        want = expected(table, kind, names.get(wanted.get("own", ""), ""),
                        "", names.get(wanted.get("place", ""), ""))  # fmt: skip
        if desk.figures(previous, language) != want:
            found.faults.append(f"{table.name}: dialogue at {said!r}: {previous!r}")
            found.wrong_numbers += 1
            return False
    return True
