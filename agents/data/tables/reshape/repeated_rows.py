"""Rows that stand twice in a table are counted once where an id says that they are one game."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE, LoadNote
from agents.answering.text.packs import word_set
from agents.data.tables.aggregates import aggregates
from agents.data.tables.header_words import named_by_id
from agents.data.tables.quoting import quoted
from agents.data.tables.reshape.relation import changed, columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_GAME = word_set(
    "game match round series duel replay set 경기 게임 매치 시합 대국 세트 시리즈 리플레이 "
    "partida partido encuentro duelo juego serie"
)
_FEW = 0.2
_IDENTICAL = 200_000  # rows up to which identical ones are looked for without an id
_PART = 16  # of larger tables one id in so many is looked at: those that repeat stay together


def told_once(connection: "DuckDBPyConnection") -> tuple[LoadNote, ...]:
    """Leave out rows that repeat another in every column.

    Only a column that numbers the games makes them one game. Without one they stay, for two
    games may be alike, and the note says how many there are.
    """
    kinds = columns_of(connection)
    ids = [name for name in kinds if _numbers_games(name)]
    (rows,) = aggregates(connection, ["count(*)"])
    if rows > _IDENTICAL if not ids else not _repeats(connection, ids[0], rows):
        return ()
    listed = ", ".join(map(quoted, kinds))
    again = rows - aggregates(connection, [f"count(DISTINCT hash({listed}))"])[0]
    if again <= 0:
        return ()
    if not ids and again > _FEW * rows:
        return ()  # rows of few columns are alike by nature
    if not ids:
        return (LoadNote(key="note_identical_rows", count=again),)
    changed(connection, "DISTINCT *")
    return (LoadNote(key="note_repeated_rows", count=again),)


def _numbers_games(name: str) -> bool:
    thing = named_by_id(name)
    return thing is not None and (not thing or bool(_GAME.intersection(thing)))


def _repeats(connection: "DuckDBPyConnection", name: str, rows: int) -> bool:
    """Whether an id stands more than once."""
    column = quoted(name)
    part = f"hash({column}) % {_PART} = 0" if rows > _IDENTICAL else "TRUE"
    counts = (f"count({column})", f"count(DISTINCT {column})")
    filled, different = aggregates(connection, counts, f"{TABLE} WHERE {part}")
    return bool(filled > different)
