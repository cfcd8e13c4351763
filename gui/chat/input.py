"""Mouse and keyboard of the conversation: selecting, links, buttons, moving the focus."""

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QToolTip

from gui.chat.hit_test import ChatHits, RowTarget
from gui.chat.selection import Caret, ChatSelection

_DRAG_MILLISECONDS = 30
_MARGIN = 8
_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class ChatInput(QObject):
    """Owns the gesture under way and the target that has the keyboard."""

    changed = Signal()
    activated = Signal(int, str, str)
    hovered = Signal(str)
    pointedChanged = Signal(QRectF)
    """A button ceased or began to lie under the pointer; where it is, in the viewport."""

    selected = Signal()
    stepped = Signal(str)
    """The keyboard is on a link or button now; what it is called."""

    told = Signal(QPoint)
    """It is on a mark of a chart; where that is told of, in the viewport."""

    def __init__(
        self,
        hits: ChatHits,
        selection: ChatSelection,
        *,
        height: Callable[[], int],
        scroll: Callable[[int], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._hits = hits
        self._selection = selection
        self._height = height
        self._scroll = scroll
        self._pressed: QPointF | None = None
        self._at = QPointF()
        self._clicks = 0
        self._clicked_at = QPointF()
        self._since = QTimer(self)
        self._since.setSingleShot(True)
        self._drag = QTimer(self)
        self._drag.setInterval(_DRAG_MILLISECONDS)
        self._drag.timeout.connect(self._drag_on)
        self._inside = False
        self.focused: RowTarget | None = None
        self.pointed: RowTarget | None = None
        """The link or button under the pointer."""

    def press(self, event: QMouseEvent) -> None:
        """Begin a selection; two clicks take the word, three the paragraph, Shift extends."""
        point = event.position()
        near = (point - self._clicked_at).manhattanLength() < 6
        self._clicks = self._clicks + 1 if self._since.isActive() and near else 1
        self._clicked_at = point
        self._since.start(QGuiApplication.styleHints().mouseDoubleClickInterval())
        self._pressed = self._at = point
        self.focused = None
        caret = self._hits.caret(point)
        if caret is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._selection.extend(caret)
        elif self._clicks > 1:
            self._select_around(point, caret)
        else:
            self._selection.begin(caret)
        self.changed.emit()

    def move(self, event: QMouseEvent) -> Qt.CursorShape:
        """Extend the selection, or say what is under the pointer; return the pointer's shape."""
        self._at, self._inside = event.position(), True
        if event.buttons() & Qt.MouseButton.LeftButton and self._pressed is not None:
            if (self._at - self._pressed).manhattanLength() > 3:
                self._extend()
            outside = not 0 <= self._at.y() < self._height()
            if outside != self._drag.isActive():
                self._drag.start() if outside else self._drag.stop()
            return Qt.CursorShape.IBeamCursor
        return self.look()

    def look(self) -> Qt.CursorShape:
        """Say what is under the pointer now, which may not have moved; return its shape."""
        found = self._hits.target(self._at) if self._inside else None
        self._point(found)
        is_link = found is not None and found.target.kind == "link"
        self.hovered.emit(found.target.value if found is not None and is_link else "")
        if found is not None:
            return Qt.CursorShape.PointingHandCursor
        hit = self._hits.hit(self._at)
        text = hit is not None and hit.placed.block.length > 0
        return Qt.CursorShape.IBeamCursor if text else Qt.CursorShape.ArrowCursor

    def leave(self) -> None:
        """Point at nothing: the pointer is elsewhere."""
        self._inside = False
        self._point(None)

    @property
    def rests(self) -> bool:
        """Whether the pointer is over the messages, and presses nothing."""
        return self._inside and self._pressed is None

    def release(self, event: QMouseEvent) -> None:
        """End the gesture: a click presses what is under it."""
        self._drag.stop()
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        if self._selection.ends is not None:
            self.selected.emit()
        if (event.position() - pressed).manhattanLength() > 3:
            return
        found = self._hits.target(event.position())
        # Two clicks on a link select the word; a button is pressed as often as it is clicked.
        if found is not None and (self._clicks == 1 or found.target.kind == "action"):
            self.activate(found)

    def activate(self, found: RowTarget) -> None:
        """Press a link or button."""
        self.activated.emit(found.row, found.target.kind, found.target.value)

    def step(self, forward: bool) -> bool:
        """Give the keyboard to the next target, and bring it into sight; False at either end.

        The first one is the first from the upper edge on, back the last down to the lower one.
        """
        targets = self._hits.targets()
        if not targets:
            self.focused = None
            return False
        if self.focused in targets:
            at = targets.index(self.focused) + (1 if forward else -1)
        else:
            beyond = [self._beyond(target) for target in targets]
            ahead = [n for n, far in enumerate(beyond) if (far >= 0 if forward else far <= 0)]
            at = (ahead or range(len(targets)))[0 if bool(ahead) == forward else -1]
        if not 0 <= at < len(targets):
            self.focused = None
            self.changed.emit()
            return False
        self._hold(targets[at])
        return True

    @property
    def spot(self) -> QPoint:
        """Where a mark is told of: the one that has the keyboard, else the one under the pointer,
        in the viewport."""
        rect = self._hits.rect_of(self.focused) if self.focused is not None else None
        return (self._at if rect is None else rect.center()).toPoint()

    def along(self, key: Qt.Key) -> bool:
        """Give the keyboard to the mark beside the one that has it; False without one."""
        by = _ALONG.get(key)
        held = self.focused
        found = self._hits.beside(held, by) if held is not None and by is not None else None
        if found is not None:
            self._hold(found)
        return found is not None

    def follow(self) -> None:
        """Keep the keyboard on what has it, which may stand elsewhere now."""
        if self.focused is not None:
            held = (self.focused.row, self.focused.target.value)
            found = (one for one in self._hits.targets() if (one.row, one.target.value) == held)
            self.focused = next(found, self.focused)

    def _hold(self, found: RowTarget) -> None:
        self.focused = found
        far = self._beyond(found)
        if far:
            self._scroll(round(far + math.copysign(_MARGIN, far)))
        self.hovered.emit(found.target.value if found.target.kind == "link" else "")
        self.stepped.emit(found.name)
        if found.is_mark:
            self.told.emit(self.spot)
        else:
            QToolTip.hideText()
        self.changed.emit()

    def _point(self, found: RowTarget | None) -> None:
        before, self.pointed = self.pointed, found
        if found != before:
            for one in (before, found):
                rect = self._hits.rect_of(one) if one is not None else None
                if rect is not None:
                    self.pointedChanged.emit(rect)

    def _beyond(self, target: RowTarget) -> float:
        """Return by how many pixels a target is below the viewport, or above it (negative)."""
        rect = self._hits.rect_of(target)
        if rect is None:
            return 0.0
        return min(rect.top(), 0.0) or max(rect.bottom() - self._height(), 0.0)

    def _extend(self) -> None:
        caret = self._hits.caret(self._at)
        if caret is not None:
            self._selection.extend(caret)
            self.changed.emit()

    def _drag_on(self) -> None:
        beyond = self._at.y() if self._at.y() < 0 else self._at.y() - self._height()
        self._scroll(round(max(-60.0, min(60.0, beyond))))
        self._extend()

    def _select_around(self, point: QPointF, caret: Caret) -> None:
        hit = self._hits.hit(point)
        if hit is None:
            return
        span = hit.placed.block.span_at(
            caret.position, "word" if self._clicks == 2 else "paragraph"
        )
        self._selection.select(
            caret._replace(position=span.start), caret._replace(position=span.stop)
        )
