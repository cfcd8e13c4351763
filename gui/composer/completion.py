"""What can be taken while something is typed stands in a list over the composer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from gui.composer.composer import Composer
from gui.look.theme import scroll_bar_css
from gui.widgets.line_list import LineList
from gui.widgets.surfaces import theme_of
from gui.widgets.two_line_delegate import Line

_WIDTH, _BESIDE = 340, 64
"""The least width of the list, and what its margins, scroll bar and marks take of it."""
_GAP = 8
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CompletionSource(Protocol):
    """Something that is offered after a sign at the beginning of a message."""

    def title(self) -> str:
        """Return what the list is called."""
        ...

    def begun(self, before: str) -> str | None:
        """Return what is typed of it, of the text before the cursor; None for nothing."""
        ...

    def rows(self, begun: str) -> Sequence[tuple[str, Line]]:
        """Return what fits, the best first: a key and how it is shown."""
        ...

    def said(self, title: str) -> str:
        """Return what a screen reader says of a row."""
        ...

    def text(self, key: str) -> str:
        """Return what is written instead of what was typed, when a row is taken."""
        ...

    def taken(self, key: str) -> None:
        """Do what taking a row does, once its text is written."""
        ...


class Offering(QObject):
    """Owns the list. It never has the focus: the composer hands over the keys that are for it."""

    def __init__(
        self, composer: Composer, *, over: QWidget, offers: Sequence[CompletionSource]
    ) -> None:
        super().__init__(composer)
        self._composer = composer
        self._over = over
        self._offers = offers
        self._offer: CompletionSource | None = None
        self._dismissed: str | None = None
        self._wanted = _WIDTH
        self.list = LineList("offerList", over)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAutoFillBackground(True)
        self.list.viewport().setAutoFillBackground(True)
        self.list.setFrameShape(LineList.Shape.StyledPanel)
        self.list.hide()
        self.list.picked.connect(lambda key: self._take(str(key)))
        composer.completion = self
        composer.textChanged.connect(self.follow)
        composer.cursorPositionChanged.connect(self.follow)
        composer.installEventFilter(self)

    @property
    def showing(self) -> bool:
        """Whether something is offered now."""
        return self.list.isVisible()

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that is for the list; False for any other."""
        if not self.showing:
            return False
        key = Qt.Key(event.key())
        if key in _STEPS:
            rows = self.list.lines.rowCount()
            self._mark((self.list.currentIndex().row() + _STEPS[key]) % rows)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
            self.accept()
        elif key == Qt.Key.Key_Escape:
            self._dismissed = self._before()
            self.list.hide()
        else:
            return False
        return True

    def accept(self) -> None:
        """Take what is marked."""
        self._take(str(self.list.lines.key(self.list.currentIndex())))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the composer's focus and place; nothing is decided here."""
        if event.type() == QEvent.Type.FocusOut:
            self.list.hide()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.showing:
            self._place()
        return super().eventFilter(watched, event)

    def _before(self) -> str:
        cursor = self._composer.textCursor()
        return self._composer.toPlainText()[: cursor.position()]

    def follow(self) -> None:
        """Offer what fits what is typed; to be called when there may be other rows for it."""
        before = self._before()
        if self._composer.textCursor().hasSelection() or not self._composer.hasFocus():
            self.list.hide()
            return
        for offer in self._offers:
            begun = offer.begun(before)
            if begun is not None:
                if before != self._dismissed:
                    self._dismissed = None
                    self._show(offer, offer.rows(begun))
                return
        self._dismissed = None
        self.list.hide()

    def _show(self, offer: CompletionSource, rows: Sequence[tuple[str, Line]]) -> None:
        self._offer = offer
        self.list.show_rows(rows)
        if not rows:
            self.list.hide()
            return
        letters = self.list.fontMetrics()
        lines = (f"{line.title}  {line.aside}" for _, line in rows)
        self._wanted = max(_WIDTH, _BESIDE + max(map(letters.horizontalAdvance, lines)))
        theme = theme_of(self.list)
        self.list.setAccessibleName(offer.title())
        self.list.verticalScrollBar().setStyleSheet(scroll_bar_css(theme))
        self.list.setStyleSheet(f"#offerList{{border:1px solid {theme.border}}}")
        self._place()
        self.list.show()
        self.list.raise_()
        self._mark(0)

    def _mark(self, row: int) -> None:
        index = self.list.lines.index(row)
        self.list.setCurrentIndex(index)
        if self._offer is not None and QAccessible.isActive():
            words = self._offer.said(str(index.data()))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._composer, words))

    def _take(self, key: str) -> None:
        offer, before = self._offer, self._before()
        self.list.hide()
        if offer is not None and offer.begun(before) is not None:
            typed = self._composer.textCursor().position()
            self._composer.replace_start(typed, offer.text(key))
            offer.taken(key)

    def _place(self) -> None:
        height = self.list.sizeHint().height() + 2 * self.list.frameWidth()
        corner = self._composer.mapTo(self._over, QPoint(0, 0))
        top = max(0, corner.y() - height - _GAP)
        width = min(self._wanted, self._composer.width())
        self.list.setGeometry(corner.x(), top, width, height)
