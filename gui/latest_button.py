"""The round button that leads to the newest message, with a count of what came meanwhile."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QToolButton, QWidget

from gui.icons import icon_side, pixmap
from gui.theme import GRID, Theme


class LatestButton(QToolButton):
    """Owns the count of rows that came since the view left the bottom."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = parent
        self.setObjectName("latestButton")
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._new = 0
        self._retranslate()
        self.hide()

    @property
    def new_rows(self) -> int:
        """How many rows came since the view left the bottom."""
        return self._new

    def count(self, rows: int) -> None:
        """Add rows that came; 0 starts over."""
        self._new = self._new + rows if rows else 0
        self._retranslate()

    def place(self) -> None:
        """Stand centred above the lower edge of the parent."""
        self.adjustSize()
        area = self._view.rect()
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - 2 * GRID)
        self.raise_()

    def set_theme(self, theme: Theme) -> None:
        """Draw in another theme from now on."""
        self.setStyleSheet(
            f"QToolButton{{background:{theme.raised};color:{theme.text};border-radius:15px;"
            f"border:1px solid {theme.border};padding:6px 14px}}"
            f"QToolButton:hover{{background:{theme.bubble}}}"
            f"QToolButton:focus{{border:2px solid {theme.accent}}}"
        )
        side = icon_side(self.font())
        self.setIconSize(QSize(side, side))
        self.setIcon(QIcon(pixmap("arrow-down", theme.text, side, self.devicePixelRatioF())))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()

    def _retranslate(self) -> None:
        if self._new:
            self.setText(self.tr("%n new", "", self._new))
        else:
            self.setText(self.tr("Latest"))
        self.setToolTip(self.tr("Go to the newest message (End)"))
        if self.isVisible():
            self.place()
