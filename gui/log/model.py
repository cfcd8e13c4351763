"""The newest records of the log as a table of bounded length: what is old goes as new ones come."""

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from app.domain.records import RecordLine
from app.domain.tasks import TaskState
from gui.texts.messages import state_word
from gui.texts.names import kind_words, moment_words, speaker
from gui.texts.plain import plain_signs
from gui.widgets.two_line_delegate import Index

LIMIT: Final = 2_000
"""How many records are kept; the log has the others."""

_COLUMNS: Final = 5
_STATES: Final = frozenset(TaskState)


class LogModel(QAbstractTableModel):
    """Owns the newest records, oldest first; none is there twice."""

    def __init__(self, parent: QObject | None = None, *, limit: int = LIMIT) -> None:
        super().__init__(parent)
        self._limit = limit
        self._lines: list[RecordLine] = []
        self._known: set[str] = set()

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of records."""
        return 0 if parent is not None and parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index | None = None) -> int:
        """Return the number of columns: time, from, to, type, text."""
        return 0 if parent is not None and parent.isValid() else _COLUMNS

    def line(self, row: int) -> RecordLine:
        """Return the record of a row."""
        return self._lines[row]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a role says of a cell."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.headerData(index.column(), Qt.Orientation.Horizontal)}: " + _cell(
                line, index.column()
            )
        return _cell(line, index.column()) if role == Qt.ItemDataRole.DisplayRole else None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the name of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (
            self.tr("Time"),
            self.tr("From"),
            self.tr("To"),
            self.tr("Type"),
            self.tr("Text"),
        )[section]

    def reset(self, lines: Sequence[RecordLine]) -> None:
        """Hold other records: the newest of these."""
        self.beginResetModel()
        self._lines = list(lines[-self._limit :])
        self._known = {line.record_id for line in self._lines}
        self.endResetModel()

    def append(self, lines: Sequence[RecordLine]) -> None:
        """Add newer records at the end; the oldest ones go when there are too many."""
        fresh = [line for line in lines if line.record_id not in self._known][-self._limit :]
        if not fresh:
            return
        surplus = len(self._lines) + len(fresh) - self._limit
        if surplus > 0:
            self.beginRemoveRows(QModelIndex(), 0, surplus - 1)
            self._known -= {line.record_id for line in self._lines[:surplus]}
            del self._lines[:surplus]
            self.endRemoveRows()
        first = len(self._lines)
        self.beginInsertRows(QModelIndex(), first, first + len(fresh) - 1)
        self._lines += fresh
        self._known |= {line.record_id for line in fresh}
        self.endInsertRows()

    def speak(self) -> None:
        """Show every word in the present language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, _COLUMNS - 1)
        if self._lines:
            last = self.index(len(self._lines) - 1, _COLUMNS - 1)
            self.dataChanged.emit(self.index(0, 0), last)


def _cell(line: RecordLine, column: int) -> str:
    match column:
        case 0:
            return moment_words(line.at, seconds=True)
        case 1:
            return speaker(line.from_agent)
        case 2:
            return speaker(line.to_agent) if line.to_agent is not None else ""
        case 3:
            return kind_words(line.kind)
        case _ if line.kind == "state":
            # A state is written by its name in the protocol, before what was said with it.
            name, colon, said = line.text.partition(":")
            return plain_signs(f"{state_word(name) if name in _STATES else name}{colon}{said}")
        case _:
            return plain_signs(line.text)
