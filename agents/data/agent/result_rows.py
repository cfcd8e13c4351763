"""The rows that an answer told, as later messages point at them."""

from datetime import date, datetime, time
from itertools import takewhile
from typing import NamedTuple

from agents.data.compute.computing import compute
from agents.data.compute.result import Cell, Computation
from agents.data.dataset import Dataset
from agents.data.dialogue.log import MOST_ROWS
from agents.data.model.schema import Table
from agents.data.query.operands import told_columns

_NAMING = ("category", "identifier", "yes_no")


class ToldRows(NamedTuple):
    """The columns of an answer's first cells, () where those are worked out, and its first rows,
    for a `DialogueTurn`."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


async def told_of(computed: Computation, dataset: Dataset, today: date) -> ToldRows:
    """Return what an answer told.

    Of a single row all that it has in common with others is told, though only its text was shown:
    the address in that line.
    """
    query, rows = computed.query, computed.rows[:MOST_ROWS]
    table = dataset.model.queried(query.table)
    columns = told_columns(query, _shown(table))
    if query.rows and not query.distinct and len(rows) == 1:
        rest = [one.name for one in table.meant if one.kind in _NAMING]
        columns = tuple(dict.fromkeys((*columns, *rest)))
        whole = query.model_copy(update={"columns": columns})
        as_of = datetime.combine(today, time())
        rows = (await compute(whole, dataset.model, dataset.engine, as_of=as_of)).rows
    return ToldRows(columns, rows)


def _shown(table: Table) -> tuple[str, ...]:
    """Return what rows are shown by where nothing else was named, if that names each of them."""
    kinds = {one.name: one.kind for one in table.columns}
    shown = tuple(takewhile(lambda one: kinds[one] != "text", table.shown))
    return shown if shown and table.is_unique(shown[0]) else ()
