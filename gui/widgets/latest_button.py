"""The button that leads to the end of the messages and counts what came there meanwhile."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from gui.widgets.buttons import Button
from gui.widgets.object_names import named


class LatestButton(Button):
    """Owns the count of rows that came since the view left the bottom.

    It stands in the line below the composer, where it covers nothing that is read or pressed, and
    keeps its room while it is hidden: nothing moves when it comes.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("line", icon="arrow-down", parent=parent)
        named(self, "latestButton")
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        self._new = 0
        self._fill()
        self.hide()

    @property
    def new_rows(self) -> int:
        """How many rows came since the view left the bottom."""
        return self._new

    def count(self, rows: int) -> None:
        """Add rows that came; 0 starts over."""
        self._new = self._new + rows if rows else 0
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self._fill()

    def _fill(self) -> None:
        self.setText(self.tr("%n new", "", self._new) if self._new else self.tr("Latest"))
        self.setToolTip(self.tr("Go to the newest message (End)"))
