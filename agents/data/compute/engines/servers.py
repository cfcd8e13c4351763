"""What engines of other servers share: where a table lies, its password, errors and limits."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import unquote, urlsplit

from agents.answering.guard import check
from agents.answering.running import QueryTooLong, RunningStatement
from agents.data.compute.engines.port import Row
from agents.data.model.schema import Column, Kind, Stored
from app.errors import BadInput, DeskError

SECONDS = 300.0
_AT_ONCE = 10.0
MOST_ROWS = 10_000
Secret = Callable[[str], str | None]
"""Returns what is kept under an account's name, None if nothing is."""


class NotGranted(BadInput):
    """The role may not read what was asked for."""

    key = "data_not_granted"


@dataclass(frozen=True)
class ServerTable:
    """A table on a server. `schema` is "" where the server's own default is meant."""

    scheme: str
    host: str
    port: int | None
    user: str
    database: str
    schema: str
    table: str

    @property
    def account(self) -> str:
        """The name under which its password is kept: the address without the table."""
        user = f"{self.user}@" if self.user else ""
        port = f":{self.port}" if self.port else ""
        return f"{self.scheme}://{user}{self.host}{port}/{self.database}".rstrip("/")


def place_of(spec: str) -> ServerTable:
    """Return where a spec says that a table lies: `scheme://[user@]host[:port]/[database/]table`.

    The table may be `schema.table`, or for Spark `catalog.schema.table`. Raises BadInput for what
    is none, and for one with a password in it, which would lie open in profiles and logs.
    """
    try:
        parts = urlsplit(spec)
        port = parts.port
    except ValueError:
        raise BadInput(f"{spec} is no address of a table.") from None
    if parts.password is not None:
        raise BadInput(
            "An address of a table has no password in it: keep it in the keyring, in .pgpass, or "
            "in the environment (PGPASSWORD)."
        )
    path = [unquote(one) for one in parts.path.split("/") if one]
    if not parts.hostname or not 1 <= len(path) <= 2 or parts.query or parts.fragment:
        raise BadInput(
            f"Say where the table lies: {parts.scheme}://host:port/database/schema.table"
        )
    schema, _, table = path[-1].rpartition(".")
    database = path[0] if len(path) == 2 else ""
    return ServerTable(
        parts.scheme, parts.hostname, port, unquote(parts.username or ""), database, schema, table
    )  # fmt: skip


_KINDS: dict[Stored, Kind] = {
    "number": "number", "boolean": "yes_no", "date": "moment", "timestamp": "moment",
    "interval": "length", "text": "text",
}  # fmt: skip


def declared_as(declared: str, name: str, stored: Stored, *, text: bool) -> Column:
    """Return a column as a server declares it; what is stored as text may be no plain `text`
    there."""
    return Column(
        name=name, header=name, kind=_KINDS.get(stored, "other"), stored=stored,
        grain="day" if stored == "date" else "", why=f"declared as {declared}",
        as_text=stored == "text" and not text,
    )  # fmt: skip


class ServerEngine(ABC):
    """Runs SELECTs on a server, each in a thread; subclasses say how.

    `_start` opens what one statement needs, `_rows` yields its rows in pieces, `_stop` ends it on
    the server from another thread, and `_free` closes it. They raise DeskErrors alone. `tables` are
    those that statements may read.
    """

    dialect = ""

    def __init__(self, place: ServerTable, *, seconds: float = SECONDS) -> None:
        self.tables: tuple[str, ...] = (place.table,)
        self._place, self._seconds = place, seconds

    async def run(
        self, sql: str, parameters: Mapping[str, Any], *, most: int = MOST_ROWS
    ) -> list[Row]:
        """Return the rows of one SELECT, at most `most`; cancelling stops it on the server."""
        found: list[Row] = []

        def take(rows: list[Row]) -> bool:
            found.extend(rows[: most - len(found)])
            return len(found) < most

        await self._read(sql, parameters, take)
        return found

    async def each(
        self, sql: str, parameters: Mapping[str, Any], take: Callable[[list[Row]], None]
    ) -> None:
        """Hand over all rows of one SELECT, some thousands at a time, in another thread."""

        def wanted(rows: list[Row]) -> bool:
            take(rows)
            return True

        await self._read(sql, parameters, wanted)

    def at_once(self, sql: str) -> list[Row]:
        """Return all rows of a SELECT of the program's own, for which opening waits; blocks.

        Raises as `run`, and has seconds for it.
        """
        found: list[Row] = []

        def take(rows: list[Row]) -> bool:
            found.extend(rows)
            return True

        self._fetch(sql, take, RunningStatement(_AT_ONCE))
        return found

    @abstractmethod
    def close(self) -> None:
        """Free what is held between statements; idempotent."""

    async def _read(
        self, sql: str, parameters: Mapping[str, Any], take: Callable[[list[Row]], bool]
    ) -> None:
        if parameters:
            raise ValueError("statements of queries have their values written in")
        check(sql, self.tables, self.dialect)
        running = RunningStatement(self._seconds)
        work = asyncio.create_task(asyncio.to_thread(self._fetch, sql, take, running))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            await running.stop(work)
            raise

    def _fetch(
        self, sql: str, take: Callable[[list[Row]], bool], running: RunningStatement
    ) -> None:
        handle = None
        told: Exception | None = None
        try:
            handle = self._start()
            with running.cancelled_by(partial(self._stop, handle)):
                for rows in self._rows(handle, sql):
                    running.check()
                    if not take(rows):
                        break
        except DeskError:
            raise
        except Exception as error:
            told = QueryTooLong(running.seconds) if running.late else self._said(error)
        finally:
            if handle is not None:
                self._free(handle)
        if told is not None:  # out here it holds nothing of the driver's
            raise told

    @abstractmethod
    def _start(self) -> Any: ...

    @abstractmethod
    def _rows(self, handle: Any, sql: str) -> Any: ...

    @abstractmethod
    def _stop(self, handle: Any) -> None: ...

    @abstractmethod
    def _free(self, handle: Any) -> None: ...

    @abstractmethod
    def _said(self, error: Exception) -> Exception:
        """Return what an error of the driver is told as."""
