"""The palette: commands, conversations and files by a few of their letters, from the keyboard."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.actions.actions import Actions, plain
from gui.actions.keywords import Offer, keywords
from gui.actions.shortcuts import shown
from gui.look.theme import scroll_bar_css
from gui.sidebar.conversation_model import ConversationModel
from gui.widgets.dialog import Dialog
from gui.widgets.line_edits import Field
from gui.widgets.line_list import LineList
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of
from gui.widgets.two_line_delegate import Line

_WIDTH, _ROWS, _PAD = 560, 10, 12
_BY_NAME, _BY_WORDS = 1_000, 100
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class Pick(NamedTuple):
    """Something that can be picked: how it is shown, and what picking it does.

    `also` is another name of it, `keywords` are words by which it is looked for.
    """

    line: Line
    act: Callable[[], None]
    also: str = ""
    keywords: str = ""


class PaletteField(Field):
    """Where letters are typed; the arrows move in the list below."""

    moved = Signal(QKeyEvent)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hand the keys that move over."""
        if event.key() in _MOVES:
            self.moved.emit(event)
        else:
            super().keyPressEvent(event)


class Palette(Dialog):
    """Owns what is typed and the picks that fit it, the best first; Enter takes one and closes."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, name)
        self.field = named(PaletteField(), f"{name}Field")
        self.list = LineList(f"{name}List")
        self._nothing = QLabel(self.tr("Nothing fits."))
        self._nothing.setContentsMargins(8, 8, 8, 8)
        self._picks: Sequence[Pick] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_PAD, _PAD, _PAD, _PAD)
        layout.setSpacing(8)
        layout.addWidget(self.field)
        layout.addWidget(self._nothing)
        layout.addWidget(self.list, 1)
        self._dress()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.field.textChanged.connect(lambda _: self._fill())
        self.field.moved.connect(self.list.keyPressEvent)
        self.field.returnPressed.connect(self._take_current)
        self.list.picked.connect(self._take)

    def open_with(self, title: str, hint: str, picks: Sequence[Pick]) -> None:
        """Offer these picks, in this order while nothing is typed."""
        self.setWindowTitle(title)
        self.field.setPlaceholderText(hint)
        self.field.setAccessibleName(hint)
        self.list.setAccessibleName(title)
        self._picks = picks
        self.field.clear()
        self._fill()
        self._fit()
        self.open()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _fit(self) -> None:
        """Have room for ten rows, as far as the window has: of one line each where it is low."""
        self.list.make_compact(False)
        parent = self.parentWidget()
        beside = self.field.sizeHint().height() + 4 * _PAD
        wanted = self.list.sizeHintForRow(0) * _ROWS + beside
        most = parent.height() if parent is not None else wanted
        if wanted > most:
            self.list.make_compact(True)
            wanted = self.list.sizeHintForRow(0) * _ROWS + beside
        self.resize(_WIDTH, min(most, wanted))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        ink(self._nothing, theme.muted)
        self.list.verticalScrollBar().setStyleSheet(scroll_bar_css(theme, theme.window))

    def _fill(self) -> None:
        typed = self.field.text()
        scored = [(_score(typed, pick), at) for at, pick in enumerate(self._picks)]
        found = sorted((-score, at) for score, at in scored if score > 0)
        self.list.show_rows([(at, self._picks[at].line) for _, at in found])
        self._nothing.setVisible(not found)
        if found:
            self.list.setCurrentIndex(self.list.lines.index(0))

    def _take_current(self) -> None:
        index = self.list.currentIndex()
        if index.isValid():
            self._take(self.list.lines.key(index))

    def _take(self, key: object) -> None:
        pick = self._picks[int(str(key))]
        self.accept()
        pick.act()


def _score(typed: str, pick: Pick) -> int:
    """Return how well a pick fits: by its names best, then by all that is said of it (`language`
    finds what stands in that menu), least by letters of a name in their order.
    """
    names = (pick.line.title, pick.also)
    everything = " ".join((*names, pick.line.detail, pick.keywords))
    if named := max(fit(typed, one, gaps=False) for one in names):
        return _BY_NAME + named
    if told := fit(typed, everything, gaps=False):
        return _BY_WORDS + min(told, _BY_NAME - _BY_WORDS)
    return max(fit(typed, one) for one in names)


def fit(typed: str, title: str, *, gaps: bool = True) -> int:
    """Return how well what is typed fits a title; 0 for not at all. Accents make no difference.

    Every word must occur. The whole title counts most, then its beginning, beginnings of its words,
    and what stands inside them. Letters in order, with `gaps`, fit least.
    """
    words = _bare(typed).split()
    held = _bare(title)
    if not words:
        return 1
    total = 0
    for word in words:
        starts = [at for at in _places(word, held) if at == 0 or not held[at - 1].isalnum()]
        if starts:
            total += 4 if starts[0] else 8
        elif word in held:
            total += 2
        elif gaps and _in_order("".join(words), held):
            return 1
        else:
            return 0
    return total + (8 if words == held.split() else 1)


def _places(word: str, held: str) -> Iterator[int]:
    at = held.find(word)
    while at >= 0:
        yield at
        at = held.find(word, at + 1)


def _bare(text: str) -> str:
    """Return a text without case and accents, syllables of Hangul as their letters."""
    parted = unicodedata.normalize("NFKD", text).casefold()
    return "".join(sign for sign in parted if not unicodedata.combining(sign))


def _in_order(letters: str, held: str) -> bool:
    rest = iter(held)
    return all(letter in rest for letter in letters)


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
        offers: Callable[[], Sequence[Offer]],
    ) -> None:
        """`offers` returns what can be pressed in the answer at hand."""
        self._window = window
        self._actions = actions
        self._offers = offers
        self._conversations = conversations
        self._open = open_conversation
        self._commands: Palette | None = None
        self._switch: Palette | None = None
        self._files: Palette | None = None
        actions["actionPalette"].triggered.connect(self.show_commands)
        actions["actionSwitch"].triggered.connect(self.show_conversations)

    def show_commands(self) -> None:
        """Offer every command that can be given now, then what the answer at hand offers."""
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
                words = keywords(action.objectName())
                yield Pick(command_line(menu, action), action.trigger, english, words)
        where = QCoreApplication.translate("Palettes", "In the answer")
        for name, press, offered in self._offers():
            yield Pick(Line(name, detail=where), press, keywords=keywords(offered))

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
