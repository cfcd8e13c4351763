"""The conversation as one painted, virtual list: its cost follows the screen, not the history."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gui.actions.actions import plain
from gui.actions.keywords import Offer
from gui.blocks.base import COMPUTED, BlockOrder, Place, TextRange, in_part, split_part
from gui.blocks.pictures import shared_pictures
from gui.chat.accessibility import ChatAnnouncer, install_reading
from gui.chat.context_menu import MenuActs, RowOffer, make_menu, markdown_word
from gui.chat.hit_test import ChatHits, RowTarget
from gui.chat.input import ChatInput
from gui.chat.laid_out_rows import RowCache
from gui.chat.model import ChatModel, plain_text
from gui.chat.painter import ChatPainter
from gui.chat.scroll_area import RowScroll
from gui.chat.seeking import Seeking
from gui.chat.selection import ChatClipboard, ChatSelection
from gui.chat.visible_tables import ChatTables
from gui.look.message_style import make_style
from gui.look.theme import LIGHT, Theme, body_font, scroll_bar_css
from gui.platform.clipboard import put_selection, put_text
from gui.texts.plain import as_tooltip
from gui.widgets.latest_button import LatestButton

if TYPE_CHECKING:
    from gui.blocks.chart import ChartBlock
    from gui.blocks.result_data import ResultTable

_LINE = 48
_ABOVE = 16
_COMMANDING = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_SCROLLS = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (0, -1),
    Qt.Key.Key_PageDown: (0, 1),
}


class ChatView(RowScroll):
    """Owns the selection, the focus inside, and the button that leads to the end.

    The conversation is the model's. Nothing is opened, sent or saved here: signals say what the
    person asked for, with the position of the row.
    """

    reads_as_rows = True

    linkActivated = Signal(str)
    linkHovered = Signal(str)
    actionRequested = Signal(int, str)
    latestVisibleChanged = Signal(bool)
    copied = Signal()
    announced = Signal(str)
    typed = Signal(str)
    """Words were typed here, where there is nothing to write in."""

    unfolded = Signal(str)
    """A part of a message was unfolded, by its name in `gui.blocks.base`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._theme, self._font = LIGHT, body_font()
        self._model = ChatModel()
        rows = RowCache(self._model, make_style(self._theme, self._font))
        super().__init__(rows, parent)
        self._model.setParent(self)
        self.setObjectName("chatView")
        self.setAccessibleName(self.tr("Conversation"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.row_offers: list[RowOffer] = []
        self.follows = True
        """Whether what is shown grows at its end, so that a button leads there."""
        self._selection = ChatSelection()
        self._hits = ChatHits(self._geometry, rows)
        self._painter = ChatPainter(rows, self._selection)
        self._input = ChatInput(
            self._hits,
            self._selection,
            height=self.viewport().height,
            scroll=self.scroll_by,
            parent=self,
        )
        self._input.changed.connect(self.viewport().update)
        self._input.hovered.connect(self.linkHovered)
        self._input.pointedChanged.connect(self._repaint_target)
        self._input.activated.connect(self._activate)
        self._input.selected.connect(self._offer_selection)
        self._clipboard = ChatClipboard(self)
        self._clipboard.copied.connect(self.copied)
        self._announcer = ChatAnnouncer(self)
        self._announcer.announced.connect(self.announced)
        self._input.stepped.connect(self._announcer.say)
        self._input.told.connect(self._show_tooltip)
        self._tables = ChatTables(self._geometry, rows, self.viewport(), self._table_sorted)
        self._latest = LatestButton(self)
        self._latest.clicked.connect(self.jump_to_latest)
        self.framed.connect(self._after_frame)
        self.seeking = Seeking(self, rows, self._painter, self._tables)
        self.stickChanged.connect(self._show_latest)
        shared_pictures().arrived.connect(self.viewport().update)
        install_reading()
        self._dress()
        self._connect()

    def model(self) -> ChatModel:
        """Return the model whose rows are shown."""
        return self._model

    def set_model(self, model: ChatModel) -> None:
        """Show the rows of another model, from its end."""
        self._model.rowsInserted.disconnect(self._take_inserted)
        self._model.dataChanged.disconnect(self._take_changed)
        self._model.modelReset.disconnect(self._take_reset)
        self._model = model
        self._rows.set_model(model)
        self._connect()
        self._take_reset()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        self._theme = theme
        self._dress()
        self._restyle()

    def _dress(self) -> None:
        self.verticalScrollBar().setStyleSheet(scroll_bar_css(self._theme))

    def set_text_font(self, font: QFont) -> None:
        """Draw in another font or size from now on."""
        self._font = font
        self._restyle()

    def tooltip_at(self, point: QPoint) -> str:
        """Return the plain text that explains what is at a point of the viewport."""
        return self._hits.tooltip(QPointF(point))

    def latest_button(self) -> LatestButton:
        """Return the button that leads to the end; whoever lays out the view gives it a place."""
        return self._latest

    def row_text(self, row: int) -> str:
        """Return what a row says as it is read, without the marks of Markdown."""
        layout = self._rows.layout(row)
        blocks = [placed.block for placed in layout.placed.values()] if layout is not None else []
        texts = [block.text(TextRange(0, block.length)).strip() for block in blocks if block.length]
        return "\n\n".join(text for text in texts if text)

    def current_row(self, kind: str = "") -> int:
        """Return the row that has the keyboard, else the lowest (of a kind) read now, or -1."""
        if self._input.focused is not None and self.hasFocus():
            return self._input.focused.row
        read = ((row, self._model.entry(row)) for row in self.rows_read())
        return max((at for at, one in read if not kind or (one and one.kind == kind)), default=-1)

    def row_rect(self, row: int) -> QRectF:
        """Return where a row is in the viewport; empty when it is not on the screen."""
        for placed in self.placed_rows():
            if placed.row == row:
                return QRectF(0, placed.y, self.viewport().width(), placed.height)
        return QRectF()

    def target_rects(self) -> list[tuple[int, str, QRectF]]:
        """Return what can be pressed on the screen: row, link or action, place in the viewport."""
        self.flush()
        placed = ((target, self._hits.rect_of(target)) for target in self._hits.targets())
        return [(t.row, t.target.value, rect) for t, rect in placed if rect is not None]

    def bring(self, action: str) -> None:
        """Bring what does that in the newest answer on the screen into sight, at its end."""
        for _, value, rect in reversed(self.target_rects()):
            if split_part(value)[1] == action:
                self.scroll_by(round(rect.bottom()) + _ABOVE - self.viewport().height())
                return

    def offers(self) -> list[Offer]:
        """Return what the answer at hand offers: what can be pressed in it, and its menu.

        The marks of a chart are left out, of which there may be dozens.
        """
        self.flush()
        row = self.current_row("answer")
        entry = self._model.entry(row)
        if entry is None:
            return []
        pressed = [
            Offer(found.name, partial(self._press, found), split_part(found.target.value)[1])
            for found in self._hits.targets()
            if found.row == row and found.target.kind == "action" and not found.is_mark
        ]  # fmt: skip
        copied = Offer(plain(markdown_word()), lambda: self._copy(self._text_of(row)), "copy_row")
        known = {one.action for one in pressed}
        asked = [
            Offer(plain(words), partial(self.actionRequested.emit, row, one.action), one.action)
            for one in self.row_offers
            if one.action not in known and (words := one.words(entry))
        ]
        return [*pressed, copied, *asked]

    def _press(self, found: RowTarget) -> None:
        """Press something by its name; what opens there, out of sight, is brought to the top."""
        rect, (_, value) = self._hits.rect_of(found), split_part(found.target.value)
        seen = rect is None or (rect.top() >= 0 and rect.bottom() <= self.viewport().height())
        away = 0 if rect is None or seen else round(rect.top()) - _ABOVE
        if value.startswith(("scope_add", "scope_edit")):
            self.scroll_by(away)  # its menu, or its field, opens where it is
        self._input.activate(found)
        if value.startswith(("toggle", "unfold")):
            self.scroll_by(away)

    def select_all(self) -> None:
        """Select every row of the conversation."""
        if self._model.rowCount():
            self._selection.select_rows(0, self._model.rowCount() - 1)
            self.viewport().update()

    def selected_text(self) -> str:
        """Return the selected text, as far as its rows are in memory."""
        return self._selection.text(self._text_of, self._rows.layout)

    def copy_selection(self) -> None:
        """Copy the text that is selected now, also of rows not in memory; `copied` tells when."""
        if self._selection.ends is not None:
            taken = copy(self._selection)
            self._clipboard.copy(
                self._model,
                taken.rows,
                lambda row: taken.words(row, self._text_of, self._rows.layout),
            )

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what the screen lacks."""
        painter = QPainter(self.viewport())
        focused = self._input.focused if self.hasFocus() else None
        clip = QRectF(event.rect())
        placed, pointed = self.placed_rows(), self._input.pointed
        self._painter.paint(painter, clip, placed, self.column.x(), focused, pointed)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language: words are part of the layout."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.LocaleChange):
            self.setAccessibleName(self.tr("Conversation"))
            self._restyle()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show where a link leads, and what a mark of a chart means; forget the pointer."""
        if event.type() is QEvent.Type.Leave:
            self._input.leave()
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tooltip(event.pos())
            return True
        return super().viewportEvent(event)

    def _show_tooltip(self, at: QPoint) -> None:
        said = as_tooltip(text) if (text := self.tooltip_at(at)) else ""
        QToolTip.showText(self.viewport().mapToGlobal(at), said, self.viewport())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a selection or a click."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._input.press(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the selection."""
        self._shape(self._input.move(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a selection or press what was clicked."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._input.release(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with what is under the pointer."""
        acts = MenuActs(
            copy_selection=self.copy_selection,
            copy_row=lambda row: self._copy(self._text_of(row)),
            copy_text=self._copy,
            select_all=self.select_all,
            about_row=self.actionRequested.emit,
            press=self._input.activate,
        )
        at = event.pos()
        tools = self._hits.tools_at(QPointF(at))
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            tools = self._hits.tools_of(self.current_row())
            top = round(self.row_rect(self.current_row()).top()) + _ABOVE
            at = QPoint(self.column.x() + _ABOVE, max(0, min(top, self.viewport().height() - 1)))
        menu = make_menu(
            self,
            at,
            hits=self._hits,
            selection=self._selection,
            acts=acts,
            offers=self.row_offers,
            entry=self._model.entry,
            tools=tools,
        )
        menu.popup(self.viewport().mapToGlobal(at))

    def focusNextPrevChild(self, next: bool) -> bool:
        """Walk through links and buttons before leaving the view."""
        # Tab in a table inside is asked of its parents, too: that one leaves the table.
        if self.hasFocus() and self._input.step(next):
            return True
        return super().focusNextPrevChild(next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, copy, select all, press the focused target."""
        key = Qt.Key(event.key())
        focused = self._input.focused
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selection()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif focused is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._input.activate(focused)
        elif self._input.along(key):
            event.accept()
        elif key == Qt.Key.Key_End:
            self.jump_to_latest()
        elif key == Qt.Key.Key_Home:
            self.verticalScrollBar().setValue(0)
        elif key in _SCROLLS:
            lines, pages = _SCROLLS[key]
            self.scroll_by(lines * _LINE + pages * max(_LINE, self.viewport().height() - _LINE))
        elif event.text().isprintable() and event.text() and not event.modifiers() & _COMMANDING:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def _connect(self) -> None:
        self._model.rowsInserted.connect(self._take_inserted)
        self._model.dataChanged.connect(self._take_changed)
        self._model.modelReset.connect(self._take_reset)

    def _take_reset(self) -> None:
        self._selection.clear()
        self._clipboard.cancel()
        self._announcer.reset()
        self._latest.count(0)
        self._input.focused = None
        count = self._model.rowCount()
        newest = range(count - 1, max(-1, count - 3), -1)
        self.start_over(count, next(filter(None, map(self._rows.leading, newest)), None))

    def _take_inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        entry = self._model.entry(last)
        if (lead := self._rows.leading(last)) is not None:
            self._geometry.lead(lead)
        elif not self.at_bottom:
            self._latest.count(last - first + 1)
        if entry is not None:
            self._announcer.take(entry)
        self.add_rows(last - first + 1)

    def _take_changed(self, first: QModelIndex, last: QModelIndex, roles: list[int]) -> None:
        if roles == [ChatModel.EntryRole]:
            self._clipboard.resume()
            self.rows_arrived()
            return
        for row in range(first.row(), last.row() + 1):
            entry = self._model.entry(row)
            if entry is not None:
                self._announcer.take(entry)
            self.row_changed(row)
        if (lead := self._rows.leading(last.row())) and (self.at_bottom or self._geometry.led):
            self._geometry.lead(lead)

    def _after_frame(self) -> None:
        placed = self._geometry.placed
        self._hits.left = self.column.x()
        if self._input.rests:
            # What lies under the pointer may have moved, while the pointer did not.
            self._shape(self._input.look())
        if not self.at_bottom and self._latest.isHidden() == self._leads_far():
            self._show_latest(at_bottom=False)
        if placed:
            self._tables.place(self.column.x())
            screen = placed[-1].row - placed[0].row + 1
            self._model.need(placed[0].row - 2 * screen, placed[-1].row + 2 * screen + 1)

    def _shape(self, cursor: Qt.CursorShape) -> None:
        if cursor != self.viewport().cursor().shape():
            self.viewport().setCursor(cursor)

    def _repaint_target(self, rect: QRectF) -> None:
        self.viewport().update(rect.toAlignedRect().adjusted(-1, -1, 1, 1))

    def _show_latest(self, at_bottom: bool) -> None:
        if at_bottom:
            self._latest.count(0)
        self._latest.setVisible(not at_bottom and self._leads_far())
        self.latestVisibleChanged.emit(not at_bottom)

    def _leads_far(self) -> bool:
        """Whether the end is worth a way: who reads the newest answer from its top is there."""
        away = self._geometry.maximum - self._geometry.value
        if not self.follows:
            return False
        far = self.viewport().height() // 2
        return not self._geometry.led and (away > far or self._latest.new_rows > 0)

    def _restyle(self) -> None:
        self._rows.set_style(make_style(self._theme, self._font))
        self.restyle_rows()

    def _activate(self, row: int, kind: str, value: str) -> None:
        part, name = split_part(value)
        action, _, rest = name.partition(":")
        if kind == "link":
            self.linkActivated.emit(value)
        elif action == "copy_text":
            self._copy(rest)
        elif action in ("toggle", "unfold"):
            self._fold(row, value, in_part(part, rest or COMPUTED))
        elif action == "copy":
            self._copy(self._text_of(row))
        elif action == "mark":
            # Nothing is scrolled: what was pressed stays where it is, with what it says.
            if (chart := self.chart(row, part)) is not None:
                self._tables.select(row, part, chart.behind(rest))
            self._rows.mark(row, value)
            self.row_changed(row)
            self.flush()
            self._input.follow()
            self._show_tooltip(self._input.spot)
        elif action == "copy_chart":
            self._copy_chart(row, part)
        elif action == "copy_table":
            self._copy(self._tables.text(row, part))
        else:
            self.actionRequested.emit(row, value)

    def table(self, row: int, part: int = 0) -> ResultTable | None:
        """Return the table of a row that is in memory, or of a part of its answer, its rows in the
        order that is shown."""
        return self._tables.table(row, part)

    def chart(self, row: int, part: int = 0) -> ChartBlock | None:
        """Return the chart of a row that is in memory, or of a part of its answer."""
        layout, place = self._rows.layout(row), Place(part, BlockOrder.CHART)
        placed = layout.placed.get(place) if layout is not None else None
        if placed is None:
            return None
        from gui.blocks.chart import ChartBlock

        return placed.block if isinstance(placed.block, ChartBlock) else None

    def _copy_chart(self, row: int, part: int) -> None:
        chart = self.chart(row, part)
        if chart is not None:
            QGuiApplication.clipboard().setImage(chart.picture(self._rows.style.measure))
            self.copied.emit()

    def _table_sorted(self, key: str) -> None:
        """Let the chart beside a table follow its order."""
        part, turn = split_part(key)
        for placed in self.placed_rows():
            row = placed.row
            if self._rows.key(row) != turn or (chart := self.chart(row, part)) is None:
                continue
            if chart.arrange(self._tables.places(row, part, chart.drawn)):
                self.viewport().update()

    def _fold(self, row: int, value: str, part: str) -> None:
        """Open a part of a row below what is on the screen; what closes it stays in its place."""
        before = self._top_of(row, value)
        self._geometry.keep()
        opened = self._rows.toggle(row, part)
        self.row_changed(row)
        self.flush()
        after = self._top_of(row, value)
        if opened:
            self.unfolded.emit(split_part(part)[1])
        elif before is not None and after is not None:
            self.scroll_by(round(after - before))

    def _top_of(self, row: int, value: str) -> float | None:
        tops = (rect.top() for at, one, rect in self.target_rects() if (at, one) == (row, value))
        return next(tops, None)

    def _copy(self, text: str) -> None:
        put_text(text)
        self.copied.emit()

    def _offer_selection(self) -> None:
        if not self._model.missing(self._selection.rows):
            put_selection(self.selected_text())

    def _text_of(self, row: int) -> str:
        entry = self._model.entry(row)
        return plain_text(entry) if entry is not None else ""
