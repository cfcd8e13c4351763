"""The inspector: what went over the wire for one message, frame by frame."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLocale, QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.domain.frames import Frame
from gui.inspector.frame_texts import Marks, frame_lines, frame_text, source_words
from gui.inspector.rule_texts import mark_text
from gui.look.theme import mono_font, scroll_bar_css, sized
from gui.widgets.buttons import Button
from gui.widgets.check_box import Tick
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.layouts import FlowLayout
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import TextBox


class FlatText(QTextEdit):
    """Shows words that may be longer than a line, such as ids: a label would cut them off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        self.setPalette(palette)

    def text(self) -> str:
        """Return the words as they are."""
        return self.toPlainText()

    def show_text(self, text: str) -> None:
        """Show words as they are; where they are shown already, what is selected stays so."""
        if text != self.toPlainText():
            self.setPlainText(text)
            self._fit()

    def sizeHint(self) -> QSize:
        """Return a size whose height is that of the words at the present width."""
        return QSize(super().minimumSizeHint().width(), self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return the same: less would hide some of them."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the height that the words have at the new width."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        height = round(self.document().size().height() + 0.999)
        if height != self.height() or height != self.minimumHeight():
            self.setFixedHeight(height)


SPEEDS = ("1", "2", "5", "0")
_LIST = 120
_LEAST_LINES = (12, 9)  # of the list of frames, of which four are seen, and of the JSON
_LEAST_WIDTH = 300
_MARGIN = 12


class _Halves(QSplitter):
    """Takes what height is left; where that is too little, the whole inspector is scrolled."""

    def sizeHint(self) -> QSize:
        """Return the least size: more is not asked for."""
        return self.minimumSize()


class Inspector(QDockWidget):
    """Owns the list of frames, the JSON of the one that is marked, and what can be done with them.

    `stepped` asks for the message before (-1) or after (1), `copyRequested` for the frames in a
    form (`json`, `curl`, `pytest`, `report`), `redactionChanged` for another view of secrets,
    `replayRequested` for the conversation said again at a speed (0 is at once). The buttons `ask`
    and `tasks` are for what is asked by hand, `whole` says that copies are of the conversation.
    """

    stepped = Signal(int)
    copyRequested = Signal(str)
    redactionChanged = Signal(bool)
    replayRequested = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "inspector")
        self._frames: Sequence[Frame] = ()
        self._marks: Marks = {}
        self._about = ""
        self._ids: Sequence[tuple[str, str]] = ()
        self._note = ""
        self._title = named(FlatText(), "inspectorTitle")
        self._title.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._facts = named(FlatText(), "inspectorIds")
        self._source = named(QLabel(), "inspectorSource")
        self._source.setTextFormat(Qt.TextFormat.PlainText)
        self._source.setWordWrap(True)
        self.before = named(Button("quiet"), "inspectorBefore")
        self.after = named(Button("quiet"), "inspectorAfter")
        self.frames = LineList("inspectorFrames")
        self._wrong = named(FlatText(), "inspectorMarks")
        self.body = named(TextBox(), "inspectorBody")
        self.body.setReadOnly(True)
        self.redact = named(Tick(), "inspectorRedact")
        self.redact.setChecked(True)
        self.copies = {
            form: named(Button("plain"), f"inspectorCopy{form.capitalize()}")
            for form in ("json", "curl", "pytest", "report")
        }
        self._as = QLabel()
        self.speed = ChoiceBox("inspectorSpeed")
        self.replay = named(Button("plain", icon="retry"), "inspectorReplay")
        self.ask = named(Button("plain", icon="send"), "inspectorAsk")
        self.tasks = named(Button("plain", icon="steps"), "inspectorTasks")
        self.whole = named(Tick(), "inspectorWhole")
        self._page = QWidget()
        self._lay_out()
        self._connect()
        self._fill()

    @property
    def shown(self) -> Sequence[Frame]:
        """The frames that are shown."""
        return self._frames

    @property
    def marked(self) -> Frame | None:
        """The frame that is marked in the list."""
        at = self.frames.currentIndex().row()
        return self._frames[at] if 0 <= at < len(self._frames) else None

    def show_message(
        self,
        about: str,
        ids: Sequence[tuple[str, str]],
        frames: Sequence[Frame],
        marks: Marks,
    ) -> None:
        """Show the frames of a message; `ids` are pairs of name and value.

        Frames that are shown already stay marked as they are. `marks` say what departs from A2A.
        """
        row = self.frames.currentIndex().row()
        same = self._ids[:1] == tuple(ids)[:1]
        self._about, self._ids, self._frames, self._marks = about, tuple(ids), frames, marks
        self._note = ""
        self._fill()
        self._show_at(min(max(0, row), len(frames) - 1) if same else 0)

    def say(self, note: str) -> None:
        """Say what became of a copy or a replay."""
        self._note = note
        self._source.setText(note or source_words(self._frames, self._marks))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            row = self.frames.currentIndex().row()
            self._fill()
            self._show_at(row)
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _connect(self) -> None:
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        self.frames.selectionModel().currentChanged.connect(self._mark)
        self.redact.toggled.connect(self.redactionChanged)
        for form, button in self.copies.items():
            button.clicked.connect(lambda _=False, f=form: self.copyRequested.emit(f))
        self.replay.clicked.connect(
            lambda: self.replayRequested.emit(float(self.speed.value or "1"))
        )

    def _mark(self, current: QModelIndex, previous: QModelIndex) -> None:
        self._show_body(current.row())

    def _show_at(self, row: int) -> None:
        known = 0 <= row < len(self._frames)
        self.frames.setCurrentIndex(self.frames.lines.index(row) if known else QModelIndex())
        self._show_body(row)

    def _show_body(self, at: int) -> None:
        text = frame_text(self._frames[at]) if 0 <= at < len(self._frames) else ""
        if text != self.body.toPlainText():
            self.body.setPlainText(text)
        wrong = "\n".join(map(mark_text, self._marks.get(at, ())))
        self._wrong.show_text(wrong)
        self._wrong.setVisible(bool(wrong))

    def _lay_out(self) -> None:
        steps = QHBoxLayout()
        steps.setSpacing(4)
        steps.addWidget(self._title, 1)
        for button in (self.before, self.after):
            steps.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        halves = self._halves = _Halves(Qt.Orientation.Vertical)
        halves.addWidget(self.frames)
        frame = self._frame = QWidget()
        within = QVBoxLayout(frame)
        within.setContentsMargins(0, 0, 0, 0)
        within.addWidget(self._wrong)
        within.addWidget(self.body, 1)
        halves.addWidget(frame)
        halves.setSizes([3 * _LIST, 2 * _LIST])
        halves.setChildrenCollapsible(False)
        copies = FlowLayout(spacing=8)
        copies.addWidget(self._as)
        for button in self.copies.values():
            copies.addWidget(button)
        again = FlowLayout(spacing=8)
        again.addWidget(self.replay)
        again.addWidget(self.speed)
        again.addWidget(self.ask)
        again.addWidget(self.tasks)
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(_MARGIN, 8, _MARGIN, _MARGIN)
        layout.setSpacing(8)
        layout.addLayout(steps)
        layout.addWidget(self._facts)
        layout.addWidget(self._source)
        layout.addWidget(halves, 1)
        layout.addWidget(self.redact)
        layout.addWidget(self.whole)
        layout.addLayout(copies)
        layout.addLayout(again)
        area = QScrollArea()
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setWidget(self._page)
        self._area = area
        self.setWidget(area)
        self.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.setFocusProxy(self.frames)
        self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        self._title.setFont(sized(self.font(), 1.0, bold=True))
        for label, colour in (
            (self._facts, theme.muted),
            (self._source, theme.muted),
            (self._wrong, theme.failed),
        ):
            label.setFont(sized(self.font(), 0.88))
            ink(label, colour)
        self.body.setFont(mono_font(self.font().pointSizeF() / 10.5))
        line = self.fontMetrics().lineSpacing()
        for part, lines in zip((self.frames, self.body), _LEAST_LINES, strict=True):
            part.setMinimumHeight(lines * line)
        self._halves.setMinimumHeight(sum(_LEAST_LINES) * line + self._halves.handleWidth())
        self._widen()
        for area in (self._area, self.frames):
            area.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))

    def _widen(self) -> None:
        """Give the tick the room for its words, which stand on one line."""
        words = max(one.sizeHint().width() for one in (self.redact, self.whole)) + 2 * _MARGIN
        self._page.setMinimumWidth(max(_LEAST_WIDTH, words))
        self._area.setMinimumWidth(
            self._page.minimumWidth() + self._area.verticalScrollBar().sizeHint().width()
        )

    def _fill(self) -> None:
        self.setWindowTitle(self.tr("Inspector"))
        self._title.show_text(self._about)
        self._title.setAccessibleName(self._about)
        self._facts.show_text("\n".join(f"{name}: {value}" for name, value in self._ids if value))
        self._facts.setAccessibleName(self.tr("Ids and address"))
        self._source.setText(self._note or source_words(self._frames, self._marks))
        for button, words, sign in (
            (self.before, self.tr("Message before"), "↑"),
            (self.after, self.tr("Message after"), "↓"),
        ):
            button.setText(sign)
            button.setAccessibleName(words)
            button.setToolTip(words)
        lines = frame_lines(self._frames, self._marks)
        self.frames.show_rows(list(zip(range(len(lines)), lines, strict=True)))
        self.frames.setAccessibleName(self.tr("Frames"))
        self._wrong.setAccessibleName(self.tr("Departures from the specification"))
        self.body.setAccessibleName(self.tr("The frame as JSON"))
        self.redact.setText(self.tr("Leave out what looks like a secret"))
        self.whole.setText(self.tr("Copy the whole conversation"))
        self._widen()
        self._as.setText(self.tr("Copy as"))
        for form, words in (
            ("json", self.tr("Copy as JSON")),
            ("curl", self.tr("Copy as curl")),
            ("pytest", self.tr("Copy as a test")),
            ("report", self.tr("Copy as a report of a fault")),
        ):
            shown = {"json": "JSON", "report": self.tr("Report")}.get(form, form)
            self.copies[form].setText(shown)
            self.copies[form].setAccessibleName(words)
            self.copies[form].setToolTip(words)
            self.copies[form].setEnabled(bool(self._frames))
        self.replay.setText(self.tr("Replay the conversation"))
        self.replay.setEnabled(bool(self._frames))
        self.ask.setText(self.tr("Ask by hand…"))
        self.tasks.setText(self.tr("Tasks of the agent…"))
        for button in (self.ask, self.tasks):
            button.setEnabled(bool(self._ids))
        self.speed.setAccessibleName(self.tr("Speed of the replay"))
        self.speed.offer([(speed, self._speed_words(speed)) for speed in SPEEDS])

    def _speed_words(self, speed: str) -> str:
        if speed == "0":
            return self.tr("At once")
        return f"{QLocale().toString(int(speed))} ×"
