"""The ground of every dialog: it is no larger than the screen, and scrolls what has no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

_FRAME = QSize(16, 48)
"""What the desktop puts around a window."""


class Dialog(QDialog):
    """Fits itself into the screen before it is seen."""

    def showEvent(self, event: QShowEvent) -> None:
        """Take the size that there is room for; the parent's middle is found after that."""
        if not event.spontaneous():
            self._fit()
        super().showEvent(event)

    def _fit(self) -> None:
        room = self.screen().availableSize() - _FRAME
        least = self.minimumSizeHint().expandedTo(self.minimumSize())
        layout = self.layout()
        if layout is not None and least.boundedTo(room) != least:
            page, area = QWidget(), QScrollArea()
            page.setLayout(layout)  # its widgets go along
            area.setFrameShape(QFrame.Shape.NoFrame)
            area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            area.setWidgetResizable(True)
            area.setWidget(page)
            outer = QVBoxLayout(self)
            outer.setContentsMargins(0, 0, 0, 0)
            outer.addWidget(area)
            self.setMinimumSize(0, 0)
        self.resize(self.size().boundedTo(room))
