"""The ground of every dialog: it is no larger than the screen, and scrolls what has no room."""

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from gui.look.theme import scroll_bar_css
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of

_FRAME = QSize(16, 48)
"""What the desktop puts around a window."""
_TITLE = 32
_SCROLLED, _DIRECT = "dialogScroll", Qt.FindChildOption.FindDirectChildrenOnly


class Dialog(QDialog):
    """Fits itself into the screen before it is seen."""

    def showEvent(self, event: QShowEvent) -> None:
        """Take the size that there is room for, and stand over the parent within the screen."""
        if not event.spontaneous():
            layout = self.layout()
            if layout is not None and not self.testAttribute(Qt.WidgetAttribute.WA_Resized):
                # Its own height is that of lines that break sooner than they do at this width.
                needed = layout.totalHeightForWidth(self.width())
                if 0 < needed < self.height():
                    self.resize(self.width(), needed)
            fit_to_screen(self)
        super().showEvent(event)
        if not event.spontaneous():
            stay_on_screen(self)


def fit_to_screen(dialog: QDialog) -> None:
    """Make a dialog no larger than its screen; one that cannot be so small is scrolled.

    A box of buttons stays in sight below.
    """
    room = dialog.screen().availableSize() - _FRAME
    least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
    layout = dialog.layout()
    if layout is not None and least.boundedTo(room) != least:
        page, area = QWidget(), named(QScrollArea(), _SCROLLED)
        margins, below = layout.contentsMargins(), QHBoxLayout()
        for box in dialog.findChildren(QDialogButtonBox):
            if layout.indexOf(box) >= 0:
                layout.removeWidget(box)
                below.addWidget(box)
                below.setContentsMargins(margins)
        page.setLayout(layout)  # its widgets go along
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(page)
        theme = theme_of(dialog)
        area.setStyleSheet(scroll_bar_css(theme, theme.window))
        outer = QVBoxLayout(dialog)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(area)
        outer.addLayout(below)
        dialog.setMinimumSize(0, 0)
    for area in dialog.findChildren(QScrollArea, _SCROLLED, _DIRECT):
        if (scrolled := area.widget()) is not None:
            bar = area.verticalScrollBar().sizeHint().width()
            wide = scrolled.minimumSizeHint().width() + bar
            dialog.resize(max(dialog.width(), wide), dialog.height())
    dialog.resize(dialog.size().boundedTo(room))


def stay_on_screen(dialog: QDialog) -> None:
    """Let a dialog that is shown have its frame, which may not be there yet, on the screen."""
    corner, free = dialog.pos(), dialog.screen().availableGeometry()
    most = free.bottomRight() - QPoint(dialog.width(), dialog.height())
    dialog.move(
        max(free.left(), min(corner.x(), most.x())),
        max(free.top() + _TITLE, min(corner.y(), most.y())),
    )


class OnScreen(QObject):
    """Keeps a dialog of Qt's own, and those that open over it, on the screen when they come."""

    def __init__(self, dialog: QDialog) -> None:
        super().__init__(dialog)
        self._dialog = dialog
        dialog.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit what is about to be shown, and what opens over it, into the screen."""
        if watched is self._dialog and event.type() == QEvent.Type.Show:
            if not event.spontaneous():
                fit_to_screen(self._dialog)
                for child in self._dialog.findChildren(QWidget):
                    child.installEventFilter(self)
                QTimer.singleShot(0, self._stay)  # until then it has no place over its parent
        elif isinstance(event, QChildEvent) and event.polished():
            opened = event.child()
            if isinstance(opened, QDialog):
                OnScreen(opened)
        return False

    def _stay(self) -> None:
        fit_to_screen(self._dialog)  # what is in it tells what it takes when it is seen
        stay_on_screen(self._dialog)
