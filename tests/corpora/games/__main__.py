"""Questions about games in many shapes of tables: `python -m tests.corpora.games [-v] [table …]`.

Each question is read and computed; the figures are held to what plain Python counts. A row of a
ranking that shows its first rows only must be among the rows that are expected.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from agents.answering.text.language import language_of
from agents.data.compute.computing import compute
from agents.data.compute.result import Computation
from agents.data.compute.sql.expressions import CannotCompute
from agents.data.dataset import Dataset, open_dataset
from agents.data.dialogue.log import MOST_ROWS, DialogueLog, DialogueTurn
from agents.data.dialogue.outcomes import Understood
from agents.data.dialogue.understanding import understand
from agents.data.query.operands import told_columns
from agents.data.query.query import Query
from tests.corpora.games.further_questions import FURTHER_CASES
from tests.corpora.games.further_tables import FURTHER
from tests.corpora.games.named_questions import NAMED_CASES
from tests.corpora.games.named_tables import NAMED
from tests.corpora.games.odd_questions import CASES, Case
from tests.corpora.games.odd_tables import ODD, Odd
from tests.corpora.games.phrasing import expected, fill
from tests.corpora.games.questions import DIALOGUES, QUESTIONS, Kind
from tests.corpora.games.tables import MAKERS, Table
from tests.corpora.serving import Message

TODAY = date(2025, 3, 1)
_ACTS = {"talk": "explain"}


@dataclass
class Score:
    """What became of the questions on one table, and what went wrong, in words."""

    turns: int = 0
    right: int = 0
    asked: int = 0
    declined: int = 0
    wrong: int = 0
    faults: list[str] = field(default_factory=list)

    def count(self, verdict: str, fault: str) -> None:
        """Add a turn: right, or asked, declined or wrong where it should not be."""
        self.turns += 1
        setattr(self, verdict, getattr(self, verdict) + 1)
        if verdict != "right":
            self.faults.append(f"{verdict}: {fault}")

    def add(self, other: "Score") -> None:
        """Sum up."""
        for name in ("turns", "right", "asked", "declined", "wrong"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults += other.faults


class Told(NamedTuple):
    """What came of one message: its act, and what was computed."""

    act: str
    read: Understood
    computed: Computation | None


class Talk:
    """Owns one conversation about an open table."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._log = DialogueLog()

    def say(self, text: str, language: str) -> Told:
        """Read a message, and compute what it asks for."""
        read = understand(
            text, model=self._dataset.model, language=language, today=TODAY, log=self._log
        )
        act, found = read.outcome.outcome, None
        columns, rows = (), ()
        if act == "answer" and read.query is not None:
            found = computed(read.query, self._dataset)
            if found is None:
                return Told("wrong", read, None)
            columns = told_columns(found.query)
            rows = found.rows[:MOST_ROWS] if columns else ()
        choices = getattr(read.outcome, "choices", None) or getattr(read.outcome, "offers", ())
        turn = DialogueTurn(
            language=read.language, outcome=act, edits=read.edits, query=read.query,
            choices=choices, columns=columns, rows=rows,
        )  # fmt: skip
        self._log = DialogueLog(turns=(*self._log.turns, turn))
        return Told(_ACTS.get(act, act), read, found)


def computed(query: Query, dataset: Dataset) -> Computation | None:
    """Return what a query comes to on the day of these talks; None if it cannot be computed."""
    moment = datetime.combine(TODAY, time())
    try:
        return asyncio.run(compute(query, dataset.model, dataset.engine, as_of=moment))
    except CannotCompute:
        return None


def figures(found: Computation) -> Iterator[Counter[tuple[float, ...]]]:
    """Yield, for each figure that was asked for, games and wins of each row, or the one number."""
    if found.query.rows:  # the games themselves: as many as are counted
        yield Counter([(float(found.matched),)])
        return
    measures = {column.of for column in found.columns if column.part == "measure"}
    cases = {column.case for column in found.columns if column.part == "measure"}
    for place in sorted(measures):
        told: Counter[tuple[float, ...]] = Counter()
        for row, case in ((row, case) for row in found.rows for case in cases):
            cells = {
                column.part: (cell, column)
                for column, cell in zip(found.columns, row, strict=True)
                if column.case == case and column.of == place
            }
            cell, column = cells["measure"]
            if "numerator" in cells:
                told[float(str(cells["denominator"][0])), float(str(cells["numerator"][0]))] += 1
            elif isinstance(cell, int | float):
                told[(cell / 100 if column.unit == "%" and not column.share else float(cell),)] += 1
        yield told


def same(found: Computation, wanted: Counter[tuple[int, ...]]) -> bool:
    """Whether a figure is what is wanted, or the first rows of it: a rate, or without one how many
    were played, or won."""
    first = bool(found.query.limit)
    return any(_is(told, wanted, first=first) for told in figures(found))


def _is(
    told: Counter[tuple[float, ...]], wanted: Counter[tuple[int, ...]], *, first: bool
) -> bool:  # fmt: skip
    if not told:
        return False
    single = {len(one) for one in told} == {1}
    if {len(one) for one in wanted} != {2}:
        return single and _among(told, (float(one[0]) for one in wanted.elements()), first, 0)
    pairs = list(wanted.elements())
    ratios = [wins / games for games, wins in pairs if games]
    if not single:
        own = Counter((wins / games,) for games, wins in told.elements() if games)
        return _among(own, ratios, first, 1e-6)
    # Tables of rates have them rounded.
    return any(
        _among(told, numbers, first, near)
        for numbers, near in (
            (ratios, 1e-3), ([100 * one for one in ratios], 0.1),
            ((won for _, won in pairs), 0), ((games for games, _ in pairs), 0),
        )
    )  # fmt: skip


def _among(
    told: Counter[tuple[float, ...]], wanted: Iterable[float], first: bool, near: float
) -> bool:  # fmt: skip
    own, left = sorted(one[0] for one in told.elements()), sorted(wanted)
    if len(own) == len(left):
        return all(abs(one - two) <= near for one, two in zip(own, left, strict=True))
    return first and len(own) < len(left) and all(
        any(abs(one - two) <= near for two in left) for one in own
    )  # fmt: skip


def verdict(told: Told, act: str, wanted: Counter[tuple[int, ...]] | None) -> str:
    """Return whether a turn was right, or what it was instead."""
    if told.act == "answer":
        right = act == "answer" and told.computed is not None and wanted is not None
        return "right" if right and same(told.computed, wanted) else "wrong"  # type: ignore[arg-type]
    if told.act == act or {told.act, act} <= {"ask", "decline"}:
        return "right"
    return "asked" if told.act == "ask" else "declined"


def _said(told: Told, text: str, wanted: object) -> str:
    query = told.read.query
    said = query.model_dump_json(exclude_defaults=True, by_alias=True) if query else ""
    rows = [dict(one) for one in figures(told.computed)] if told.computed else ""
    return f"{text!r} {told.act} {told.read.ignored} {said}\n      {rows} for {wanted}"


class Phrased(NamedTuple):
    """A phrasing filled in for a table: what has to come of it, and the figures."""

    act: str
    language: str
    text: str
    wanted: Counter[tuple[int, ...]] | None


def phrasings(table: Table) -> Iterator[Phrased]:
    """Yield each phrasing about two sides for a table."""
    values, places = list(table.values), list(table.places)
    turn = 0
    for kind, by_language in QUESTIONS.items():
        lacking = {"rivals": not table.rivals, "years": not table.years}.get(kind.needs, False)
        for language, texts in by_language.items():
            for text in () if lacking else texts:
                turn += 1
                own, rival = values[turn % len(values)], values[(turn + 1) % len(values)]
                place, year = places[turn % len(places)], ("2022", "2023")[turn % 2]
                said = fill(table, language, text, own, rival, place, place, year)
                act = _act(table, kind.act)
                wanted = Counter(expected(
                    table, kind, own * kind.own, rival * kind.rival, place * kind.place,
                    year * kind.year,
                ).values()) if act == "answer" else None  # fmt: skip
                yield Phrased(act, language, said, wanted)


def _act(table: Table, act: str) -> str:
    """Whose rate is meant is asked where both sides of a game are there, and it says nothing."""
    return "answer" if act == "ask" and not table.rivals else act


def talks(table: Table) -> Iterator[list[Phrased]]:
    """Yield the dialogues about a table."""
    values, places = list(table.values), list(table.places)
    names = {"x": values[0], "y": values[1], "p": places[0], "q": places[1]}
    for language, told in DIALOGUES.items():
        for talk in told:
            turns = []
            for text, said in talk:
                filled = fill(table, language, text, names["x"], names["y"], names["p"],
                              names["q"], "2022")  # fmt: skip
                kind = Kind("answer", by=said.get("by", ""))
                wanted = Counter(expected(
                    table, kind, names.get(said.get("own", ""), ""), "",
                    names.get(said.get("place", ""), ""),
                ).values())  # fmt: skip
                act = _act(table, said.get("act", "answer"))
                turns.append(Phrased(act, language, filled, wanted))
            yield turns


def of_table(table: Table) -> Score:
    """Put every phrasing and dialogue about a table."""
    score, dataset = Score(), open_dataset(table.path)
    for turns in chain(([one] for one in phrasings(table)), talks(table)):
        talk = Talk(dataset)
        for turn in turns:
            told = talk.say(turn.text, turn.language)
            score.count(verdict(told, turn.act, turn.wanted), _said(told, turn.text, turn.wanted))
    dataset.close()
    return score


def of_odd(odd: Odd) -> Score:
    """Put all questions of an odd table, those that follow others in their conversation."""
    score, dataset = Score(), open_dataset(odd.path)
    cases = cases_of(odd)
    starts = [place for place, case in enumerate(cases) if not case.text.startswith(">")]
    for start, end in zip(starts, chain(starts[1:], [len(cases)]), strict=True):
        talk = Talk(dataset)
        for case in cases[start:end]:
            text = case.text.removeprefix(">")
            told = talk.say(text, language_of(text))
            wanted = expected_of(odd, case) if case.act == "answer" else None
            score.count(verdict(told, case.act, wanted), _said(told, case.text, wanted))
    dataset.close()
    return score


def expected_of(odd: Odd, case: Case) -> Counter[tuple[int, ...]]:
    """Count the sides that a case asks for, from what was kept beside the file."""
    if case.counts == "sides picks":
        picked = [s for s in odd.sides if all(str(s[k]) == v for k, v in case.where.items())]
        return Counter([(len(odd.sides), len(picked))])
    games: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    seen: set[tuple[str, object]] = set()
    least, most = case.lasting
    whole = case.counts not in ("games wins", "wins", "losses") and not {"own", "side"} & {
        *case.where,
        case.by,
    }
    for side in odd.sides:
        if any(str(side[k]) not in v.split("|") for k, v in case.where.items()):
            continue
        if odd.name in ("decks", "drafts") and side["own"] == side["rival"]:
            continue
        if not least <= int(side.get("minutes", 1)) <= most:
            continue
        key = str(side.get(case.by, ""))
        if whole and (key, side["g"]) in seen:
            continue
        seen.add((key, side["g"]))
        games[key] += int(side["n"])
        counted[key] += int(side["drawn" if "draws" in case.counts else "won"])
    kept = [key for key in games if case.rows(games[key], counted[key])]
    rates = {key: counted[key] / games[key] for key in kept}
    if case.beyond:
        kept = [key for key in kept if rates[key] > rates[case.beyond]]
    if case.place:
        kept = sorted(kept, key=lambda key: -rates[key])[case.place - 1 : case.place]
    if case.counts == "games":
        return Counter((games[key],) for key in kept)
    if case.counts == "losses":
        return Counter((games[key] - counted[key],) for key in kept)
    if case.counts == "wins":
        return Counter((counted[key],) for key in kept)
    return Counter((games[key], counted[key]) for key in kept)


def scores(names: tuple[str, ...] = ()) -> Iterator[tuple[str, Score]]:
    """Yield each table's score."""
    with tempfile.TemporaryDirectory() as folder:
        for table in made(Path(folder)):
            if not names or table.name in names:
                yield table.name, of_table(table) if isinstance(table, Table) else of_odd(table)


def questions_of_games() -> Iterator[Message]:
    """Yield what is asked about all tables."""
    with tempfile.TemporaryDirectory() as folder:
        for table in made(Path(folder)):
            dataset = open_dataset(table.path)
            if isinstance(table, Table):
                turns = chain(phrasings(table), chain.from_iterable(talks(table)))
                said = [(one.language, one.text) for one in turns]
            else:
                texts = [one.text.removeprefix(">") for one in cases_of(table)]
                said = [(language_of(one), one) for one in texts]
            yield from (Message(table.name, dataset.model, *one) for one in said)
            dataset.close()


def made(folder: Path) -> Iterator[Table | Odd]:
    """Yield the tables, made one by one."""
    for make in (*MAKERS, *ODD, *FURTHER, *NAMED):
        yield make(folder)


def cases_of(odd: Odd) -> tuple[Case, ...]:
    """Return the questions about an odd table."""
    return (CASES | FURTHER_CASES | NAMED_CASES)[odd.name]


def main() -> None:
    """Print a line for each table, with -v what went wrong."""
    total = Score()
    names = tuple(one for one in sys.argv[1:] if one != "-v")
    for name, score in scores(names):
        print(f"{name:20}{_line(score)}")
        total.add(score)
    print(f"{'all':20}{_line(total)}")
    if "-v" in sys.argv:
        print(*total.faults, sep="\n")


def _line(one: Score) -> str:
    share = one.right / max(1, one.turns)
    return (
        f"{one.turns:6} turns {one.right:6} right ({share:6.1%}){one.asked:5} asked"
        f"{one.declined:5} declined{one.wrong:5} wrong"
    )


if __name__ == "__main__":
    main()
