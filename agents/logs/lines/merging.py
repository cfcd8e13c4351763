"""Several files of lines become one table of entries, merged on their time.

Columns of `log`: time, zone, level, host, component, process, address, user, method, path, status,
message, template (the message with `*` for its variable words), parameters (those words, in their
order), continuation (the lines after it that begin no entry), what lines name themselves (fields of
JSON, key=value or a header) with its types, file and line (from 1).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from agents.logs.lines.parse_sql import in_utc, literal, quoted
from agents.logs.lines.table import Loaded
from agents.logs.lines.widening import commonest, fill_shapes, shape

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LOG: Final = "log"
RENAMED: Final = {"source": "component", "pid": "process"}
"""What the lines of one file call otherwise than their columns here."""
_BASE: Final = (
    "time", "zone", "level", "host", "source", "pid", "address", "user", "method", "path",
    "status", "message",
)  # fmt: skip


class FileLines(NamedTuple):
    """One file's lines: the table they are in, and what is known of them."""

    table: str
    loaded: Loaded


class Merged(NamedTuple):
    """What came of a merging: the zone of all times ("" for none told), and its notes.

    `utc` says that times of several zones were moved to UTC, `unzoned` how many entries without a
    zone were taken for it, `disorder` how many stood out of the order of time in their file.
    """

    zone: str = ""
    utc: bool = False
    unzoned: int = 0
    disorder: int = 0


def merge(connection: "DuckDBPyConnection", parts: Sequence[FileLines]) -> Merged:
    """Make the table `log` of the lines of all parts, which go with it."""
    zones = {
        str(row[0])
        for part in parts
        for row in connection.execute(
            f"SELECT DISTINCT zone FROM {part.table} WHERE zone IS NOT NULL LIMIT 1000"
        ).fetchall()
    }
    utc = len(zones) > 1 or any(part.loaded.utc for part in parts)
    messages = " UNION ALL ".join(
        f"SELECT {shape('message')} AS text FROM {part.table} WHERE entry" for part in parts
    )
    fill_shapes(connection, commonest(connection, messages))
    unzoned = 0
    for number, part in enumerate(parts):
        timed = _number(connection, f"SELECT count(time) FROM {part.table} WHERE entry")
        untimed = _number(connection, f"SELECT count(*) FROM {part.table} WHERE entry") - timed
        entries = _entries(part, utc=utc and not part.loaded.utc, untimed=bool(timed and untimed))
        connection.execute(f"CREATE TABLE part{number} AS {entries}")
        if utc:
            unzoned += _number(
                connection,
                f"SELECT count(*) FROM part{number} WHERE zone IS NULL AND time IS NOT NULL",
            )
        connection.execute(f"DROP TABLE {part.table}")
    union = " UNION ALL BY NAME ".join(f"SELECT * FROM part{n}" for n in range(len(parts)))
    connection.execute(
        f"CREATE TABLE {LOG} AS SELECT * EXCLUDE (placed) FROM ({union}) "
        "ORDER BY placed NULLS FIRST, file, line"
    )
    for number in range(len(parts)):
        connection.execute(f"DROP TABLE part{number}")
    connection.execute("DROP TABLE shapes")
    zone = "UTC" if utc else next(iter(zones), "")
    return Merged(zone, utc, unzoned, sum(part.loaded.disorder for part in parts))


def _entries(part: FileLines, *, utc: bool, untimed: bool) -> str:
    """Return the SELECT of a file's entries; each has the lines that go on with it."""
    format_ = part.loaded.detected.format
    columns = [_base(name, utc=utc) for name in _BASE]
    columns += [f"l.{quoted(name)}" for name, _, _ in format_.fields]
    place = "list_select(string_split(l.message, ' '), s.places)"
    placed = _base("time", utc=utc).removesuffix(" AS time")
    if untimed:
        # What has no time of its own stands behind what stands before it.
        placed = f"last_value({placed} IGNORE NULLS) OVER (ORDER BY l.line)"
    continued = (
        "SELECT e.line AS line, string_agg(c.text, chr(10) ORDER BY c.line) AS text FROM "
        f"(SELECT line, text FROM {part.table} WHERE NOT entry AND text <> '') c ASOF JOIN "
        f"(SELECT line FROM {part.table} WHERE entry) e ON c.line >= e.line GROUP BY 1"
    )
    return (
        f"SELECT {', '.join(columns)}, s.template, {place} AS parameters, "
        f"more.text AS continuation, {literal(part.loaded.look.name)} AS file, l.line AS line, "
        f"{placed} AS placed FROM {part.table} l "
        f"LEFT JOIN shapes s ON s.shape = hash({shape('l.message')}) "
        f"LEFT JOIN ({continued}) more ON more.line = l.line WHERE l.entry"
    )


def _base(name: str, *, utc: bool) -> str:
    sql = in_utc("l.time", "l.zone") if name == "time" and utc else f"l.{quoted(name)}"
    return f"{sql} AS {RENAMED.get(name, name)}"


def _number(connection: "DuckDBPyConnection", sql: str) -> int:
    row = connection.execute(sql).fetchone()
    return int(row[0]) if row and row[0] is not None else 0
