"""A part of what was understood is edited where it stands: a field at its chip."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QStyleOptionViewItem, QVBoxLayout, QWidget

from gui.look.theme import scroll_bar_css
from gui.widgets.escape_key import hide_giving_keys, left_with_escape
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import Surface, theme_of
from gui.widgets.two_line_delegate import Index, Line, TwoLineDelegate

_LEAST, _MOST, _BESIDE = 220, 420, 64
"""Pixels: the narrowest and the widest field, and what stands beside the words of a line."""
_LONGEST = 400
NOTHING: Final = -1
"""What Enter picks where nothing can be meant."""
_PAD, _AWAY = 6, 8


class _OneLine(TwoLineDelegate):
    """Gives rows the height of their only line."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a line with room around it."""
        return QSize(120, option.fontMetrics.height() + 2 * _PAD)


class ChipField(Surface):
    """Owns the words that are written instead of a chip's, and what can be pressed instead.

    It lies in the window, over the messages, so that whatever composes letters has it as any other
    field. Enter tells what was `written`, a press on a line which one was `picked`; Esc, a press
    elsewhere, or another place that takes the keys leave all as it was.
    """

    written = Signal(str)
    picked = Signal(int)

    def __init__(
        self,
        text: str,
        *,
        offered: Callable[[str], Sequence[Line]],
        entered: Callable[[str], int | None],
        hint: str,
        place: Callable[[], QRect | None],
        over: QWidget,
        back: QWidget,
    ) -> None:
        """`offered` gives the lines for what is written, `entered` which of them Enter picks: None
        where it tells the words, `NOTHING` where they are none that can be; what can be, the `hint`
        says. `place` tells where the chip is now, in the pixels of the window that it is laid
        `over`; `back` has the keys again at the end."""
        super().__init__("raised", over)
        named(self, "chipField")
        self._over, self._back, self._text = over, back, text
        self._place, self._chip = place, QRect()
        self._offered, self._entered, self._told = offered, entered, hint
        self._field = named(Field(self), "chipWords")
        self._field.setMaxLength(_LONGEST)
        self._field.setText(text)
        said = self.tr("Instead of “{part}”").replace("{part}", text)
        self._field.setAccessibleName(said)
        self._field.returnPressed.connect(self._write)
        self._field.textEdited.connect(self._offer)
        self._hint = named(QLabel(hint, self), "chipHint")
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self._hint.setWordWrap(True)
        self._hint.setHidden(not hint)
        self._list = LineList("chipChoices", self)
        self._list.setItemDelegate(_OneLine(self._list))
        self._list.setAccessibleName(said)
        self._list.picked.connect(self._pick)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_PAD, _PAD, _PAD, _PAD)
        layout.setSpacing(_PAD)
        layout.addWidget(self._field)
        layout.addWidget(self._hint)
        layout.addWidget(self._list)
        letters = self._list.fontMetrics()
        words = (text, hint[: _MOST // 8], *(one.title + one.aside for one in offered(text)))
        self._wide = min(max(_LEAST, max(map(letters.horizontalAdvance, words)) + _BESIDE), _MOST)
        self._offer(text)
        self.hide()

    def open(self) -> None:
        """Stand at the chip, with the keys and all of its words selected."""
        self.follow()
        self._list.verticalScrollBar().setStyleSheet(scroll_bar_css(theme_of(self)))
        self.show()
        self.raise_()
        self._field.selectAll()
        self._field.setFocus(Qt.FocusReason.PopupFocusReason)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.installEventFilter(self)
            app.focusChanged.connect(self._follow_keys)

    def follow(self) -> None:
        """Go with the chip, as far as it is seen, but stay in the window."""
        self._chip = chip = self._place() or self._chip
        room = self._over.rect().adjusted(_AWAY, _AWAY, -_AWAY, -_AWAY)
        width = min(self._wide, room.width())
        rows = self._list.sizeHint().height() + _PAD if self._list.lines.rowCount() else 0
        height = self._field.sizeHint().height() + 2 * _PAD + rows
        if self._hint.text():
            height += self._hint.heightForWidth(width - 2 * _PAD) + _PAD
        place = QRect(chip.x() - _PAD, chip.y() - _PAD, width, min(height, room.height()))
        place.moveRight(min(place.right(), room.right()))
        place.moveBottom(min(place.bottom(), room.bottom()))
        place.moveLeft(max(place.left(), room.left()))
        place.moveTop(max(place.top(), room.top()))
        self.setGeometry(place)

    def _offer(self, text: str) -> None:
        """Show what is offered for what is written now."""
        self._hint.setText(self._told)
        self._hint.setStyleSheet("")
        self._field.setAccessibleDescription(self._told or self.tr("Enter asks anew with it."))
        lines = self._offered(text)
        self._list.show_rows(list(enumerate(lines)))
        self._list.setHidden(not lines)
        self.follow()

    def leave(self) -> None:
        """Leave all as it was; nothing is told."""
        if self.isHidden():
            return
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        hide_giving_keys(self, self._back)
        self.deleteLater()

    def event(self, event: QEvent) -> bool:
        """Leave with Esc."""
        return left_with_escape(event, self.leave) or super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave with a press elsewhere in the window; go between the field and the lines."""
        match event.type():
            case QEvent.Type.MouseButtonPress:
                other = isinstance(watched, QWidget) and watched.window() is self.window()
                if other and watched is not self and not self.isAncestorOf(watched):  # type: ignore[arg-type]  # a widget
                    self.leave()
            case QEvent.Type.Resize if watched is self._over:
                self.follow()
            case QEvent.Type.KeyPress if isinstance(event, QKeyEvent):
                return self._steps(watched, event)
        return False

    def focusNextPrevChild(self, next: bool) -> bool:
        """Keep Tab in here: behind it are the messages, which it lies over."""
        if self._list.lines.rowCount() and self._field.hasFocus():
            self._go_to_lines()
        else:
            self._field.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _steps(self, watched: QObject, event: QKeyEvent) -> bool:
        """Go from the field down to the lines, and from the first of them up; whether it was so."""
        lines = self._list.lines.rowCount()
        if watched is self._field and event.key() == Qt.Key.Key_Down and lines:
            self._go_to_lines()
            return True
        first = self._list.currentIndex().row() <= 0
        if watched is self._list and event.key() == Qt.Key.Key_Up and first:
            self._field.setFocus(Qt.FocusReason.BacktabFocusReason)
            return True
        return False

    def _go_to_lines(self) -> None:
        self._list.setFocus(Qt.FocusReason.TabFocusReason)
        if not self._list.currentIndex().isValid():
            self._list.setCurrentIndex(self._list.lines.index(0))

    def _follow_keys(self, _: QWidget | None, now: QWidget | None) -> None:
        """Leave where something else of the window takes the keys."""
        if now is not None and now.window() is self.window() and not self.isAncestorOf(now):
            self.leave()

    def _write(self) -> None:
        words = self._field.text().strip()
        at = self._entered(words) if words not in ("", self._text) else None
        if at == NOTHING:
            self._refuse(words)
        elif at is not None:
            self._pick(at)
        elif words:
            self.leave()
            if words != self._text:
                self.written.emit(words)

    def _refuse(self, words: str) -> None:
        """Say that what is written cannot be meant, and what can, till it is written otherwise."""
        said = self.tr("“{text}” cannot stand here. {hint}").replace("{hint}", self._told)
        said = said.replace("{text}", words)
        self._hint.setText(said)
        self._hint.setStyleSheet(f"color: {theme_of(self).failed}")
        self._field.setAccessibleDescription(said)
        self.follow()
        self._field.selectAll()

    def _pick(self, at: object) -> None:
        self.leave()
        self.picked.emit(int(str(at)))
