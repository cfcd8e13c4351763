"""/command: while a message begins with a slash, the commands that can be given are offered."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication

from gui.actions.actions import Actions, plain
from gui.actions.palette import command_line
from gui.widgets.two_line_delegate import Line

_BEGUN = re.compile(r"/([^\n/]*)$")


class SlashCommands:
    """Offers the window's own commands, in the words of the menus.

    Only what begins words of a command counts: a path or a fraction stays a message.
    """

    def __init__(self, actions: Actions) -> None:
        self._actions = actions

    def title(self) -> str:
        """Return what the list is called."""
        return QCoreApplication.translate("Palettes", "Commands")

    def begun(self, before: str) -> str | None:
        """Return what is typed of a command; None where none is being typed."""
        found = _BEGUN.match(before)
        return found.group(1) if found is not None else None

    def rows(self, begun: str) -> list[tuple[str, Line]]:
        """Return the commands that fit, in the order of the menus; what begins so comes first."""
        typed = begun.casefold().split()
        fitting = [
            (menu, action)
            for menu, action in self._actions.listed()
            if action.isEnabled() and _begins_words(typed, plain(action.text()).casefold())
        ]
        first = typed[0] if typed else ""
        fitting.sort(key=lambda one: not plain(one[1].text()).casefold().startswith(first))
        lines = [(action.objectName(), command_line(menu, action)) for menu, action in fitting]
        return [(name, line._replace(title=f"/{line.title}")) for name, line in lines]

    def said(self, title: str) -> str:
        """Return what a screen reader says of a command."""
        said = QCoreApplication.translate("Palettes", "Command {name}, Enter to give it")
        return said.replace("{name}", title.removeprefix("/"))

    def text(self, key: str) -> str:
        """Return nothing: a command is no part of a message."""
        return ""

    def taken(self, key: str) -> None:
        """Give the command."""
        self._actions[key].trigger()


def _begins_words(typed: list[str], title: str) -> bool:
    words = title.split()
    return all(any(word.startswith(part) for word in words) for part in typed)
