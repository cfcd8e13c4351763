"""Joins the palette with what can be picked in it: commands, conversations, agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePath

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from gui.actions import Actions, plain
from gui.conversation_model import ConversationModel
from gui.palette import Palette, Pick
from gui.shortcuts import shown
from gui.two_lines import Line

_OWN = ("actionPalette", "actionSwitch")


class Palettes:
    """Owns the two palettes, which are made at their first use."""

    def __init__(
        self,
        *,
        window: QWidget,
        actions: Actions,
        conversations: ConversationModel,
        open_conversation: Callable[[str], None],
    ) -> None:
        self._window = window
        self._actions = actions
        self._conversations = conversations
        self._open = open_conversation
        self._commands: Palette | None = None
        self._switch: Palette | None = None
        self._files: Palette | None = None
        actions["actionPalette"].triggered.connect(self.show_commands)
        actions["actionSwitch"].triggered.connect(self.show_conversations)

    def show_commands(self) -> None:
        """Offer every command that can be given now."""
        if self._commands is None:
            self._commands = Palette("commandPalette", self._window)
        translate = QCoreApplication.translate
        self._commands.open_with(
            translate("Palettes", "Commands"),
            translate("Palettes", "Type a few letters of a command"),
            list(self._command_picks()),
        )

    def show_conversations(self) -> None:
        """Offer every conversation, the open one last."""
        if self._switch is None:
            self._switch = Palette("quickSwitcher", self._window)
        translate = QCoreApplication.translate
        picks = list(self._conversation_picks())
        self._switch.open_with(
            translate("Palettes", "Go to a conversation"),
            translate("Palettes", "Type a few letters of a title"),
            picks,
        )

    def show_files(self, paths: Sequence[str], open_file: Callable[[Path], None]) -> None:
        """Offer the tables that were opened lately, the newest first."""
        if self._files is None:
            self._files = Palette("recentData", self._window)
        translate = QCoreApplication.translate
        self._files.open_with(
            translate("Palettes", "Recent data files"),
            translate("Palettes", "Type a few letters of a name"),
            [
                Pick(
                    Line(PurePath(path).name, detail=str(PurePath(path).parent), icon="table"),
                    partial(open_file, Path(path)),
                )
                for path in paths
            ],
        )

    def _command_picks(self) -> Iterator[Pick]:
        for menu, action in self._actions.listed():
            if action.isEnabled() and action.objectName() not in _OWN:
                # Who writes two languages need not change the keyboard to give a command.
                english = self._actions.english[action.objectName()]
                yield Pick(command_line(menu, action), action.trigger, english)

    def _conversation_picks(self) -> Iterator[Pick]:
        model = self._conversations
        last: Pick | None = None
        for conversation in model.all():
            context = conversation.context_id
            pick = Pick(model.line(conversation), partial(self._open, context))
            if context == model.shown:
                last = pick
            else:
                yield pick
        if last is not None:
            yield last


def command_line(menu: str, action: QAction) -> Line:
    """Return a command as a row: its words, menu and keys, and a mark where it is switched on."""
    marked = action.isCheckable() and action.isChecked()
    keys = shown(action.shortcuts())
    return Line(plain(action.text()), detail=menu, aside=keys, icon="done" if marked else "")
