"""Messages that were written while an agent works: they follow one by one, or at once if asked."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue

from app.domain.ids import new_message_id
from app.domain.messages import EDITS_MEDIA_TYPE, DataPart, FilePart, Unsent
from gui.composer.attachments import About


class Outgoing(NamedTuple):
    """A message that is to be sent: its text as it was typed, and what goes along.

    One that is addressed `to` an agent by name says the name before its `words`. One that waited
    has the id that it is sent under. `data` goes along with one that does not wait. `replaces` is
    the message that it is said instead of.
    """

    text: str
    files: tuple[FilePart, ...] = ()
    about: About | None = None
    to: str | None = None
    words: str = ""
    message_id: str | None = None
    data: DataPart | None = None
    replaces: str | None = None

    @property
    def along(self) -> DataPart | None:
        """What goes along with the words: `data`, or which part of a question is said otherwise."""
        if self.data is not None or self.about is None or not self.about.part:
            return self.data
        said: JsonValue = {"base_task_id": self.about.task_id, "instead_of": self.about.part}
        return DataPart(data=said, media_type=EDITS_MEDIA_TYPE)

    @classmethod
    def kept(cls, unsent: Unsent) -> Outgoing:
        """Return a message that waited."""
        about = None
        if unsent.about is not None:
            about = About(unsent.about, unsent.about_words, unsent.about_part)
        return cls(
            unsent.text,
            unsent.files,
            about,
            unsent.to,
            unsent.words,
            unsent.message_id,
            replaces=unsent.replaces,
        )

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
            about_part=self.about.part if self.about is not None else "",
            replaces=self.replaces,
        )


def words_of(unsent: Unsent) -> str:
    """Return what stands for a message that waits: its text, else the names of its files."""
    return unsent.text or ", ".join(part.name for part in unsent.files)
