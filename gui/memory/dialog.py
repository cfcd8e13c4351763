"""A fact is written down or changed: its words, whom it is for, and when it holds."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from PySide6.QtCore import QDate, QDateTime, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from app.domain.memories import Memory
from gui.texts.memories import last_moment
from gui.widgets.buttons import Button
from gui.widgets.check_box import Tick
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.day_edit import DayEdit
from gui.widgets.dialog import Dialog
from gui.widgets.layouts import form_of
from gui.widgets.object_names import named
from gui.widgets.text_box import TextBox

_WIDTH = 480
_LONGEST = 20_000


class FactGiven(NamedTuple):
    """What was typed and chosen; the end is the first moment at which it holds no more."""

    text: str
    agent_id: str
    conversation_id: str
    valid_from: datetime
    valid_to: datetime | None


class MemoryDialog(Dialog):
    """Owns the fields; `given` is what stands in them. Days that stay keep their moments."""

    def __init__(
        self,
        memory: Memory | None,
        *,
        agents: Sequence[tuple[str | None, str]],
        conversations: Sequence[tuple[str | None, str]],
        parent: QWidget,
    ) -> None:
        """Make it for a fact, or for a new one; what is offered is (id, words), None for all."""
        super().__init__(parent)
        named(self, "memoryDialog")
        self._memory = memory
        self.text = named(TextBox(), "memoryText")
        self.text.setTabChangesFocus(True)
        self.agent, self.conversation = ChoiceBox("memoryAgent"), ChoiceBox("memoryConversation")
        self.since = named(DayEdit(), "memorySince")
        self.ends = named(Tick(), "memoryEnds")
        self.until = named(DayEdit(), "memoryUntil")
        self.keep = named(Button("main"), "memoryKeep")
        self.leave = named(Button("plain"), "memoryCancel")
        self.agent.offer(agents)
        self.conversation.offer(conversations)
        self._lay_out()
        self._show(memory)
        self.ends.toggled.connect(self.until.setEnabled)
        self.text.textChanged.connect(self._fit)
        self.since.dateChanged.connect(self._fit)
        self.until.dateChanged.connect(self._fit)
        self.ends.toggled.connect(self._fit)
        self.keep.clicked.connect(self.accept)
        self.leave.clicked.connect(self.reject)
        self._fit()
        self.text.setFocus()

    @property
    def given(self) -> FactGiven:
        """What stands in the fields."""
        held = self._memory
        since = _midnight(self.since.date())
        if held is not None and _day(held.valid_from) == self.since.date():
            since = held.valid_from
        until = None
        if self.ends.isChecked():
            until = _midnight(self.until.date(), after=1)
            if held is not None and held.valid_to is not None:
                same = _day(last_moment(held.valid_to)) == self.until.date()
                until = held.valid_to if same else until
        return FactGiven(
            self.text.toPlainText().strip()[:_LONGEST],
            self.agent.value or "",
            self.conversation.value or "",
            since,
            until,
        )

    def _show(self, memory: Memory | None) -> None:
        today = QDate.currentDate()
        ends = None if memory is None else memory.valid_to
        self.since.setDate(today if memory is None else _day(memory.valid_from))
        self.until.setDate(today if ends is None else _day(last_moment(ends)))
        self.ends.setChecked(ends is not None)
        self.until.setEnabled(ends is not None)
        if memory is not None:
            self.text.setPlainText(memory.text)
            self.agent.choose(memory.agent_id or None)
            self.conversation.choose(memory.conversation_id or None)

    def _fit(self) -> None:
        in_order = not self.ends.isChecked() or self.since.date() <= self.until.date()
        self.keep.setEnabled(bool(self.text.toPlainText().strip()) and in_order)

    def _lay_out(self) -> None:
        new = self._memory is None
        self.setWindowTitle(self.tr("Remember a fact") if new else self.tr("Change a fact"))
        self.text.setPlaceholderText(self.tr("“My race is Zerg”, “weeks begin on Sunday”, …"))
        self.keep.setText(self.tr("Remember") if new else self.tr("Save"))
        self.leave.setText(self.tr("Cancel"))
        self.ends.setText(self.tr("Until the end of"))
        form = form_of(
            [
                (self.tr("Fact"), self.text),
                (self.tr("Agent"), self.agent),
                (self.tr("Conversation"), self.conversation),
                (self.tr("Holds since"), self.since),
            ]
        )
        form.addRow(self.ends, self.until)
        self.until.setAccessibleName(self.ends.text())
        lines = self.text.fontMetrics().lineSpacing() * 4
        self.text.setFixedHeight(lines + 20)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(form)
        layout.addLayout(buttons)
        self.setMinimumWidth(_WIDTH)
        self.setWindowModality(Qt.WindowModality.WindowModal)


def _day(at: datetime) -> QDate:
    return QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000)).date()


def _midnight(day: QDate, *, after: int = 0) -> datetime:
    found = date(day.year(), day.month(), day.day()) + timedelta(days=after)
    return datetime(found.year, found.month, found.day).astimezone()
