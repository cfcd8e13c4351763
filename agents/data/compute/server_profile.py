"""What a table on a server holds, as its server counts it: first rows, empty cells and ends."""

from typing import Any, NamedTuple

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.engines.port import Row
from agents.data.compute.engines.servers import ServerEngine
from agents.data.compute.sql.trees import aliased, cast, from_table, name, select
from agents.data.model.schema import Table

_CHARACTERS = 1000  # of a cell
_ORDERED = ("number", "date", "timestamp")


class Ends(NamedTuple):
    """How many cells of a column are filled, with the least and the greatest where they mean
    something.
    """

    filled: int
    low: Any = None
    high: Any = None


def first_rows(engine: ServerEngine, table: Table, most: int) -> list[Row]:
    """Return rows of a table, at most `most`, with long texts cut; blocks, raises as `run`."""
    columns = [
        aliased(exp.Left(this=cast(name(one.name), "TEXT"),
                         expression=exp.Literal.number(_CHARACTERS)), one.name)
        if one.stored == "text" else name(one.name)
        for one in table.columns
    ]  # fmt: skip
    found = select(columns, from_table(table.name), limit=most)
    return engine.at_once(found.sql(engine.dialect))


def ends_of(engine: ServerEngine, table: Table) -> tuple[int, dict[str, Ends]]:
    """Return how many rows a table has, and what its columns hold; blocks, raises as `run`."""
    picked: list[Expr] = [exp.Count(this=exp.Star())]
    for one in table.columns:
        picked.append(exp.Count(this=name(one.name)))
        if one.stored in _ORDERED:
            picked += [exp.Min(this=name(one.name)), exp.Max(this=name(one.name))]
    named = [aliased(one, f"c{place}") for place, one in enumerate(picked)]
    counted = select(named, from_table(table.name))
    ((rows, *cells),) = engine.at_once(counted.sql(engine.dialect))
    found = {}
    for one in table.columns:
        own = [cells.pop(0) for _ in range(3 if one.stored in _ORDERED else 1)]
        found[one.name] = Ends(*own)
    return int(rows), found
