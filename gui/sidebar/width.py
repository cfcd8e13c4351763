"""The sidebar gives its room to the chat while the window is narrow, and comes back after."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

NARROW = 720
"""Below this width, in pixels, there is no room for both."""


class SidebarFit:
    """Owns whether the sidebar was hidden for want of room, rather than by the person."""

    def __init__(self, sidebar: QWidget, toggle: QAction, *, hidden: bool = False) -> None:
        self._sidebar = sidebar
        self._toggle = toggle
        self._hidden_for_room = False
        toggle.toggled.connect(self._show)
        toggle.setChecked(not hidden)
        self._show(not hidden)

    @property
    def hidden(self) -> bool:
        """Whether the person has hidden it."""
        return not self._toggle.isChecked() and not self._hidden_for_room

    def fit(self, width: int) -> None:
        """Follow the width of the window."""
        narrow = width < NARROW
        if narrow and self._toggle.isChecked() and not self._hidden_for_room:
            self._toggle.setChecked(False)
            self._hidden_for_room = True
        elif not narrow and self._hidden_for_room:
            self._toggle.setChecked(True)

    def _show(self, shown: bool) -> None:
        self._hidden_for_room = False
        self._sidebar.setVisible(shown)


SIDEBAR_WIDTH = 288

_SHARE = 0.4
_WIDE_SHARE, _WIDEST = 0.18, 1.35


def sidebar_width(scale: float, window: int) -> int:
    """Return the sidebar's pixels: they grow with the letters, up to a share of the window, and in
    a wide one, where the column of the chat leaves room, for more of the titles."""
    least = SIDEBAR_WIDTH * max(1.0, scale)
    wished = max(least, min(window * _WIDE_SHARE, least * _WIDEST))
    return round(min(wished, max(SIDEBAR_WIDTH, window * _SHARE)))
