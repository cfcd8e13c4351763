"""The rows of one conversation: all are counted, those near the viewport are in memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QLocale,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from gui.blocks.base import split_part
from gui.texts.messages import (
    clock,
    ending_phrase,
    pace_words,
    person_says,
    replaces,
    replaces_word,
    state_phrase,
    typed_text,
    usage_phrase,
)
from gui.texts.names import agent_label
from gui.texts.plain import unmarked
from gui.widgets.two_line_delegate import Index

if TYPE_CHECKING:
    from app.domain.answers import Answer
    from app.domain.conversations import Entry

PAGE = 64
"""Rows are asked for in pages of this many."""

_KEEP = 1000
_ASK_AGAIN_SECONDS = 2.0


class ChatModel(QAbstractListModel):
    """Owns the entries that are in memory, by position, and asks for the others.

    A row that is not in memory has no data yet; `need` asks for it through `rowsNeeded` and
    `supply` brings it. Rows that were not needed for longest are dropped.
    """

    rowsNeeded = Signal(int, int)

    PlainTextRole = Qt.ItemDataRole.UserRole + 1
    TaskStateRole = Qt.ItemDataRole.UserRole + 2
    EntryRole = Qt.ItemDataRole.UserRole + 3
    AccessibleTextRole = Qt.ItemDataRole.UserRole + 4

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._entries: OrderedDict[int, Entry] = OrderedDict()
        self._asked: dict[int, float] = {}

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of rows of the conversation, in memory or not."""
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a role says of a row; None for a row that is not in memory."""
        entry = self._entries.get(index.row()) if index.isValid() else None
        if entry is None:
            return None
        if role == self.EntryRole:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, self.PlainTextRole):
            return plain_text(entry)
        if role == self.TaskStateRole:
            return entry.answer.state.value if entry.kind == "answer" else ""
        if role in (Qt.ItemDataRole.AccessibleTextRole, self.AccessibleTextRole):
            return accessible_text(entry)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return accessible_description(entry)
        return None

    def entry(self, row: int) -> Entry | None:
        """Return the entry of a row, or None while it is not in memory."""
        return self._entries.get(row)

    def acted_on(self, row: int, action: str) -> tuple[Entry | None, str, int]:
        """Return what an action is of, its name there, and the number of that part, 0 for a whole.

        A part of an answer is returned as an answer.
        """
        part, name = split_part(action)
        entry = self.entry(row)
        if part and entry is not None and entry.kind == "answer":
            entry = entry.parts[part - 1] if part <= len(entry.parts) else None
        return entry, name, part

    def reset(self, count: int, loaded: Sequence[Entry] = ()) -> None:
        """Show another conversation: how many rows it has, and those that are at hand."""
        self.beginResetModel()
        self._count = max(count, max((entry.position + 1 for entry in loaded), default=0))
        self._entries = OrderedDict((entry.position, entry) for entry in loaded)
        self._asked.clear()
        self.endResetModel()

    def supply(self, entries: Sequence[Entry]) -> None:
        """Take in rows that were asked for; rows that are already in memory stay as they are."""
        fresh = [e for e in entries if e.position < self._count and e.position not in self._entries]
        for entry in fresh:
            self._entries[entry.position] = entry
        for entry in entries:
            self._asked.pop(entry.position, None)
        if fresh:
            rows = [entry.position for entry in fresh]
            self.dataChanged.emit(self.index(min(rows)), self.index(max(rows)), [self.EntryRole])
            self._shrink()

    def append(self, entry: Entry) -> None:
        """Add the next row; one whose position is already there replaces it."""
        if entry.position < self._count:
            self.replace(entry)
            return
        self.beginInsertRows(QModelIndex(), self._count, entry.position)
        self._entries[entry.position] = entry
        self._count = entry.position + 1
        self.endInsertRows()
        self._shrink()

    def replace(self, entry: Entry) -> None:
        """Take in a new version of a row; a row beyond the end is appended."""
        if entry.position >= self._count:
            self.append(entry)
            return
        self._entries[entry.position] = entry
        index = self.index(entry.position)
        self.dataChanged.emit(index, index)

    def need(self, start: int, stop: int) -> None:
        """Say that rows start … stop-1 are wanted soon: they are kept, and asked for if missing."""
        start, stop = max(0, start), min(stop, self._count)
        missing = []
        for row in range(start, stop):
            if row in self._entries:
                self._entries.move_to_end(row)
            else:
                missing.append(row)
        now = time.monotonic()
        due = [r for r in missing if now - self._asked.get(r, -1e9) > _ASK_AGAIN_SECONDS]
        if not due:
            return
        first = due[0] // PAGE * PAGE
        last = min(self._count, (due[-1] // PAGE + 1) * PAGE)
        for row in range(first, last):
            self._asked[row] = now
        self.rowsNeeded.emit(first, last)

    def missing(self, rows: Iterable[int]) -> list[int]:
        """Return those of the rows that are not in memory."""
        return [row for row in rows if row not in self._entries]

    def _shrink(self) -> None:
        while len(self._entries) > _KEEP:
            self._entries.popitem(last=False)


def plain_text(entry: Entry) -> str:
    """Return what a row says, as it is copied and searched."""
    if entry.kind == "answer":
        return entry.answer.text
    message = entry.message
    names = [part.name or part.url or "" for part in message.parts if part.kind == "file"]
    return "\n".join(filter(None, [typed_text(message), *names]))


def accessible_text(entry: Entry, *, rows: bool = True) -> str:
    """Return what a screen reader says of a row: who, state, when, words.

    An answer is told as it is read: headline, findings, the `rows` of its table, notes.
    """
    if entry.kind == "request":
        when = clock(entry.message.created_at, QLocale())
        said = f"{person_says()}, {when}: {plain_text(entry)}"
        return f"{replaces_word()}. {said}" if replaces(entry.message) else said
    answer = entry.answer
    when = clock(answer.ended_at or answer.started_at, QLocale())
    ending = ending_phrase(answer)
    words = "" if ending and answer.text == answer.status_text else _spoken(answer, rows=rows)
    said = f"{agent_label(answer.agent)}, {state_phrase(answer)}, {when}: {words or ending}"
    parts = [part for artifact in answer.artifacts for part in artifact.parts]
    files = [part.name or part.url or "" for part in parts if part.kind == "file"]
    return "\n".join(filter(None, [said, *files, ending if words else ""]))


def _spoken(answer: Answer, *, rows: bool) -> str:
    from gui.blocks.assembly import prose_of, result_of
    from gui.blocks.chart import marks_along
    from gui.blocks.origin import ordered
    from gui.blocks.reading_order import read_in_order
    from gui.blocks.result_data import chart_of
    from gui.blocks.result_model import spoken_rows
    from gui.blocks.scope import locale_of

    told: list[str] = []
    for one in (answer.own, *answer.parts):
        table = result_of(one) if rows else None
        if table is None or not table.rows:
            told.append(one.text)
            continue
        reading = read_in_order(prose_of(one))
        drawn = chart_of(one)
        marks = marks_along(drawn.data, sort=not ordered(one)) if drawn is not None else ()
        figures = spoken_rows(table, locale_of(one), marks, drawn=drawn is not None)
        told += [reading.headline, reading.findings, figures, reading.notes]
        told += [one.question.text] if one.question is not None else []
    return unmarked("\n\n".join(filter(None, told)))


def accessible_description(entry: Entry) -> str:
    """Return what a screen reader tells of a row on asking: how long it took, and its tokens."""
    if entry.kind == "request":
        return ""
    pace, usage = pace_words(entry.answer, QLocale()), entry.answer.usage
    return ". ".join(filter(None, [pace, usage_phrase(usage, QLocale()) if usage else ""]))
