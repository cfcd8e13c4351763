"""Where a view beside the messages stands: at their right, or over them in a narrow window."""

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QHBoxLayout, QLabel, QMainWindow, QWidget

from gui.look.theme import sized
from gui.widgets.buttons import Button
from gui.widgets.escape_key import left_with_escape
from gui.widgets.object_names import named

_BESIDE = 900
"""A window of fewer pixels has no room for messages and a view."""


class SideTitle(QWidget):
    """Shows the title of a view and what closes it; it can be taken to move the view, as Qt's.

    When the view closes with the keyboard in it, whoever had the keyboard before has it again: Qt
    would give it to the first button of the window, where letters are lost. Esc in it closes it.
    """

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self._dock = dock
        self._before: QWidget | None = None
        dock.installEventFilter(self)
        self._title = named(QLabel(), "sideTitle")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._close = named(Button("quiet", icon="close"), "sideClose")
        self._close.clicked.connect(dock.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 0)
        row.addWidget(self._title, 1)
        row.addWidget(self._close)
        dock.windowTitleChanged.connect(lambda _: self._fill())
        self._fill()

    def remember(self, before: QWidget | None) -> None:
        """Keep who has the keyboard before the view takes it, if that is not in the view."""
        if before is not None and not self._dock.isAncestorOf(before):
            self._before = before

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the view with Esc, and give the keyboard back when it closes."""
        if watched is not self._dock:
            return super().eventFilter(watched, event)
        if left_with_escape(event, self._leave):
            return True
        if event.type() == QEvent.Type.Close:
            inside, before = QApplication.focusWidget(), self._before
            known = before is not None and shiboken6.isValid(before) and before.isVisible()
            if before is not None and known and inside and self._dock.isAncestorOf(inside):
                before.setFocus(Qt.FocusReason.OtherFocusReason)
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._fill()

    def _leave(self) -> None:
        self._dock.close()

    def _fill(self) -> None:
        self._title.setText(self._dock.windowTitle())
        self._title.setFont(sized(self.font(), 1.1, bold=True))
        self._close.setAccessibleName(self.tr("Close"))
        self._close.setToolTip(self._close.accessibleName())


def add_beside(dock: QDockWidget, window: QMainWindow, width: int) -> None:
    """Give a view its place at the right, hidden at first."""
    dock.setTitleBarWidget(SideTitle(dock))
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
    dock.hide()


def show_beside(dock: QDockWidget, window: QMainWindow) -> None:
    """Show a view; one that floats stands over the right side of the window, as high as it is."""
    title = dock.titleBarWidget()
    if isinstance(title, SideTitle):
        title.remember(window.focusWidget())
    narrow = window.width() < _BESIDE
    dock.setFloating(narrow)
    dock.show()
    if narrow:
        under = window.geometry().intersected(window.screen().availableGeometry())
        dock.resize(min(dock.sizeHint().width(), under.width()), under.height())
        dock.move(under.right() - dock.width() + 1, under.top())
