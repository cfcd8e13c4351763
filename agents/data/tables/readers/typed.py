"""Rows whose columns have types already: nested ones are spread, and what is no cell is told."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from agents.answering.source import LoadNote
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.readers.dialect import named
from agents.data.tables.rows import Links, Rows, by_shape

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from duckdb.sqltypes import DuckDBPyType

_DEEPEST = 4  # objects within objects that become columns
_MOST = 2000  # columns


def read_parquet(connection: "DuckDBPyConnection", files: list[Path]) -> list[Rows]:
    """Return the rows of Parquet files, those of one shape as one table."""
    return rows_by_shape(connection, files, "read_parquet({}, union_by_name = true)")


def rows_by_shape(connection: "DuckDBPyConnection", files: list[Path], reader: str) -> list[Rows]:
    """Return the rows of files of types, those of one shape as one table.

    `reader` is the call that reads files, with {} for their list.
    """

    def read(some: list[Path]) -> str:
        return reader.replace("{}", file_list(some), 1)

    shapes = [files]
    if len(files) > 1:
        shapes = by_shape({one: {*connection.sql(f"FROM {read([one])}").columns} for one in files})
    alone = len(shapes) == 1
    return [
        typed_rows(
            connection, read(listed), size=sum(one.stat().st_size for one in listed),
            table="" if alone else listed[0].stem,
        )
        for listed in shapes
    ]  # fmt: skip


def typed_rows(
    connection: "DuckDBPyConnection",
    relation: str,
    *,
    size: int,
    table: str = "",
    keys: tuple[str, ...] = (),
    links: Links = (),
) -> Rows:
    """Return the rows of a relation; raises DuckDB's errors.

    Fields of an object become columns of their own (`address.city`), lists of plain values one
    text, other lists JSON. Binary columns are left out.
    """
    found = connection.sql(f"FROM {relation}")
    picked: list[tuple[str, str, str]] = []
    told: list[LoadNote] = []
    for name, type_ in zip(found.columns, found.types, strict=True):
        if type_.id == "blob":
            told.append(LoadNote(key="read_binary", what=name))
            continue
        spread = list(_spread(quoted(name), name, type_, 0))
        if len(spread) > 1 or spread[0][1] != quoted(name):
            told.extend(_told(name, type_))
        picked += spread
    picked = picked[:_MOST]
    names = named([header for header, _, _ in picked])
    columns = ", ".join(
        f"{cell} AS {quoted(name)}" for name, (_, cell, _) in zip(names, picked, strict=True)
    )
    types = {
        name: type_ for name, (_, _, type_) in zip(names, picked, strict=True) if type_ != "VARCHAR"
    }
    return Rows(
        names, [header for header, _, _ in picked], types=types, size=size, table=table,
        relation=f"(SELECT {columns} FROM {relation})", keys=keys, links=links,
        notes=tuple(told),
    )  # fmt: skip


def _spread(
    cell: str, header: str, type_: "DuckDBPyType", depth: int
) -> Iterator[tuple[str, str, str]]:
    """Give the columns that a column becomes: header, expression and type."""
    kind = type_.id
    if kind == "struct" and depth < _DEEPEST:
        for field, inner in _children(type_):
            yield from _spread(
                f"{cell}.{quoted(str(field))}", f"{header}.{field}", inner, depth + 1
            )
    elif kind in ("list", "array") and _is_plain(type_):
        yield header, f"array_to_string({cell}, ', ')", "VARCHAR"
    elif kind in ("list", "array", "struct", "map", "union", "variant"):
        yield header, f"nullif(to_json({cell})::VARCHAR, 'null')", "VARCHAR"
    elif kind in ("timestamp with time zone", "timestamp_tz"):
        yield header, f"({cell} AT TIME ZONE 'UTC')", "TIMESTAMP"
    elif kind in ("time with time zone", "time_tz"):
        yield header, f"{cell}::TIME", "TIME"
    elif str(type_) in ("VARCHAR", "JSON", "UUID", "BIT") or kind == "enum":
        yield header, cell if str(type_) == "VARCHAR" else f"{cell}::VARCHAR", "VARCHAR"
    elif str(type_) in ('"NULL"', "NULL"):
        yield header, f"{cell}::VARCHAR", "VARCHAR"
    elif kind.startswith("timestamp"):
        yield header, f"{cell}::TIMESTAMP", "TIMESTAMP"
    else:
        yield header, cell, str(type_)


def _children(type_: "DuckDBPyType") -> list[tuple[str, "DuckDBPyType"]]:
    """Return the types within a type by their names."""
    from duckdb.sqltypes import DuckDBPyType

    return [(str(name), one) for name, one in type_.children if isinstance(one, DuckDBPyType)]


def _is_plain(type_: "DuckDBPyType") -> bool:
    inner = dict(_children(type_)).get("child")
    return inner is not None and inner.id not in ("list", "array", "struct", "map", "union", "blob")


def _told(name: str, type_: "DuckDBPyType") -> Iterator[LoadNote]:
    if type_.id == "struct":
        yield LoadNote(key="read_nested", count=len(type_.children), what=name)
    elif type_.id in ("list", "array", "map"):
        yield LoadNote(key="read_lists", what=name)


def file_list(files: Iterable[object]) -> str:
    """Return files as a list in SQL."""
    return "[" + ", ".join(literal(str(file)) for file in files) + "]"
