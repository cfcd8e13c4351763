"""The ground of every dialog: it is no larger than the screen, and scrolls what has no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QScrollArea, QVBoxLayout, QWidget

from gui.look.theme import scroll_bar_css
from gui.widgets.surfaces import theme_of

_FRAME = QSize(16, 48)
"""What the desktop puts around a window."""
_TITLE = 32


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
    """Make a dialog no larger than its screen; one that cannot be so small is scrolled."""
    room = dialog.screen().availableSize() - _FRAME
    least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
    layout = dialog.layout()
    if layout is not None and least.boundedTo(room) != least:
        page, area = QWidget(), QScrollArea()
        page.setLayout(layout)  # its widgets go along
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(page)
        theme = theme_of(dialog)
        area.setStyleSheet(scroll_bar_css(theme, theme.window))
        outer = QVBoxLayout(dialog)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        dialog.setMinimumSize(0, 0)
        wide = dialog.width() + area.verticalScrollBar().sizeHint().width()
        dialog.resize(wide, dialog.height())
    dialog.resize(dialog.size().boundedTo(room))


def stay_on_screen(dialog: QDialog) -> None:
    """Let a dialog that is shown first have its frame, which is not there yet, on the screen."""
    corner, free = dialog.pos(), dialog.screen().availableGeometry()
    dialog.move(max(free.left(), corner.x()), max(free.top() + _TITLE, corner.y()))
