"""The table of the log: rows of one line, several of which may be chosen."""

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from gui.log_model import LogModel
from gui.naming import named
from gui.surfaces import theme_of
from gui.theme import scroll_bar_css

_WIDTHS = (20, 15, 15, 10)


class LogTable(QTableView):
    """Shows the records; it stays at the newest while it is there."""

    def __init__(self, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "logTable")
        self._log = model
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setAlternatingRowColors(True)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setHighlightSections(False)
        self._at_end = True
        model.rowsAboutToBeInserted.connect(self._look)
        model.rowsInserted.connect(self._follow)
        model.modelReset.connect(self.scrollToBottom)

    def chosen(self) -> list[str]:
        """Return the ids of the chosen records, oldest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._log.line(row).record_id for row in rows]

    def choose(self, record_id: str) -> bool:
        """Choose a record and show it; return whether it is in the table."""
        for row in range(self._log.rowCount()):
            if self._log.line(row).record_id == record_id:
                index = self._log.index(row, 0)
                self.selectionModel().setCurrentIndex(
                    index,
                    QItemSelectionModel.SelectionFlag.ClearAndSelect
                    | QItemSelectionModel.SelectionFlag.Rows,
                )
                self.scrollTo(index)
                return True
        return False

    def dress(self) -> None:
        """Follow the font and the theme."""
        metrics = QFontMetrics(self.font())
        self.verticalHeader().setDefaultSectionSize(metrics.height() + 10)
        for column, signs in enumerate(_WIDTHS):
            self.setColumnWidth(column, metrics.horizontalAdvance("0") * signs + 16)
        css = scroll_bar_css(theme_of(self))
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.setStyleSheet(css)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )

    def _look(self) -> None:
        bar = self.verticalScrollBar()
        self._at_end = bar.value() >= bar.maximum()

    def _follow(self) -> None:
        if self._at_end:
            self.scrollToBottom()
