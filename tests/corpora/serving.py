"""Which constructions serve which messages of the corpora."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from agents.data.grammar.constructions import Grammar
from agents.data.grammar.pieces import Piece
from agents.data.grammar.reading import Read, read
from agents.data.grammar.scope import Scope
from agents.data.language.lexicon import Lexicon
from agents.data.language.mending import MendersKept
from agents.data.language.packs import packs
from agents.data.model.schema import TableModel
from tests.corpora.corpus import HERE, dialogues, lines, tables

TODAY = date(2026, 11, 27)
_TABLES = 100  # of which what they are called is kept


class Message(NamedTuple):
    """One message about a table, of whichever conversation."""

    table: str
    model: TableModel
    language: str
    text: str


def messages(*names: str) -> Iterator[Message]:
    """Yield the examples, and the turns of the dialogues of files."""
    for line in lines():
        yield Message(line.table, tables()[line.table], line.language, line.text)
    for name in names:
        for one in dialogues(HERE / f"{name}.yaml"):
            for turn in one.turns:
                yield Message(one.table, tables()[one.table], one.language, turn.text)


def readings(said: Iterable[Message], *without: str) -> Iterator[tuple[Read, Scope]]:
    """Read each message by itself, with some constructions switched off."""
    menders = MendersKept(_TABLES)
    grammars = {
        language: Grammar(Lexicon(language, packs()), packs(), frozenset(without))
        for language in packs().languages
    }
    for one in said:
        spoken, table = grammars[one.language], one.model.asked
        mender = menders.of(table, spoken.words, one.model.metrics_of(table))
        scope = Scope(table, mender.names, spoken.words, TODAY)
        yield read(one.text, spoken, scope, mender), scope


def rules_of(piece: Piece) -> Iterator[str]:
    """Yield the constructions that a piece and its parts were made by."""
    if piece.rule and piece.parts:
        yield piece.rule
    for part in piece.parts:
        yield from rules_of(part)
