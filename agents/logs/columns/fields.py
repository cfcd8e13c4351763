"""Which fields lines name themselves (JSON, key=value, a header), and of which types they are."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from agents.logs.columns.formats import COLUMNS
from agents.logs.words import phrases, words

Kind = Literal["BIGINT", "DOUBLE", "BOOLEAN", "VARCHAR"]
OWN: Final = "_field"
"""Behind the name of a field that is called as a column of every log is, and is another."""
MOST: Final = 100
"""Fields of one log that become columns; those that more lines have come first."""

_LENGTH: Final = re.compile(r"(?:\d+(?:\.\d+)?(?:h|ms|m|s|µs|us|ns))+")
_UNITS: Final = {
    "h": 3_600_000, "m(?:[^s]|$)": 60_000, "s": 1_000, "ms": 1, "(?:µ|u)s": 1e-3, "ns": 1e-6,
}  # fmt: skip
_INTEGER: Final = re.compile(r"-?\d{1,18}")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
# "007" and "0123" are names written in digits.
_NAME: Final = re.compile(r"-?0\d")
_TAKEN: Final = frozenset(
    [*COLUMNS, "line", "text", "entry", "component", "process", "template", "parameters",
     "continuation", "file", "gap", "place", "status_class", *phrases()]
)  # fmt: skip


def fields_of(
    found: Mapping[str, Sequence[Any]], of: Callable[[str], str]
) -> tuple[tuple[str, str, str], ...]:
    """Return name, type and SQL of the columns of fields with sampled values; `of` is the SQL of a
    field's text. Lengths of time with their units (`1.2s`) are milliseconds, as the name says."""
    lengths = {field for field, those in found.items() if _are_lengths(those)}
    about = named({f"{field}_ms" if field in lengths else field: those
                   for field, those in found.items()})  # fmt: skip
    return tuple(
        (name, "DOUBLE", _milliseconds(of(field))) if field in lengths else (name, kind, of(field))
        for (name, kind), field in zip(about.values(), found, strict=False)
    )


def _are_lengths(values: Sequence[Any]) -> bool:
    """Return whether all of some values are lengths of time with their units: 1m2.5s, 350µs."""
    told = [one for one in values if one not in (None, "", "-")]
    return bool(told) and all(isinstance(one, str) and _LENGTH.fullmatch(one) for one in told)


def is_length(field: str) -> bool:
    """Return whether a field, or its column, is called as lengths of time are."""
    bare = re.sub("_(?:ms|s|us)$", "", field.rpartition(".")[2].casefold())
    return re.sub("[^a-z]", "", bare) in words()["lengths"]


def _milliseconds(text: str) -> str:
    """Return the SQL of milliseconds of a text as Go writes lengths of time: 1m2.5s, 350µs."""
    parts = " + ".join(
        f"coalesce(TRY_CAST(regexp_extract({text}, '(\\d+(?:\\.\\d+)?){unit}', 1) AS DOUBLE), 0)"
        f" * {factor}"
        for unit, factor in _UNITS.items()
    )
    return f"CASE WHEN {text} <> '' THEN {parts} END"


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
