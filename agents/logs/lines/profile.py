"""What a log is known to hold: how many lines, which columns, from when to when."""

from functools import cached_property
from typing import Any, Final

from agents.logs.columns.parse_sql import TABLE
from agents.logs.lines.table import LogTable

COLUMNS: Final = (
    "address", "host", "source", "user", "path", "status", "method", "level", "message",
)  # fmt: skip


class LogFacts:
    """Owns the answers to small questions about a log, each asked of the database once; blocks."""

    def __init__(self, table: LogTable) -> None:
        self._table = table
        self._different: dict[str, int] = {}

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

    def has(self, column: str) -> bool:
        """Whether any entry has a value in that column."""
        return self.counts.get(column, 0) > 0

    def several(self, column: str) -> bool:
        """Whether a column has more than one value."""
        return self._count(column) > 1

    def _count(self, column: str) -> int:
        if column not in self._different:
            row = self._row(f'SELECT count(DISTINCT "{column}") FROM {TABLE}')
            self._different[column] = int(row[0])
        return self._different[column]

    def _row(self, sql: str) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._table.connection.execute(sql).fetchone()
        assert row is not None
        return row
