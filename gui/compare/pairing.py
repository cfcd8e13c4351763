"""Two results beside each other, cell by cell: which rows belong together, and what differs."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from pydantic import JsonValue

from gui.blocks.result_data import ResultColumn, ResultTable

Change = Literal["same", "changed", "first", "second", "beside"]
"""What became of a row or cell; `first` and `second` are in that result only, and what is `beside`
the other is not compared with it."""
Unlike = Literal["", "grouping", "figure"]
"""Why results are not compared: they are grouped differently, or tell different figures."""


class Pair(NamedTuple):
    """A row of each result that belong together; None where one has no such row."""

    first: int | None
    second: int | None


class PairedColumn(NamedTuple):
    """A column of either result: where it stands in each, None where it is missing."""

    column: ResultColumn
    first: int | None
    second: int | None
    key: bool

    @property
    def rate(self) -> bool:
        """Whether its numbers are shares, from 0 to 1."""
        return self.column.type == "rate"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two results with their columns and rows matched; `changes` has one word for each pair.

    Of results that are `unlike` in grouping each row stands beside any of the other, and each
    column is of one of them.
    """

    first: ResultTable
    second: ResultTable
    columns: tuple[PairedColumn, ...]
    pairs: tuple[Pair, ...]
    changes: tuple[Change, ...]
    unlike: Unlike = ""

    @property
    def groupings(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """By what each result is grouped, as its columns are called; () where it is a whole."""
        first, second = (
            tuple(table.columns[at].label for at in _grouping(table))
            for table in (self.first, self.second)
        )
        return first, second

    def only_in(self, side: str) -> list[str]:
        """Return what the rows are called that are in one result only: `first` or `second`."""
        table = self.first if side == "first" else self.second
        places = [
            pair.first if side == "first" else pair.second
            for pair, change in zip(self.pairs, self.changes, strict=True)
            if change == side
        ]
        named = _grouping(table)
        return [" · ".join(_name(table, at, named)) for at in places if at is not None]

    def values(self, row: int, column: int) -> tuple[JsonValue, JsonValue]:
        """Return the two values of a cell; None where there is none."""
        pair, compared = self.pairs[row], self.columns[column]
        return (
            _value(self.first, pair.first, compared.first),
            _value(self.second, pair.second, compared.second),
        )

    def change(self, row: int, column: int) -> Change:
        """Return what became of a cell."""
        pair, compared = self.pairs[row], self.columns[column]
        if pair.first is None or compared.first is None:
            return "second"
        if pair.second is None or compared.second is None:
            return "first"
        before, after = self.values(row, column)
        return "same" if before == after else "changed"

    def difference(self, row: int, column: int) -> float | int | None:
        """Return the second number less the first; None where they are not both numbers."""
        before, after = (as_number(value) for value in self.values(row, column))
        return None if before is None or after is None else after - before

    def overlap(self, row: int) -> bool | None:
        """Return whether the intervals of a row overlap; None where they are not all given."""
        if self.interval is None:
            return None
        low, high = ([as_number(one) for one in self.values(row, at)] for at in self.interval)
        if None in (*low, *high):
            return None
        return max(v for v in low if v is not None) <= min(v for v in high if v is not None)

    @property
    def measure(self) -> int | None:
        """The column that is worth a picture: the first figure, else rate, else number of both."""
        found = [
            at
            for at, compared in enumerate(self.columns)
            if not compared.key and compared.first is not None and compared.second is not None
        ]
        numbers = [at for at in found if any(self._is_number(at, n) for n in range(2))]
        figures = [at for at in numbers if self.columns[at].column.part == "measure"]
        rates = [at for at in numbers if self.columns[at].rate]
        return next(iter((*figures, *rates, *numbers)), None)

    @property
    def interval(self) -> tuple[int, int] | None:
        """The columns of both ends of the interval of the measure; None where it has none."""
        parts = [compared.column.part for compared in self.columns]
        start = self.measure
        if start is None or parts[start] != "measure":
            return None
        stop = next((at for at in range(start + 1, len(parts)) if parts[at] == "measure"), None)
        own = parts[start:stop]
        if not {"low", "high"} <= {*own}:
            return None
        return start + own.index("low"), start + own.index("high")

    def _is_number(self, column: int, side: int) -> bool:
        rows = range(min(20, len(self.pairs)))
        return any(as_number(self.values(row, column)[side]) is not None for row in rows)


def compare(first: ResultTable, second: ResultTable) -> Comparison:
    """Match the rows of two results by what names them, and say what became of each.

    Rows are named by the columns of words (and of years, days …) that both have; the n-th row of a
    name belongs to the n-th of the other. Rows without names are taken in their order, and so are
    two that are alone. Results that are grouped by other columns are about unlike things, and
    nothing belongs together; nor do figures that only one of them has.
    """
    if _grouped_apart(first, second):
        return _beside(first, second)
    names = {column.name: at for at, column in enumerate(second.columns)}
    columns = [
        PairedColumn(column, at, names.get(column.name), False)
        for at, column in enumerate(first.columns)
    ]
    own = {column.name for column in first.columns}
    columns += [
        PairedColumn(column, None, at, False)
        for at, column in enumerate(second.columns)
        if column.name not in own
    ]
    columns = [
        column._replace(key=_names_rows(first, column.first) and _names_rows(second, column.second))
        for column in columns
    ]
    keys = [(c.first, c.second) for c in columns if c.key]
    mine, theirs = [a for a, _ in keys], [b for _, b in keys]
    pairs = _match(first, second, mine, theirs)
    unlike: Unlike = "figure" if keys and _figured_apart(columns) else ""
    if unlike:  # intervals and counts of the same name are of other figures
        columns = [
            *(c for c in columns if c.key),
            *(PairedColumn(one, at, None, False) for at, one in enumerate(first.columns)
              if at not in mine),
            *(PairedColumn(one, None, at, False) for at, one in enumerate(second.columns)
              if at not in theirs),
        ]  # fmt: skip
    made = Comparison(first, second, tuple(columns), tuple(pairs), (), unlike)
    changes = tuple(_row_change(made, row) for row in range(len(pairs)))
    return Comparison(first, second, tuple(columns), tuple(pairs), changes, unlike)


def in_order(made: Comparison, names: Sequence[str]) -> Comparison:
    """Return a comparison with its rows in the order of some names, where one column names them;
    rows of other names come last."""
    keys = [at for at, compared in enumerate(made.columns) if compared.key]
    if len(keys) != 1:
        return made
    place = {name: at for at, name in enumerate(names)}
    held = [[str(one) for one in made.values(row, keys[0])] for row in range(len(made.pairs))]
    order = sorted(
        range(len(held)),
        key=lambda row: min(place.get(one, len(place)) for one in held[row]),
    )
    return replace(
        made,
        pairs=tuple(made.pairs[row] for row in order),
        changes=tuple(made.changes[row] for row in order),
    )


def _figured_apart(columns: Sequence[PairedColumn]) -> bool:
    """Whether both results have figures, and no figure of one is the other's too."""
    figures = [c for c in columns if not c.key]
    measured = [c for c in figures if c.column.part == "measure"] or figures
    both = any(c.first is not None and c.second is not None for c in measured)
    return not both and all(
        any(side is not None for side in sides)
        for sides in ([c.first for c in measured], [c.second for c in measured])
    )


def as_number(value: JsonValue) -> float | int | None:
    """Return a number that is one; True and False are none."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _match(
    first: ResultTable,
    second: ResultTable,
    mine: list[int | None],
    theirs: list[int | None],
) -> list[Pair]:
    waiting: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for at in reversed(range(len(second.rows))):
        waiting[_name(second, at, theirs)].append(at)
    pairs, taken = [], set[int]()
    for at in range(len(first.rows)):
        held = waiting.get(_name(first, at, mine)) if mine else None
        other = held.pop() if held else None
        if other is not None:
            taken.add(other)
        pairs.append(Pair(at, other))
    if not taken and (not mine or len(first.rows) == len(second.rows) == 1):
        both = min(len(first.rows), len(second.rows))
        pairs = [Pair(at, at if at < both else None) for at in range(len(first.rows))]
        taken = set(range(both))
    return pairs + [Pair(None, at) for at in range(len(second.rows)) if at not in taken]


def _grouping(table: ResultTable) -> tuple[int, ...]:
    """Return the columns by which a result is grouped: as its agent says, else what names rows."""
    places = range(len(table.columns))
    if any(column.part for column in table.columns):
        return tuple(at for at in places if table.columns[at].part == "group")
    return tuple(at for at in places if _names_rows(table, at))


def _grouped_apart(first: ResultTable, second: ResultTable) -> bool:
    """Whether two results are grouped by other columns; where their agents do not say by which,
    each is by one that the other lacks, or one of them is no group at all."""
    if not first.rows or not second.rows:
        return False
    mine, theirs = (
        {table.columns[at].name for at in _grouping(table)} for table in (first, second)
    )
    if any(c.part for c in first.columns) and any(c.part for c in second.columns):
        return mine != theirs
    lacking = [
        mine - {column.name for column in second.columns},
        theirs - {column.name for column in first.columns},
    ]
    return all(lacking) or (any(lacking) and not (mine and theirs))


def _beside(first: ResultTable, second: ResultTable) -> Comparison:
    """Return results of which nothing belongs together, each with its rows and columns."""
    columns = [PairedColumn(one, at, None, False) for at, one in enumerate(first.columns)]
    columns += [PairedColumn(one, None, at, False) for at, one in enumerate(second.columns)]
    counts = len(first.rows), len(second.rows)
    pairs = [
        Pair(at if at < counts[0] else None, at if at < counts[1] else None)
        for at in range(max(counts))
    ]
    changes: list[Change] = ["beside"] * len(pairs)
    return Comparison(first, second, tuple(columns), tuple(pairs), tuple(changes), "grouping")


def _name(table: ResultTable, row: int, columns: Sequence[int | None]) -> tuple[str, ...]:
    return tuple(str(table.rows[row][at]) for at in columns if at is not None)


def _names_rows(table: ResultTable, at: int | None) -> bool:
    """Whether a column names rows: words, or numbers that are names, as those of a group are."""
    if at is None:
        return False
    if table.columns[at].part == "group" or table.columns[at].names:
        return True
    values = [row[at] for row in table.rows if row[at] is not None]
    return bool(values) and all(isinstance(value, str | bool) for value in values)


def _row_change(made: Comparison, row: int) -> Change:
    pair = made.pairs[row]
    if pair.first is None:
        return "second"
    if pair.second is None:
        return "first"
    if made.unlike:
        return "beside"
    cells = {made.change(row, column) for column in range(len(made.columns))}
    return "same" if cells <= {"same"} else "changed"


def _value(table: ResultTable, row: int | None, column: int | None) -> JsonValue:
    return None if row is None or column is None else table.rows[row][column]
