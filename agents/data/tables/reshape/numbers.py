"""Numbers that were written as text (52,5 and 52.5% and 1,234) become numbers."""

from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.header_words import Headers, named_by_id, names_moment
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.reshape.relation import columns_of, replaced

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
_AT_ONCE = 32  # columns
# How a column's texts may look, all of them, and how they are read. The first that fits counts.
_THOUSANDS = "replace({0}, ',', '')"
_FORMS = (
    (r"^\s*[+-]?\d+([.,]\d+)?\s*%\s*$", "replace(trim(rtrim(trim({0}), '%')), ',', '.')"),
    (r"^\s*[+-]?(\d{1,3}(,\d{3})+|\d{1,3})\s*$", _THOUSANDS),
    (
        r"^\s*\d{1,7}\s*(전|승|패|무|경기|게임|판|games?|wins?|loss(es)?|draws?|partidas?|"
        r"victorias?|derrotas?|empates?)\s*$",
        "regexp_extract({0}, '\\d+')",
    ),
    (r"^\s*[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?\s*$", "replace(replace({0}, '.', ''), ',', '.')"),
)
# Ratings of which some are not known. Few different ones may say how a game ended: 1, 2 and -.
_UNKNOWN = r"^\s*([+-]?\d+(\.\d+)?|\?+|-|–|—|n/?a|null|none|unknown|unranked)?\s*$"
_MANY = 20


def tidied(connection: "DuckDBPyConnection", headers: Headers) -> None:
    """Make numbers of a table's columns that hold nothing else."""
    # 1.100 is a version beside 1.99, and no thousand.
    texts = {quoted(name): name for name, kind in columns_of(connection).items()
             if kind == "VARCHAR" and not headers.is_version(name)}  # fmt: skip
    head = f"(SELECT * FROM {TABLE} LIMIT {_SEEN})"
    likely = [
        (column, fitting)
        for start in range(0, len(texts), _AT_ONCE)
        for column, fitting in _fitting(
            connection, list(texts)[start : start + _AT_ONCE], head, headers
        )
    ]
    new: dict[str, str] = {}
    for column, fitting in likely:
        if fitting:
            ((_, whole),) = _fitting(connection, [column], TABLE, headers)
            reading = next((reading for reading in fitting if reading in whole), None)
            if reading is not None:
                new[texts[column]] = f"CAST({reading.format(column)} AS DOUBLE)"
    rated = [c for c, name in texts.items() if name not in new and _may_be_rating(name, headers)]
    if rated := _partly_known(connection, rated, head):
        for column in _partly_known(connection, rated, TABLE):
            new[texts[column]] = f"CAST({_known(column)} AS DOUBLE)"
    replaced(connection, new)


def _may_be_rating(name: str, headers: Headers) -> bool:
    told = headers.is_outcome(name) or named_by_id(name) is not None
    return not told and not names_moment(name)


def _known(column: str) -> str:
    return f"(CASE WHEN regexp_matches({column}, '\\d') THEN {column} END)"


def _partly_known(connection: "DuckDBPyConnection", columns: list[str], rows: str) -> list[str]:
    """Return the columns of many different numbers and of signs for those that are not known."""
    found: list[str] = []
    for start in range(0, len(columns), _AT_ONCE):
        some = columns[start : start + _AT_ONCE]
        tests = ", ".join(
            f"bool_and(regexp_matches(lower({column}), {literal(_UNKNOWN)})) "
            f"AND count(DISTINCT {_known(column)}) > {_MANY}"
            for column in some
        )
        row = connection.execute(f"SELECT {tests} FROM {rows}").fetchone()
        assert row is not None
        found += [column for column, fits in zip(some, row, strict=True) if fits]
    return found


def _fitting(
    connection: "DuckDBPyConnection", columns: list[str], rows: str, headers: Headers
) -> list[tuple[str, list[str]]]:
    """Return for each column how all its texts can be read as numbers."""
    tests = ", ".join(
        f"bool_and(regexp_matches({column}, {literal(form)}))"
        for column in columns
        for form, _ in _FORMS
    )
    found = connection.execute(f"SELECT {tests} FROM {rows}").fetchone()
    assert found is not None
    readings = [reading for _, reading in _FORMS]
    # 52,381 is no thousand where it is a rate.
    return [
        (
            column,
            [
                reading
                for reading, fits in zip(readings, found[place:], strict=False)
                if fits and not (reading == _THOUSANDS and headers.is_share(column.strip('"')))
            ],
        )
        for place, column in zip(range(0, len(found), len(_FORMS)), columns, strict=True)
    ]
