"""Messages that were written while an agent works: they follow one by one, or at once if asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.domain.ids import new_message_id
from app.domain.messages import FilePart
from app.domain.unsent import Unsent
from gui.chip_row import Chip
from gui.enclosed import About

BACK = "back"
"""The key of the chip that takes everything back."""


class Outgoing(NamedTuple):
    """A message that is to be sent: its text as it was typed, and what goes along.

    One that is addressed `to` an agent by name says the name before its `words`. One that waited
    has the id that it is sent under.
    """

    text: str
    files: tuple[FilePart, ...] = ()
    about: About | None = None
    to: str | None = None
    words: str = ""
    message_id: str | None = None

    @classmethod
    def kept(cls, unsent: Unsent) -> Outgoing:
        """Return a message that waited."""
        about = About(unsent.about, unsent.about_words) if unsent.about is not None else None
        return cls(unsent.text, unsent.files, about, unsent.to, unsent.words, unsent.message_id)

    def to_keep(self, context_id: str) -> Unsent:
        """Return it as it waits in a conversation, with an id of its own."""
        return Unsent(
            message_id=self.message_id or new_message_id(),
            context_id=context_id,
            text=self.text,
            files=self.files,
            to=self.to,
            words=self.words,
            about=self.about.task_id if self.about is not None else None,
            about_words=self.about.words if self.about is not None else "",
        )


def queued_chips(waiting: Sequence[Unsent]) -> list[Chip]:
    """Return the chips of what waits: each sends its message, the last takes all back."""
    if not waiting:
        return []
    translate = QCoreApplication.translate
    deed = translate("Queued", "Send now")
    chips = [
        Chip(
            one.message_id,
            translate("Queued", "Next: {message}").replace(
                "{message}", one.text or ", ".join(part.name for part in one.files)
            ),
            deed,
            icon="send",
        )
        for one in waiting
    ]
    back = translate("Queued", "Take back")
    why = translate("Queued", "Put what waits back into the message")
    return [*chips, Chip(BACK, back, why, icon="undo")]
