"""Where a view beside the messages stands: at their right, or over them in a narrow window."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

_BESIDE = 900
"""A window of fewer pixels has no room for messages and a view."""


def add_beside(dock: QDockWidget, window: QMainWindow, width: int) -> None:
    """Give a view its place at the right, hidden at first."""
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
    dock.hide()


def show_beside(dock: QDockWidget, window: QMainWindow) -> None:
    """Show a view; one that floats stands over the right side of the window, as high as it is."""
    narrow = window.width() < _BESIDE
    dock.setFloating(narrow)
    dock.show()
    if narrow:
        under = window.geometry().intersected(window.screen().availableGeometry())
        dock.resize(min(dock.sizeHint().width(), under.width()), under.height())
        dock.move(under.right() - dock.width() + 1, under.top())
