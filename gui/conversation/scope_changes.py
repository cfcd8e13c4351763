"""What was understood is changed where it stands: taken off, said otherwise, added to, narrowed."""

from collections.abc import Callable

from pydantic import JsonValue
from PySide6.QtCore import QRect

from app.domain.conversations import AnswerEntry
from app.domain.messages import EDITS_MEDIA_TYPE, DataPart
from gui.blocks.scope import (
    ScopeChip,
    additions_of,
    chips_of,
    language_of,
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
from gui.widgets.chip_field import ChipField
from gui.workspace.workspace import Workspace

_LONGEST = 60


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
                self._send_edits(entry, only.text, only.edits)
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
        view, others = self._view, others_of(entry.answer, chip)
        texts = [one.text for one in others]
        field = ChipField(
            chip.text, texts, place=lambda: self._place_of(entry, target), over=self._window,
            back=view,
        )  # fmt: skip
        field.written.connect(lambda text: self._ask(entry, text, chip.path))

        def put(at: int) -> None:
            said = QT_TRANSLATE_NOOP("Chat", "“{value}” instead of “{part}”")
            words = said_in(language_of(entry.answer), said).replace("{part}", chip.text)
            words = words.replace("{value}", texts[at])
            self._send_edits(entry, words, others[at].edits, instead_of=chip.path)

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
        self, entry: AnswerEntry, words: str, edits: tuple[JsonValue, ...], *, instead_of: str = ""
    ) -> None:
        """Send changes of what was understood as the agent gave them, with words for people;
        `instead_of` is the path of the part whose place they take."""
        task_id = entry.answer.task_id
        if task_id is not None:
            data: dict[str, JsonValue] = {"base_task_id": task_id, "edits": list(edits)}
            if instead_of:
                data["instead_of"] = instead_of
            about = About(task_id, first_line(entry.answer.text.replace("**", ""), _LONGEST))
            part = DataPart(data=data, media_type=EDITS_MEDIA_TYPE)
            to = self._sending.addressed(entry.answer.agent)
            self._sending.send(Outgoing(words, to=to, words=words, about=about, data=part))
