"""The model of any table is drafted from its headers and values; nothing is asked or invented."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.data.model.header_kinds import is_level, is_numbered, label_and_unit, tells
from agents.data.model.keys import with_keys
from agents.data.model.measuring import INTEGERS, ColumnContents, measured, stored
from agents.data.model.schema import Column, Table, TableModel, Words
from agents.data.model.totals import with_totals, with_weights
from agents.data.tables.aggregates import aggregates
from agents.data.tables.building import Built, BuiltColumn
from agents.data.tables.quoting import quoted
from agents.data.tables.written import words

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_LONG = 60  # characters from which on a text is read, and no name
_NEARLY_ALL = 0.95
_MOST = 0.8  # of the rows that have a name: what fewer have is a note on them
_YEARS = (1600, 2100)
_ORDER = 5  # n!/n^n: four counts of one to four are each there once in 9 % of cases, five in 4 %


def draft(connection: "DuckDBPyConnection", built: Sequence[Built]) -> TableModel:
    """Return the model of the tables that were made, in their order."""
    tables = [draft_table(connection, one) for one in built]
    return TableModel(tables=with_keys(connection, tables, [one.source for one in built]))


def draft_table(connection: "DuckDBPyConnection", built: Built) -> Table:
    """Return the model of one table."""
    pairs = [(column.name, column.type) for column in built.columns]
    found = measured(connection, quoted(built.name), pairs, built.rows)
    drafted = [draft_column(one, found[one.name], built.rows) for one in built.columns]
    codes = _codes(connection, built, drafted)
    drafted = _told_apart(drafted)
    columns = with_weights(
        one.model_copy(update={"kind": "identifier", "adds": "none", "why": "goes_with_name"})
        if one.name in codes else one
        for one in drafted
    )  # fmt: skip
    shown = [one for one in columns if one.name not in {column.written for column in columns}]
    table = Table(
        name=built.name,
        columns=columns,
        rows=built.rows,
        primary=built.source.keys or _primary(shown, found, built.rows),
        time=_time(shown),
        name_of_row=_name_of_row(shown, found),
    )
    return with_totals(connection, table)


def _told_apart(columns: Sequence[Column]) -> list[Column]:
    """Return columns of which none is called as another one: by the whole header, such as `price
    (€)`, where that tells them apart, else by the name, which has a number."""
    labels, headers = (
        Counter(said.casefold() for said in some)
        for some in ([one.label_in("") for one in columns], [one.header for one in columns])
    )
    found = []
    for one in columns:
        header = one.header
        if header and labels[one.label_in("").casefold()] > 1:
            header = header if headers[header.casefold()] == 1 else one.name
            one = one.model_copy(update={"header": header, "words": {}})
        found.append(one)
    return found


def draft_column(built: BuiltColumn, found: ColumnContents, rows: int) -> Column:
    """Return what a column is."""
    label, unit = label_and_unit(built.header)
    unit = built.unit or unit
    column = Column(
        name=built.name,
        header=built.header,
        stored=stored(found.type),
        words={"": Words(label=label)} if label and label != built.header else {},
        unit=unit,
        written=built.written,
        adds="none",
    ).model_copy(update=contents(found, rows))
    return column.model_copy(update=_kind(built, column, found))


def contents(found: ColumnContents, rows: int) -> dict[str, object]:
    """Return the fields of a column that say what it holds in so many rows."""
    return {
        "distinct": found.distinct,
        "empty": rows - found.filled,
        "low": bound(found.low),
        "high": bound(found.high),
        "values": tuple(value for value, _ in found.values),
        "counts": tuple(n for _, n in found.values),
        "complete": found.complete,
    }


def _kind(built: BuiltColumn, column: Column, found: ColumnContents) -> dict[str, object]:
    if not found.filled:
        return {"kind": "other", "why": "empty"}
    match column.stored:
        case "boolean":
            return {"kind": "yes_no", "true": "true", "false": "false"}
        case "interval":
            return {"kind": "length", "adds": "sum"}
        case "time":
            return {"kind": "length", "adds": "mean"}
        case "date" | "timestamp":
            return {"kind": "moment", "grain": built.grain if built.grain in ("year", "month")
                    else found.grain}  # fmt: skip
        case "number" if built.length or column.unit == "s":
            return {"kind": "length", "adds": "sum", "unit": "s", "why": "length"}
        case "number":
            return _number(built, column, found)
        case "text":
            return _text(built, found, rows=found.filled + column.empty)
    return {"kind": "other"}


def _number(built: BuiltColumn, column: Column, found: ColumnContents) -> dict[str, object]:
    header = built.header or built.name
    integers = found.type.startswith(INTEGERS)
    low, high = _float(found.low), _float(found.high)
    if found.whole and (low, high) == (0, 1) and found.distinct == 2 and not column.unit:
        return {"kind": "yes_no", "true": "1", "false": "0", "why": "zero_and_one"}
    if built.grain == "year" or (found.whole and _is_year(header, column, found, low, high)):
        return {"kind": "moment", "grain": "year", "why": "year"}
    unique = found.distinct == found.filled and found.filled > 1
    each_next = integers and unique and high - low + 1 == found.filled
    counts_on = each_next and low in (0, 1)
    if integers and unique and not built.header:
        return {"kind": "identifier", "why": "row_numbers"}
    if built.ordinal:
        return {"kind": "number", "why": "order"}
    if each_next and tells(header, "number_sign", "identifier"):
        return {"kind": "identifier", "why": "row_numbers"}
    if integers and tells(header, "identifier"):
        return {"kind": "identifier", "why": "identifier_by_header"}
    if tells(header, "place_on_earth"):
        return {"kind": "number", "why": "place_on_earth"}
    if (tells(header, "rank") or is_numbered(header)) and found.whole:
        return {"kind": "number", "why": "rank_by_header"}
    if (counts_on and found.filled >= _ORDER) or (tells(header, "part", "version") and found.whole):
        return {"kind": "number", "why": "order"}
    rate = tells(header, "rate")
    if column.unit == "%" or (rate and not integers and low >= 0 and high <= 1):
        share = low >= 0 and high <= 1 and not found.whole
        return {"kind": "number", "adds": "mean", "unit": "%", "share": share,
                "why": "share" if share else "rate"}  # fmt: skip
    fraction = not found.whole and low >= 0 and high <= 1
    if rate or fraction or tells(header, "level") or is_level(column.unit):
        return {"kind": "number", "adds": "mean", "why": "level_by_header"}
    return {"kind": "number", "adds": "sum"}


def _is_year(header: str, column: Column, found: ColumnContents, low: float, high: float) -> bool:
    """Whether whole numbers are years: by the header, or all of them in our time."""
    if column.unit or not (_YEARS[0] <= low and high <= _YEARS[1]):
        return tells(header, "year") and low >= 1000 and high <= _YEARS[1]
    if tells(header, "year", "moment", "born"):
        return True
    told_otherwise = tells(header, "identifier", "number_sign", "rank", "rate", "level", "part")
    return not told_otherwise and low >= 1800 and high <= 2040 and found.distinct > 2


def _text(built: BuiltColumn, found: ColumnContents, *, rows: int) -> dict[str, object]:
    values = [value for value, _ in found.values]
    if found.distinct <= 2 and (pair := _yes_no(values)):
        return {"kind": "yes_no", "true": pair[0], "false": pair[1], "why": "yes_no"}
    if found.length > _LONG:
        return {"kind": "text"}
    header = built.header or built.name
    nearly_unique = found.distinct >= _NEARLY_ALL * found.filled
    if nearly_unique and found.filled < _MOST * rows and not tells(header, "identifier", "name"):
        return {"kind": "text"}
    if found.distinct == found.filled and found.filled > 1:
        return {"kind": "identifier", "why": "unique"}
    if nearly_unique and (found.filled > 20 or tells(header, "identifier")):
        return {"kind": "identifier", "why": "nearly_unique"}
    return {"kind": "category"}


def _yes_no(values: Sequence[str]) -> tuple[str, str] | None:
    """Return how two values say yes and no, None if they do not."""
    low = {value.strip().casefold(): value for value in values}
    pairs = words()["yes_no"]
    assert isinstance(pairs, list)
    for yes, no in pairs:
        if set(low) == {yes, no}:
            return low[yes], low[no]
    return None


def _codes(connection: "DuckDBPyConnection", built: Built, columns: Sequence[Column]) -> set[str]:
    """Return the whole numbers that each go with one name, and are numbered on with equally many
    digits: of the people whom rows are about, say. A price may go with a name, too, but leaves
    gaps."""
    kinds = {one.name: one.type for one in built.columns}
    names = [one for one in columns if one.kind == "category" and one.stored == "text"]
    numbers = [
        one for one in columns
        if one.kind == "number" and one.adds == "sum" and not one.unit
        and kinds[one.name].startswith(INTEGERS) and _are_numbered_on(one)
    ]  # fmt: skip
    pairs = [
        (one.name, name.name) for one in numbers for name in names
        if one.distinct == name.distinct < built.rows - one.empty and one.empty == name.empty
    ]  # fmt: skip
    counts = aggregates(
        connection,
        (f"count(DISTINCT ({quoted(one)}, {quoted(name)}))" for one, name in pairs),
        quoted(built.name),
    )
    distinct = {one.name: one.distinct for one in numbers}
    return {one for (one, _), n in zip(pairs, counts, strict=True) if n == distinct[one]}


def _are_numbered_on(column: Column) -> bool:
    low, high = column.low, column.high
    if not (isinstance(low, float) and isinstance(high, float)) or column.distinct < _ORDER:
        return False
    digits = len(str(int(low)))
    return low > 0 and 1 < digits == len(str(int(high))) and high - low < 2 * column.distinct


def _primary(
    columns: Sequence[Column], found: dict[str, ColumnContents], rows: int
) -> tuple[str, ...]:
    for one in columns:
        tells_apart = found[one.name].exact and one.distinct == rows
        if one.kind == "identifier" and not one.empty and tells_apart:
            return (one.name,)
    return ()


def _time(columns: Sequence[Column]) -> str:
    """Return the column of time that is meant where none is named; "" if it is not clear."""
    moments = [one for one in columns if one.kind == "moment" and one.stored != "time"]
    known = [one for one in moments if not tells(one.header, "born")]
    if len(known) == 1:
        return known[0].name
    named = [one for one in known if tells(one.header, "moment", "year")]
    finer = [one for one in named if one.stored != "number"] or named
    return finer[0].name if finer else ""


def _name_of_row(columns: Sequence[Column], found: dict[str, ColumnContents]) -> str:
    texts = [one for one in columns if one.stored == "text" and one.kind != "text"
             and one.distinct >= 0.9 * found[one.name].filled > 1]  # fmt: skip
    unique = [one for one in texts if one.kind == "identifier"
              and one.distinct == found[one.name].filled]  # fmt: skip
    for some in (unique, texts):
        named = [one for one in some if tells(one.header, "name")]
        if named or (some is unique and unique):
            return (named or unique)[0].name
    return ""


def bound(value: object) -> float | str | None:
    """Return an end of a column's values as a model holds it."""
    if value is None or isinstance(value, str):
        return value[:200] if isinstance(value, str) else None
    if isinstance(value, (int, float)):
        return float(value) if not isinstance(value, bool) else str(value).lower()
    isoformat = getattr(value, "isoformat", None)
    return isoformat() if isoformat is not None else _as_float(value)


def _as_float(value: object) -> float | str:
    try:
        return float(str(value))
    except ValueError:
        return str(value)[:200]


def _float(value: object) -> float:
    found = _as_float(value)
    return found if isinstance(found, float) else 0.0
