"""What was found when a profile was opened, in sentences with their number forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gui.notices import Salvaged, Updated

if TYPE_CHECKING:
    from app.recovery import Recovery


class RecoveryWords(QObject):
    """Owns the sentences; the number forms of a language come from its catalogue."""

    def salvaged(self, found: Salvaged) -> str:
        """Return what is said of a database that was damaged."""
        n = found.conversations
        saved = self.tr("%n conversation(s) could be saved.", "", n)
        kept = self.tr("The database was damaged. It is kept aside as {copy}.")
        return f"{kept.format(copy=found.copy)} {saved}"

    def updated(self, found: Updated) -> str:
        """Return what is said of a database that was changed for this version."""
        return self.tr(
            "Your conversations were brought up to date for this version. As they were before they"
            " are kept in {copy}; “balance-desk doctor --put-back” with this file goes back."
        ).format(copy=found.copy)

    def unsent(self, n: int) -> str:
        """Return what is said of messages that waited when an earlier run ended."""
        return self.tr("%n message(s) that waited were not sent.", "", n)

    def recovered(self, found: Recovery) -> str:
        """Return what was found of the tasks of an earlier run; empty if nothing."""
        said = []
        if n := len(found.interrupted):
            said.append(
                self.tr(
                    "%n answer(s) were not completed; the conversation says why.",
                    "",
                    n,
                )
            )
        if n := len(found.unconfirmed):
            said.append(self.tr("%n message(s) may not have arrived.", "", n))
        if n := len(found.finished):
            said.append(self.tr("%n answer(s) finished while you were away.", "", n))
        if n := len(found.waiting):
            said.append(self.tr("%n question(s) wait for your answer.", "", n))
        if n := len(found.running):
            said.append(self.tr("%n answer(s) are still being made.", "", n))
        if n := len(found.unreachable):
            said.append(
                self.tr(
                    "The state of %n answer(s) is not known: their agent does not reply.", "", n
                )
            )
        return " ".join(said)
