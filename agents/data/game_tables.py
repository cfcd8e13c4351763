"""Which of a database's tables holds games, told by drafting a model of the first rows of each."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_NOTHING, _COUNTS, _OPEN, _GAMES = range(4)
_MOST_TABLES = 40

Copy = Callable[["DuckDBPyConnection", str], None]
"""Writes the first rows of a table of that name into the table of a connection."""


def likeliest(names: Iterable[str], copy: Copy) -> tuple[str, ...]:
    """Return the tables that are most like games: one if no other is as much, () if none is.

    Games come before tables of which one thing is open, and those before counted games.
    """
    found = {name: _likeness(name, copy) for name in list(names)[:_MOST_TABLES]}
    most = max(found.values(), default=_NOTHING)
    return tuple(name for name, one in found.items() if one == most and most > _NOTHING)


def _likeness(name: str, copy: Copy) -> int:
    import duckdb

    from agents.data.draft import draft
    from agents.data.look import Look
    from agents.data.profile import profile
    from agents.data.shape_question import ShapeQuestion
    from agents.data.shaping import shaped

    with duckdb.connect(":memory:") as connection:
        try:
            copy(connection, name)
            shaped(connection, name)
            model = draft(profile(connection), name, Look(connection))
        except ShapeQuestion:
            return _OPEN
        except (BadFile, duckdb.Error, ValueError, KeyError):
            return _NOTHING
    alone = model.grain == "side" and model.stored == "alone" and model.game is None
    counted = model.grain == "totals" or (alone and model.dimensions[model.entity].column)
    return _COUNTS if counted else _GAMES
