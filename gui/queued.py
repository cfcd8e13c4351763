"""Messages that were written while an agent works: they follow one by one, or at once if asked."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.domain.messages import FilePart
from gui.chip_row import Chip, ChipRow
from gui.enclosed import About


class Outgoing(NamedTuple):
    """A message that is to be sent: its text as it was typed, and what goes along.

    One that is addressed `to` an agent by name says the name before its `words`.
    """

    text: str
    files: tuple[FilePart, ...] = ()
    about: About | None = None
    to: str | None = None
    words: str = ""


class Queued:
    """Owns the messages that wait, by conversation, and shows those of the open one."""

    def __init__(self, row: ChipRow) -> None:
        self._row = row
        self._waiting: dict[str, list[Outgoing]] = {}

    def add(self, context_id: str, outgoing: Outgoing) -> None:
        """Let a message wait."""
        self._waiting.setdefault(context_id, []).append(outgoing)

    def next(self, context_id: str | None, at: int = 0) -> Outgoing | None:
        """Return a message that waits, the first one or another, and wait for it no longer."""
        held = self._waiting.get(context_id or "", [])
        if at >= len(held):
            return None
        taken = held.pop(at)
        if not held:
            self._waiting.pop(context_id or "", None)
        return taken

    def has(self, context_id: str | None) -> bool:
        """Whether a message waits in a conversation."""
        return bool(self._waiting.get(context_id or ""))

    def left(self) -> dict[str, str]:
        """Return the words that still wait, by conversation."""
        return {
            context: "\n\n".join(outgoing.text for outgoing in held)
            for context, held in self._waiting.items()
        }

    def show(self, context_id: str | None) -> None:
        """Show what waits in a conversation."""
        translate = QCoreApplication.translate
        deed = translate("Queued", "Send now")
        self._row.show_chips(
            [
                Chip(
                    str(at),
                    translate("Queued", "Next: {message}").replace("{message}", held.text),
                    deed,
                    icon="send",
                )
                for at, held in enumerate(self._waiting.get(context_id or "", []))
            ]
        )
