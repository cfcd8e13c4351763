"""What is remembered, in a window: the facts, where each was said, and what can be done with it."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.domain.index_terms import fold
from app.domain.memories import Memory
from gui.look.theme import scroll_bar_css
from gui.notices.bar import NoticeBar
from gui.texts.memories import TitleOf, fact_line, scope_words, validity_words
from gui.texts.names import moment_words
from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.text_box import TextBox

_NOW, _PAST = "now", "past"


class MemoryView(Dialog):
    """Owns the search, the list and the fact that is marked; it decides nothing.

    `adding` asks for a new fact; `editing`, `forgetting` and `sourceWanted` name the marked one;
    `undoing` asks to bring back what was forgotten last.
    """

    adding = Signal()
    editing = Signal(object)
    forgetting = Signal(object)
    sourceWanted = Signal(object)
    undoing = Signal()

    def __init__(self, title_of: TitleOf, parent: QWidget) -> None:
        """Make it; `title_of` names a conversation by its id."""
        super().__init__(parent, Qt.WindowType.Window)
        named(self, "memoryView")
        self._title_of = title_of
        self._facts: Sequence[Memory] = ()
        self._shown: list[Memory] = []
        self._now = datetime.now().astimezone()
        self.words = named(Field(), "memoryWords")
        self.words.offer_clearing()
        self.which = ChoiceBox("memoryWhich")
        self.add = named(Button("main", icon="new"), "memoryAdd")
        self.notices = NoticeBar()
        self.list = LineList("memoryList")
        self.empty = named(QLabel(), "memoryEmpty")
        self._pages = QStackedWidget()
        self.fact = named(TextBox(), "memoryFact")
        self.fact.setReadOnly(True)
        self.fact.setTabChangesFocus(True)
        self._about = named(QLabel(), "memoryAbout")
        self.source = named(Button("quiet", icon="reply"), "memorySource")
        self.edit = named(Button("plain", icon="rename"), "memoryEdit")
        self.forget = named(Button("plain", icon="trash"), "memoryForget")
        self._told = named(QLabel(), "memoryStatus")
        for button in (self.add, self.source, self.edit, self.forget):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self._fill()
        self.which.choose(_NOW)
        self._narrow()

    @property
    def chosen(self) -> Memory | None:
        """The fact that is marked."""
        at = self.list.currentIndex()
        return self._shown[at.row()] if at.isValid() and at.row() < len(self._shown) else None

    def show_facts(self, facts: Sequence[Memory]) -> None:
        """Show other facts, those that fit the search; the marked one stays marked."""
        self._facts = facts
        self._narrow()

    def choose(self, memory_id: str) -> bool:
        """Mark a fact, if it is shown; return whether it is."""
        row = next((n for n, memory in enumerate(self._shown) if memory.id == memory_id), None)
        if row is not None:
            self.list.setCurrentIndex(self.list.lines.index(row))
        return row is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go down from the search into what it left."""
        if event.key() == Qt.Key.Key_Down and self.words.hasFocus() and self._shown:
            self.list.setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the font and the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
            self._narrow()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _narrow(self) -> None:
        self._now = datetime.now().astimezone()
        marked, row = self.chosen, self.list.currentIndex().row()
        self._shown = [memory for memory in self._facts if self._fits(memory)]
        lines = [(m.id, fact_line(m, self._title_of, self._now)) for m in self._shown]
        self.list.show_rows(lines)
        self._pages.setCurrentWidget(self.list if lines else self.empty)
        for part in (self.fact, self._about, self.source, self.edit, self.forget):
            part.setVisible(bool(lines))
        self._tell()
        held = [memory.id for memory in self._shown]
        if marked is not None and marked.id in held:
            self.choose(marked.id)
        elif held:
            self.choose(held[min(max(row, 0), len(held) - 1)])
        self._mark()

    def _fits(self, memory: Memory) -> bool:
        holds = memory.holds(self._now)
        if self.which.value is not None and holds != (self.which.value == _NOW):
            return False
        said = fold(" ".join([memory.text, memory.key, *scope_words(memory, self._title_of)]))
        return all(word in said for word in fold(self.words.text()).split())

    def _mark(self) -> None:
        """Show the marked fact, and offer what can be done with it."""
        memory = self.chosen
        self.fact.setPlainText("" if memory is None else plain_signs(memory.text))
        about = [] if memory is None else [
            validity_words(memory), *scope_words(memory, self._title_of), self._origin(memory)
        ]  # fmt: skip
        self._about.setText(" · ".join(about))
        mine = memory is not None and not memory.everybodys
        self.source.setEnabled(memory is not None and memory.source_message_id is not None)
        self.edit.setEnabled(mine)
        self.forget.setEnabled(mine)

    def _origin(self, memory: Memory) -> str:
        at = moment_words(memory.created_at)
        if memory.source_message_id is None:
            return self.tr("Written down here, {moment}").replace("{moment}", at)
        return self.tr("From a message, {moment}").replace("{moment}", at)

    def _tell(self) -> None:
        if self._shown:
            self._told.setText(self.tr("%n facts", "", len(self._shown)))
        else:
            self._told.setText("")
        self.empty.setText(
            self.tr("Nothing that is remembered fits this search.")
            if self._facts
            else self.tr(
                "Nothing is remembered yet.\n\nSay “remember that my race is Zerg” in any"
                " conversation, or write a fact down here. Agents that use a language model are"
                " told what holds."
            )
        )

    def _ask(self, signal: SignalInstance) -> None:
        memory = self.chosen
        if memory is not None and not memory.everybodys:
            signal.emit(memory)

    def _connect(self) -> None:
        self.words.textChanged.connect(lambda _: self._narrow())
        self.which.currentIndexChanged.connect(lambda _: self._narrow())
        self.list.selectionModel().currentChanged.connect(lambda *_: self._mark())
        self.list.activated.connect(lambda _: self._ask(self.editing))
        self.add.clicked.connect(self.adding)
        self.edit.clicked.connect(lambda: self._ask(self.editing))
        self.forget.clicked.connect(lambda: self._ask(self.forgetting))
        self.source.clicked.connect(lambda: self.sourceWanted.emit(self.chosen))
        keys = QKeySequence.StandardKey
        QShortcut(keys.New, self, self.adding.emit)
        QShortcut(keys.Undo, self, self.undoing.emit)
        QShortcut(keys.Find, self, self.words.setFocus)
        gone = QShortcut(QKeySequence(keys.Delete), self.list)
        gone.setContext(Qt.ShortcutContext.WidgetShortcut)
        gone.activated.connect(lambda: self._ask(self.forgetting))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.words, 1)
        top.addWidget(self.which)
        top.addWidget(self.add)
        for label in (self.empty, self._about, self._told):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setMargin(48)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.empty)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self.source)
        bottom.addWidget(self._told, 1)
        bottom.addWidget(self.edit)
        bottom.addWidget(self.forget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self.notices)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.fact)
        layout.addWidget(self._about)
        layout.addLayout(bottom)
        self.notices.setContentsMargins(-16, -8, -16, 0)
        self.setMinimumSize(440, 420)
        self.resize(720, 600)
        self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        self.list.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))
        self.fact.setFixedHeight(self.fact.fontMetrics().lineSpacing() * 3 + 16)
        for label in (self.empty, self._about, self._told):
            ink(label, theme.muted)

    def _fill(self) -> None:
        self.setWindowTitle(self.tr("Memory"))
        self.words.setPlaceholderText(self.tr("Search in what is remembered"))
        self.words.setAccessibleName(self.tr("Search in what is remembered"))
        self.which.setAccessibleName(self.tr("Which facts"))
        self.list.setAccessibleName(self.tr("Facts"))
        self.fact.setAccessibleName(self.tr("The fact in full"))
        self.which.offer(
            [
                (_NOW, self.tr("What holds now")),
                (_PAST, self.tr("What held once, or will")),
                (None, self.tr("All facts")),
            ]
        )
        self.add.setText(self.tr("Add…"))
        self.edit.setText(self.tr("Change…"))
        self.forget.setText(self.tr("Forget"))
        self.source.setText(self.tr("Show the message"))
        self._tell()
        self._mark()
