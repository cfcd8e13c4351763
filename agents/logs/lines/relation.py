"""A log, or several, as a table like any other: for whoever asks tables.

    async with open_log(folders, "/var/log/app") as log:
        log.connection.execute("SELECT level, count(*) FROM log GROUP BY 1").fetchall()

Columns of `log`, of which each row is an entry: time, zone, level, host, component, process,
address, user, method, path, status, message, template (the message with `*` for its variable
words), parameters (those words, in their order), continuation (the lines after it that begin no
entry), what lines name themselves (fields of JSON, key=value or a header) with its types, file,
line (from 1) and place (in the order of time).
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agents.logs.columns.parse_sql import FILE, TABLE, literal, quoted
from agents.logs.lines.store import LogStore
from agents.logs.lines.table import LogTable
from agents.logs.lines.widening import ORDER, shape
from agents.tools.folders import AllowedFolders

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LOG: Final = "log"
# What lines call otherwise than their columns here.
_RENAMED: Final = {"source": "component", "pid": "process"}
_BASE: Final = (
    "time", "zone", "level", "host", "source", "pid", "address", "user", "method", "path",
    "status", "message",
)  # fmt: skip


class LogRelation:
    """The table `log` of the lines of a log; whoever opened that closes it."""

    def __init__(self, table: LogTable) -> None:
        self.table = table
        self.connection: DuckDBPyConnection = table.connection
        self.connection.execute(f"CREATE OR REPLACE TEMP VIEW {LOG} AS {_entries(table)}")

    def of_template(self, template: str) -> str:
        """Return the SELECT of a template's entries with each parameter as a column: p1, p2 …

        A parameter whose values are all numbers is one.
        """
        where = f"template = {literal(template)}"
        found = self.connection.execute(
            f"SELECT max(len(parameters)) FROM {LOG} WHERE {where}"
        ).fetchone()
        parameters = []
        for number in range(1, (found[0] if found and found[0] else 0) + 1):
            one = f"parameters[{number}]"
            kinds = self.connection.execute(
                f"SELECT bool_and(TRY_CAST({one} AS BIGINT) IS NOT NULL), "
                f"bool_and(TRY_CAST({one} AS DOUBLE) IS NOT NULL) FROM {LOG} WHERE {where}"
            ).fetchone()
            kind = "BIGINT" if kinds and kinds[0] else "DOUBLE" if kinds and kinds[1] else "VARCHAR"
            parameters.append(f"CAST({one} AS {kind}) AS p{number}")
        columns = ", ".join(["* EXCLUDE (template, parameters)", *parameters])
        return f"SELECT {columns} FROM {LOG} WHERE {where} ORDER BY place"


@asynccontextmanager
async def open_log(
    folders: AllowedFolders, place: str | Path, *, formats: Sequence[Mapping[str, str]] = ()
) -> AsyncIterator[LogRelation]:
    """Read a file, or a folder or glob of them, into one table for as long as it is used.

    `formats` are a person's own (`own_formats`). Raises `BadFile`. Cancelling stops the reading.
    """
    store = LogStore(folders, formats=formats)
    try:
        async with store.log(place) as log:
            yield LogRelation(log.table)
    finally:
        store.close()


def _entries(table: LogTable) -> str:
    """Return the SELECT of a log's entries; each has the lines that go on with it."""
    fields = [name for name, _, _ in table.detected.format.fields]
    columns = [f"l.{quoted(name)} AS {_RENAMED.get(name, name)}" for name in _BASE]
    columns += [f"l.{quoted(name)}" for name in fields]
    several = bool(table.loaded.files)
    file = f"l.{FILE}" if several else literal(table.look.name)
    same = f" AND more.{FILE} = l.{FILE}" if several else ""
    own = f", {FILE}" if several else ""
    on = f"c.line >= e.line{f' AND c.{FILE} = e.{FILE}' if several else ''}"
    continued = (
        f"SELECT e.line AS line{f', e.{FILE} AS {FILE}' if several else ''}, "
        "string_agg(c.text, chr(10) ORDER BY c.line) AS text FROM "
        f"(SELECT line, text{own} FROM {TABLE} WHERE NOT entry AND text <> '') c ASOF JOIN "
        f"(SELECT line{own} FROM {TABLE} WHERE entry) e ON {on} GROUP BY ALL"
    )
    return (
        f"SELECT {', '.join(columns)}, l.template, list_select(string_split(l.message, ' '), "
        f"s.places) AS parameters, more.text AS continuation, {file} AS file, l.line AS line, "
        f"l.{table.widened.order} AS {ORDER} FROM {TABLE} l "
        f"LEFT JOIN shapes s ON s.shape = hash({shape('l.message')}) "
        f"LEFT JOIN ({continued}) more ON more.line = l.line{same} WHERE l.entry"
    )
