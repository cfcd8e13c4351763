"""What is in a table, as a value: for the window's data page, for questions on it, for a model."""

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

from agents.answering.sentences import fill
from agents.answering.source import LEFT_OUT, LoadNote, Source
from agents.answering.text.language import Language, integer
from agents.data.model.corrections import kinds_of, part_of
from agents.data.model.drafting import contents
from agents.data.model.measuring import measured
from agents.data.model.rereading import is_of
from agents.data.model.schema import Column, Table
from agents.data.model.totals import without_totals
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import quoted
from app.domain.base import Value

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Shown = str | int | float | bool | None
_TOP, _BINS, _HEAD, _EXAMPLES = 10, 12, 5, 3
_CELL = 200  # characters of a text that are shown
_PACKAGE = "agents.data.model"
_GUESSES = "guess_"


class Frequent(Value):
    """A value and how many rows have it."""

    value: str
    rows: int


class Bin(Value):
    """How many rows lie from `low` up to, not including, `high` (the last one includes it).

    Ends of moments are ISO 8601 texts.
    """

    low: float | str
    high: float | str
    rows: int


class ColumnProfile(Value):
    """What one column holds. `min`, `max` and `mean` are None where they mean nothing.

    `share` says that 1 is all of something: 0.05 is read as 5 %.
    `kinds` are what a person may say that it is, its own first; without them it is as it is. `adds`
    and `part` are as in a `ColumnCorrection`.
    """

    name: str
    label: str
    kind: str
    unit: str = ""
    share: bool = False
    grain: str = ""
    distinct: int = 0
    empty: int = 0
    min: Shown = None
    max: Shown = None
    mean: float | None = None
    top: tuple[Frequent, ...] = ()
    histogram: tuple[Bin, ...] = ()
    examples: tuple[Shown, ...] = ()
    why: str = ""
    synonyms: tuple[str, ...] = ()
    adds: str = ""
    part: str = ""
    kinds: tuple[str, ...] = ()


class ProfileSource(Value):
    """The file that a table was read from, by its name."""

    file: str
    sha256: str


class TableTold(Value):
    """A table beside others: its name, and how many rows it has."""

    name: str
    rows: int


class TableProfileValue(Value):
    """A table: its columns, its first rows (a cell per column), and in the person's language what
    was changed on reading and what was guessed. `tables` are all that can be asked for, it among
    them; none where it is the only one.
    """

    table: str
    source: ProfileSource
    rows: int
    columns: tuple[ColumnProfile, ...]
    head: tuple[tuple[Shown, ...], ...]
    notes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    tables: tuple[TableTold, ...] = ()


def profile_of(
    connection: "DuckDBPyConnection", table: Table, source: Source, language: Language = "en",
    *, beside: Sequence[Table] = (), rereads: bool = True,
) -> TableProfileValue:  # fmt: skip
    """Look at each column of a table; blocks (a second on ten million rows).

    `rereads`: a text can be said to be a moment.
    """
    all_rows, name = table.rows, without_totals(table)
    table = _without_totals(connection, table)
    meant = table.meant
    means = _means(connection, name, meant)
    picked = ", ".join(quoted(column.name) for column in meant)
    head = connection.execute(f"SELECT {picked} FROM {name} LIMIT {_HEAD}").fetchall()
    columns = []
    for place, column in enumerate(meant):
        number = column.kind in ("number", "length") and column.stored == "number"
        columns.append(
            ColumnProfile(
                name=column.name, label=column.label_in(language), kind=column.kind,
                unit=column.unit, share=column.share, grain=column.grain, distinct=column.distinct,
                empty=column.empty, min=_end(column, column.low), max=_end(column, column.high),
                mean=means.get(column.name),
                top=_top(column) if column.distinct < table.rows - column.empty else (),
                histogram=_histogram(connection, name, column)
                if number or column.kind == "moment" else (),
                examples=_examples(column, [row[place] for row in head]),
                why=_why(column.why, language),
                synonyms=column.synonyms_in(language), adds=column.adds if number else "",
                part=part_of(table, column.name), kinds=kinds_of(table, column, rereads=rereads),
            )
        )  # fmt: skip
    notes = [note for note in source.notes if note.table in ("", table.name)]
    if table.rows < all_rows:
        notes.append(LoadNote(key="totals_apart", count=all_rows - table.rows))
    notes += filter(None, map(_spellings, meant))
    questions = [note for note in notes if note.key.startswith(_GUESSES)]
    rests = rests_on(table, language)
    return TableProfileValue(
        table=table.name,
        source=ProfileSource(file=source.name, sha256=source.sha256),
        rows=table.rows,
        columns=tuple(columns),
        head=tuple(tuple(_shown(cell) for cell in row) for row in head),
        notes=(
            *([rests] if rests else []),
            *(told(note, language) for note in notes if note not in questions),
        ),
        questions=tuple(told(note, language) for note in questions),
        tables=tuple(TableTold(name=one.name, rows=one.rows) for one in beside),
    )


def _without_totals(connection: "DuckDBPyConnection", table: Table) -> Table:
    """Return what a table holds but for the rows that are sums of the others."""
    rows = without_totals(table)
    if rows == quoted(table.name):
        return table
    described = connection.execute(f"DESCRIBE {quoted(table.name)}").fetchall()
    types = {str(row[0]): str(row[1]) for row in described}
    (count,) = aggregates(connection, ["count(*)"], rows)
    pairs = [(one.name, types[one.name]) for one in table.columns if one.name in types]
    found = measured(connection, rows, pairs, count)
    columns = tuple(
        one.model_copy(update=contents(found[one.name], count)) if one.name in found else one
        for one in table.columns
    )
    return table.model_copy(update={"rows": count, "columns": columns})


def _spellings(column: Column) -> LoadNote | None:
    """Note the values that differ from others only in their capitals: they are counted apart."""
    if column.kind != "category" or column.stored != "text" or not column.complete:
        return None
    alike: dict[str, list[str]] = {}
    for value in column.values:
        alike.setdefault(value.casefold(), []).append(value)
    several = [some for some in alike.values() if some[1:]]
    if not several:
        return None
    shown = f"{column.header or column.name} ({' / '.join(several[0])})"
    return LoadNote(key="spelt_apart", count=sum(len(some) - 1 for some in several), what=shown)


def rests_on(table: Table, language: Language) -> str:
    """Return by which columns a table is taken for one of a domain, "" for one that is not."""
    if not table.pack or not table.evidence or table.derived:
        return ""
    labels = [table.column(one).label_in(language) for one in table.evidence if table.has(one)]
    return fill(_PACKAGE, language, f"pack_{table.pack}", {"what": ", ".join(labels)})


def left_out(source: Source, table: str, language: Language) -> list[str]:
    """Return what of a table's rows was left out on reading: no answer is of those."""
    found = [one for one in source.notes if one.key == LEFT_OUT and one.table in ("", table)]
    return [told(one, language) for one in found]


def how_read(source: Source, table: str, columns: Sequence[str], language: Language) -> list[str]:
    """Return how the cells of some columns of a table were read as what they are."""
    notes = (note for note in source.notes if any(is_of(note, table, one) for one in columns))
    return [told(note, language) for note in notes]


def told(note: LoadNote, language: Language) -> str:
    """Return what was changed or guessed on reading, as a sentence."""
    what, _, how = note.what.partition("\x1f")
    said = fill(_PACKAGE, language, how, {}) if how else ""
    values = {"count": integer(note.count, language), "what": what, "how": said}
    return fill(_PACKAGE, language, note.key, values)


def _why(key: str, language: Language) -> str:
    return fill(_PACKAGE, language, f"why_{key}", {}) if key else ""


def _means(
    connection: "DuckDBPyConnection", table: str, columns: Sequence[Column]
) -> dict[str, float]:
    numbers = [column for column in columns if column.kind in ("number", "length")
               and column.stored == "number"]  # fmt: skip
    means = (
        f"avg({quoted(one.name)}) FILTER (isfinite({quoted(one.name)}::DOUBLE))" for one in numbers
    )
    found = aggregates(connection, means, table)
    return {one.name: float(mean) for one, mean in zip(numbers, found, strict=True)
            if mean is not None}  # fmt: skip


def _top(column: Column) -> tuple[Frequent, ...]:
    known = zip(column.values[:_TOP], column.counts, strict=False)
    return tuple(Frequent(value=value[:_CELL], rows=rows) for value, rows in known)


def _histogram(connection: "DuckDBPyConnection", table: str, column: Column) -> tuple[Bin, ...]:
    """Return bins with round ends over a column of numbers or moments.

    Whole numbers have one each where there are few enough.
    """
    cell = quoted(column.name)
    timed = column.stored in ("date", "timestamp")
    number = f"epoch({cell}::TIMESTAMP)" if timed else f"{cell}::DOUBLE"
    low, high, whole = aggregates(
        connection, ("min(x)", "max(x)", "bool_and(x = floor(x))"),
        f"(SELECT {number} AS x FROM {table}) WHERE isfinite(x)",
    )  # fmt: skip
    if low is None or low == high:
        return ()
    whole = whole and not timed
    width = (high - low) / _BINS if timed else _round_width((high - low) / _BINS)
    width = max(1.0, width) if whole else width
    start = low if timed else math.floor(low / width) * width
    each = whole and width == 1.0
    last = int(high - start) if each else max(0, math.ceil((high - start) / width) - 1)
    counted = connection.execute(
        f"SELECT least(floor(({number} - {start!r}) / {width!r}), {last}), count(*) "
        f"FROM {table} WHERE isfinite({number}) GROUP BY 1"
    ).fetchall()
    rows = {int(place): int(n) for place, n in counted}
    return tuple(
        Bin(low=_bin_end(start + place * width, timed),
            high=_bin_end(start + (place + 1) * width, timed), rows=rows.get(place, 0))
        for place in range(last + 1)
    )  # fmt: skip


def _round_width(width: float) -> float:
    size = 10.0 ** math.floor(math.log10(width))
    return next(size * step for step in (1, 2, 5, 10) if size * step >= width * (1 - 1e-9))


def _bin_end(value: float, timed: bool) -> float | str:
    if timed:
        return datetime.fromtimestamp(value, tz=UTC).strftime("%Y-%m-%dT%H:%M:%S")
    return float(f"{value:.12g}")


def _examples(column: Column, head: Sequence[Any]) -> tuple[Shown, ...]:
    found = [_shown(cell) for cell in head if cell is not None]
    found += [value[:_CELL] for value in column.values]
    return tuple(dict.fromkeys(found))[:_EXAMPLES]


def _end(column: Column, end: float | str | None) -> Shown:
    """Return the least or greatest value; of names the first and last letters mean nothing."""
    if column.kind in ("category", "identifier", "text", "yes_no") and column.stored == "text":
        return None
    return int(end) if isinstance(end, float) and end.is_integer() else end


def _shown(cell: Any) -> Shown:
    if cell is None or isinstance(cell, bool | int):
        return cell
    if isinstance(cell, float):
        return cell if math.isfinite(cell) else str(cell)
    if isinstance(cell, datetime | date):
        return cell.isoformat()
    return str(cell)[:_CELL]
