"""A comparison as Qt's tables read it: each difference marked by a sign, in words and bold."""

from collections.abc import Iterator
from typing import Any

from pydantic import JsonValue
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QLocale, QModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from app.durations import duration, in_minutes
from gui.blocks.result_data import cell_for_sheets
from gui.charts.moments import moment_of_cell
from gui.compare.pairing import Change, Comparison, PairedColumn, as_number
from gui.look.theme import Theme
from gui.texts.numbers import length_sign
from gui.widgets.two_line_delegate import Index

_SIGNS: dict[Change, str] = {
    "same": "=",
    "changed": "≠",
    "first": "−",
    "second": "+",
    "beside": "‖",
}


class CompareModel(QAbstractTableModel):
    """Owns which rows are shown; the first column says of each what became of it."""

    def __init__(self, comparison: Comparison, locale: QLocale, theme: Theme) -> None:
        super().__init__()
        self.comparison = comparison
        self._locale = locale
        self._theme = theme
        self._strong = QFont()
        self._strong.setBold(True)
        self._rows = list(range(len(comparison.pairs)))
        # Once: headers are asked for at each painting, and there may be many rows.
        self._numeric = [
            any(self._is_number(row, column) for row in self._rows)
            for column in range(len(comparison.columns))
        ]
        self._digits = [
            compared.column.digits(self._both(column))
            for column, compared in enumerate(comparison.columns)
        ]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of rows that are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of columns of either result, and one for what became of the row."""
        return 0 if parent.isValid() else len(self.comparison.columns) + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, weight, side or colour of a cell."""
        row, column = self._rows[index.row()], index.column() - 1
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(row, column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(column >= 0 and self._is_number(row, column))
            case Qt.ItemDataRole.FontRole if self._change(row, column) == "changed":
                return self._strong
            case Qt.ItemDataRole.ForegroundRole:
                return self._colour(self._change(row, column))
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the label of a column, which stands over its values on the same side."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section > 0 and self._numeric[section - 1])
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if not section:
            return QCoreApplication.translate("Compare", "Change")
        return self._label(section - 1)

    def show_all(self, everything: bool) -> None:
        """Show every row, or only those that differ."""
        self.beginResetModel()
        changes = self.comparison.changes
        self._rows = [n for n in range(len(changes)) if everything or changes[n] != "same"]
        self.endResetModel()

    def text(self, row: int, column: int) -> str:
        """Return a cell as people read it: both values and their difference where they differ."""
        change = self._change(row, column)
        if column < 0:
            return f"{_SIGNS[change]} {change_word(change)}{self._overlap(row)}"
        if self._apart or change in ("first", "second"):
            # The row or the column says whose it is: a sign would be read as the number's.
            before, after = self.comparison.values(row, column)
            return self._shown(before if after is None else after, column)
        before, after = (
            self._shown(value, column) for value in self.comparison.values(row, column)
        )
        if change == "same":
            return before
        return f"≠ {before or '∅'} → {after or '∅'}{self._less(row, column)}"

    def lines(self) -> list[list[JsonValue]]:
        """Return the shown rows for the clipboard, unrounded, a header first.

        Columns that name rows or are of one result have one cell each, the others three: both
        values, the difference.
        """
        head: list[JsonValue] = [QCoreApplication.translate("Compare", "Change")]
        for at, compared in enumerate(self.comparison.columns):
            label = self._label(at)
            less = QCoreApplication.translate("Compare", "{column}, difference")
            head += (
                [label]
                if self._once(compared)
                else [f"{label} (1)", f"{label} (2)", less.replace("{column}", label)]
            )
        return [head, *(self._line(row) for row in self._rows)]

    @property
    def _apart(self) -> bool:
        """Whether each figure is of one of the results."""
        return self.comparison.unlike != ""

    def _once(self, compared: PairedColumn) -> bool:
        """Whether a column has one value in a row, and not one of each result."""
        return compared.key or self._apart or None in (compared.first, compared.second)

    def _label(self, column: int) -> str:
        compared = self.comparison.columns[column]
        label = compared.column.label
        if compared.column.type == "seconds":
            label = f"{label} ({length_sign(self._both(column))})"
        if None not in (compared.first, compared.second):
            return label
        return f"{label} ({1 if compared.second is None else 2})"

    def _line(self, row: int) -> list[JsonValue]:
        made: list[JsonValue] = [change_word(self.comparison.changes[row])]
        for at, compared in enumerate(self.comparison.columns):
            before, after = self.comparison.values(row, at)
            if self._once(compared):
                same = before == after or before is None or after is None
                made.append((before if before is not None else after) if same else None)
                if not same:
                    made[-1] = f"{before} → {after}"
            else:
                made += [before, after, self.comparison.difference(row, at)]
        return made

    def _change(self, row: int, column: int) -> Change:
        if column < 0:
            return self.comparison.changes[row]
        return self.comparison.change(row, column)

    def _shown(self, value: JsonValue, column: int) -> str:
        measured = as_number(value)
        compared = self.comparison.columns[column]
        if measured is not None and compared.rate:
            return compared.column.share(measured, self._locale)
        if measured is not None and compared.key:
            return str(measured)
        if measured is not None and self._lasts(column):
            return duration(measured)
        moment = moment_of_cell(value, compared.column.type, self._locale)
        if moment is not None:
            return moment
        return compared.column.written(value, self._locale, self._digits[column])

    def _less(self, row: int, column: int) -> str:
        difference = self.comparison.difference(row, column)
        if difference is None:
            return ""
        sign = "+" if difference > 0 else "−"
        if self.comparison.columns[column].rate:
            points = self._locale.toString(abs(difference) * 100, "f", 1)
            words = QCoreApplication.translate("Compare", "{sign}{points} pp")
            return f" ({words.replace('{sign}', sign).replace('{points}', points)})"
        if self._lasts(column):
            return f" ({sign}{duration(abs(difference))})"
        of = self.comparison.columns[column].column
        return f" ({sign}{of.written(abs(difference), self._locale, self._digits[column])})"

    def _lasts(self, column: int) -> bool:
        """Whether a column has lengths of time that are read in minutes."""
        if self.comparison.columns[column].column.type != "seconds":
            return False
        return in_minutes(self._both(column))

    def _both(self, column: int) -> Iterator[JsonValue]:
        rows = range(len(self.comparison.pairs))
        return (one for row in rows for one in self.comparison.values(row, column))

    def _overlap(self, row: int) -> str:
        overlap = self.comparison.overlap(row)
        if overlap is None or self.comparison.changes[row] != "changed":
            return ""
        if overlap:
            words = QCoreApplication.translate("Compare", "intervals overlap")
        else:
            words = QCoreApplication.translate("Compare", "intervals apart")
        return f" · {words}"

    def _spoken(self, row: int, column: int) -> str:
        if column < 0:
            return self.text(row, column)
        label = self.comparison.columns[column].column.label
        change = self._change(row, column)
        words = f", {change_word(change)}" if change != "same" and not self._apart else ""
        return f"{label}: {self.text(row, column)}{words}"

    def _is_number(self, row: int, column: int) -> bool:
        return any(as_number(value) is not None for value in self.comparison.values(row, column))

    def _colour(self, change: Change) -> QColor:
        theme = self._theme
        alone = change in ("first", "second") and not self._apart
        return QColor(theme.waiting if alone else theme.text)


def _side(right: bool) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def change_word(change: Change) -> str:
    """Return in words what became of a row or a cell."""
    translate = QCoreApplication.translate
    match change:
        case "same":
            return translate("Compare", "same")
        case "changed":
            return translate("Compare", "differs")
        case "first":
            return translate("Compare", "only in the first")
        case "second":
            return translate("Compare", "only in the second")
        case "beside":
            return translate("Compare", "not compared")


def as_tabs(lines: list[list[JsonValue]]) -> str:
    """Return lines of tab-separated cells; one cell stays one cell, and no formula runs."""
    return "\n".join("\t".join(_cell(value) for value in line) for line in lines)


def as_markdown(lines: list[list[JsonValue]]) -> str:
    """Return a table of Markdown."""
    rows = ["| " + " | ".join(_cell(v).replace("|", "\\|") for v in line) + " |" for line in lines]
    rule = "|" + " --- |" * len(lines[0])
    return "\n".join([rows[0], rule, *rows[1:]])


def _cell(value: JsonValue) -> str:
    return str(cell_for_sheets(value)).replace("\t", " ").replace("\n", " ")
