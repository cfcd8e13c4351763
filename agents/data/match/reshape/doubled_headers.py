"""Headers that stand twice (`Race`, `Race.1`) are the first and the second side of a game."""

import re
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.match.model.pack import keys_for
from agents.data.match.reshape.stacking import renamed
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import quoted
from agents.data.tables.reshape.relation import columns_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# As pandas and DuckDB tell the second of two columns with one header apart.
_AGAIN = re.compile(r"(.+?)(?:\.|_)1$")
_SHARED = 0.5
_LETTERED_COLUMNS = 4  # two pairs
# Short headers that end in the letter of their side (pla, rcb_id), and what they are short for.
_LETTERED = re.compile(r"([a-z]{2,3})([ab])(_[a-z]+)?")


def numbered(connection: "DuckDBPyConnection") -> None:
    """Number the columns whose headers stand twice.

    `Race` and `Race.1` become `Race_1` and `Race_2`; a text column must have values in common
    with its second, so that these are two sides. So do `rca` and `rcb` where there are several
    such pairs. Any other table stays as it is.
    """
    kinds = columns_of(connection)
    doubled = {}
    for name in kinds:
        again = _AGAIN.fullmatch(name)
        if again is not None and again[1] in kinds and not _has_more(again[1], kinds):
            doubled[again[1]] = name
    texts = [one for one, two in doubled.items() if kinds[one] == kinds[two] == "VARCHAR"]
    if not any(_shares_values(connection, one, doubled[one]) for one in texts):
        _lettered(connection, kinds)
        return
    new = {one: f"{one}_1" for one in doubled} | {two: f"{one}_2" for one, two in doubled.items()}
    renamed(connection, new)


def _lettered(connection: "DuckDBPyConnection", kinds: dict[str, str]) -> None:
    """Number the sides of short headers that end in a and b."""
    parts = {name: read for name in kinds if (read := _LETTERED.fullmatch(name)) is not None}
    pairs = {
        name: read for name, read in parts.items()
        if read[1] + {"a": "b", "b": "a"}[read[2]] + (read[3] or "") in parts
    }  # fmt: skip
    texts = [(n, f"{r[1]}b{r[3] or ''}") for n, r in pairs.items()
             if r[2] == "a" and kinds[n] == "VARCHAR"]  # fmt: skip
    if len(pairs) < _LETTERED_COLUMNS or not any(_shares_values(connection, *two) for two in texts):
        return
    short = keys_for("lettered_headers")
    new = {name: f"{short.get(read[1], read[1])}_{'ab'.index(read[2]) + 1}{read[3] or ''}"
           for name, read in pairs.items()}  # fmt: skip
    renamed(connection, new)


def _has_more(name: str, kinds: dict[str, str]) -> bool:
    """Whether a header stands a third time: those are no sides."""
    return any(f"{name}{joint}2" in kinds for joint in "._")


def _shares_values(connection: "DuckDBPyConnection", one: str, two: str) -> bool:
    """Whether half of the values of the column that has fewer stand in both."""
    first, second = (
        f"SELECT DISTINCT {quoted(name)} AS v FROM {TABLE} WHERE v IS NOT NULL"
        for name in (one, two)
    )
    both, left, right = aggregates(
        connection,
        ("count(*) FILTER (n = 2)", "count(*) FILTER (a = 1)", "count(*) FILTER (b = 1)"),
        "(SELECT v, count(*) AS n, max(a) AS a, max(b) AS b FROM "
        f"(SELECT v, 1 AS a, 0 AS b FROM ({first}) UNION ALL SELECT v, 0, 1 FROM ({second})) "
        "GROUP BY v)",
    )
    return bool(min(left, right) > 1 and both >= _SHARED * min(left, right))
