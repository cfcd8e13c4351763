"""A day to type or to point at, on the ground of everything else that is written in."""

from importlib import resources
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QTextCharFormat
from PySide6.QtWidgets import QAbstractItemView, QDateEdit, QToolButton, QWidget

from gui.look.icons import icon, icon_side
from gui.look.theme import Theme
from gui.widgets.surfaces import RADIUS, theme_of

FIELD_ARROW = (Path(str(resources.files("assets"))) / "field-arrow.svg").as_posix()
"""A style sheet takes it from a file, in a grey that is seen on every ground."""

_LEAST, _PAD, _SPACE = 36, 8, 12


class DayEdit(QDateEdit):
    """Owns its calendar, which has the colours of the theme, too."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme: Theme | None = None
        self._side = 0
        self.setCalendarPopup(True)
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _dress(self) -> None:
        theme, side = theme_of(self), icon_side(self.font())
        if (theme, side) == (self._theme, self._side):
            return
        self._theme, self._side = theme, side
        self.setMinimumHeight(max(_LEAST, self.fontMetrics().height() + 2 * _PAD))
        self.setStyleSheet(
            f"QDateEdit{{background:{theme.base};color:{theme.text};border:1px solid"
            f" {theme.border};border-radius:{round(RADIUS)}px;padding:0 {_PAD}px}}"
            f"QDateEdit:focus{{border-color:{theme.accent}}}"
            f"QDateEdit:disabled{{background:{theme.window};color:{theme.muted}}}"
            f"QDateEdit::drop-down{{border:0;width:{side + _SPACE}px}}"
            f"QDateEdit::down-arrow{{image:url({FIELD_ARROW});width:{side}px;height:{side}px}}"
        )
        self._dress_calendar(theme, side)

    def _dress_calendar(self, theme: Theme, side: int) -> None:
        calendar = self.calendarWidget()
        calendar.setStyleSheet(
            f"QWidget#qt_calendar_navigationbar{{background:{theme.floating}}}"
            f"QToolButton{{border:0;border-radius:6px;padding:6px;color:{theme.text}}}"
            f"QToolButton:hover{{background:{theme.bubble}}}"
            "QToolButton::menu-indicator{image:none}"
            f"QAbstractItemView{{background:{theme.floating};color:{theme.text};border:0;"
            f"selection-background-color:{theme.selection};"
            f"selection-color:{theme.selection_text};outline:0}}"
            f"QAbstractItemView:disabled{{color:{theme.muted}}}"
        )
        plain = QTextCharFormat()
        plain.setForeground(QColor(theme.text))
        calendar.setHeaderTextFormat(plain)
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            calendar.setWeekdayTextFormat(day, plain)
        calendar.setVerticalHeaderFormat(calendar.VerticalHeaderFormat.NoVerticalHeader)
        for name, sign in (("prev", "chevron-left"), ("next", "chevron-right")):
            button = calendar.findChild(QToolButton, f"qt_calendar_{name}month")
            if button is not None:
                button.setIcon(icon(sign, self.palette(), self.devicePixelRatioF()))
                button.setIconSize(QSize(side, side))
        days = calendar.findChild(QAbstractItemView)
        if days is not None:
            days.setFrameShape(QAbstractItemView.Shape.NoFrame)
