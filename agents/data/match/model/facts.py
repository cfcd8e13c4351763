"""What is in each column of the loaded table: type, how many different values, and which."""

from agents.answering.source import TABLE
from agents.data.match.model.loaded import Loaded
from agents.data.model.measuring import measured, stored
from agents.data.tables.header_words import named_by_id
from app.domain.base import Value

LISTED = 5000
_NUMBERS = 50  # different numbers that are listed
_KINDS = {
    "date": "time", "timestamp": "time", "interval": "span", "boolean": "truth", "time": "other",
}  # fmt: skip


class ColumnFacts(Value):
    """One column; `values` are its different values as text, commonest first, if they are few.

    `kind` is `text`, `number`, `time`, `span` (of time), `truth` or `other`.
    """

    name: str
    kind: str
    distinct: int
    missing: int
    values: tuple[str, ...] = ()


class TableProfile(Value):
    """All columns in the table's order, and the number of rows."""

    rows: int
    columns: tuple[ColumnFacts, ...]

    def column(self, name: str) -> ColumnFacts:
        """Return a column that is there."""
        return next(one for one in self.columns if one.name == name)


def profile(table: Loaded) -> TableProfile:
    """Look at every column of the table once, and at the values of those that have few."""
    rows, types = table.count(), [*table.columns().items()]
    found = measured(table.connection, TABLE, types, rows, listed=LISTED)
    columns = []
    for name, type_ in types:
        one, kind = found[name], _KINDS.get(stored(type_), stored(type_))
        few = LISTED if kind == "text" or named_by_id(name) else _NUMBERS
        listed = one.complete and one.distinct <= few and kind not in ("other", "span")
        columns.append(ColumnFacts(
            name=name, kind=kind, distinct=one.distinct, missing=rows - one.filled,
            values=tuple(value for value, _ in one.values) if listed else (),
        ))  # fmt: skip
    return TableProfile(rows=rows, columns=tuple(columns))
