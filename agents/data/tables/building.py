"""Rows become one table of DuckDB's: columns get their types, and what was changed is noted."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from agents.answering.source import LEFT_OUT, LoadNote
from agents.data.tables import written
from agents.data.tables.aggregates import aggregates
from agents.data.tables.column_types import TEXT, ColumnReading, exactly, readings, widened
from agents.data.tables.quoting import quoted, unused
from agents.data.tables.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SMALL = 24_000_000  # bytes up to which all texts are looked at before they get a type
_HEAD = 20_480  # rows that are looked at of a larger file
_CELLS = 1_000_000  # cells of them, so that a thousand columns take no longer than fifty
_LEAST = 1_000
_KEPT = 0.8  # of the filled cells that a type must hold
_BESIDE = 2_000_000  # rows up to which the text stays beside what was read of it
_EXAMPLES = 3


class BuiltColumn(NamedTuple):
    """A column as it came about: `written` names the column with its text, "" without one.

    `type` is DuckDB's; `unit` and `grain` are what the cells say.
    """

    name: str
    header: str
    type: str
    unit: str = ""
    grain: str = ""
    length: bool = False
    written: str = ""
    ordinal: bool = False


class Built(NamedTuple):
    """A table that was made of `source`: its columns in order, and what has to be told of it."""

    name: str
    columns: tuple[BuiltColumn, ...]
    rows: int
    notes: tuple[LoadNote, ...]
    source: Rows


def build(
    connection: "DuckDBPyConnection",
    rows: Rows,
    name: str,
    stays_text: Callable[[str], bool] = lambda header: False,
) -> Built:
    """Make the table `name` of the rows; raises DuckDB's errors.

    Columns whose header `stays_text` keep what the file has: version 14.10 is no 14.1.
    """
    import duckdb

    while True:
        try:
            return _built(connection, rows, name, stays_text)
        except (duckdb.InterruptException, duckdb.OutOfMemoryException):
            raise
        except duckdb.Error:
            connection.execute(f"DROP TABLE IF EXISTS {quoted(name)}")
            if not rows.easier():
                raise


def _built(
    connection: "DuckDBPyConnection", rows: Rows, name: str, stays_text: Callable[[str], bool]
) -> Built:
    headers = dict(zip(rows.names, rows.headers, strict=True))
    texts = [one for one in rows.names if one not in rows.types and not stays_text(headers[one])]
    if rows.size > SMALL:
        return _streamed(connection, rows, name, texts)
    raw = f"{name} raw"
    connection.execute(f"CREATE OR REPLACE TEMP TABLE {quoted(raw)} AS FROM {rows.sql()}")
    try:
        found = readings(connection, quoted(raw), texts, rows.mark)
        changed = {n: one for n, one in found.items() if one.form is not TEXT}
        return _made(connection, rows, name, quoted(raw), changed, found)
    finally:
        connection.execute(f"DROP TABLE IF EXISTS {quoted(raw)}")


def _streamed(connection: "DuckDBPyConnection", rows: Rows, name: str, texts: list[str]) -> Built:
    """Read a large file in one go, with the types that its beginning has.

    A column that turns out otherwise further down is read by a cast that leaves empty what does
    not fit; one that began empty is looked at as a whole.
    """
    import duckdb

    head = f"{name} head"
    seen = min(_HEAD, max(_LEAST, _CELLS // len(rows.names)))
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE {quoted(head)} AS FROM {rows.sql()} LIMIT {seen}"
    )
    found = readings(connection, quoted(head), texts, rows.mark)
    connection.execute(f"DROP TABLE {quoted(head)}")
    told = {n: one for n, one in found.items() if one.form is not TEXT}
    natives = {n: one.form for n, one in told.items() if one.native and rows.reads_types}
    others = {n: one for n, one in told.items() if n not in natives}
    checked = {n: sql for n, form in natives.items() if (sql := exactly(quoted(n), form))}
    relation = rows.sql({n: form.type for n, form in natives.items() if n not in checked})
    if checked:
        picked = ", ".join(f"{sql} AS {quoted(n)}" for n, sql in checked.items())
        relation = f"(SELECT * REPLACE ({picked}) FROM {relation})"
    try:
        built = _made(connection, rows, name, relation, others, found)
    except (duckdb.ConversionException, duckdb.InvalidInputException):
        careful = widened(connection, rows.sql(), told)
        careful = {n: one._replace(native=False) for n, one in careful.items()}
        built = _made(connection, rows, name, rows.sql(), careful, {**found, **careful})
    late = [n for n, one in found.items() if one.form is TEXT and not one.filled]
    return _later(connection, rows, built, late) if late else built


def _later(connection: "DuckDBPyConnection", rows: Rows, built: Built, names: list[str]) -> Built:
    """Read the columns that had nothing at the beginning."""
    table = quoted(built.name)
    found = readings(connection, table, names, rows.mark)
    changed = {n: one for n, one in found.items() if one.form is not TEXT}
    if not changed:
        return built
    picked = ", ".join(f"{one.form.of(quoted(n))} AS {quoted(n)}" for n, one in changed.items())
    connection.execute(
        f"CREATE OR REPLACE TABLE {table} AS SELECT * REPLACE ({picked}) FROM {table}"
    )
    columns = [
        column._replace(type=one.form.type, unit=one.form.unit, grain=one.form.grain)
        if (one := changed.get(column.name)) is not None
        else column
        for column in built.columns
    ]
    return built._replace(columns=tuple(columns))


def _made(
    connection: "DuckDBPyConnection",
    rows: Rows,
    name: str,
    relation: str,
    changed: Mapping[str, ColumnReading],
    found: Mapping[str, ColumnReading],
) -> Built:
    """Make the table with columns changed as read, undo what loses too much, and note the rest."""
    taken = {one.casefold() for one in rows.names}
    beside: dict[str, str] = {}
    picked = []
    for one in rows.names:
        cell = quoted(one)
        if one not in changed:
            picked.append(cell)
            continue
        picked.append(f"{changed[one].form.of(cell)} AS {cell}")
        if not changed[one].native:
            text = unused(f"{one} (text)", taken)
            beside[one] = text
            picked.append(f"{cell} AS {quoted(text)}")
    connection.execute(f"CREATE TABLE {quoted(name)} AS SELECT {', '.join(picked)} FROM {relation}")
    (total,) = aggregates(connection, ["count(*)"], quoted(name))
    lost = unread_cells(connection, name, beside)
    notes = list(rows.notes)
    for one, (missing, filled, examples) in lost.items():
        if missing > (1 - _KEPT) * filled:
            table, text = quoted(name), quoted(beside.pop(one))
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {quoted(one)}")
            connection.execute(f"ALTER TABLE {table} RENAME COLUMN {text} TO {quoted(one)}")
            changed = {n: reading for n, reading in changed.items() if n != one}
            found = {**found, one: ColumnReading(TEXT, True, filled)}
            continue
        key = changed[one].form.key
        guessed = changed[one].open
        if guessed:
            notes.append(LoadNote(key=f"guess_{guessed}", what=f"{one}{_how(changed[one])}"))
        if key:
            notes.append(LoadNote(key=key, count=filled - missing, what=one))
        if missing:
            notes.append(LoadNote(key="read_not", count=missing, what=f"{one}: {examples}"))
        if not missing and (not key or total > _BESIDE):
            text = beside.pop(one)
            connection.execute(f"ALTER TABLE {quoted(name)} DROP COLUMN {quoted(text)}")
    notes += [LoadNote(key="read_marks", what=n) for n, one in found.items() if one.open == "marks"]
    described = connection.execute(f"DESCRIBE {quoted(name)}").fetchall()
    types = {str(row[0]): str(row[1]) for row in described}
    notes += _trimmed(connection, name, [one for one in rows.names if types[one] == "VARCHAR"])
    columns = []
    for one, header in zip(rows.names, rows.headers, strict=True):
        reading = found.get(one)
        form = reading.form if reading is not None else TEXT
        columns.append(
            BuiltColumn(
                one, header, types[one], form.unit, form.grain, form.length,
                beside.get(one, ""),
                form.ordinal,
            )
        )  # fmt: skip
    columns += [BuiltColumn(text, "", types[text]) for text in beside.values()]
    if rows.tolerant:
        notes.append(LoadNote(key=LEFT_OUT))
    return Built(name, tuple(columns), total, tuple(notes), rows)


def _trimmed(connection: "DuckDBPyConnection", name: str, texts: Sequence[str]) -> list[LoadNote]:
    """Take spaces off the ends of texts, which nobody sees and by which one value would be two."""
    table = quoted(name)
    spaced = {one: f"trim({cell}) NOT IN ({cell}, '')" for one in texts for cell in [quoted(one)]}
    counts = aggregates(
        connection, (f"count(*) FILTER ({test})" for test in spaced.values()), table
    )
    notes = []
    for (one, test), count in zip(spaced.items(), counts, strict=True):
        if count:
            cell = quoted(one)
            connection.execute(f"UPDATE {table} SET {cell} = trim({cell}) WHERE {test}")
            notes.append(LoadNote(key="read_trimmed", count=count, what=one))
    return notes


def unread_cells(
    connection: "DuckDBPyConnection", name: str, beside: Mapping[str, str]
) -> dict[str, tuple[int, int, str]]:
    """Return for each column, beside which there is one with its text, how many filled cells were
    not read, how many there are, and examples of the former."""
    table = quoted(name)
    holds = {one: written.filled(quoted(text)) for one, text in beside.items()}
    out = {one: f"{quoted(one)} IS NULL AND {test}" for one, test in holds.items()}
    counts = aggregates(
        connection,
        (f"count(*) FILTER ({test})" for test in (*out.values(), *holds.values())),
        table,
    )
    found = {}
    for one, missing, filled in zip(beside, counts, counts[len(out) :], strict=False):
        examples: list[str] = []
        if missing:
            text = quoted(beside[one])
            examples = [
                str(value)
                for (value,) in connection.execute(
                    f"SELECT left({text}, 30) FROM {table} WHERE {out[one]} "
                    f"GROUP BY 1 ORDER BY min(rowid) LIMIT {_EXAMPLES + 1}"
                ).fetchall()
            ]
        found[one] = (missing, filled, _few(examples))
    return found


def _few(examples: list[str]) -> str:
    return ", ".join(examples[:_EXAMPLES]) + (", …" if len(examples) > _EXAMPLES else "")


def _how(reading: ColumnReading) -> str:
    """Return what was guessed, behind a separator."""
    if reading.open != "day_or_month":
        return ""
    return "\x1fday_first" if "%d-%m" in reading.form.value else "\x1fmonth_first"
