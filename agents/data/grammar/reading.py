"""One message is read against one table: its lattice, its pieces, what is left, and its draft."""

from datetime import date
from typing import NamedTuple

from pydantic import ValidationError

from agents.data.grammar import actions, conditions, opponents, row_comparisons, times
from agents.data.grammar.assembly import Assembly, Draft
from agents.data.grammar.chart import Action, Chart, Reading, cheapest, compose
from agents.data.grammar.conditions import telling
from agents.data.grammar.constructions import Grammar, grammar
from agents.data.grammar.lattice import Lattice, lattice
from agents.data.grammar.pieces import EVERY, SUBJECT, SUMMED, TOPS, Bag, Measured, Piece
from agents.data.grammar.residue import is_verb, residue
from agents.data.grammar.scope import Scope
from agents.data.language.mending import Mender, MendersKept
from agents.data.language.packs import Packs
from agents.data.model.schema import Table, TableModel

_ACTIONS: dict[str, Action] = {
    name: made for one in (actions, times, opponents, row_comparisons, conditions)
    for name, made in vars(one).items() if getattr(made, "__module__", "") == one.__name__
}  # fmt: skip
"""What constructions make, by the name that the packs give it."""
_MENDERS = MendersKept()
_COUNTING = frozenset(("many", "times"))
_FIGURING = frozenset(("group", "agg", "measure", "compare", "change", "growth", "rank", "show"))
_TIMELY = ("grain", "grain_ly", "cycle")
Runs = tuple[tuple[int, int], ...]


class Read(NamedTuple):
    """What a message, or a part of one, says by itself: pieces, the runs of units that might narrow
    it, and those that were passed over; `whether` if it begins as a question of yes and no."""

    text: str
    lattice: Lattice
    chart: Chart
    reading: Reading
    bag: Bag
    narrowing: Runs
    passed: Runs
    whether: bool

    @property
    def words(self) -> str:
        """What was said, with the signs that stand behind it."""
        starts = [0, *(unit.start for unit in self.lattice.units[1:]), len(self.text)]
        start, end = self.reading.run
        return self.text[starts[start] : starts[end]].strip()

    def said(self, run: tuple[int, int]) -> str:
        """Return units as they stand in the message."""
        units = self.lattice.units
        return self.text[units[run[0]].start : units[run[1] - 1].end]


def read_of(
    text: str, language: str, model: TableModel, table: Table, today: date, source: Packs
) -> tuple[Scope, Read]:
    """Return what a message says by itself, and what its words mean in a table of a model."""
    rules = grammar(language, source)
    mender = _MENDERS.of(table, rules.words, model.metrics_of(table))
    scope = Scope(table, mender.names, rules.words, today)
    return scope, read(text, rules, scope, mender)


def read(text: str, rules: Grammar, scope: Scope, mender: Mender) -> Read:
    """Return what a message says by itself."""
    units = rules.words.units(text)
    found = lattice(text, units, rules.words, scope.names, mender)
    if scope.time is None:  # then no word is one of time: a week is none where it may be a state
        for begun in found.starting.values():
            begun[:] = [one for one in begun if one.type not in _TIMELY]
    return _of_units(text, found, compose(found, rules, _ACTIONS, scope), scope, (0, len(units)))


def part_of(whole: Read, start: int, end: int, scope: Scope) -> Read:
    """Return what some units of a message that was read say by themselves."""
    return _of_units(whole.text, whole.lattice, whole.chart, scope, (start, end))


def _of_units(text: str, found: Lattice, chart: Chart, scope: Scope, run: tuple[int, int]) -> Read:
    reading = cheapest(found, chart, TOPS, *run)
    narrowing, passed = residue(text, found, reading, scope.words, scope.table.texts)
    things = tuple(Piece("thing", "", *one, 0.0) for one in passed
                   if not is_verb(found.units, *one, scope.words))  # fmt: skip
    said = [one for piece in telling(reading.pieces, scope.table)
            for one in _asked(piece, found, scope)]  # fmt: skip
    unread = {run: text[found.units[run[0]].start : found.units[run[1] - 1].end]
              for run in reading.unread}  # fmt: skip
    said, days = row_comparisons.lasting(said, found, run, unread, scope)
    narrowing, passed = (tuple(run for run in runs if run not in days)
                         for runs in (narrowing, passed))  # fmt: skip
    kinds = {one.type for one in said}
    if kinds & _COUNTING:
        said = [as_figure(one, scope, "target") for one in said]
    shown = [one for start, end in reading.passed for one in found.starting.get(start, ())
             if one.type == "rows" and one.end == end]  # fmt: skip
    if kinds & _COUNTING or (("rows" in kinds or shown) and not kinds & _FIGURING):
        # how many sales, show sales: the rows, and not what they come to
        called = any(map(_is_rows, said))
        said = [one if one.type == "noun" or not _is_rows(one)
                else one._replace(type="noun", value="") for one in said]  # fmt: skip
        said += shown if called and not kinds & _COUNTING else ()
    pieces = tuple(sorted((*said, *things), key=lambda one: one.start))
    whether = any(piece.type == "yes" for piece in chart.get(run[0], ()))
    return Read(text, found, chart, reading, Bag(pieces), narrowing, passed, whether)


def _asked(piece: Piece, found: Lattice, scope: Scope) -> tuple[Piece, ...]:
    """What asks for what rows come to (what were the sales), or for the moments of a table by a
    word that is a grain of time: which hour."""
    if piece.type == "measures":
        return tuple(piece._replace(type="measure", value=one) for one in piece.value)
    if piece.type == "target" and any(part.rule == SUBJECT for part in piece.parts):
        return tuple(part for part in piece.parts if part.rule == SUBJECT)
    if scope.time is None or piece.type != "target" or piece.columns[0].column != scope.time.name:
        return (piece,)
    grains = {(one.start, one.end): one for part in piece.parts
              for one in found.starting[part.start] if one.type == "grain"}  # fmt: skip
    other = tuple(grains.get(part.run, part) for part in piece.parts)
    told = any(one.type == "grain" and one.value != scope.time.grain for one in other)
    return other if told else (piece,)


def _is_rows(piece: Piece) -> bool:
    """Whether what a table is called after is said, by itself or as a whole: sales in total, all
    sales."""
    summed = {one.rule for one in piece.parts} == {SUBJECT, SUMMED}
    return summed or piece.rule == SUBJECT or (piece.type == "noun" and piece.rule == EVERY)


def as_figure(piece: Piece, scope: Scope, kind: str) -> Piece:
    """A piece of a `kind` that names a number as what that comes to: how many, and what amount."""
    name = scope.pick(piece.value, scope.numeric, only=True) if piece.type == kind else None
    adds = scope.column(name).adds if name is not None else "none"
    if adds == "none":
        return piece
    options = scope.fitting(piece.columns, scope.numeric)
    return piece._replace(type="measure", value=Measured(adds, options))


def draft(bag: Bag, scope: Scope) -> Draft | None:
    """Return the query of pieces; None where they ask for nothing that hangs together."""
    try:
        return Assembly(bag, scope).draft()
    except ValidationError:
        return None
