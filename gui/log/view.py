"""The stream log in a window: the newest records, live, each with its chain and its JSON."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPlainTextEdit,
    QSplitter,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.records import KINDS, LinesWanted, RecordLine
from gui.log.model import LogModel
from gui.look.theme import mono_font, scroll_bar_css
from gui.texts.names import kind_words, moment_words, route, speaker
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import TextBox
from gui.widgets.two_line_delegate import Line

_WIDTHS = (20, 15, 15, 10)


class LogTableView(QTableView):
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


_TYPING_MS = 250
SHOWN_CHARACTERS = 200_000


class LogView(Dialog):
    """Owns the filters, the table, the chain and the record below it; it decides nothing.

    `narrowed` tells other filters, `paused` whether the tail shall hold, `chosen` the one record
    that is marked (or ""), `linkPicked` a record of the chain, `copyRequested` and
    `exportRequested` the marked ones.
    """

    narrowed = Signal(object)
    paused = Signal(bool)
    chosen = Signal(str)
    linkPicked = Signal(str)
    copyRequested = Signal(list)
    exportRequested = Signal(list)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        named(self, "logView")
        self.words = named(Field(), "logWords")
        self.words.offer_clearing()
        self.agent, self.kind = ChoiceBox("logAgent"), ChoiceBox("logKind")
        self.pause = named(Button("plain"), "logPause")
        self.pause.setCheckable(True)
        self.model = LogModel(self)
        self.table = LogTableView(self.model)
        self.record = named(TextBox(), "logRecord")
        self.record.setReadOnly(True)
        self.record.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.chain = LineList("logChain")
        self._tabs = named(QTabWidget(), "logDetail")
        self.copy = named(Button("plain", icon="copy"), "logCopy")
        self.export = named(Button("plain", icon="save"), "logExport")
        self._told = named(QLabel(), "logStatus")
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setWordWrap(True)
        self._agents: Sequence[str] = ()
        self._links: Sequence[RecordLine] = ()
        self._held = 0
        self._note = ""
        for button in (self.pause, self.copy, self.export):
            button.setAutoDefault(False)
        self._lay_out()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._connect()
        self._fill()
        self._offer()

    @property
    def wanted(self) -> LinesWanted:
        """Which records are to be shown."""
        return LinesWanted(self.agent.value, self.kind.value, self.words.text().strip())

    def show_agents(self, agents: Sequence[str]) -> None:
        """Offer names to narrow to."""
        self._agents = agents
        self._fill()

    def show_newest(self, lines: Sequence[RecordLine]) -> None:
        """Show the newest records; what was marked stays marked where it is still there."""
        marked = self.table.chosen()
        self.model.reset(lines)
        if not (marked and self.table.choose(marked[-1])):
            self._mark()
        self.tell()

    def add(self, lines: Sequence[RecordLine]) -> None:
        """Show records that were just written."""
        self.model.append(lines)
        self.tell()

    def point_to(self, record_id: str) -> None:
        """Mark a record; one that is not among the newest is shown below all the same."""
        if not self.table.choose(record_id):
            self.table.clearSelection()
            self.chosen.emit(record_id)

    def show_held(self, count: int) -> None:
        """Say how many records came while the tail holds."""
        self._held = count
        self.tell()

    def show_record(self, text: str) -> None:
        """Show a record as it is written, its beginning where it is very long."""
        shown = plain_signs(text[:SHOWN_CHARACTERS])
        if len(text) > SHOWN_CHARACTERS:
            shown += "\n" + self.tr("… cut off here; an export has all of it")
        self.record.setPlainText(shown)

    def show_chain(self, links: Sequence[RecordLine]) -> None:
        """Show a chain, the first record on top."""
        self._links = links
        rows = [(link.record_id, self._link(number, link)) for number, link in enumerate(links)]
        self.chain.show_rows(rows)
        if links:
            self.chain.setCurrentIndex(self.chain.lines.index(len(links) - 1))

    def tell(self, note: str = "") -> None:
        """Say what is shown, and a note until something else happens."""
        self._note = note
        count = self.tr("%n records, the newest below.", "", self.model.rowCount())
        if not self.pause.isChecked():
            live = self.tr("Live.")
        elif self._held:
            live = self.tr("Paused; %n new records wait.", "", self._held)
        else:
            live = self.tr("Paused.")
        self._told.setText(" ".join(filter(None, [count, live, note])))

    def tell_copied(self, count: int) -> None:
        """Say that records are on the clipboard."""
        self.tell(self.tr("%n records copied.", "", count))

    def tell_saved(self, count: int, path: Path) -> None:
        """Say that records were saved, and where."""
        said = self.tr("%n records saved to {path}.", "", count)
        self.tell(said.replace("{path}", plain_signs(str(path))))

    def done(self, code: int) -> None:
        """Ask no more: the window was closed, or Esc was pressed."""
        self._typing.stop()
        super().done(code)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the font and the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
            self.model.speak()
            self.show_chain(self._links)
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _connect(self) -> None:
        self.words.textChanged.connect(lambda _: self._typing.start())
        self._typing.timeout.connect(self._narrow)
        self.agent.currentIndexChanged.connect(lambda _: self._narrow())
        self.kind.currentIndexChanged.connect(lambda _: self._narrow())
        self.pause.toggled.connect(self._pause)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._mark())
        self.chain.picked.connect(self._to_link)
        self.copy.clicked.connect(lambda: self.copyRequested.emit(self.table.chosen()))
        self.export.clicked.connect(lambda: self.exportRequested.emit(self.table.chosen()))

    def _narrow(self) -> None:
        self._typing.stop()
        self.narrowed.emit(self.wanted)

    def _pause(self, held: bool) -> None:
        self._held = 0
        self._words_of_pause()
        self.paused.emit(held)
        self.tell()

    def _mark(self) -> None:
        marked = self.table.chosen()
        self._offer()
        self.chosen.emit(marked[-1] if len(marked) == 1 else "")

    def _to_link(self, record_id: str) -> None:
        self._tabs.setCurrentWidget(self.record)
        self.linkPicked.emit(record_id)

    def _offer(self) -> None:
        marked = self.table.selectionModel().hasSelection()
        self.copy.setEnabled(marked)
        self.export.setEnabled(marked)

    def _link(self, number: int, link: RecordLine) -> Line:
        broken = self.tr("what came before is not in the log") if link.broken else ""
        about = [route(link.from_agent, link.to_agent), kind_words(link.kind), broken]
        return Line(
            title=f"{number + 1}. {plain_signs(link.text)}",
            detail=" · ".join(filter(None, about)),
            aside=moment_words(link.at, seconds=True),
            icon="warning" if link.broken else "",
        )

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.words, 1)
        for widget in (self.agent, self.kind, self.pause):
            top.addWidget(widget)
        self._tabs.addTab(self.record, "")
        self._tabs.addTab(self.chain, "")
        self._tabs.setDocumentMode(True)
        halves = QSplitter(Qt.Orientation.Vertical)
        halves.addWidget(self.table)
        halves.addWidget(self._tabs)
        halves.setStretchFactor(0, 3)
        halves.setStretchFactor(1, 2)
        halves.setChildrenCollapsible(False)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self._told, 1)
        bottom.addWidget(self.copy)
        bottom.addWidget(self.export)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(halves, 1)
        layout.addLayout(bottom)
        self.setMinimumSize(480, 400)
        self.resize(960, 680)
        self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        self.table.dress()
        self.record.setFont(mono_font(self.font().pointSizeF() / 10.5))
        self.chain.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))
        ink(self._told, theme.muted)
        self._tabs.setStyleSheet(
            "QTabWidget::pane{border:0}"
            f"QTabBar::tab{{background:{theme.window};color:{theme.muted};padding:6px 14px;"
            "border:0;border-bottom:2px solid transparent}"
            f"QTabBar::tab:selected{{color:{theme.text};border-bottom-color:{theme.accent}}}"
            f"QTabBar::tab:hover{{color:{theme.text}}}"
        )

    def _words_of_pause(self) -> None:
        self.pause.setText(self.tr("Resume") if self.pause.isChecked() else self.tr("Pause"))

    def _fill(self) -> None:
        self.setWindowTitle(self.tr("Stream log"))
        self.words.setPlaceholderText(self.tr("Only with these words"))
        self.words.setAccessibleName(self.tr("Only with these words"))
        self.agent.setAccessibleName(self.tr("Agent"))
        self.kind.setAccessibleName(self.tr("Type"))
        self.table.setAccessibleName(self.tr("Records"))
        self.record.setAccessibleName(self.tr("The record as it is written"))
        self.record.setPlaceholderText(
            self.tr("The record that is chosen stands here, as written.")
        )
        self.chain.setAccessibleName(self.tr("The chain of the record"))
        agents = [(name, speaker(name)) for name in self._agents]
        self.agent.offer([(None, self.tr("All agents")), *agents])
        kinds = [(kind, kind_words(kind)) for kind in KINDS]
        self.kind.offer([(None, self.tr("All types")), *kinds])
        self._words_of_pause()
        self._tabs.setAccessibleName(self.tr("The marked record"))
        self._tabs.setTabText(0, self.tr("Record"))
        self._tabs.setTabText(1, self.tr("Chain"))
        self.copy.setText(self.tr("Copy as JSON"))
        self.export.setText(self.tr("Export…"))
        self.tell(self._note)
