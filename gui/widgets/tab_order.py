"""Tab goes through widgets in the order in which they are read: line by line."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget


def step(root: QWidget, focused: QWidget | None, *, forward: bool) -> bool:
    """Give the focus to what comes next below `root`, around its ends; False if it is elsewhere."""
    stops = list(tab_stops(root))
    if focused not in stops:
        return False
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    stops[(stops.index(focused) + (1 if forward else -1)) % len(stops)].setFocus(reason)
    return True


def tab_stops(root: QWidget) -> Iterator[QWidget]:
    """Yield what Tab reaches now below a widget; what this hands its focus to comes first in it.

    Of what has the focus itself only what is shown in it is looked through, not its own parts.
    """
    for child in _read(root):
        if isinstance(child, QAbstractScrollArea):
            yield from (child,) if _stops(child) else ()
            yield from tab_stops(child.viewport())
        elif _stops(child):
            yield child
        else:
            yield from tab_stops(child)


def _stops(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def _read(root: QWidget) -> list[QWidget]:
    """Return what lies directly in a widget line by line, and from left to right in a line."""
    found = root.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    lines: list[list[QWidget]] = []
    end = 0
    for one in sorted(filter(_reached, found), key=lambda one: one.y()):
        if not lines or one.y() >= end:
            lines.append([])
        lines[-1].append(one)
        end = max(end, one.y() + one.height())
    first = root.focusProxy()
    read = [one for line in lines for one in sorted(line, key=lambda one: one.x())]
    return sorted(read, key=lambda one: one is not first)


def _reached(widget: QWidget) -> bool:
    return not widget.isWindow() and widget.isVisible() and widget.isEnabled()
