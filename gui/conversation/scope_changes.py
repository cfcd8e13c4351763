"""What was understood is changed where it stands: taken off, said otherwise, added to, narrowed."""

import re
from collections.abc import Callable, Sequence

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale, QRect

from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry
from app.domain.messages import EDITS_MEDIA_TYPE, DataPart
from gui.blocks.scope import (
    ScopeChip,
    ScopeOffer,
    additions_of,
    chips_of,
    language_of,
    locale_of,
    narrowing_of,
    offers_of,
    others_of,
)
from gui.chat.scope_menu import make_scope_menu
from gui.composer.attachments import About
from gui.composer.queue import Outgoing
from gui.conversation.sending import Sending
from gui.platform.i18n import QT_TRANSLATE_NOOP, said_in
from gui.texts.messages import first_line
from gui.texts.numbers import no_such_day
from gui.widgets.chip_field import NOTHING, ChipField
from gui.widgets.two_line_delegate import Line
from gui.workspace.workspace import Workspace

_LONGEST = 60
_NUMBER = re.compile(r"[^\w.,-]*(-?\d[\d.,]*)\s*[^\w\s]?")
"""A number, maybe with the sign of its unit."""


class ScopeChanges:
    """Owns what is asked anew by a press on the chips and offers of an answer.

    What is being written in the composer stays as it is.
    """

    def __init__(
        self,
        space: Workspace,
        *,
        sending: Sending,
        ask: Callable[[AnswerEntry, str, str], None],
        write: Callable[[AnswerEntry], None],
    ) -> None:
        """`ask` says words about an answer, instead of the part of it that has a path; `write` lets
        the person write about it."""
        self._sending = sending
        self._ask = ask
        self._write = write
        self._view = space.panes.view
        self._window = space.window
        self._view.actionRequested.connect(self._act)

    def _act(self, position: int, target: str) -> None:
        entry, action, _ = self._view.model().acted_on(position, target)
        deed, _, value = action.partition(":")
        if not isinstance(entry, AnswerEntry):
            return
        match deed:
            case "scope_add":
                self._offer_additions(entry, target)
            case "scope_edit":
                self._edit_chip(entry, chips_of(entry.answer)[int(value)], target)
            case "scope_off":
                chip = chips_of(entry.answer)[int(value)]
                without = said_in(language_of(entry.answer), "Without “{part}”")
                self._send_edits(entry, without.replace("{part}", chip.text), chip.edits)
            case "only" if (only := narrowing_of(entry.answer, value)) is not None:
                self._send_edits(entry, only.text, only.edits, base=only.base)
            case "offer":
                offer = offers_of(entry.answer)[int(value)]
                if offer.edits:
                    self._send_edits(entry, offer.text, offer.edits)
                else:
                    to = self._sending.addressed(entry.answer.agent)
                    self._sending.ask(offer.text, Outgoing(offer.text, to=to, words=offer.text))

    def _edit_chip(self, entry: AnswerEntry, chip: ScopeChip, target: str) -> None:
        """Let a part of what was understood be said otherwise, where it stands; the rest of the
        question stays as it is."""
        view, otherwise = self._view, _Otherwise(entry.answer, chip)
        field = ChipField(
            chip.text, offered=otherwise.lines, entered=otherwise.entered, hint=otherwise.hint,
            place=lambda: self._place_of(entry, target), over=self._window, back=view,
        )  # fmt: skip
        field.written.connect(lambda text: self._ask(entry, text, chip.path))

        def put(at: int) -> None:
            said = QT_TRANSLATE_NOOP("Chat", "“{value}” instead of “{part}”")
            words = said_in(language_of(entry.answer), said).replace("{part}", chip.text)
            offer = otherwise.shown[at]
            words = words.replace("{value}", offer.text)
            self._send_edits(entry, words, offer.edits, instead_of=chip.path)

        field.picked.connect(put)
        view.verticalScrollBar().valueChanged.connect(field.follow)
        view.model().modelReset.connect(field.leave)
        field.open()

    def _offer_additions(self, entry: AnswerEntry, target: str) -> None:
        """Show what can be added, below the button; where the agent says nothing, it is written."""
        additions, place = additions_of(entry.answer), self._place_of(entry, target)
        if not additions or place is None:
            self._write(entry)
            return
        menu = make_scope_menu(
            self._view,
            additions,
            language=language_of(entry.answer),
            added=lambda words, edits: self._send_edits(entry, words, edits),
            write=lambda: self._write(entry),
        )
        menu.popup(self._window.mapToGlobal(place.bottomLeft()))

    def _place_of(self, entry: AnswerEntry, target: str) -> QRect | None:
        """Return where something to be pressed is on the screen, in the pixels of the window."""
        sign = (entry.position, target)
        places = (rect for at, one, rect in self._view.target_rects() if (at, one) == sign)
        if (place := next(places, None)) is None:
            return None
        corner = self._view.viewport().mapTo(self._window, place.topLeft().toPoint())
        return QRect(corner, place.size().toSize())

    def _send_edits(
        self, entry: AnswerEntry, words: str, edits: tuple[JsonValue, ...], *, instead_of: str = "",
        base: str = "",
    ) -> None:  # fmt: skip
        """Send changes of what was understood as the agent gave them, with words for people;
        `instead_of` is the path of the part whose place they take, `base` an earlier task whose
        question they change."""
        task_id = base or entry.answer.task_id
        if task_id is not None:
            data: dict[str, JsonValue] = {"base_task_id": task_id, "edits": list(edits)}
            if instead_of:
                data["instead_of"] = instead_of
            about = About(task_id, first_line(entry.answer.text.replace("**", ""), _LONGEST))
            part = DataPart(data=data, media_type=EDITS_MEDIA_TYPE)
            to = self._sending.addressed(entry.answer.agent)
            self._sending.send(Outgoing(words, to=to, words=words, about=about, data=part))


class _Otherwise:
    """What can stand in the place of a chip, as it is written: `shown` is what is offered now."""

    def __init__(self, answer: Answer, chip: ScopeChip) -> None:
        self._chip = chip
        self._others = others_of(answer, chip)
        self._locale = locale_of(answer)
        self.shown: Sequence[ScopeOffer] = ()
        self.hint = ""
        translate = QCoreApplication.translate
        if chip.numbers:
            self.hint = translate("Chat", "A number, {span}").replace("{span}", chip.span)
        elif chip.kind == "moment":
            self.hint = translate("Chat", "A day, a month, a year or a period")

    def lines(self, text: str) -> list[Line]:
        """Return the lines for what is written: those with its letters, or with its number."""
        said = text.strip()
        number = self._number(said)
        if said in ("", self._chip.text):
            self.shown = self._others
        elif number is not None:
            self.shown = [one.of(said, number * self._chip.scale) for one in self._chip.numbers]
        else:
            self.shown = [o for o in self._others if said.casefold() in o.text.casefold()]
        return [Line(one.text, aside=one.rows) for one in self.shown]

    def entered(self, text: str) -> int | None:
        """Return what Enter means: a number as the first line has it, a choice by its whole name.

        A condition on numbers without any, and a day that there is not, is `NOTHING`.
        """
        if self._chip.numbers and self._number(text) is not None:
            return 0
        if self._chip.numbers and not any(map(str.isdigit, text)):
            return NOTHING
        if self._chip.kind == "moment" and no_such_day(text, self._locale):
            return NOTHING
        names = [one.text.casefold() for one in self.shown]
        return names.index(text.casefold()) if text.casefold() in names else None

    def _number(self, text: str) -> float | None:
        if not self._chip.numbers or not (found := _NUMBER.fullmatch(text)):
            return None
        for locale in (self._locale, QLocale.c()):
            number, read = locale.toDouble(found[1])
            if read:
                return number
        return None
