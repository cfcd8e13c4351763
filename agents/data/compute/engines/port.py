"""The port behind which a database runs the statements of queries."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

Row = tuple[Any, ...]


class Engine(Protocol):
    """Runs single SELECTs over the tables that were opened, in the dialect that sqlglot calls so.

    Each statement passes the guard, has a limit of time, and only reads. Cells are what the
    database's own driver gives: numbers, texts, `date`, `datetime`, `timedelta`, lists of numbers.
    """

    @property
    def dialect(self) -> str:
        """Return sqlglot's name of the dialect: duckdb, postgres or spark."""

    async def run(self, sql: str, parameters: Mapping[str, Any], *, most: int = ...) -> list[Any]:
        """Return the rows of one SELECT, at most `most`; cancelling stops it in the database.

        Raises `QueryRefused` for anything else and `QueryTooLong` after the limit of time.
        """

    async def each(
        self, sql: str, parameters: Mapping[str, Any], take: Callable[[list[Any]], None]
    ) -> None:
        """Hand over all rows of one SELECT, some thousands at a time; raises and stops as `run`."""

    def close(self) -> None:
        """Free what it holds; idempotent."""
