"""Which fields lines name themselves (JSON, key=value, a header), and of which types they are."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

from agents.logs.lines.formats import COLUMNS
from agents.logs.words import phrases

Kind = Literal["BIGINT", "DOUBLE", "BOOLEAN", "VARCHAR"]
OWN: Final = "_field"
"""Behind the name of a field that is called as a column of every log is, and is another."""
MOST: Final = 60
"""Fields of one log that become columns; those that more lines have come first."""

_INTEGER: Final = re.compile(r"-?\d{1,18}")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
# "007" and "0123" are names written in digits.
_NAME: Final = re.compile(r"-?0\d")
_TAKEN: Final = frozenset(
    [*COLUMNS, "line", "text", "entry", "component", "process", "template", "parameters",
     "continuation", "file", "gap", "place", "status_class", *phrases()]
)  # fmt: skip


def kind_of(values: Iterable[Any]) -> Kind:
    """Return the type that all of some values have; what is None, "" or "-" says nothing."""
    kinds = {_kind(value) for value in values if value not in (None, "", "-")}
    if kinds == {"BIGINT", "DOUBLE"}:
        return "DOUBLE"
    return kinds.pop() if len(kinds) == 1 else "VARCHAR"


def _kind(value: Any) -> Kind:
    match value:
        case bool():
            return "BOOLEAN"
        case int():
            return "BIGINT" if abs(value) < 10**18 else "VARCHAR"
        case float():
            return "DOUBLE"
        case str() if value in ("true", "false"):
            return "BOOLEAN"
        case str() if _NAME.match(value):
            return "VARCHAR"
        case str() if _INTEGER.fullmatch(value):
            return "BIGINT"
        case str() if _NUMBER.fullmatch(value):
            return "DOUBLE"
        case _:
            return "VARCHAR"


def named(found: Mapping[str, Iterable[Any]]) -> dict[str, tuple[str, Kind]]:
    """Return for each field its column's name, which no column of a log has, and its type."""
    columns: dict[str, tuple[str, Kind]] = {}
    used = set(_TAKEN)
    for field, values in list(found.items())[:MOST]:
        column = field
        while column.casefold() in used:
            column = f"{column}{OWN}"
        used.add(column.casefold())
        columns[field] = (column, kind_of(values))
    return columns
