"""The conversations in the order of their list, each with its marks in words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from gui.sidebar.date_groups import Apart, headings, name_of, title_of, told_apart
from gui.sidebar.list_filters import ALL, Shelf, Shelves, shelves_of
from gui.sidebar.marks import Marks
from gui.texts.messages import (
    STATE_ICONS,
    first_line,
    lost_word,
    sign_in_phrase,
    state_word,
)
from gui.texts.names import agent_label, file_of
from gui.texts.plain import unmarked
from gui.widgets.two_line_delegate import HEADING_ROLE, LINE_ROLE, Index, Line

if TYPE_CHECKING:
    from app.domain.answers import Answer
    from app.domain.conversations import AnswerEntry, Conversation

_DRAFT_SHOWN = 400
_LONGEST_HEADLINE = 120


class ConversationModel(QAbstractListModel):
    """Owns the conversations; its rows are those of one shelf, pinned first, then newest first.

    What waits for the person stands above them from every shelf, the oldest question first.
    """

    renameRequested = Signal(str, str)
    filed = Signal()
    """There are other tags now, or more or less in the archive."""

    grouped = Signal()
    """Other rows begin a day, or a month: rows have other heights."""

    ContextRole = Qt.ItemDataRole.UserRole + 2

    def __init__(self, marks: Marks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._marks = marks
        self._known: dict[str, Conversation] = {}
        self._rows: list[Conversation] = []
        self._headings: list[str] = []
        self._apart: dict[str, Apart] = {}
        self._questions: dict[str, AnswerEntry] = {}
        self.shelf = ALL
        self.shelves = Shelves()
        self.shown: str | None = None
        self.shedding = False
        """A row goes: a view that marks another one instead does so by itself."""

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of conversations."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a role says of a conversation."""
        if not index.isValid():
            return None
        if role == HEADING_ROLE:  # of every row, whenever the list is laid out
            return self._headings[index.row()]
        conversation = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return self.title(conversation) if role == 0 else name_of(conversation)
            case Qt.ItemDataRole.AccessibleTextRole:
                line = self._line(conversation)
                pinned = self.tr("pinned") if conversation.pinned else ""
                agent = agent_label(conversation.agent)
                waits = conversation.context_id in self._questions
                needs = state_word("input_required") if waits else ""
                said = (line.title, needs, line.detail, agent, pinned, line.aside)
                return ", ".join(dict.fromkeys(filter(None, said)))
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return next(filter(None, reversed(self._headings[: index.row() + 1])), "")
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

    @property
    def empty(self) -> bool:
        """Whether there is no conversation at all, on no shelf."""
        return not self._known

    def reset(self, conversations: Sequence[Conversation]) -> None:
        """Show other conversations."""
        self._known = {c.context_id: c for c in conversations if c.deleted_at is None}
        self._apart = told_apart(self._known.values())
        self.narrow(self.shelf)
        self._count()

    def narrow(self, shelf: Shelf) -> None:
        """Show the conversations of a shelf."""
        self.beginResetModel()
        self.shelf = shelf
        self._questions = self._marks.questions()
        self._rows = sorted(filter(self._stands, self._known.values()), key=self._order)
        self._headings = self._grouped()
        self.endResetModel()

    def take(self, conversation: Conversation) -> None:
        """Take in a conversation that is new, changed or deleted."""
        before = self._known.pop(conversation.context_id, None)
        if conversation.deleted_at is None:
            self._known[conversation.context_id] = conversation
        named = (conversation.title, conversation.agent)
        if before is None or conversation.deleted_at or (before.title, before.agent) != named:
            self._tell_apart()
        self._place(conversation)
        if before is None or conversation.deleted_at is not None or _filed(before, conversation):
            self._count()

    def _place(self, conversation: Conversation) -> None:
        row = self.row_of(conversation.context_id)
        if conversation.deleted_at is not None or not self._stands(conversation):
            if row is not None:
                self.shedding = True
                self.beginRemoveRows(QModelIndex(), row, row)
                del self._rows[row], self._headings[row]
                self.endRemoveRows()
                self.shedding = False
                self._group()
            return
        others = self._rows[:row] + self._rows[row + 1 :] if row is not None else self._rows
        place = bisect_left(others, self._order(conversation), key=self._order)
        if row is None:
            self.beginInsertRows(QModelIndex(), place, place)
            self._rows.insert(place, conversation)
            self._headings.insert(place, "")
            self.endInsertRows()
            self._group()
            return
        if place != row:
            target = place + 1 if place > row else place
            self.beginMoveRows(QModelIndex(), row, row, QModelIndex(), target)
            self._rows.insert(place, self._rows.pop(row))
            self.endMoveRows()
        self._rows[place] = conversation
        self._group()
        self.refresh(conversation.context_id)

    def refresh(self, context_id: str | None = None) -> None:
        """Show the marks of a conversation, or of all, as they are now."""
        self.take_questions()
        row = self.row_of(context_id) if context_id is not None else None
        if context_id is not None and row is None:
            return
        if row is None:
            self._group()
        if self._rows:
            first, last = (0, len(self._rows) - 1) if row is None else (row, row)
            self.dataChanged.emit(self.index(first), self.index(last))

    def take_questions(self) -> None:
        """Let what waits for the person now stand above everything else."""
        before, self._questions = self._questions, self._marks.questions()
        moved = list(self._known.keys() & (before.keys() ^ self._questions.keys()))
        if len(moved) == 1:
            self._place(self._known[moved[0]])
        elif moved:
            self.narrow(self.shelf)

    def row_of(self, context_id: str | None) -> int | None:
        """Return the row of a conversation, or None if it does not stand on this shelf."""
        for row, conversation in enumerate(self._rows):
            if conversation.context_id == context_id:
                return row
        return None

    def conversation(self, context_id: str | None) -> Conversation | None:
        """Return a conversation, on whatever shelf, or None."""
        return self._known.get(context_id) if context_id is not None else None

    def all(self) -> list[Conversation]:
        """Return every conversation in the order of the list, what is archived last."""
        return sorted(self._known.values(), key=lambda c: (c.archived, *self._order(c)))

    def question(self, index: Index) -> AnswerEntry | None:
        """Return the question of a row that waits for the person, or None."""
        return self._questions.get(str(index.data(self.ContextRole))) if index.isValid() else None

    def line(self, conversation: Conversation) -> Line:
        """Return how a conversation is shown in a row."""
        return self._line(conversation)

    def title(self, conversation: Conversation) -> str:
        """Return the title as it is shown, with what tells it apart where others have the same."""
        return title_of(conversation) + self._apart_words(conversation)

    def _apart_words(self, conversation: Conversation, *, dated: bool = False) -> str:
        apart = self._apart.get(conversation.context_id)
        words = apart.words(QLocale(), dated=dated) if apart is not None else ""
        return f" ({words})" if words else ""

    def _tell_apart(self) -> None:
        before, self._apart = self._apart, told_apart(self._known.values())
        for context_id in {one[0] for one in before.items() ^ self._apart.items()}:
            self.refresh(context_id)

    def _grouped(self) -> list[str]:
        needing = sum(c.context_id in self._questions for c in self._rows)
        return headings(self._rows, datetime.now(UTC).astimezone(), QLocale(), needing=needing)

    def _group(self) -> None:
        """Show above which rows a day or a month begins."""
        before, self._headings = self._headings, self._grouped()
        if before != self._headings:
            self.grouped.emit()

    def _stands(self, conversation: Conversation) -> bool:
        return self.shelf.holds(conversation) or conversation.context_id in self._questions

    def _order(self, conversation: Conversation) -> tuple[bool, bool, float, str]:
        asked = self._questions.get(conversation.context_id)
        if asked is not None:
            return False, False, asked.answer.started_at.timestamp(), conversation.context_id
        newest = -conversation.updated_at.timestamp()
        return True, not conversation.pinned, newest, conversation.context_id

    def _count(self) -> None:
        shelves = shelves_of(self._known.values())
        if shelves != self.shelves:
            self.shelves = shelves
            self.filed.emit()

    def _line(self, conversation: Conversation) -> Line:
        context = conversation.context_id
        apart = self._apart_words(conversation, dated=True)
        line = Line(
            title=title_of(conversation) + apart,
            apart=apart,
            detail=_detail(conversation),
            aside=day(conversation.updated_at, QLocale()),
            pinned=conversation.pinned,
        )
        if context in self._questions:
            return line._replace(**_asked(self._questions[context].answer), bold=True)
        if self._marks.cut_off(context):
            return line._replace(detail=lost_word(), icon="lost", tone="waiting")
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


def _detail(conversation: Conversation) -> str:
    """Return of which file it is, what the newest answer says or who will answer, and the tags."""
    from app.domain.conversations import in_words

    said = first_line(unmarked(in_words(conversation.headline)), _LONGEST_HEADLINE)
    who = agent_label(conversation.agent)
    told = said.startswith(who) or who == name_of(conversation)
    if said and file_of(conversation.agent) and not told:
        said = f"{who} · {said}"
    return " ".join([said or who, *(f"#{tag}" for tag in conversation.tags)])


def _filed(before: Conversation, after: Conversation) -> bool:
    return (before.archived, before.tags) != (after.archived, after.tags)


def day(at: datetime, locale: QLocale) -> str:
    """Return the time of day of today's moments, the date of others, in the locale's form."""
    local = QDateTime.fromSecsSinceEpoch(int(at.timestamp()))
    if local.date() == QDateTime.currentDateTime().date():
        return locale.toString(local.time(), QLocale.FormatType.ShortFormat)
    return locale.toString(local.date(), QLocale.FormatType.ShortFormat)


def _asked(answer: Answer) -> dict[str, Any]:
    login = answer.state.value == "auth_required"
    asked = answer.question.text if answer.question is not None else ""
    words = unmarked(asked).strip() or (sign_in_phrase() if login else state_word("input_required"))
    return {
        "detail": words,
        "icon": "needs-sign-in" if login else "needs-input",
        "tone": "waiting",
    }
