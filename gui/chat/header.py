"""The top of the chat: the way to the sidebar, the title, and who answers."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from gui.connections.agent_picker import AgentPicker
from gui.look.theme import sized
from gui.widgets.buttons import Button
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of

_LEAST_NAME = 72
"""Pixels that the agent's name has in a narrow window, however long the title is."""


class _Title(QLabel):
    """Tells when it has another width: what stands beside it may have changed, too."""

    resized = Signal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell of the new width."""
        super().resizeEvent(event)
        self.resized.emit()


class ChatHeader(QWidget):
    """Owns the title, which is cut where the room ends, and the buttons beside it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "chatHeader")
        self._title = ""
        self.menu = named(Button("quiet", icon="menu"), "sidebarButton")
        self._label = named(_Title(), "chatTitle")
        self._label.resized.connect(self._cut)
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.data = named(Button("quiet", icon="table"), "dataPageButton")
        self.data.hide()
        self.picker = AgentPicker()
        self.picker.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(self.menu)
        row.addWidget(self._label, 1)
        row.addWidget(self.data)
        row.addWidget(self.picker)
        self._fill()

    def show_title(self, title: str) -> None:
        """Show the title of the conversation."""
        self._title = title
        self._fill()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room: a long title has half of it before the agent's name is shown whole."""
        super().resizeEvent(event)
        self._share()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._fill()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line below the header."""
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme_of(self).border))
        painter.end()

    def _fill(self) -> None:
        self._label.setFont(sized(self.font(), 1.1, bold=True))
        self._label.setAccessibleName(self._title)
        self.menu.setAccessibleName(self.tr("Show or hide the sidebar"))
        self.menu.setToolTip(self.tr("Show or hide the sidebar"))
        self.data.setAccessibleName(self.tr("What the data holds"))
        self.data.setToolTip(self.tr("What the data holds"))
        self._share()
        self._cut()

    def _share(self) -> None:
        wanted = self._label.fontMetrics().horizontalAdvance(self._title) + 4
        others = self.menu.sizeHint().width() + self.data.sizeHint().width() + 96
        left = self.width() - others - min(wanted, self.width() // 2)
        self.picker.leave_room(max(_LEAST_NAME, left))

    def _cut(self) -> None:
        metrics = self._label.fontMetrics()
        room = max(0, self._label.width() - 4)
        self._label.setText(metrics.elidedText(self._title, Qt.TextElideMode.ElideRight, room))
