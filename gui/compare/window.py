"""The window of a comparison: two results, their table cell by cell, their charts in one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QScrollArea,
    QSplitter,
    QTableView,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from gui.blocks.base import Paint
from gui.blocks.chart import ChartBlock
from gui.charts.vega_lite import Chart
from gui.compare.model import CompareModel, as_markdown, as_tabs
from gui.compare.pairing import Comparison
from gui.look.message_style import make_style
from gui.look.theme import BODY_POINTS, scroll_bar_css, sized, table_css
from gui.platform.clipboard import put_text
from gui.texts.numbers import number
from gui.texts.plain import as_tooltip
from gui.widgets.buttons import Button
from gui.widgets.check_box import Tick
from gui.widgets.dialog import Dialog
from gui.widgets.layouts import FlowLayout
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of

_SIZE = QSize(1000, 860)
_WIDEST = 360
_LEAST_LINES = 8
_MEASURED = 40
_MOST_NAMES = 6
_PADDING = 32


class Fact(NamedTuple):
    """A line about both results: what it is about, and what it is of each."""

    name: str
    first: str
    second: str


class ChartPane(QWidget):
    """Owns a chart and lays it out at the width of the pane."""

    def __init__(self, chart: Chart, spoken: str) -> None:
        super().__init__()
        named(self, "compareChart")
        self._chart = chart
        self._block: ChartBlock | None = None
        self.setAccessibleName(spoken)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the chart out anew."""
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._block = None
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the chart."""
        if self._block is not None:
            painter = QPainter(self)
            self._block.paint(painter, Paint(QRectF(event.rect())))
            painter.end()

    def event(self, event: QEvent) -> bool:
        """Say what a mark means."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self._block.tooltip_at(QPointF(event.pos())) if self._block is not None else ""
            QToolTip.showText(event.globalPos(), as_tooltip(text) if text else "", self)
            return True
        return super().event(event)

    def _lay_out(self) -> None:
        if self._block is None:
            self._block = ChartBlock(
                self._chart, make_style(theme_of(self), self.font()), tools=False
            )
        self._block.set_width(max(200, self.width()))
        self.setMinimumHeight(self._block.height)
        self.update()


class CompareWindow(Dialog):
    """Shows a comparison; the table can be cut down to what differs, and copied.

    `facts` are lines about both, `chart` is a picture of both where there is one.
    """

    def __init__(
        self,
        comparison: Comparison,
        facts: Sequence[Fact],
        chart: Chart | None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        named(self, "compareWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setSizeGripEnabled(True)
        self._comparison = comparison
        self._facts = facts
        self._grid = QWidget()
        self.model = CompareModel(comparison, QLocale(), theme_of(self))
        self.table = named(QTableView(), "compareTable")
        self.only = named(Tick(), "compareOnlyDifferences")
        self._said = named(QLabel(), "compareSaid")
        self._said.setWordWrap(True)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self.copy_tabs = named(Button("plain", icon="copy"), "compareCopy")
        self.copy_markdown = named(Button("plain", icon="copy"), "compareCopyMarkdown")
        self._pane = ChartPane(chart, self.summary()) if chart is not None else None
        self._lay_out()
        self._fill_facts()
        self._retranslate()
        self._dress()
        # Where nothing is held against anything, no row says what became of it.
        apart = set(comparison.changes) == {"beside"}
        self.table.setColumnHidden(0, apart)
        self.only.setHidden(apart)
        self.only.toggled.connect(lambda only: self.model.show_all(not only))
        self.copy_tabs.clicked.connect(lambda: self._copy(as_tabs(self.model.lines())))
        self.copy_markdown.clicked.connect(lambda: self._copy(as_markdown(self.model.lines())))
        size = _SIZE * max(1.0, self.font().pointSizeF() / BODY_POINTS)
        columns = self.table.horizontalHeader().length() + self.table.verticalScrollBar().width()
        self.resize(size.expandedTo(QSize(min(columns + 2 * _PADDING, 2 * size.width()), 0)))

    def summary(self) -> str:
        """Return how many rows are the same, differ, or are in one only, and which; of results that
        are unlike, in what they are."""
        if self._comparison.unlike:
            return self._unlike()
        changes = self._comparison.changes
        counted = (
            self.tr(
                "Rows the same: {same}; different: {changed}; in one only: {first} and {second}."
            )
            .replace("{same}", number(changes.count("same"), QLocale()))
            .replace("{changed}", number(changes.count("changed"), QLocale()))
            .replace("{first}", number(changes.count("first"), QLocale()))
            .replace("{second}", number(changes.count("second"), QLocale()))
        )
        return " ".join([counted, *self._only_in_one()])

    def _only_in_one(self) -> list[str]:
        """Return what is in one of the results only, by its names."""
        told = []
        for side, words in (
            ("first", self.tr("Only in the first: {names}.")),
            ("second", self.tr("Only in the second: {names}.")),
        ):
            names = [one for one in self._comparison.only_in(side) if one]
            more = "…" if len(names) > _MOST_NAMES else ""
            if names:
                told.append(words.replace("{names}", ", ".join(names[:_MOST_NAMES]) + more))
        return told

    def _unlike(self) -> str:
        if self._comparison.unlike == "figure":
            return self.tr(
                "The results tell different figures: they stand beside each other, and are not"
                " compared."
            )
        by = [", ".join(one) or self.tr("no groups") for one in self._comparison.groupings]
        said = self.tr(
            "The results are grouped differently, the first by {first}, the second by {second}:"
            " they stand beside each other, and no row is paired with one of the other."
        )
        return said.replace("{first}", by[0]).replace("{second}", by[1])

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the marked cells, or everything where none is marked."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        cells = sorted((i.row(), i.column()) for i in self.table.selectedIndexes())
        rows: dict[int, list[str]] = {}
        for row, column in cells:
            shown = self.model.index(row, column).data()
            rows.setdefault(row, []).append(" ".join(str(shown).split()))
        self._copy(
            "\n".join("\t".join(row) for row in rows.values()) or as_tabs(self.model.lines())
        )

    def _copy(self, text: str) -> None:
        put_text(text)
        self._said.setText(self.tr("Copied."))

    def _lay_out(self) -> None:
        self.table.setModel(self.model)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        lines = _LEAST_LINES * self.fontMetrics().lineSpacing()
        self.table.setMinimumHeight(lines)
        bar = FlowLayout(spacing=8)
        for widget in (self.only, self.copy_tabs, self.copy_markdown):
            bar.addWidget(widget)
        above = QWidget()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._said)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.setChildrenCollapsible(False)
        halves.addWidget(above)
        if self._pane is not None:
            area = QScrollArea()
            area.setFrameShape(QScrollArea.Shape.NoFrame)
            area.setWidgetResizable(True)
            area.setWidget(self._pane)
            area.setMinimumHeight(lines)
            halves.addWidget(area)
            halves.setSizes([300, 420])
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._grid)
        layout.addWidget(halves, 1)
        whole = QScrollArea()
        whole.setFrameShape(QScrollArea.Shape.NoFrame)
        whole.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole.setWidgetResizable(True)
        whole.setWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(whole)

    def _fill_facts(self) -> None:
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(2, 1)
        for row, fact in enumerate(self._facts):
            differs = fact.first != fact.second
            for column, text in enumerate((fact.name, fact.first, fact.second)):
                marked = f"≠ {text}" if differs and column == 2 and row else text
                label = QLabel(marked)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(column > 0)
                label.setAlignment(Qt.AlignmentFlag.AlignTop)
                label.setFont(sized(self.font(), 1.0, bold=not row))
                if not column:
                    ink(label, theme_of(self).muted)
                grid.addWidget(label, row, column)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Compare two results"))
        self.only.setText(self.tr("Only &differences"))
        self.copy_tabs.setText(self.tr("&Copy"))
        self.copy_tabs.setAccessibleName(self.tr("Copy the comparison"))
        self.copy_markdown.setText(self.tr("Copy as &Markdown"))
        self.table.setAccessibleName(self.tr("Both results, cell by cell"))
        self._said.setText(self.summary())

    def _dress(self) -> None:
        theme = theme_of(self)
        bars = scroll_bar_css(theme)
        for area in self.findChildren(QScrollArea):
            area.verticalScrollBar().setStyleSheet(bars)
            area.horizontalScrollBar().setStyleSheet(bars)
        self.table.setStyleSheet(table_css(theme, self.font().pointSizeF()) + bars)
        ink(self._said, theme.muted)
        metrics = self.table.fontMetrics()
        for column in range(self.model.columnCount()):
            texts = [self.model.headerData(column, Qt.Orientation.Horizontal)]
            rows = range(min(_MEASURED, self.model.rowCount()))
            texts += [self.model.index(row, column).data() for row in rows]
            widest = max(metrics.horizontalAdvance(str(text)) for text in texts) * 1.1
            self.table.setColumnWidth(column, min(_WIDEST, round(widest) + _PADDING))
