"""Cells that carry two things are parted: a name with its race in brackets, or both sides."""

import re
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.match.model.column_names import PARTED, tells_result
from agents.data.match.model.facts import ColumnFacts
from agents.data.match.model.outcome import read_outcome
from agents.data.match.model.pack import regex_for
from agents.data.match.model.words import known_matchups, known_values
from agents.data.match.reshape.stacking import cased
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import changed, columns_of, values_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
_MOST = 200  # different matchups, of which there are the square of a few
# A name and what stands in brackets behind or before it.
_BEHIND = r"^\s*(.*[^\s])\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*$"
_BEFORE = r"^\s*[(\[]\s*([^()\[\]]+?)\s*[)\]]\s*(.*[^\s])\s*$"
_FORMS = ((_BEHIND, 1, 2), (_BEFORE, 2, 1))
_ENOUGH = 0.95
_NUMBER = re.compile(r"\d+")


def parted(connection: "DuckDBPyConnection") -> None:
    """Part the cells of a table that carry two things.

    `Kestrel (Z)` becomes the name and, in a column beside it, the race, which must be known of a
    game. A matchup (TvZ, 테저전) becomes `race` and `other_race` where a column tells how the
    game ended for the first side. Any other table stays as it is.
    """
    types = columns_of(connection)
    names = [*types]
    texts = [name for name in names if types[name] == "VARCHAR"]
    _brackets_parted(connection, texts, names)
    _matchups_parted(connection, texts, names)


def _brackets_parted(connection: "DuckDBPyConnection", texts: list[str], names: list[str]) -> None:
    likely = _bracketed(connection, texts, f"(SELECT * FROM {TABLE} LIMIT {_SEEN})")
    found = [one for one in likely if one in _bracketed(connection, [one[0]], TABLE)]
    if not found:
        return
    bare, added = [], []
    for column, key, (form, name, inner) in found:
        text = quoted(column)
        value = f"lower(regexp_extract({text}, {literal(form)}, {inner}))"
        known = known_values()[key]
        tells = f"{value} IN ({', '.join(map(literal, known))})"
        outer = f"regexp_extract({text}, {literal(form)}, {name})"
        bare.append(f"CASE WHEN {tells} THEN {outer} ELSE {text} END AS {text}")
        beside = f"{column}_{key}"
        # The winner of two named sides is one of them, and has the race of that one.
        if beside in names or (len(found) > 2 and tells_result(column)):
            continue
        added.append(f"{cased(value, known)} AS {quoted(beside)}")
    columns = ", ".join([f"* REPLACE ({', '.join(bare)})", *added])
    changed(connection, columns)


def _bracketed(
    connection: "DuckDBPyConnection", columns: list[str], rows: str
) -> list[tuple[str, str, tuple[str, int, int]]]:
    """Return the columns whose cells have a known value in brackets, of what, and where it is."""
    brackets = (
        f"avg((contains({quoted(column)}, '(') OR contains({quoted(column)}, '['))::INT)"
        for column in columns
    )
    shares = aggregates(connection, brackets, rows)  # what is in brackets is slow to read
    ways = [(column, key, form) for column, share in zip(columns, shares, strict=True)
            if (share or 0) >= _ENOUGH for key in known_values() for form in _FORMS]  # fmt: skip
    tests = (
        f"avg((lower(regexp_extract({quoted(column)}, {literal(form[0])}, {form[2]})) "
        f"IN ({', '.join(map(literal, known_values()[key]))}) "
        f"AND NOT regexp_matches({quoted(column)}, {literal(regex_for('two_names'))}))::INT)"
        for column, key, form in ways
    )
    shares = aggregates(connection, tests, rows)
    return [way for way, share in zip(ways, shares, strict=True) if (share or 0) >= _ENOUGH]


def _matchups_parted(connection: "DuckDBPyConnection", texts: list[str], names: list[str]) -> None:
    head = f"(SELECT * FROM {TABLE} LIMIT {_SEEN})"
    some = aggregates(connection, (f"any_value({quoted(one)})" for one in texts), head)
    for column, seen in zip(texts, some, strict=True):
        for key, forms in known_matchups().items():
            if not _all_among((str(seen or ""),), forms):
                continue
            own, rival = key, f"{PARTED}_{key}"
            low = {name.casefold() for name in names}
            if {own, rival} & (low - {column.casefold()}):
                continue
            values = values_of(connection, column, _MOST)
            if not values or not _all_among(values, forms):
                continue
            if not _tells_result(connection, [n for n in names if n != column]):
                continue
            # All matchups of all races that are known would be tens of thousands of cases.
            held = sorted({value.strip().casefold() for value in values})
            text = f"lower(trim({quoted(column)}))"
            sides = [
                f"{cased(text, {form: forms[form][place] for form in held})} AS {quoted(name)}"
                for place, name in enumerate((own, rival))
            ]
            changed(connection, f"* EXCLUDE ({quoted(column)}), {', '.join(sides)}")
            return


def _all_among(values: Iterable[str], known: Container[str]) -> bool:
    return all(value.strip().casefold() in known for value in values)


def _tells_result(connection: "DuckDBPyConnection", names: list[str]) -> bool:
    """Whether a column tells how a game ended for one side: W and L, 승 and 패, 1 and 0."""
    for name in names:
        if tells_result(name):
            values = tuple(values_of(connection, name, _MOST))
            kind = "number" if all(map(_NUMBER.fullmatch, values)) else "text"
            column = ColumnFacts(
                name=name, kind=kind, distinct=len(values), missing=0, values=values
            )
            if read_outcome(column) is not None:
                return True
    return False
