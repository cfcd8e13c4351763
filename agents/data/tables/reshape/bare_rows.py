"""Rows that hold nothing, a single cell, or a remark at the end, are no rows of a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.answering.source import TABLE, LoadNote
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import quoted
from agents.data.tables.reshape.relation import changed

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FEWEST = 4  # columns, of which one alone says nothing
_LAST = 8  # rows at the end, of which some may be remarks of several cells
_SEEN = 2000


def without_bare(connection: "DuckDBPyConnection", names: Sequence[str]) -> tuple[LoadNote, ...]:
    """Leave out the rows that say nothing in the columns of these names; return a note on them.

    A remark of several cells ("Source: example.org, CC-BY-SA") stands at the end, fills less than
    half of the columns, and has words where all others begin with a digit.
    """
    if len(names) < _FEWEST:
        return ()
    filled = " + ".join(f"({quoted(name)} IS NOT NULL)::INT" for name in names)
    bare = f"{filled} < 2"
    remark = _remark(connection, names, filled)
    if remark:
        bare = f"({bare} OR {remark})"
    counts = ("count(*)", f"count(*) FILTER ({filled} > 0)")
    rows, told = aggregates(connection, counts, f"{TABLE} WHERE {bare}")
    if not rows:
        return ()
    changed(connection, "*", f"NOT {bare}" if remark else f"{filled} > 1")
    return (LoadNote(key="note_bare_rows", count=told),) if told else ()


def _remark(connection: "DuckDBPyConnection", names: Sequence[str], filled: str) -> str:
    """Return the condition that the remarks at the end meet and no other row; "" without any."""
    rows = f"(SELECT count(*) FROM {TABLE})"
    last = f"(SELECT * FROM {TABLE} WHERE rowid >= {rows} - {_LAST})"
    few = f"2 * ({filled}) < {len(names)}"
    if not aggregates(connection, ["count(*)"], f"{last} WHERE {few}")[0]:
        return ""
    digits = [f"regexp_matches({quoted(name)}::VARCHAR, '^[+-]?[0-9]')" for name in names]
    head = f"(SELECT * FROM {TABLE} LIMIT {_SEEN})"
    tests = (f"avg(({test})::INT)" for test in digits)
    shares = aggregates(connection, tests, f"{head} WHERE NOT ({few})")
    worded = [f"NOT {test}" for test, share in zip(digits, shares, strict=True) if share == 1]
    if not worded:
        return ""
    condition = f"({few} AND coalesce({' OR '.join(worded)}, false))"
    whole, end = (
        aggregates(connection, ["count(*)"], f"{part} WHERE {condition}")[0]
        for part in (TABLE, last)
    )
    return condition if 0 < whole == end else ""
