"""The lines of several files become one table, merged on their time."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from agents.logs.columns.detection import Detected
from agents.logs.columns.formats import Format
from agents.logs.columns.parse_sql import FILE, TABLE, in_utc, literal
from agents.logs.lines.table import Loaded
from agents.logs.lines.widening import widen

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LONGEST_SELECT: Final = 20_000
"""Characters of the SQL by which the rows are made of the files again; more are not told."""

SEVERAL: Final = "several"
"""The key of the format of files that have not the same."""


class FileLines(NamedTuple):
    """One file's lines: the table they are in, and what is known of them."""

    table: str
    loaded: Loaded


def merge(connection: "DuckDBPyConnection", place: Path, parts: Sequence[FileLines]) -> Loaded:
    """Make the table `lines` of the lines of all parts, which go with it.

    `place` is what means these files. Times of several zones are moved to UTC.
    """
    zones = {
        str(row[0])
        for part in parts
        for row in connection.execute(
            f"SELECT DISTINCT zone FROM {part.table} WHERE zone IS NOT NULL LIMIT 1000"
        ).fetchall()
    }
    utc = len(zones) > 1 or any(part.loaded.utc for part in parts)
    made = _union([(f"SELECT * FROM {part.table}", part.loaded) for part in parts], utc=utc)
    connection.execute(f"CREATE TABLE {TABLE} AS {made}")
    for part in parts:
        connection.execute(f"DROP TABLE {part.table}")
    unzoned = 0
    if utc:
        row = connection.execute(
            f"SELECT count(*) FROM {TABLE} WHERE entry AND zone IS NULL AND time IS NOT NULL"
        ).fetchone()
        unzoned = int(row[0]) if row else 0
    several = [part.loaded for part in parts]
    format_ = _common([one.detected.format for one in several])
    select = _union([(one.select, one) for one in several], utc=utc)
    widened, select = widen(connection, format_, select, ordered=False, several=True)
    looks = [one.look for one in several]
    codes = [one.encoding for one in looks if one.guessed]
    return Loaded(
        look=looks[0].model_copy(update={
            "path": place,
            "size": sum(one.size for one in looks),
            "modified": max(one.modified for one in looks),
            "encoding": next(iter(codes), looks[0].encoding),
            "guessed": bool(codes),
        }),
        detected=Detected(
            format_, sum(one.detected.read for one in several),
            sum(one.detected.lines for one in several),
        ),
        sha256=hashlib.sha256("".join(one.sha256 for one in several).encode()).hexdigest(),
        rows=sum(one.rows for one in several),
        relation="",
        select=select if len(select) <= LONGEST_SELECT else "",
        year=max((one.year for one in several if one.year is not None), default=None),
        day=max(one.day for one in several),
        utc=utc,
        disorder=sum(one.disorder for one in several),
        cut=sum(one.cut for one in several),
        rest=sum(one.rest for one in several),
        widened=widened,
        files=tuple(looks),
        unzoned=unzoned,
    )  # fmt: skip


def _union(parts: Sequence[tuple[str, Loaded]], *, utc: bool) -> str:
    return " UNION ALL BY NAME ".join(
        f"SELECT * {_moved() if utc and not loaded.utc else ''}, "
        f"{literal(loaded.look.name)} AS {FILE} FROM ({select})"
        for select, loaded in parts
    )


def _moved() -> str:
    return f"REPLACE ({in_utc('time', 'zone')} AS time)"


def _common(formats: Sequence[Format]) -> Format:
    """Return the one format of several files, or what stands for several: it has the columns and
    fields that any of them has."""
    keys = {one.key for one in formats}
    fields = {name.casefold(): (name, kind, sql) for one in formats for name, kind, sql in
              one.fields}  # fmt: skip
    return formats[0]._replace(
        key=keys.pop() if len(keys) == 1 else SEVERAL,
        columns={name: sql for one in formats for name, sql in one.columns.items()},
        has_time=any(one.has_time for one in formats),
        fields=tuple(fields.values()),
        nouns=tuple(dict.fromkeys(noun for one in formats for noun in one.nouns)),
        named={column: name for one in formats for column, name in one.named.items()},
    )
