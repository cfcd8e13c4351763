"""From a message to a query, within a dialogue: the one entrance to the reading of words."""

from collections.abc import Callable
from datetime import date
from typing import Any

from agents.answering.text.language import language_of
from agents.data.dialogue.outcomes import Answer, Asked, Declined, Outcome, Span, Understood
from agents.data.grammar.actions import ACTIONS
from agents.data.grammar.assembly import Assembly
from agents.data.grammar.bag import TOPS, Bag
from agents.data.grammar.chart import Reading, cheapest, compose
from agents.data.grammar.constructions import grammar
from agents.data.grammar.lattice import Lattice, lattice
from agents.data.grammar.scope import Scope
from agents.data.grammar.times import TIME_ACTIONS
from agents.data.language.names import NamesKept
from agents.data.language.packs import packs
from agents.data.language.units import Unit
from agents.data.model.schema import TableModel
from agents.data.query.edits import Ask, Edit
from agents.data.query.values import Query

_NAMES = NamesKept()
_ACTIONS = {**ACTIONS, **TIME_ACTIONS}

Lookup = Callable[[str, str], tuple[str, ...]]
"""Looks a text up among the values of a column that has too many to index."""


def understand(
    text: str, *, model: TableModel, language: str | None = None, today: date,
    log: Any = None, choice: Any = None, lookup: Lookup | None = None,
) -> Understood:  # fmt: skip
    """Return what a message says of a table; pure and synchronous."""
    spoken = language or language_of(text)
    rules = grammar(spoken, packs())
    words = rules.words
    table = model.table()
    names = _NAMES.of(table, words)
    scope = Scope(table, names, words, today)
    units = words.units(text)
    read = lattice(units, words, names, _unmended)
    chart = compose(read, rules, _ACTIONS, scope)
    reading = cheapest(read, chart, TOPS)
    draft = Assembly(Bag(reading.pieces), scope).draft()
    ignored = tuple(text[units[start].start : units[end - 1].end] for start, end in reading.unread)
    query: Query | None = None
    edits: tuple[Edit, ...] = ()
    outcome: Outcome
    if any(one.type == "ask" and one.value == "why" for one in reading.pieces):
        outcome = Declined(why="cause")
    elif any(one.type == "future" for one in reading.pieces):
        outcome = Declined(why="future")
    elif draft is None:
        outcome = Asked(why="nothing", words=" ".join(ignored))
    else:
        query, edits = draft.query, (Ask(query=draft.query),)
        outcome = Asked(why="unknown", words=" ".join(ignored)) if ignored else (
            Answer(whether=any(one.type == "yes" for one in chart.get(0, ()))))  # fmt: skip
    return Understood(
        language=spoken, outcome=outcome, edits=edits, query=query,
        spans=_spans(text, read, reading), ignored=ignored, doubt=draft.doubt if draft else 9.0,
    )  # fmt: skip


def _unmended(unit: Unit) -> tuple[str, float] | None:
    return None


def _spans(text: str, read: Lattice, reading: Reading) -> tuple[Span, ...]:
    found = []
    for piece in reading.pieces:
        start, end = read.units[piece.start].start, read.units[piece.end - 1].end
        column = value = ""
        if piece.type in ("column", "target"):
            column = piece.columns[0].column
        elif piece.type == "value":
            column, value = piece.values[0].column, str(piece.values[0].values[0])
        found.append(
            Span(start=start, end=end, text=text[start:end], type=piece.type, column=column,
                 value=value, rule=piece.rule)
        )  # fmt: skip
    return tuple(found)
