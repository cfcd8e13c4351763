"""Search over everything that was said: words, how, between which days, and what was found."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from app.domain.ids import utc_now
from app.domain.records import SearchFound, SearchWanted
from gui.look.theme import scroll_bar_css
from gui.search.hit_list import HitList, HitRow
from gui.texts.names import speaker
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.day_edit import DayEdit
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of


class SearchSpan(QWidget):
    """Owns the first and the last day; they never change places: one that moves takes the other.

    Days are the person's own, from midnight to midnight where they are.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "searchAllSpan")
        self.first = named(DayEdit(), "searchAllFrom")
        self.last = named(DayEdit(), "searchAllTo")
        self._from, self._to = QLabel(), QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        today = QDate.currentDate()
        for label, edit in ((self._from, self.first), (self._to, self.last)):
            edit.setDate(today)
            label.setBuddy(edit)
            layout.addWidget(label)
            layout.addWidget(edit)
        layout.addStretch(1)
        self.first.setDate(today.addDays(-7))
        self.first.dateChanged.connect(self._first_moved)
        self.last.dateChanged.connect(self._last_moved)
        self._fill()

    @property
    def since(self) -> datetime:
        """The beginning of the first day, with its zone."""
        return _midnight(self.first.date())

    @property
    def until(self) -> datetime:
        """The end of the last day, with its zone."""
        return _midnight(self.last.date(), after=1)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _first_moved(self, day: QDate) -> None:
        if self.last.date() < day:
            self.last.setDate(day)
        else:
            self.changed.emit()

    def _last_moved(self, day: QDate) -> None:
        if day < self.first.date():
            self.first.setDate(day)
        else:
            self.changed.emit()

    def _fill(self) -> None:
        words = (self.tr("From"), self.tr("To"))
        for label, edit, word in zip(
            (self._from, self._to), (self.first, self.last), words, strict=True
        ):
            label.setText(word)
            edit.setAccessibleName(word)


def _midnight(day: QDate, *, after: int = 0) -> datetime:
    found = date(day.year(), day.month(), day.day()) + timedelta(days=after)
    return datetime(found.year, found.month, found.day).astimezone()


_TYPING_MS = 200
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
_OWN = "own"


class SearchPanel(Dialog):
    """Owns the query and its filters, folded at first; Enter opens the best hit, ↓ goes into the
    list, Esc closes.

    `searched` tells a query that was typed or narrowed, `picked` a hit that was chosen.
    """

    searched = Signal(object)
    picked = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "searchAll")
        self.field = named(Field(), "searchAllField")
        self.field.offer_clearing()
        self.mode = ChoiceBox("searchAllMode")
        self.agent = ChoiceBox("searchAllAgent")
        self.kind = ChoiceBox("searchAllKind")
        self.conversation = ChoiceBox("searchAllConversation")
        self.period = ChoiceBox("searchAllPeriod")
        self.span = SearchSpan()
        self.unfold = named(Button("quiet", icon="chevron-right"), "searchAllFilters")
        self.unfold.setCheckable(True)
        self._filters = named(QWidget(), "searchAllFilterRows")
        self.results = HitList()
        self._told = named(QLabel(), "searchAllStatus")
        self._told.setWordWrap(True)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._agents: Sequence[str] = ()
        self._titles: Sequence[tuple[str, str]] = ()
        self._found: SearchFound | None = None
        self._why = ""
        self._lay_out()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self.ask)
        self.field.textChanged.connect(self._typed)
        self.field.returnPressed.connect(self._first)
        self.unfold.toggled.connect(self._show_filters)
        self.period.currentIndexChanged.connect(self._show_span)
        self.span.changed.connect(self.ask)
        for choice in self._choices():
            choice.currentIndexChanged.connect(lambda _: self.ask())
        self.results.picked.connect(self.picked)
        self.results.leftUpwards.connect(self._to_field)
        self._fill()

    @property
    def wanted(self) -> SearchWanted:
        """What is asked for."""
        days = _DAYS.get(self.period.value or "")
        own = self.period.value == _OWN
        return SearchWanted(
            query=self.field.text().strip(),
            mode=self.mode.value or "both",  # type: ignore[arg-type]
            agent=self.agent.value,
            kind=self.kind.value,
            context_id=self.conversation.value,
            since=self.span.since if own else _since(days) if days else None,
            until=self.span.until if own else None,
            spoken=True,
        )

    def open_for(self, agents: Sequence[str], titles: Sequence[tuple[str, str]]) -> None:
        """Show the panel, ready to type; what one may narrow to are names and (id, title)."""
        self._agents, self._titles = agents, titles
        self._fill()
        if self.isVisible():
            self.raise_()
        self.show()
        self.activateWindow()
        self._to_field()

    def show_agents(self, agents: Sequence[str]) -> None:
        """Offer other agents to narrow to."""
        self._agents = agents
        self._fill()

    def show_found(self, wanted: SearchWanted, found: SearchFound, rows: Sequence[HitRow]) -> None:
        """Show what was found, if it is still what is asked for."""
        if not self._same(wanted):
            return
        self._found, self._why = found, ""
        self.mode.setVisible(found.understands)
        at = self.results.currentIndex().row()
        self.results.hits.show_rows(rows)
        if rows:
            self.results.setCurrentIndex(self.results.hits.index(max(0, min(at, len(rows) - 1))))
        self._tell()

    def show_failure(self, wanted: SearchWanted, why: str) -> None:
        """Say why there is no answer, if it is still what is asked for."""
        if self._same(wanted):
            self._found, self._why = None, why
            self.results.hits.show_rows([])
            self._tell()

    def ask(self) -> None:
        """Ask for what stands in the field."""
        self._typing.stop()
        self._name_filters()
        if self.wanted.query:
            self.searched.emit(self.wanted)
        else:
            self._found, self._why = None, ""
            self.results.hits.show_rows([])
            self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go down from the field into what was found."""
        if event.key() == Qt.Key.Key_Down and self.results.hits.rowCount():
            self.results.setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def done(self, code: int) -> None:
        """Ask no more: the panel was closed, or Esc was pressed."""
        self._typing.stop()
        super().done(code)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
        elif event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _choices(self) -> tuple[ChoiceBox, ...]:
        return (self.agent, self.kind, self.conversation, self.period, self.mode)

    def _same(self, wanted: SearchWanted) -> bool:
        # The beginning of a period moves on while it is asked for.
        return self.wanted._replace(since=None) == wanted._replace(since=None)

    def _typed(self) -> None:
        self._typing.start()

    def _first(self) -> None:
        """Open the row that is marked; before there is an answer, ask at once."""
        if self._typing.isActive():
            self.ask()
        elif self.results.hits.rowCount():
            self.results.pick(self.results.currentIndex())

    def _show_span(self) -> None:
        self.span.setVisible(self.period.value == _OWN)

    def _show_filters(self, shown: bool) -> None:
        self._filters.setVisible(shown)
        self._name_filters()

    def _name_filters(self) -> None:
        """Say how many filters there are that narrow, so that a folded one is not forgotten."""
        narrowing = [choice for choice in self._choices()[:4] if choice.value is not None]
        words = self.tr("Filters")
        self.unfold.setText(f"{words} ({len(narrowing)})" if narrowing else words)
        self.unfold.icon_name = "chevron-down" if self.unfold.isChecked() else "chevron-right"

    def _to_field(self) -> None:
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _tell(self) -> None:
        where = self.tr("In questions, answers and the cells of tables, of all conversations.")
        hint = "" if self.field.text().strip() else where
        self._told.setText(self._why or (self._words(self._found) if self._found else hint))
        self._told.setVisible(bool(self._told.text()))

    def _words(self, found: SearchFound) -> str:
        said = [
            self.tr("%n results", "", len(found.hits))
            if found.hits
            else self.tr("Nothing was found.")
        ]
        if not found.current:
            said.append(self.tr("Not everything is indexed yet; the rest follows by itself."))
        if self.mode.value != "words" and found.understands and found.unembedded:
            said.append(
                self.tr("%n messages are not yet compared by meaning.", "", found.unembedded)
            )
        return " ".join(said)

    def _lay_out(self) -> None:
        grid = QGridLayout(self._filters)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        for place, choice in enumerate(self._choices()):
            grid.addWidget(choice, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        grid.addWidget(self.span, 3, 0, 1, 2)
        self.mode.hide()
        self._filters.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addWidget(self.field)
        layout.addWidget(self.unfold, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._filters)
        layout.addWidget(self._told)
        layout.addWidget(self.results, 1)
        self.setMinimumSize(360, 360)
        self.resize(680, 620)
        self._show_span()
        self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        self.results.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))
        ink(self._told, theme.muted)

    def _fill(self) -> None:
        self.setWindowTitle(self.tr("Search everything"))
        self.field.setPlaceholderText(self.tr("Search everything that was said"))
        self.field.setAccessibleName(self.tr("Search everything that was said"))
        self._name_filters()
        self.results.setAccessibleName(self.tr("Search results"))
        names = (
            self.tr("Agent"),
            self.tr("What was said"),
            self.tr("Conversation"),
            self.tr("Period"),
            self.tr("What has to be alike"),
        )
        for choice, name in zip(self._choices(), names, strict=True):
            choice.setAccessibleName(name)
            choice.setToolTip(name)
        self.mode.offer(
            [
                ("both", self.tr("Words and meaning")),
                ("words", self.tr("Words")),
                ("meaning", self.tr("Meaning")),
            ]
        )
        agents = [(name, speaker(name)) for name in self._agents]
        self.agent.offer([(None, self.tr("All agents")), *agents])
        self.kind.offer(
            [
                (None, self.tr("Questions and answers")),
                ("request", self.tr("Questions")),
                ("response", self.tr("Answers")),
                ("error", self.tr("Errors")),
            ]
        )
        self.conversation.offer([(None, self.tr("All conversations")), *self._titles])
        self.period.offer(
            [
                (None, self.tr("Any time")),
                ("day", self.tr("Last 24 hours")),
                ("week", self.tr("Last 7 days")),
                ("month", self.tr("Last 30 days")),
                ("year", self.tr("Last year")),
                (_OWN, self.tr("Between two days…")),
            ]
        )
        self._tell()


def _since(days: int) -> datetime:
    return utc_now() - timedelta(days=days)
