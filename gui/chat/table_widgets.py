"""Lends real table widgets to the few results that are on the screen."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import NamedTuple

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from gui.blocks.base import Behind
from gui.blocks.result_model import ResultModel
from gui.blocks.table import TableBlock
from gui.look.theme import Theme, mark_ground, scroll_bar_css, table_css
from gui.platform.clipboard import put_text
from gui.texts.plain import as_tooltip
from gui.widgets.two_line_delegate import Index

_REMEMBERED = 200
_TOLD = 2000
"""Characters of a cut cell that are shown beside the pointer."""
_FRAME = 2
_PIECE = 250
"""So many rows are looked through at once, in two to three milliseconds."""


class _Place(NamedTuple):
    """How a table was left: sorted by a column, scrolled to a row and column."""

    column: int
    order: Qt.SortOrder
    row: int
    left: int


_AS_SENT = _Place(-1, Qt.SortOrder.AscendingOrder, 0, 0)


class _Cells(QStyledItemDelegate):
    """Owns how cells are cut: a number is whole or not there, a text ends with an ellipsis, also at
    the edge of a table that is scrolled."""

    def __init__(self, parent: "ResultTableView") -> None:
        super().__init__(parent)
        self._table = parent
        self._hides = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell in what is seen of it."""
        if (seen := self._table.seen(index)) != option.rect:
            option.rect = seen
        model = index.model()
        numeric = isinstance(model, ResultModel) and model.is_numeric(index.column())
        self._hides = numeric and self._table.is_cut(index)
        super().paint(painter, option, index)
        self._hides = False

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Have an ellipsis alone in the place of half a number."""
        super().initStyleOption(option, index)
        if self._hides:
            option.text = "…"


class _Header(QHeaderView):
    """Owns the labels of the columns, each cut in what is seen of its column."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint a label with an ellipsis at the edge of the table."""
        super().paintSection(painter, rect & self.viewport().rect(), section)


class ResultTableView(QTableView):
    """Owns one table on the screen; the wheel is its own only while it has the focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._dressed: tuple[Theme, float] | None = None
        self._looked_at = self._ahead = 0
        self._reached: tuple[int, int] | None = None
        self._heard_by: Callable[[QRect], None] | None = None
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.timeout.connect(self._look_on)
        self._ground: QColor | None = None
        self._laying = QPainter.CompositionMode.CompositionMode_Darken
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        # What asks for each cell takes half as long again: only where one may be cut.
        self._cutting, self._plain = _Cells(self), QStyledItemDelegate(self)
        header = _Header(self)
        self.setHorizontalHeader(header)
        header.sectionResized.connect(self._resized)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(1)  # else that of the font, wider than what was measured
        header.setStretchLastSection(True)
        self.setAccessibleName(self.tr("Result table"))

    def show_block(self, block: TableBlock) -> None:
        """Show the result of a block."""
        style = block.style
        self._dress(style.theme, style.strong.pointSizeF())
        self.setFont(style.body)
        self.horizontalHeader().setFont(style.strong)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setModel(block.model)
        self.setSortingEnabled(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(block.row_height)
        self.horizontalHeader().setFixedHeight(block.row_height)
        bars = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            bars.ScrollBarAsNeeded if block.scrolls else bars.ScrollBarAlwaysOff
        )
        self.fit(block)

    def fit(self, block: TableBlock) -> None:
        """Give the columns the widths that they have in the block."""
        for column, width in enumerate(block.column_widths):
            self.setColumnWidth(column, width)
        self.setItemDelegate(self._cutting if block.cuts else self._plain)

    def _resized(self) -> None:
        """Cut what has no room any more, where a person made a column narrower."""
        self.setItemDelegate(self._cutting)

    def _dress(self, theme: Theme, points: float) -> None:
        if (theme, points) == self._dressed:
            return
        self._dressed = (theme, points)
        self.setStyleSheet(table_css(theme, points) + scroll_bar_css(theme))

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the whole text of a cell that is cut."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            self._tell(index, event.globalPos())
            return True
        return super().viewportEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Show the whole text of a cell that is cut when the keyboard comes to it."""
        super().currentChanged(current, previous)
        if self.hasFocus() and current.isValid():
            below = self.seen(current).bottomLeft()
            self._tell(current, self.viewport().mapToGlobal(below))

    def seen(self, index: Index) -> QRect:
        """Return what is in sight of a cell."""
        return self.visualRect(index) & self.viewport().rect()

    def is_cut(self, index: Index) -> bool:
        """Whether a cell has no room for its text."""
        return (
            bool(index.data()) and self.sizeHintForIndex(index).width() > self.seen(index).width()
        )

    def _tell(self, index: Index, at: QPoint) -> None:
        if self.is_cut(index):
            text = str(index.data())
            QToolTip.showText(at, as_tooltip(text[:_TOLD]), self.viewport())
        else:
            QToolTip.hideText()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the conversation, unless the person is in the table."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected cells."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def mark(self, words: str, theme: Theme) -> None:
        """Mark the cells that have some words."""
        model = self.model()
        if isinstance(model, ResultModel):
            model.mark(words, theme.text)
            self._ground = mark_ground(theme) if words else None
            modes = QPainter.CompositionMode
            dark = theme.dark
            self._laying = modes.CompositionMode_Lighten if dark else modes.CompositionMode_Darken
            self.let_go()

    def let_go(self) -> None:
        """Point at no cell any more, and look for none."""
        self._looking.stop()
        self._reached = None
        self.viewport().update()

    def reach(self, at: int, tell: Callable[[QRect], None] | None = None) -> None:
        """Bring the marked cell of a place, counted from 0 along the rows, into sight; `tell` hears
        where in the viewport it is then.
        """
        self.let_go()
        self._looked_at, self._ahead, self._heard_by = 0, at, tell
        self._look_on()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, and over those that are marked a ground that leaves their letters."""
        super().paintEvent(event)
        model = self.model()
        if self._ground is None or not isinstance(model, ResultModel):
            return
        painter = QPainter(self.viewport())
        painter.setCompositionMode(self._laying)
        # Without a current cell none is selected, and the model that knows is not asked for: its
        # enumerations are made when it is first.
        chosen = self.selectionModel() if self.currentIndex().isValid() else None
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        for row in range(max(0, first), (last if last >= 0 else model.rowCount() - 1) + 1):
            for column in model.marked_columns(row):
                cell = model.index(row, column)
                if chosen is None or not chosen.isSelected(cell):
                    painter.fillRect(self.visualRect(cell), self._ground)
        if self._reached is not None and self._dressed is not None:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.setPen(QPen(QColor(self._dressed[0].accent), _FRAME))
            rect = self.visualRect(model.index(*self._reached))
            painter.drawRect(rect.adjusted(_FRAME - 1, _FRAME - 1, -_FRAME, -_FRAME))
        painter.end()

    def _look_on(self) -> None:
        """Look for the place to reach, in pieces: a long table holds up nothing else."""
        model, start = self.model(), self._looked_at
        if not isinstance(model, ResultModel):
            return
        self._looked_at = start + _PIECE
        cells = model.marked_cells(start, self._looked_at)
        if self._ahead < len(cells):
            self._reached = cells[self._ahead]
            self.scrollTo(model.index(*self._reached))
            self.viewport().update()
            if self._heard_by is not None:
                rect = self.visualRect(model.index(*self._reached))
                self._heard_by(rect.translated(self.pos() + self.viewport().pos()))
        elif self._looked_at < model.rowCount():
            self._ahead -= len(cells)
            self._looking.start()

    def copy(self) -> None:
        """Put the selected cells on the clipboard: a line for each row, tabs between cells."""
        model = self.model()
        if isinstance(model, ResultModel):
            cells = [(i.row(), i.column()) for i in self.selectionModel().selectedIndexes()]
            put_text(model.lines(cells))


class TableShelf(QObject):
    """Owns the table widgets, shown and spare, and how each table was left."""

    sorted = Signal(str)
    """The rows of a table, by its key, are in another order now."""

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._shown: dict[str, tuple[TableBlock, ResultTableView]] = {}
        self._spare: list[ResultTableView] = []
        self._places: OrderedDict[str, _Place] = OrderedDict()
        self._chosen: dict[str, Behind] = {}
        self._marked = ""
        self._reached: tuple[str, int] = ("", 0)

    def let_go(self) -> None:
        """Point at no cell any more."""
        self._reached = "", 0
        for _, widget in self._shown.values():
            widget.let_go()

    def reach(self, key: str, at: int, tell: Callable[[QRect], None]) -> None:
        """Bring a marked cell of a table that is shown into sight; `tell` hears where it is."""
        self._reached = key, at
        if key in self._shown:
            self._shown[key][1].reach(at, tell)

    def select(self, key: str, behind: Behind) -> None:
        """Select a row of a table (`row_of`): now, or when it is shown next."""
        if key in self._shown:
            self._select(*self._shown[key], behind)
        else:
            self._chosen[key] = behind

    def mark(self, words: str) -> None:
        """Mark some words in every table that is shown, now and from now on; "" marks nothing."""
        if words != self._marked:
            self._marked = words
            for block, widget in self._shown.values():
                widget.mark(words, block.style.theme)

    def show(self, wanted: Mapping[str, tuple[TableBlock, QRect]]) -> None:
        """Show exactly these tables, by key, each in its rectangle of the viewport."""
        for key in [key for key in self._shown if key not in wanted]:
            self._put_away(key)
        for key, (block, rect) in wanted.items():
            known = self._shown.get(key)
            if known is not None and known[0] is not block:
                self._put_away(key)
                known = None
            if known is None:
                self._take_out(key, block, rect)
            elif (widget := known[1]).geometry() != rect:
                if widget.width() != rect.width():
                    widget.fit(block)
                widget.setGeometry(rect)

    def _take_out(self, key: str, block: TableBlock, rect: QRect) -> None:
        widget = self._spare.pop() if self._spare else ResultTableView(self._viewport)
        widget.show_block(block)
        place = self._places.get(key, _AS_SENT)
        widget.horizontalHeader().setSortIndicator(place.column, place.order)
        # How far it can be scrolled is known once it has its size, which a hidden one has not.
        widget.setGeometry(rect)
        widget.show()
        widget.verticalScrollBar().setValue(place.row)
        widget.horizontalScrollBar().setValue(place.left)
        self._shown[key] = (block, widget)
        block.model.layoutChanged.connect(self._tell_sorted)
        if place.column >= 0:
            self.sorted.emit(key)
        widget.mark(self._marked, block.style.theme)
        if key == self._reached[0]:
            widget.reach(self._reached[1])
        if (chosen := self._chosen.pop(key, None)) is not None:
            self._select(block, widget, chosen)

    def _select(self, block: TableBlock, widget: ResultTableView, behind: Behind) -> None:
        row = block.model.row_of(behind)
        if row >= 0:
            widget.selectRow(row)
            widget.scrollTo(widget.model().index(row, 0))

    def _tell_sorted(self) -> None:
        for key, (block, _) in self._shown.items():
            if block.model is self.sender():
                self.sorted.emit(key)

    def _put_away(self, key: str) -> None:
        block, widget = self._shown.pop(key)
        block.model.layoutChanged.disconnect(self._tell_sorted)
        header = widget.horizontalHeader()
        self._places[key] = _Place(
            header.sortIndicatorSection(),
            header.sortIndicatorOrder(),
            widget.verticalScrollBar().value(),
            widget.horizontalScrollBar().value(),
        )
        self._places.move_to_end(key)
        while len(self._places) > _REMEMBERED:
            self._places.popitem(last=False)
        widget.hide()
        self._spare.append(widget)
