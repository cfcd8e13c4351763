"""Two days between which something is searched; each can be typed, or picked from a calendar."""

from datetime import date, datetime, timedelta

from PySide6.QtCore import QDate, QEvent, Signal
from PySide6.QtWidgets import QDateEdit, QHBoxLayout, QLabel, QWidget

from gui.naming import named


class SearchSpan(QWidget):
    """Owns the first and the last day; they never change places: one that moves takes the other.

    Days are the person's own, from midnight to midnight where they are.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "searchAllSpan")
        self.first = named(QDateEdit(), "searchAllFrom")
        self.last = named(QDateEdit(), "searchAllTo")
        self._from, self._to = QLabel(), QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        today = QDate.currentDate()
        for label, edit in ((self._from, self.first), (self._to, self.last)):
            edit.setCalendarPopup(True)
            edit.setMinimumHeight(32)
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
