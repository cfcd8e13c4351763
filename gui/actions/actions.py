"""Every command of the window is one action in one registry; which can be given when."""

import re
from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from gui.actions.commands import MENUS, Command, Menu
from gui.actions.shortcuts import assigned
from gui.widgets.object_names import named


class Actions(QObject):
    """Owns the actions and menus; `registry[name]` is the action of a command.

    `own_keys` are the keys that each command comes with, `english` its words in English.
    """

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self.registry: dict[str, QAction] = {}
        self.own_keys: dict[str, Sequence[QKeySequence]] = {}
        self.english: dict[str, str] = {}
        self._chosen: Mapping[str, str] = {}
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

    def use_keys(self, chosen: Mapping[str, str]) -> None:
        """Give each command the keys that the person chose for it, by its name, or its own."""
        if chosen != self._chosen:
            self._chosen = dict(chosen)
            for name, keys in assigned(self.own_keys, chosen).items():
                self.registry[name].setShortcuts(keys)

    def holder(self, keys: QKeySequence) -> QAction | None:
        """Return the command that has these keys now."""
        return next((a for a in self.registry.values() if keys in a.shortcuts()), None)

    def listed(self) -> Iterator[tuple[str, QAction]]:
        """Yield every command with the title of its menu, in the order of the menus.

        The title of a menu inside another one follows that of the other.
        """
        for menu in MENUS:
            yield from self._listed(menu, "")

    def _listed(self, menu: Menu, outside: str) -> Iterator[tuple[str, QAction]]:
        title = plain(QCoreApplication.translate("Actions", menu.title))
        whole = f"{outside} · {title}" if outside else title
        for item in menu.items:
            match item:
                case Command():
                    yield whole, self.registry[item.name]
                case Menu():
                    yield from self._listed(item, whole)

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
        self.own_keys[command.name] = [QKeySequence(key) for key in command.keys]
        action.setShortcuts(self.own_keys[command.name])
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(command.checkable)
        action.setMenuRole(command.role)
        if command.group:
            group = self._groups.get(command.group)
            if group is None:
                group = self._groups[command.group] = QActionGroup(self)
            group.addAction(action)
        self.registry[command.name] = action
        self.english[command.name] = plain(command.text)
        self._texts.append((action, command.text))
        return action


def plain(text: str) -> str:
    """Return a menu text without its mnemonic: `&File` is File, `파일(&F)` is 파일."""
    text = re.sub(r"\s*\(&\w\)", "", text)
    return re.sub(r"&(.)", r"\1", text).removesuffix("…")


_EARLY = ("actionNewConversation", "actionOpenData")
_AT_ONCE = (
    "actionSearchAll",
    "actionFind",
    "actionFindNext",
    "actionFindPrevious",
    "actionImport",
    "actionBoard",
    "actionTour",
)
_WITH_SOMETHING = (
    "actionInspector",
    "actionAgentTasks",
    "actionDataPage",
    "actionExport",
    "actionPrint",
    "actionCopyLink",
    "actionTimeTravel",
    "actionNewWindow",
    "actionCompare",
    "actionLog",
    "actionMemory",
    "actionRecentData",
    "actionAddAgent",
    "actionRename",
    "actionPin",
    "actionTags",
    "actionArchive",
    "actionDelete",
    "actionDetails",
    "actionUndo",
    "actionStop",
    "actionRetry",
    "actionNextNeedingYou",
    "actionEditLast",
)


def close_commands(actions: Actions, *, early: bool) -> None:
    """Offer nothing that needs the conversations; `early`, though, what can wait for them."""
    for name in (*(() if early else _EARLY), *_AT_ONCE, *_WITH_SOMETHING):
        actions[name].setEnabled(False)


def open_commands(actions: Actions, *, log: bool, recent: bool) -> None:
    """Offer what the conversations bring; the rest is offered by those who know of it.

    `log` says whether there is one, `recent` whether a table was opened lately.
    """
    for name in _AT_ONCE:
        actions[name].setEnabled(True)
    actions["actionLog"].setEnabled(log)
    actions["actionRecentData"].setEnabled(recent)
