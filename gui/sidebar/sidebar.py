"""The left side of the window: new conversation, search, the list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gui.look.icons import icon_side, paint_icon
from gui.sidebar.conversation_list import ConversationList
from gui.sidebar.conversation_model import ConversationModel, day
from gui.sidebar.list_filters import ALL, ARCHIVE, Shelf, Shelves
from gui.texts.numbers import number
from gui.texts.plain import unmarked
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.escape_key import left_with_escape
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of
from gui.widgets.two_line_delegate import Line

if TYPE_CHECKING:
    from app.domain.conversations import FoundWords


_ARCHIVE = "archive"
_TAG = "tag:"


class ListFilter(ChoiceBox):
    """Owns what is offered; `picked` tells the `Shelf` that the person chose."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("listFilter", parent)
        self._shelves = Shelves()
        self.activated.connect(lambda _: self.picked.emit(self._shelf()))
        self._fill()

    def show_shelves(self, shelves: Shelves, chosen: Shelf) -> None:
        """Offer what there is, with this one chosen."""
        self._shelves = shelves
        self._fill()
        self.choose(_key(chosen))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _fill(self) -> None:
        self.setAccessibleName(self.tr("Conversations shown"))
        offered: list[tuple[str | None, str]] = [(None, self.tr("All conversations"))]
        offered += [(f"{_TAG}{tag}", f"#{tag} ({count})") for tag, count in self._shelves.tags]
        if self._shelves.archived:
            words = self.tr("Archive ({count})").format(count=self._shelves.archived)
            offered.append((_ARCHIVE, words))
        self.offer(offered)
        self.setVisible(len(offered) > 1)

    def _shelf(self) -> Shelf:
        value = self.value
        if value is None:
            return ALL
        return ARCHIVE if value == _ARCHIVE else Shelf(tag=value.removeprefix(_TAG))


def _key(shelf: Shelf) -> str | None:
    if shelf.archived:
        return _ARCHIVE
    return f"{_TAG}{shelf.tag}" if shelf.tag else None


_TYPING_MS = 200
_BEFORE_HIT = 10
_PAD = 8


class SearchField(Field):
    """Where words are searched for; ↓ goes on to what was found, Esc empties the field."""

    leftDownwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.offer_clearing()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the field with ↓."""
        if event.key() == Qt.Key.Key_Down:
            self.leftDownwards.emit()
        else:
            super().keyPressEvent(event)

    def lead(self) -> int:
        """Return the room that the glass takes."""
        return _PAD + icon_side(self.font()) + 2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the glass before the words: an action's icon would not grow with the letters."""
        super().paintEvent(event)
        side = icon_side(self.font())
        at = QRectF(_PAD, (self.height() - side) // 2, side, side)
        paint_icon(QPainter(self), "search", at, theme_of(self).muted)

    def event(self, event: QEvent) -> bool:
        """Empty the field with Esc while it holds words, whatever else Esc does in the window."""
        if self.text() and left_with_escape(event, self.clear):
            return True
        return super().event(event)


class Sidebar(QWidget):
    """Owns the lists and which of them is shown: the conversations, or what the search found.

    Esc leaves it (`left`) wherever there is nothing to empty or to take back.
    """

    left = Signal()
    searched = Signal(str)
    hitPicked = Signal(object)

    def __init__(self, model: ConversationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "sidebar")
        self._listed = model
        self.new = named(Button("plain", icon="new"), "newButton")
        self.search = named(SearchField(), "searchField")
        self.filter = ListFilter()
        self.conversations = ConversationList(model)
        self.hits = LineList("searchResults")
        self._nothing = QLabel()
        self._nothing.setWordWrap(True)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignHCenter)
        self._nothing.setContentsMargins(16, 24, 16, 16)
        self._stack = QStackedWidget()
        for page in (self.conversations, self.hits, self._nothing):
            self._stack.addWidget(page)
        top = QVBoxLayout()
        top.setContentsMargins(16, 12, 16, 8)
        top.setSpacing(8)
        top.addWidget(self.new)
        top.addWidget(self.search)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(0)
        layout.addLayout(top)
        self._narrowing = QWidget()
        narrowing = QVBoxLayout(self._narrowing)
        narrowing.setContentsMargins(16, 0, 16, 4)
        narrowing.addWidget(self.filter)
        layout.addWidget(self._narrowing)
        layout.addWidget(self._stack, 1)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(lambda: self.searched.emit(self.search.text().strip()))
        self.search.textChanged.connect(self._typed)
        self.search.returnPressed.connect(self._first)
        self.search.leftDownwards.connect(self._go_down)
        self.hits.picked.connect(self.hitPicked)
        self._retranslate()

    def event(self, event: QEvent) -> bool:
        """Leave with Esc while the focus is in the sidebar."""
        return left_with_escape(event, self.left.emit) or super().event(event)

    def rename_current(self) -> None:
        """Begin to change the title of the conversation that is open, where it stands in the list.

        What hides it there is taken off first: what was searched for, what the list is narrowed to.
        """
        self.search.clear()
        shown = self._listed.conversation(self._listed.shown)
        if shown is not None and self._listed.row_of(shown.context_id) is None:
            self.filter.picked.emit(ARCHIVE if shown.archived else ALL)
        self.conversations.rename_current()

    def offer_lists(self, offered: bool) -> None:
        """Let the lists be searched and narrowed, or not: they are not there yet."""
        for part in (self.search, self.filter, self._stack):
            part.setEnabled(offered)

    def show_hits(self, query: str, hits: Sequence[FoundWords]) -> None:
        """Show what was found for a query, if it is still the one in the field."""
        if query != self.search.text().strip() or not query:
            return
        # One row a conversation: the newest message that has the words stands for the others.
        found: dict[str, list[FoundWords]] = {}
        for hit in hits:
            found.setdefault(hit.context_id, []).append(hit)
        rows = [self._row(of_one, query) for of_one in found.values()]
        self.hits.show_rows(rows)
        self._nothing.setText(self.tr("Nothing was found for “{words}”.").format(words=query))
        self._stack.setCurrentWidget(self.hits if rows else self._nothing)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()

    def _typed(self, text: str) -> None:
        # What is searched for is searched for everywhere.
        self._narrowing.setVisible(not text.strip())
        if text.strip():
            self._typing.start()
            return
        self._typing.stop()
        self.hits.show_rows([])
        self._stack.setCurrentWidget(self.conversations)

    def _row(self, hits: Sequence[FoundWords], query: str) -> tuple[FoundWords, Line]:
        """Return the row of what was found in one conversation, newest first."""
        # The title is mostly the first message: where that was found, it is not listed again.
        said = [hit for hit in hits if hit.position is not None]
        shown, locale = (said or hits)[0], QLocale()
        more, at = len(said) - 1, day(shown.at, locale)
        detail = _from_hit(unmarked(shown.excerpt), query) if said else self.tr("In the title")
        aside = f"+{number(more, locale)} · {at}" if more > 0 else at
        return shown, Line(title=self._title(shown), detail=detail, aside=aside)

    def _title(self, hit: FoundWords) -> str:
        """Return a title as the list has it, with what tells it apart from others."""
        listed = self._listed.conversation(hit.context_id)
        return self._listed.title(listed) if listed is not None else hit.title

    def _first(self) -> None:
        if self._stack.currentWidget() is self.hits:
            self.hitPicked.emit(self.hits.lines.key(self.hits.lines.index(0)))

    def _go_down(self) -> None:
        shown = self._stack.currentWidget()
        if isinstance(shown, LineList):
            shown.setCurrentIndex(shown.lines.index(0))
        if shown is not None and shown is not self._nothing:
            shown.setFocus(Qt.FocusReason.TabFocusReason)

    def _retranslate(self) -> None:
        self.new.setText(self.tr("New conversation"))
        self.search.setPlaceholderText(self.tr("Search titles and messages"))
        self.search.setAccessibleName(self.tr("Search titles and messages"))
        self.hits.setAccessibleName(self.tr("Search results"))


def _from_hit(text: str, words: str) -> str:
    """Return a text from shortly before what was found, so that a narrow line shows it."""
    at = text.casefold().find(words.casefold()) - _BEFORE_HIT
    return f"…{text[at:]}" if at > 0 else text
