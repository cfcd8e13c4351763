"""CSV and Parquet files are read by DuckDB; dates that it might misread stay text."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.header_words import PLAIN, Headers
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.readers.copies import written
from agents.data.tables.readers.csv_head import RARE, head_of
from agents.data.tables.readers.encodings import TextEncoding, encoding_of, has_mixed_lines, recode
from agents.data.tables.reshape.relation import columns_of
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
_LINE = 2_000_000  # bytes of a line at most, as DuckDB has it; it reads whole buffers of two
_SAMPLE = 20_480  # rows in which DuckDB looks for the types
_THOUSANDS = r"^\s*[+-]?[1-9]\d{0,2}(\.\d{3})*\s*$|^\s*0\s*$"
_ISO = r"^\s*\d{4}-\d{1,2}-\d{1,2}"


def read_parquet(connection: "DuckDBPyConnection", path: Path) -> str:
    """Make the table from a Parquet file, and return the relation; raises `BadFile`."""
    _create(connection, path, f"read_parquet({literal(str(path))})")
    return f"read_parquet({literal(path.name)})"


def read_csv(
    connection: "DuckDBPyConnection",
    path: Path,
    kept: Callable[[], Path | None] = lambda: None,
    headers: Headers = PLAIN,
) -> str:
    """Make the table from a CSV file in UTF-8, UTF-16, CP949 or CP1252, and return the relation.

    What DuckDB cannot read by itself is copied to the file that `kept` names, so that the query
    can be run again; where it names none, the relation says what has to be done with the file.
    """
    encoding = encoding_of(path)
    if encoding is None:
        raise not_a_table(path)
    if encoding == "UTF-8":
        try:
            options = _read(connection, path, path, headers)
        except BadFile as error:
            if error.reason != "file_not_a_table" or not has_mixed_lines(path):
                raise
            return _copied(
                connection, path, encoding, headers, kept(), "ending all its lines alike"
            )
        return f"read_csv({literal(path.name)}, {options})"
    return _copied(
        connection, path, encoding, headers, kept(), f"converting it from {encoding} to UTF-8"
    )


def _copied(
    connection: "DuckDBPyConnection",
    path: Path,
    encoding: TextEncoding,
    headers: Headers,
    kept: Path | None,
    done: str,
) -> str:
    """Make the table from a copy in UTF-8 whose lines all end alike; return the relation."""
    with tempfile.TemporaryDirectory() as folder:
        copy = written(lambda file: recode(path, file, encoding), kept, Path(folder))
        options = _read(connection, path, copy, headers)
    name = copy.name if copy == kept else path.name
    return f"read_csv({literal(name)}, {options}) /* the file after {done} */"


def _read(connection: "DuckDBPyConnection", path: Path, readable: Path, headers: Headers) -> str:
    """Make the table; types are told from the beginning, or from the whole file if need be.

    Looking at the whole file first reads it twice.
    """
    file = literal(str(readable))
    options = "header = true, quote = '\"'"
    head = head_of(readable)
    if head is not None and head.skip:
        options += f", skip = {head.skip}, delim = {literal(head.delimiter)}, null_padding = true"
    elif head is not None and head.delimiter in RARE:
        options += f", delim = {literal(head.delimiter)}"
    whole = f"{options}, sample_size = -1"
    # A remark below the table is a line with fewer cells.
    padded = ""
    if head is not None and not head.skip:
        padded = f"{whole}, delim = {literal(head.delimiter)}, null_padding = true"
    ways = [options, whole, padded] if padded else [options, whole]
    for options in dict.fromkeys(ways):
        last = options == ways[-1]
        try:
            _create(connection, path, f"read_csv({file}, {options})")
        except BadFile as error:
            if error.reason != "file_not_a_table" or last:
                raise
            continue
        single = bool(padded) and len(columns_of(connection)) < 2
        if last or not (single or (options != whole and _begins_empty(connection))):
            break
        connection.execute(f"DROP TABLE {TABLE}")
    kept = _misread(connection, file, options, head.delimiter if head is not None else "", headers)
    if kept:
        types = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in kept)
        options += f", types = {{{types}}}"
        connection.execute(f"DROP TABLE {TABLE}")
        _create(connection, path, f"read_csv({file}, {options})")
    return options


def _begins_empty(connection: "DuckDBPyConnection") -> bool:
    """Whether a column is empty where DuckDB looked for its type, but not later on."""
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    texts = [quoted(str(row[0])) for row in described if str(row[1]) == "VARCHAR"]
    if not texts:
        return False
    head = f"(SELECT * FROM {TABLE} LIMIT {_SAMPLE})"
    counts = ", ".join(f"count({name})" for name in texts)
    row = connection.execute(f"SELECT {counts} FROM {head}").fetchone()
    assert row is not None
    empty = [name for name, count in zip(texts, row, strict=True) if not count]
    any_later = " OR ".join(f"{name} IS NOT NULL" for name in empty)
    found = f"SELECT 1 FROM {TABLE} WHERE {any_later} LIMIT 1"
    return bool(empty) and connection.execute(found).fetchone() is not None


def _misread(
    connection: "DuckDBPyConnection", file: str, options: str, delimiter: str, headers: Headers
) -> list[str]:
    """Return the columns taken as dates whose text is not year-month-day, versions and thousands.

    03/04/20 is read as a day of 2003, and 03/04/2020 as one of two days, without a word; 1.234
    games are no 1.234 games where points part thousands.
    """
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    dated = [str(row[0]) for row in described if str(row[1]).startswith(("DATE", "TIMESTAMP"))]
    # Version 14.10 is another than 14.1, though the numbers are one.
    versions = [str(row[0]) for row in described if str(row[1]) == "DOUBLE"
                and headers.is_version(str(row[0]))]  # fmt: skip
    broken = [str(row[0]) for row in described if str(row[1]) == "DOUBLE"
              and str(row[0]) not in versions
              and (delimiter == ";" or headers.is_count(str(row[0])))]  # fmt: skip
    if not dated and not broken:
        return versions
    strange = [f"count(*) FILTER (NOT regexp_matches({quoted(name)}, {literal(_ISO)}))"
               for name in dated]  # fmt: skip
    strange += [
        f"bool_and(regexp_matches({quoted(name)}, {literal(_THOUSANDS)})) "
        f"AND bool_or(contains({quoted(name)}, '.'))" for name in broken
    ]  # fmt: skip
    tests = ", ".join(strange)
    sql = (
        f"SELECT {tests} FROM (SELECT * FROM read_csv({file}, {options}, all_varchar = true, "
        f"buffer_size = {2 * _LINE}, max_line_size = {_LINE}) "
        f"LIMIT {_SEEN})"
    )
    row = connection.execute(sql).fetchone()
    assert row is not None
    named = zip([*dated, *broken], row, strict=True)
    return [*versions, *(name for name, is_strange in named if is_strange)]


def _create(connection: "DuckDBPyConnection", path: Path, relation: str) -> None:
    import duckdb

    try:
        connection.execute(f"CREATE TABLE {TABLE} AS SELECT * FROM {relation}")
    except duckdb.OutOfMemoryException:
        raise too_large(path) from None
    except duckdb.InterruptException:
        raise
    except duckdb.Error:
        raise not_a_table(path) from None


def too_large(path: Path) -> BadFile:
    """Return the error for a file that does not fit into memory."""
    return BadFile(
        f"{path.name} does not fit into memory. Give a smaller file: fewer columns or games.",
        key="file_too_large",
        file=path.name,
    )


def not_a_table(path: Path) -> BadFile:
    """Return the error for a file that no reader takes for a table."""
    return BadFile(
        f"{path.name} cannot be read as a table. Give a CSV or Parquet file with "
        "column names in its first line.",
        key="file_not_a_table",
        file=path.name,
    )
