"""Every command of the window is one action in one registry; menus and the sheet are made of it."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from gui.commands import MENUS, Command, Menu
from gui.naming import named


class Actions(QObject):
    """Owns the actions and menus; `registry[name]` is the action of a command."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self.registry: dict[str, QAction] = {}
        self._texts: list[tuple[QAction | QMenu, str]] = []
        self._groups: dict[str, QActionGroup] = {}
        for menu in MENUS:
            bar.addMenu(self._menu(menu, bar))
        self.retranslate()

    def __getitem__(self, name: str) -> QAction:
        return self.registry[name]

    def check(self, name: str) -> None:
        """Show a choice as the chosen one of its group."""
        self.registry[name].setChecked(True)

    def retranslate(self) -> None:
        """Show every text in the present language."""
        for thing, text in self._texts:
            shown = QCoreApplication.translate("Actions", text)
            if isinstance(thing, QMenu):
                thing.setTitle(shown)
            else:
                thing.setText(shown)
                thing.setStatusTip(plain(shown))

    def sheet(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield each menu's title with its commands that have keys: (text, keys)."""
        for menu in MENUS:
            rows = []
            for command in _commands(menu):
                action = self.registry[command.name]
                keys = " / ".join(
                    sequence.toString(QKeySequence.SequenceFormat.NativeText)
                    for sequence in action.shortcuts()
                )
                if keys:
                    rows.append((plain(action.text()), keys))
            yield plain(QCoreApplication.translate("Actions", menu.title)), rows

    def listed(self) -> Iterator[tuple[str, QAction]]:
        """Yield every command with the title of its menu, in the order of the menus."""
        for menu in MENUS:
            title = plain(QCoreApplication.translate("Actions", menu.title))
            for command in _commands(menu):
                yield title, self.registry[command.name]

    def _menu(self, menu: Menu, parent: QMenuBar | QMenu) -> QMenu:
        made = QMenu(parent)
        self._texts.append((made, menu.title))
        for item in menu.items:
            match item:
                case None:
                    made.addSeparator()
                case Menu():
                    made.addMenu(self._menu(item, made))
                case Command():
                    made.addAction(self._action(item))
        return made

    def _action(self, command: Command) -> QAction:
        action = named(QAction(self), command.name)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(command.checkable)
        action.setMenuRole(command.role)
        if command.group:
            group = self._groups.get(command.group)
            if group is None:
                group = self._groups[command.group] = QActionGroup(self)
            group.addAction(action)
        self.registry[command.name] = action
        self._texts.append((action, command.text))
        return action


def plain(text: str) -> str:
    """Return a menu text without its mnemonic: `&File` is File, `파일(&F)` is 파일."""
    text = re.sub(r"\s*\(&\w\)", "", text)
    return re.sub(r"&(.)", r"\1", text).removesuffix("…")


def _commands(menu: Menu) -> Iterator[Command]:
    for item in menu.items:
        match item:
            case Command():
                yield item
            case Menu():
                yield from _commands(item)
            case None:
                pass
