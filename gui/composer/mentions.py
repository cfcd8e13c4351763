"""@agent: while a message begins with an at sign, the agents that are known are offered."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtCore import QCoreApplication

from gui.platform.tasks import TaskScope
from gui.texts.names import agent_label
from gui.widgets.two_line_delegate import Line

_BEGUN = re.compile(r"@(\S*)$")
_NAMED = re.compile(r"@(\S+)(?:\s+|$)")


class Mentions:
    """Owns the names of the agents; `names` asks for those that are known now.

    `changed` is called when there are others.
    """

    def __init__(self, *, names: Callable[[], Awaitable[Sequence[str]]], tasks: TaskScope) -> None:
        self._ask = names
        self._tasks = tasks
        self._names: Sequence[str] = ()
        self._loading = False
        self.changed: Callable[[], None] = lambda: None
        self._look()

    def split(self, text: str) -> tuple[str | None, str]:
        """Return the agent that a message is addressed to (None: nobody by name), and its words."""
        found = _NAMED.match(text)
        if found is None:
            return None, text
        wanted = found.group(1).casefold()
        name = next((name for name in self._names if name.casefold() == wanted), None)
        return (None, text) if name is None else (name, text[found.end() :])

    def title(self) -> str:
        """Return what the list is called."""
        return QCoreApplication.translate("Mentions", "Agents")

    def begun(self, before: str) -> str | None:
        """Return what is typed of a name; None where no name is being typed."""
        found = _BEGUN.match(before)
        return found.group(1) if found is not None else None

    def rows(self, begun: str) -> list[tuple[str, Line]]:
        """Return the agents that fit; what begins so comes first."""
        if not begun:
            self._look()
        typed = begun.casefold()
        fitting = [
            name
            for name in self._names
            if typed in name.casefold() or typed in agent_label(name).casefold()
        ]
        fitting.sort(key=lambda name: not name.casefold().startswith(typed))
        return [(name, Line(f"@{name}", agent_label(name), icon="agent")) for name in fitting]

    def said(self, title: str) -> str:
        """Return what a screen reader says of an agent."""
        said = QCoreApplication.translate("Mentions", "Agent {name}, Enter to choose")
        return said.replace("{name}", title)

    def text(self, key: str) -> str:
        """Return the name as it is written in a message."""
        return f"@{key} "

    def taken(self, key: str) -> None:
        """Do nothing more: the message goes to the agent when it is sent."""

    async def load(self) -> None:
        """Ask which agents are known now."""
        before, self._names = self._names, await self._ask()
        if self._names != before:
            self.changed()

    def _look(self) -> None:
        if self._loading or self._tasks.closed:
            return
        self._loading = True

        async def look() -> None:
            try:
                await self.load()
            finally:
                self._loading = False

        self._tasks.start(look())
