"""What a log is known to hold: its columns, its days, the values and texts that questions name."""

from datetime import date
from functools import cached_property
from typing import Any

from agents.logs.lines.parse_sql import TABLE, literal
from agents.logs.lines.table import LogTable
from agents.logs.question.frame import COLUMNS, CONCEPTS

_NAMED = ("source", "host", "user", "method", "path", "address", "level")
_MOST_VALUES = 20_000


class LogFacts:
    """Owns the answers to small questions about a log, each asked of the database once; blocks."""

    def __init__(self, table: LogTable) -> None:
        self._table = table
        self._values: dict[str, dict[str, str]] = {}
        self._found: dict[str, int] = {}

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many entries have a value in each column; lines and entries besides."""
        columns = ", ".join(f'count("{name}") FILTER (entry) AS "{name}"' for name in COLUMNS)
        row = self._row(
            f"SELECT count(*), count(*) FILTER (entry), count(time), {columns} FROM {TABLE}"
        )
        return dict(zip(("lines", "entries", "time", *COLUMNS), row, strict=True))

    @cached_property
    def span(self) -> tuple[Any, Any]:
        """The moments of the first and the last entry, as the log writes them."""
        row = self._row(f"SELECT min(time), max(time) FROM {TABLE}")
        return row[0], row[1]

    @cached_property
    def zone(self) -> str | None:
        """The time zone that the lines write, None for none or several."""
        row = self._row(
            f"SELECT count(DISTINCT zone), min(zone) FROM {TABLE} WHERE zone IS NOT NULL"
        )
        return str(row[1]) if row[0] == 1 else None

    @property
    def first(self) -> date | None:
        """The day of the first entry."""
        return self.span[0].date() if self.span[0] else None

    @property
    def last(self) -> date | None:
        """The day of the last entry."""
        return self.span[1].date() if self.span[1] else None

    def has(self, column: str) -> bool:
        """Whether any entry has a value in that column."""
        return self.counts.get(column, 0) > 0

    def several(self, column: str) -> bool:
        """Whether a column has more than one value."""
        return len(self._known(column)) > 1

    def only(self, column: str) -> str | None:
        """Return the single value of a column that has no other, or None."""
        known = list(self._known(column).values())
        return known[0] if len(known) == 1 else None

    def value(self, word: str) -> tuple[str, str] | None:
        """Return the column and the value that a word names, in any case, or None."""
        wanted = word.casefold()
        for column in _NAMED:
            found = self._known(column).get(wanted)
            if found is not None:
                return column, found
        return None

    def occurs(self, text: str) -> bool:
        """Whether any line holds the text, in any case."""
        return self.lines_with(text) > 0

    def lines_with(self, text: str) -> int:
        """Return how many lines hold the text, in any case."""
        lowered = text.lower()
        if lowered not in self._found:
            where = f"contains(lower(text), {literal(lowered)})"
            self._found[lowered] = int(self._row(f"SELECT count(*) FROM {TABLE} WHERE {where}")[0])
        return self._found[lowered]

    def phrases(self, concept: str) -> dict[str, int]:
        """Return the phrases of a concept that occur, with how many lines hold them."""
        counts = {phrase: self.lines_with(phrase) for phrase in CONCEPTS[concept]}
        return {phrase: count for phrase, count in counts.items() if count}

    def _known(self, column: str) -> dict[str, str]:
        if column not in self._values:
            rows = self._table.connection.execute(
                f'SELECT DISTINCT CAST("{column}" AS VARCHAR) FROM {TABLE} '
                f'WHERE "{column}" IS NOT NULL LIMIT {_MOST_VALUES}'
            ).fetchall()
            self._values[column] = {str(row[0]).casefold(): str(row[0]) for row in rows}
        return self._values[column]

    def _row(self, sql: str) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._table.connection.execute(sql).fetchone()
        assert row is not None
        return row
