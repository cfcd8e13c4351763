"""A result as Qt's tables read it: formatted, sortable, small samples said in words."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pydantic import JsonValue
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QLocale, QModelIndex, Qt
from PySide6.QtGui import QColor

from app.durations import duration, in_minutes
from gui.blocks.base import Behind
from gui.blocks.result_data import SMALL_SAMPLE, ResultTable, cell_for_sheets, folded
from gui.charts.moments import MOMENT_TYPES, exactness, moment_of_cell
from gui.texts.numbers import length_sign, number, number_form
from gui.widgets.two_line_delegate import Index

_NUMERIC_TYPES = frozenset({"integer", "int", "bigint", "float", "double", "number", "rate"})
_TEXTS = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
_ALIGNMENT, _LETTERS = Qt.ItemDataRole.TextAlignmentRole, Qt.ItemDataRole.ForegroundRole
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_DIGITS, _MOST_DIGITS = {"rate": 4}, 6
_LOOKED_AT = 1000
"""So many rows say how many decimals a column has; a later value that needs more has more."""
_SPOKEN = 20
_KEPT = 100
"""Of so many rows the texts are kept: of those that a table is measured by and that it shows."""


def rows_shown(shown: int, table: ResultTable, locale: QLocale) -> str:
    """Return how many of a result's rows are shown, in words."""
    said = QCoreApplication.translate(
        "Chat", "{shown} of {all} rows", "", number_form(table.row_count)
    )
    return said.replace("{shown}", number(shown, locale)).replace(
        "{all}", number(table.row_count, locale)
    )


def spoken_rows(
    table: ResultTable, locale: QLocale, marks: Sequence[Behind], *, drawn: bool
) -> str:
    """Return the first rows of a result as they are listened to, a line for each.

    `drawn` says that a chart shows them, `marks` are those along it, in its order.
    """
    translate = QCoreApplication.translate
    model = ResultModel(table, locale, "")
    model.follow(marks)
    columns = range(model.columnCount())
    lines = [
        translate("Chat", "The chart shows:") if drawn else translate("Chat", "The table has:")
    ]
    for row in range(min(model.rowCount(), _SPOKEN)):
        cells = [(model.label(at), str(model.index(row, at).data())) for at in columns]
        lines.append(", ".join(f"{label} {text}" for label, text in cells if text))
    if model.rowCount() > _SPOKEN:
        lines.append(rows_shown(_SPOKEN, table, locale))
    return "\n".join(lines)


def count_words(table: ResultTable, words: str, locale: QLocale) -> int:
    """Return how many cells have some words, whatever their case and composition: as they are read,
    moments as they were sent, too, and others as they were sent where that is all of the words.
    """
    model = ResultModel(table, locale, "")
    model.mark(words, "")
    return len(model.marked_cells(0, model.rowCount()))


class ResultModel(QAbstractTableModel):
    """Owns the order of the rows; the values are the result's."""

    def __init__(self, table: ResultTable, locale: QLocale, muted: str) -> None:
        super().__init__()
        self._marked = ""
        self._marked_cells: dict[int, frozenset[int]] = {}
        self._texts: dict[int, tuple[str, ...]] = {}
        self._decimals: dict[int, int] = {}
        self._long: dict[int, bool] = {}
        self._exact: dict[int, int] = {}
        self._timed = not MOMENT_TYPES.isdisjoint(
            (*(column.type for column in table.columns), *table.row_types)
        )
        self._mark_letters = QColor()
        self._table = table
        self._locale = locale
        self._muted = QColor(muted)
        self._sent = list(range(len(table.rows)))
        self._order = list(self._sent)
        self._by, self._way = -1, Qt.SortOrder.AscendingOrder
        self._counted = table.counted
        self._columns = range(len(table.columns))
        self._numeric = [self._holds_numbers(at) for at in self._columns]
        at = self._counted
        self._noted = at is not None and any(_is_few(row[at]) for row in table.rows)

    @property
    def table(self) -> ResultTable:
        """The result as it came."""
        return self._table

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of columns, with one for notes where there is something."""
        return 0 if parent.isValid() else len(self._columns) + self._noted

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, alignment or colour of a cell."""
        if role in _TEXTS:
            return self.text(self._order[index.row()], index.column())
        if role == _ALIGNMENT:
            return _RIGHT if self.is_numeric(index.column()) else _LEFT
        if role == _LETTERS:
            if self._marked and index.column() in self.marked_columns(index.row()):
                return self._mark_letters
            if self._is_small(self._order[index.row()]):
                return self._muted
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the label of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.label(section)
        if role == _ALIGNMENT:
            return _RIGHT if self.is_numeric(section) else _LEFT
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column's values, empty ones last; -1 is the order that was sent."""
        self.layoutAboutToBeChanged.emit()
        self._by, self._way = column, order
        self._order = list(self._sent)
        if column in self._columns:
            rows = self._table.rows
            full = [row for row in self._order if rows[row][column] is not None]
            empty = [row for row in self._order if rows[row][column] is None]
            full.sort(key=lambda row: _sort_key(rows[row][column]))
            if order is Qt.SortOrder.DescendingOrder:
                full.reverse()
            self._order = full + empty
        self.layoutChanged.emit()

    def follow(self, marks: Sequence[Behind]) -> None:
        """Let the rows come in the order of the marks of a chart unless they are sorted, and behind
        that order: of marks that are all found, a row each, and the others after these."""
        found = self.places(marks)
        if not found or len({*found.values()}) < len(marks):
            return
        rank = {self._order[place]: at for at, place in enumerate(found[one] for one in marks)}
        self._sent.sort(key=lambda row: rank.get(row, len(rank)))
        self.sort(self._by, self._way)

    @property
    def is_sorted(self) -> bool:
        """Whether the rows stand in the order of a column that a person chose."""
        return self._by in self._columns

    def places(self, marks: Sequence[Behind]) -> dict[Behind, int]:
        """Return where the rows are shown of which the marks of a chart are drawn; none at all
        where one of them is not there."""
        shown = {row: at for at, row in enumerate(self._order)}
        found = {one: shown.get(one, -1) if isinstance(one, int) else self.row_of(one)
                 for one in marks}  # fmt: skip
        return found if -1 not in found.values() else {}

    def widest(self, column: int) -> set[int]:
        """Return the rows, as they were sent, that may be the widest of a shown column: those of
        its greatest and its least number, and of its longest text."""
        if column not in self._columns:
            return set()
        cells = [(row[column], at) for at, row in enumerate(self._table.rows)]
        numbers = [(cell, at) for cell, at in cells if isinstance(cell, int | float)]
        texts = [(len(cell), at) for cell, at in cells if isinstance(cell, str)]
        ends = [max(texts, default=None), max(numbers, default=None), min(numbers, default=None)]
        return {one[1] for one in ends if one is not None}

    def row_of(self, behind: Behind) -> int:
        """Return where a row of the table is shown, by its place there; else the one that has the
        first of some names in its cells, and the most of the others; -1 for none."""
        if isinstance(behind, int):
            return self._order.index(behind) if behind in self._order else -1
        rows = self._table.rows
        held = [{*map(_name, rows[row])} & {*behind} for row in self._order]
        having = [at for at, names in enumerate(held) if {*behind[:1]} & names]
        return max(having, key=lambda at: len(held[at]), default=-1)

    def mark(self, words: str, letters: str) -> None:
        """Mark the cells that have some words, with letters of a colour; "" marks nothing.

        Who shows the cells paints them anew.
        """
        self._marked, self._mark_letters = folded(words), QColor(letters)
        self._marked_cells.clear()

    def marked_cells(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Return the marked cells of some shown rows, `stop` excluded: row and column of each."""
        if not self._marked:
            return []
        rows = enumerate(self._order[start:stop], start)
        return [(at, column) for at, row in rows for column in sorted(self._found_in(row))]

    def marked_columns(self, shown: int) -> frozenset[int]:
        """Return the marked columns of a shown row, found once: each paint asks for them."""
        if not self._marked:
            return frozenset()
        row = self._order[shown]
        known = self._marked_cells.get(row)
        if known is None:
            known = self._marked_cells[row] = self._found_in(row)
        return known

    def _found_in(self, row: int) -> frozenset[int]:
        texts = self._texts.get(row) or self._row_texts(row)
        found = {at for at, text in enumerate(texts) if self._marked in folded(text)}
        sent = ((at, str(self._table.rows[row][at]).casefold()) for at in self._columns)
        found |= {at for at, cell in sent if cell == self._marked}
        if self._timed:  # a moment is found as it was written, too
            written = ((at, self._moment(row, at) or "") for at in self._columns)
            found |= {at for at, text in written if self._marked in folded(text)}
        return frozenset(found)

    def label(self, column: int) -> str:
        """Return how a shown column is called."""
        if column not in self._columns:
            return QCoreApplication.translate("Chat", "Note")
        one = self._table.columns[column]
        unit = one.unit
        if one.type == "seconds":
            unit = length_sign(self._looked_at(column))
        if one.type == "rate" or one.part.endswith(("low", "high")):
            unit = ""  # its cells have it, or the figure before it
        return f"{one.label} ({unit})" if unit else one.label

    def is_numeric(self, column: int) -> bool:
        """Whether a shown column holds numbers."""
        return column < len(self._numeric) and self._numeric[column]

    def text(self, row: int, column: int) -> str:
        """Return a cell of a row, in the order that was sent, as people read it."""
        texts = self._texts.get(row)
        if texts is None:
            if len(self._texts) >= _KEPT:
                self._texts.clear()
            texts = self._texts[row] = self._row_texts(row)
        return texts[column]

    def _row_texts(self, row: int) -> tuple[str, ...]:
        return tuple(self._cell_text(row, column) for column in range(self.columnCount()))

    def _cell_text(self, row: int, at: int) -> str:
        if at not in self._columns:
            return self._note(row)
        value = self._table.rows[row][at]
        kind = self._kind(row, at)
        if kind == "rate" and isinstance(value, int | float):
            return self._table.columns[at].share(value, self._locale)
        if self._table.columns[at].names and isinstance(value, int):
            return str(value)
        if kind == "seconds" and isinstance(value, int | float) and self._lasts(at, value):
            return duration(value)
        if kind in MOMENT_TYPES:
            moment = moment_of_cell(value, kind, self._locale, self._exactness_of(at))
            if moment is not None:
                return moment
        return self._table.columns[at].written(value, self._locale, self._decimals_of(at))

    def _kind(self, row: int, at: int) -> str:
        kind, types = self._table.columns[at].type, self._table.row_types
        return types[row] if types and kind == "number" else kind

    def _lasts(self, at: int, value: float) -> bool:
        """Whether a length of time is read in minutes: it, or one of its column, takes one."""
        if at not in self._long:
            self._long[at] = in_minutes(self._looked_at(at))
        return self._long[at] or in_minutes((value,))

    def _looked_at(self, at: int) -> Iterator[JsonValue]:
        """Yield the cells that say how a column is read; none where each row is another figure."""
        return (row[at] for row in self._table.rows[: 0 if self._table.row_types else _LOOKED_AT])

    def _decimals_of(self, at: int) -> int:
        """Return how many decimals the numbers of a column have, so that they can be compared;
        those of several figures cannot."""
        if at not in self._decimals:
            self._decimals[at] = self._table.columns[at].digits(self._looked_at(at))
        return self._decimals[at]

    def _exactness_of(self, at: int) -> int:
        """Return how exactly the moments of a column are written; those of several figures stand
        for themselves."""
        if at not in self._exact:
            looked_at = self._table.rows[: 0 if self._table.row_types else _LOOKED_AT]
            self._exact[at] = max((exactness(row[at]) for row in looked_at), default=0)
        return self._exact[at]

    def lines(self, indexes: list[tuple[int, int]]) -> str:
        """Return cells as lines of tab-separated values, for the clipboard; moments as they came,
        which other programs read."""
        rows: dict[int, list[str]] = {}
        for shown, column in sorted(indexes):
            row = self._order[shown]
            clean = _plain_cell(self._moment(row, column) or self.text(row, column))
            rows.setdefault(shown, []).append(clean)
        return "\n".join("\t".join(cells) for cells in rows.values())

    def _moment(self, row: int, column: int) -> str | None:
        if column not in self._columns or self._kind(row, column) not in MOMENT_TYPES:
            return None
        value = self._table.rows[row][column]
        return value if isinstance(value, str) else None

    def shown(self) -> ResultTable:
        """Return the table with its rows in the present order."""
        types = self._table.row_types
        return replace(
            self._table,
            rows=tuple(self._table.rows[row] for row in self._order),
            row_types=tuple(types[row] for row in self._order) if types else (),
        )

    def all_lines(self) -> str:
        """Return every column in the present order as tab-separated lines, rates to 0.01 %."""
        labels = [column.label for column in self._table.columns]
        digits = [_DIGITS.get(column.type, _MOST_DIGITS) for column in self._table.columns]
        rows = [
            [_rounded(value, places) for value, places in zip(cells, digits, strict=True)]
            for cells in (self._table.rows[row] for row in self._order)
        ]
        return "\n".join("\t".join(map(_plain_cell, cells)) for cells in (labels, *rows))

    def _holds_numbers(self, at: int) -> bool:
        if self._table.columns[at].type.lower() in _NUMERIC_TYPES:
            return True
        values = [row[at] for row in self._table.rows[:50] if row[at] is not None]
        return bool(values) and all(
            isinstance(value, int | float) and not isinstance(value, bool) for value in values
        )

    def _note(self, row: int) -> str:
        return QCoreApplication.translate("Chat", "small sample") if self._is_small(row) else ""

    def _is_small(self, row: int) -> bool:
        return self._counted is not None and _is_few(self._table.rows[row][self._counted])


def _name(value: Any) -> str:
    return "" if value is None else str(value)


def _is_few(n: Any) -> bool:
    return isinstance(n, int | float) and n < SMALL_SAMPLE


def _rounded(value: Any, digits: int) -> Any:
    return round(value, digits) if isinstance(value, float) else value


def _plain_cell(value: Any) -> str:
    """Return a value for the clipboard: one cell stays one cell, and no formula runs."""
    return str(cell_for_sheets(value)).replace("\t", " ").replace("\n", " ")


def _sort_key(value: Any) -> tuple[int, Any]:
    if isinstance(value, bool | int | float):
        return (0, value)
    return (1, str(value).casefold())
