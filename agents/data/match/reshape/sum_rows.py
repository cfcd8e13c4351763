"""Rows of a table of totals that sum up all others (Total, 합계) are left out."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE, LoadNote
from agents.data.match.model.count_names import count_kinds
from agents.data.match.model.pack import words_for
from agents.data.match.reshape.matchup_winners import pairs_in
from agents.data.model.measuring import NUMBERS
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import columns_of, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MOST_ROWS = 100_000
_MATCHUPS = 400
_COUNTED = frozenset(("games", "wins", "losses"))


def without_sums(connection: "DuckDBPyConnection") -> tuple[LoadNote, ...]:
    """Leave out the rows that sum up a whole table of totals.

    Such a row says so in one of its texts, and nothing in the others; or it says nothing in any,
    and counts what all others count together.
    """
    kinds = columns_of(connection)
    numbers = [name for name, kind in kinds.items() if kind.startswith(NUMBERS)]
    counts = [name for name, kind in count_kinds(numbers).items() if kind in _COUNTED]
    texts = [name for name in kinds if name not in numbers]
    if not counts or not texts or not 2 < aggregates(connection, ["count(*)"])[0] <= _MOST_ROWS:
        return ()
    said = ", ".join(map(literal, sorted(words_for("sums"))))
    low = [f"rtrim(lower(trim(coalesce({quoted(name)}::VARCHAR, ''))), ':. ')" for name in texts]
    silent = " AND ".join(f"{one} IN ('', '-', {said})" for one in low)
    named = " OR ".join(f"{one} IN ({said})" for one in low)
    unnamed = " AND ".join(f"{one} = ''" for one in low)
    sums = " AND ".join(_is_sum(quoted(name)) for name in counts)
    whole = f"({silent}) AND (({named}) OR (({unnamed}) AND {sums}))"
    matchups = [
        one for name, one in zip(texts, low, strict=True) if _are_matchups(connection, name)
    ]
    parts = [f"{one} IN ({said})" for one in matchups]  # the sum over one map's matchups
    whole = " OR ".join([f"({whole})", *parts])
    (count,) = aggregates(connection, ["count(*)"], f"{TABLE} WHERE {whole}")
    if not count or (not parts and count > 2):
        return ()
    connection.execute(f"DELETE FROM {TABLE} WHERE {whole}")
    return (LoadNote(key="note_sum_rows", count=count),)


def _are_matchups(connection: "DuckDBPyConnection", name: str) -> bool:
    """Whether a column holds matchups, and words for their sum."""
    found, sums = values_of(connection, name, _MATCHUPS), words_for("sums")
    rest = [v for v in found if v.strip().rstrip(":. ").casefold() not in sums]
    return 1 < len(rest) < len(found) and bool(pairs_in(rest))


def _is_sum(count: str) -> str:
    """Return the condition that a row counts what all others count together."""
    return f"{count} * 2 = (SELECT sum({count}) FROM {TABLE})"
