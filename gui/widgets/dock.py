"""What comes by itself below a page: as high as it needs, at most half of the room, and scrolls."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from gui.look.theme import GRID


class Dock(QScrollArea):
    """Owns a `column` of widgets; takes no room while all of them are hidden.

    `shared` is the widget whose height it shares with what stands above it there.
    """

    def __init__(self, shared: QWidget) -> None:
        super().__init__(shared)
        self._shared = shared
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, GRID, 0, 0)
        self.column.setSpacing(GRID)
        self.setWidget(inside)
        for ground in (inside, self.viewport()):
            ground.setAutoFillBackground(False)
        inside.installEventFilter(self)
        shared.installEventFilter(self)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what is in the column, and the room that there is."""
        kinds = (QEvent.Type.LayoutRequest, QEvent.Type.Resize)
        if event.type() is kinds[watched is self._shared]:
            self._fit()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the lines are at this width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()

    def sizeHint(self) -> QSize:
        """Return the size that all needs."""
        column = self.column
        wide = self.width()
        high = column.totalHeightForWidth(wide) if column.hasHeightForWidth() else -1
        return QSize(wide, high if high >= 0 else column.totalSizeHint().height())

    def _fit(self) -> None:
        # Not hidden: what is in a hidden one could not tell that it has come.
        needed = 0 if self.column.isEmpty() else self.sizeHint().height()
        room = self._shared.height() // 2
        # Not by itself: its bar would make what is inside narrower, so higher, and stay for that.
        policy = Qt.ScrollBarPolicy
        scrolls = policy.ScrollBarAlwaysOn if needed > room else policy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(scrolls)
        self.setFixedHeight(min(needed, room))
