"""What goes along with the next message: files, its result, the message that it replaces."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.desk.outgoing import attached_file, check_message
from app.domain.messages import FilePart
from app.errors import DeskError
from gui.composer.bar import ComposerBar
from gui.composer.chips import Chip
from gui.texts.errors import error_text
from gui.texts.numbers import number_form

_ABOUT, _INSTEAD, _TEXT = "about", "instead", "text:"
_BEGINNING = 40


class About(NamedTuple):
    """The result that a message is about: its task, and words for it.

    `part` is the part of what was understood that the message says otherwise, as its agent calls
    it; "" where it is about the whole.
    """

    task_id: str
    words: str
    part: str = ""


class Replacement(NamedTuple):
    """The earlier message that the next one is said instead of, and its words."""

    message_id: str
    words: str


class HeldAttachments(NamedTuple):
    """All that goes along with a message beside its text."""

    files: tuple[FilePart, ...] = ()
    about: About | None = None
    instead: Replacement | None = None
    texts: tuple[str, ...] = ()


class Enclosed(QObject):
    """Owns what is enclosed and shows it above the composer, where each can be taken out again."""

    changed = Signal()

    def __init__(
        self, bar: ComposerBar, *, taken_out: Callable[[str, Callable[[], None]], None]
    ) -> None:
        """`taken_out` is told the name of what the person took out, and how to put it back."""
        super().__init__(bar)
        self._bar = bar
        self._taken_out = taken_out
        self.files: tuple[FilePart, ...] = ()
        self.about: About | None = None
        self.instead: Replacement | None = None
        self.texts: tuple[str, ...] = ()
        bar.enclosures.pressed.connect(self._remove)

    def set_about(self, about: About | None) -> None:
        """Say which result the next message is about."""
        self.about = about
        self._show()

    def set_instead(self, instead: Replacement | None) -> None:
        """Say which earlier message the next one replaces."""
        self.instead = instead
        self._show()

    def swap(self, held: HeldAttachments) -> HeldAttachments:
        """Enclose something else, and return what was enclosed."""
        before = HeldAttachments(self.files, self.about, self.instead, self.texts)
        self.files, self.about, self.instead, self.texts = held
        self._show()
        return before

    def put_texts(self, texts: Sequence[str]) -> None:
        """Let other long texts stand for themselves until the message is sent, which has them."""
        self.texts = tuple(texts)
        self._show()

    def put(self, files: Sequence[FilePart]) -> None:
        """Enclose files; one that is too large is refused in words."""
        for file in files:
            try:
                check_message("", [file])
            except DeskError as error:
                self._bar.show_error(error_text(error))
            else:
                self.files = (*self.files, file)
        self._show()

    async def read(self, paths: Sequence[Path]) -> None:
        """Enclose files of this machine; what cannot be read is said."""
        for path in paths:
            try:
                self.put([await asyncio.to_thread(attached_file, path)])
            except DeskError as error:
                self._bar.show_error(error_text(error))

    def clear(self) -> None:
        """Take everything out: it was sent, or another conversation is open."""
        self.swap(HeldAttachments())

    def show(self) -> None:
        """Show the words of the present language."""
        self._show()

    def _remove(self, key: str) -> None:
        about, instead = self.about, self.instead
        if key == _INSTEAD and instead is not None:
            self.set_instead(None)
            self._taken_out(instead.words, lambda: self.set_instead(instead))
        elif key == _ABOUT and about is not None:
            self.set_about(None)
            self._taken_out(about.words, lambda: self.set_about(about))
        elif key.startswith(_TEXT):
            texts = self.texts
            at = int(key.removeprefix(_TEXT))
            self.put_texts(texts[:at] + texts[at + 1 :])
            self._taken_out(_pasted(texts[at]), lambda: self.put_texts((*self.texts, texts[at])))
        elif key.isdigit():
            at = int(key)
            file = self.files[at]
            self.files = self.files[:at] + self.files[at + 1 :]
            self._show()
            self._taken_out(file.name or file.media_type, lambda: self.put([file]))

    def _show(self) -> None:
        take_out = QCoreApplication.translate("Enclosed", "Take out")
        chips = []
        if self.instead is not None:
            instead = QCoreApplication.translate("Enclosed", "Instead of: {message}")
            words = instead.replace("{message}", self.instead.words)
            deed = QCoreApplication.translate("Enclosed", "Send as a message of its own")
            chips.append(Chip(_INSTEAD, words, deed))
        if self.about is not None:
            about = QCoreApplication.translate("Enclosed", "About: {result}")
            chips.append(Chip(_ABOUT, about.replace("{result}", self.about.words), take_out))
        chips += [
            Chip(f"{_TEXT}{at}", _pasted(text), take_out) for at, text in enumerate(self.texts)
        ]
        chips += [
            Chip(str(at), file.name or file.media_type, take_out)
            for at, file in enumerate(self.files)
        ]
        self._bar.enclosures.show_chips(chips)
        self.changed.emit()


def _pasted(text: str) -> str:
    """Return how many lines a long text has, and how it begins."""
    many = text.count("\n") + 1
    lines = QCoreApplication.translate("Enclosed", "{count} lines", "", number_form(many))
    words = QCoreApplication.translate("Enclosed", "Pasted ({lines}): {text}")
    line = " ".join(text[:200].split())[:_BEGINNING]
    return words.replace("{lines}", lines.replace("{count}", str(many))).replace(
        "{text}", line + "…"
    )
