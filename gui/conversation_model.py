"""The conversations in the order of their list, each with its marks in words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QCoreApplication,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from gui.agent_names import agent_label
from gui.marks import Marks
from gui.two_lines import LINE_ROLE, Index, Line
from gui.words import STATE_ICONS, state_word

if TYPE_CHECKING:
    from app.domain.conversations import Conversation

_DRAFT_SHOWN = 400


class ConversationModel(QAbstractListModel):
    """Owns the listed conversations: pinned first, then the newest first."""

    renameRequested = Signal(str, str)

    ContextRole = Qt.ItemDataRole.UserRole + 2

    def __init__(self, marks: Marks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marks = marks
        self._rows: list[Conversation] = []
        self.shown: str | None = None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of conversations."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a role says of a conversation."""
        if not index.isValid():
            return None
        conversation = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return title_of(conversation) if role == 0 else conversation.title
            case Qt.ItemDataRole.AccessibleTextRole:
                line = self._line(conversation)
                pinned = self.tr("pinned") if conversation.pinned else ""
                return ", ".join(filter(None, [line.title, line.detail, pinned, line.aside]))
            case self.ContextRole:
                return conversation.context_id
            case _:
                return self._line(conversation) if role == LINE_ROLE else None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another title; the row changes when it is kept."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self.renameRequested.emit(self._rows[index.row()].context_id, str(value))
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Say that a title can be changed in place."""
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def reset(self, conversations: Sequence[Conversation]) -> None:
        """Show other conversations."""
        self.beginResetModel()
        self._rows = sorted(
            (found for found in conversations if found.deleted_at is None), key=_order
        )
        self.endResetModel()

    def take(self, conversation: Conversation) -> None:
        """Take in a conversation that is new, changed or deleted."""
        row = self.row_of(conversation.context_id)
        if conversation.deleted_at is not None:
            if row is not None:
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._rows[row]
                self.endRemoveRows()
            return
        others = [_order(kept) for number, kept in enumerate(self._rows) if number != row]
        place = bisect_left(others, _order(conversation))
        if row is None:
            self.beginInsertRows(QModelIndex(), place, place)
            self._rows.insert(place, conversation)
            self.endInsertRows()
            return
        if place != row:
            target = place + 1 if place > row else place
            self.beginMoveRows(QModelIndex(), row, row, QModelIndex(), target)
            self._rows.insert(place, self._rows.pop(row))
            self.endMoveRows()
        self._rows[place] = conversation
        self.refresh(conversation.context_id)

    def refresh(self, context_id: str | None = None) -> None:
        """Show the marks of a conversation, or of all, as they are now."""
        row = self.row_of(context_id) if context_id is not None else None
        if context_id is not None and row is None:
            return
        if self._rows:
            first, last = (0, len(self._rows) - 1) if row is None else (row, row)
            self.dataChanged.emit(self.index(first), self.index(last))

    def row_of(self, context_id: str | None) -> int | None:
        """Return the row of a conversation, or None if it is not listed."""
        for row, conversation in enumerate(self._rows):
            if conversation.context_id == context_id:
                return row
        return None

    def conversation(self, context_id: str | None) -> Conversation | None:
        """Return a listed conversation, or None."""
        row = self.row_of(context_id)
        return None if row is None else self._rows[row]

    def _line(self, conversation: Conversation) -> Line:
        context = conversation.context_id
        line = Line(
            title=title_of(conversation),
            detail=agent_label(conversation.agent),
            aside=day(conversation.updated_at, QLocale()),
            pinned=conversation.pinned,
        )
        if self._marks.needs_person(context):
            return line._replace(
                detail=self.tr("Needs your answer"), icon="needs-input", tone="waiting", bold=True
            )
        if self._marks.running(context):
            return line._replace(detail=self.tr("Working…"), icon="working", tone="working")
        if self._marks.unread(context):
            ended = self._marks.ended_as(context)
            if ended in ("failed", "rejected", "canceled"):
                return line._replace(
                    detail=state_word(ended), icon=STATE_ICONS[ended], tone="failed", bold=True
                )
            return line._replace(
                detail=self.tr("New answer"), icon="done", tone="unread", bold=True
            )
        written = conversation.draft[:_DRAFT_SHOWN].strip()
        if written and context != self.shown:
            draft = self.tr("Draft: {text}").format(text=written)
            return line._replace(detail=draft, icon="rename")
        return line


def title_of(conversation: Conversation) -> str:
    """Return the title as it is shown: one that was only drafted has none yet."""
    return conversation.title or QCoreApplication.translate("ConversationModel", "New conversation")


def day(at: datetime, locale: QLocale) -> str:
    """Return the time of day of today's moments, the date of others, in the locale's form."""
    local = QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
    if local.date() == QDateTime.currentDateTime().date():
        return locale.toString(local.time(), QLocale.FormatType.ShortFormat)
    return locale.toString(local.date(), QLocale.FormatType.ShortFormat)


def _order(conversation: Conversation) -> tuple[bool, float, str]:
    return (not conversation.pinned, -conversation.updated_at.timestamp(), conversation.context_id)
