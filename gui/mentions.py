"""@agent: while a message begins with an at sign, the agents that are known are offered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from gui.agent_names import agent_label
from gui.composer import Composer
from gui.line_list import LineList
from gui.surfaces import theme_of
from gui.tasks import TaskScope
from gui.theme import scroll_bar_css
from gui.two_lines import Line

_BEGUN = re.compile(r"@(\S*)$")
_NAMED = re.compile(r"@(\S+)(?:\s+|$)")
_WIDTH = 340
_GAP = 8
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Mentions(QObject):
    """Owns the names of the agents and the list of them that stands over the composer.

    The list never has the focus: the composer hands over the keys that are for it. `names` asks
    for the agents that are known now.
    """

    def __init__(
        self,
        composer: Composer,
        *,
        over: QWidget,
        names: Callable[[], Awaitable[Sequence[str]]],
        tasks: TaskScope,
    ) -> None:
        super().__init__(composer)
        self._composer = composer
        self._over = over
        self._ask = names
        self._tasks = tasks
        self._names: Sequence[str] = ()
        self._loading = False
        self._dismissed = ""
        self.list = LineList("mentionList", over)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAutoFillBackground(True)
        self.list.viewport().setAutoFillBackground(True)
        self.list.setFrameShape(LineList.Shape.StyledPanel)
        self.list.hide()
        self.list.picked.connect(lambda name: self._take(str(name)))
        composer.completion = self
        composer.textChanged.connect(self._follow)
        composer.cursorPositionChanged.connect(self._follow)
        composer.installEventFilter(self)
        self._load()

    @property
    def showing(self) -> bool:
        """Whether agents are offered now."""
        return self.list.isVisible()

    def split(self, text: str) -> tuple[str | None, str]:
        """Return the agent that a message is addressed to (None: nobody by name), and its words."""
        found = _NAMED.match(text)
        if found is None:
            return None, text
        wanted = found.group(1).casefold()
        name = next((name for name in self._names if name.casefold() == wanted), None)
        return (None, text) if name is None else (name, text[found.end() :])

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that is for the list; False for any other."""
        if not self.showing:
            return False
        key = Qt.Key(event.key())
        if key in _STEPS:
            rows = self.list.lines.rowCount()
            self._mark((self.list.currentIndex().row() + _STEPS[key]) % rows)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
            self.accept()
        elif key == Qt.Key.Key_Escape:
            self._dismissed = self._begun() or ""
            self.list.hide()
        else:
            return False
        return True

    def accept(self) -> None:
        """Write the name of the agent that is marked."""
        self._take(str(self.list.lines.key(self.list.currentIndex())))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go with the composer's focus and place; nothing is decided here."""
        if event.type() == QEvent.Type.FocusOut:
            self.list.hide()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.showing:
            self._place()
        return super().eventFilter(watched, event)

    def _begun(self) -> str | None:
        """Return what is typed of a name; None where no name is being typed."""
        cursor = self._composer.textCursor()
        found = _BEGUN.match(self._composer.toPlainText()[: cursor.position()])
        return found.group(1) if found is not None and not cursor.hasSelection() else None

    def _follow(self) -> None:
        begun = self._begun()
        if begun is None or not self._composer.hasFocus():
            self._dismissed = ""
            self.list.hide()
            return
        if not begun:
            self._load()
        if begun != self._dismissed or not begun:
            self._offer(begun)

    def _offer(self, begun: str) -> None:
        typed = begun.casefold()
        fitting = [
            name
            for name in self._names
            if typed in name.casefold() or typed in agent_label(name).casefold()
        ]
        # What begins so comes first.
        fitting.sort(key=lambda name: not name.casefold().startswith(typed))
        rows = [(name, Line(f"@{name}", agent_label(name), icon="agent")) for name in fitting]
        self.list.show_rows(rows)
        if not rows:
            self.list.hide()
            return
        self.list.setAccessibleName(QCoreApplication.translate("Mentions", "Agents"))
        self.list.verticalScrollBar().setStyleSheet(scroll_bar_css(theme_of(self.list)))
        border = theme_of(self.list).border
        self.list.setStyleSheet(f"#mentionList{{border:1px solid {border}}}")
        self._place()
        self.list.show()
        self.list.raise_()
        self._mark(0)

    def _mark(self, row: int) -> None:
        index = self.list.lines.index(row)
        self.list.setCurrentIndex(index)
        said = QCoreApplication.translate("Mentions", "Agent {name}, Enter to choose")
        if QAccessible.isActive():
            words = said.replace("{name}", str(index.data()))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._composer, words))

    def _take(self, name: str) -> None:
        begun = self._begun()
        if begun is not None:
            self._composer.replace_start(1 + len(begun), f"@{name} ")
        self.list.hide()

    def _place(self) -> None:
        height = self.list.sizeHint().height() + 2 * self.list.frameWidth()
        corner = self._composer.mapTo(self._over, QPoint(0, 0))
        top = max(0, corner.y() - height - _GAP)
        width = min(_WIDTH, self._composer.width())
        self.list.setGeometry(corner.x(), top, width, height)

    def _load(self) -> None:
        if self._loading or self._tasks.closed:
            return
        self._loading = True

        async def load() -> None:
            try:
                self._names = await self._ask()
            finally:
                self._loading = False
            self._follow()

        self._tasks.start(load())
