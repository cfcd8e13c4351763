"""Columns are corrected on the page of their table: sent to its agent, and undone the same way."""

from collections.abc import Mapping

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog

from app.domain.conversations import AnswerEntry
from app.domain.messages import MODEL_MEDIA_TYPE, DataPart
from gui.blocks.profile.reading import ProfiledColumn, profile_of
from gui.conversation.sending import Sending
from gui.dialogs.column_dialog import ColumnDialog
from gui.platform.tasks import ask_dialog
from gui.texts.columns import adds_word, kind_word, part_word
from gui.workspace.workspace import Workspace


class Correcting:
    """Owns the corrections of the tables of the open conversation.

    The answer to each is the page as it is then; the one that it was made on says that it is
    replaced.
    """

    def __init__(self, space: Workspace, *, sending: Sending) -> None:
        self._conversation = space.conversation
        self._view = space.panes.view
        self._sending = sending
        self._undoing = space.undoing
        self._tasks = space.tasks
        self._window = space.window
        self._view.actionRequested.connect(self._act)

    def _act(self, position: int, action: str) -> None:
        entry, name, _ = self._view.model().acted_on(position, action)
        deed, _, number = name.partition(":")
        if deed != "correct" or not isinstance(entry, AnswerEntry):
            return
        profile = profile_of(entry.answer)
        if profile is None or int(number) >= len(profile.columns):
            return
        column = profile.columns[int(number)]
        dialog = ColumnDialog(column, self._window)
        places = [rect for row, value, rect in self._view.target_rects()
                  if (row, value) == (position, action)]  # fmt: skip
        for place in places:
            corner = place.bottomLeft().toPoint()
            dialog.show_below(self._view.viewport().mapToGlobal(corner), self._window)
        self._tasks.start(self._ask(dialog, entry, profile.table, column))

    async def _ask(
        self, dialog: ColumnDialog, entry: AnswerEntry, table: str, column: ProfiledColumn
    ) -> None:
        accepted = await ask_dialog(dialog) == QDialog.DialogCode.Accepted
        changes, held = dialog.changes, dialog.before
        if not accepted or not changes:
            return
        before = {name: held[name] for name in changes}
        context_id = self._conversation.context_id
        agent = entry.answer.agent
        self._send(agent, table, column.name, changes, replaces=entry.answer.turn_id)

        async def back() -> None:
            if context_id == self._conversation.context_id:
                page = await self._conversation.newest_answer(
                    lambda one: one.answer.artifact("profile") is not None
                )
                replaces = page.answer.turn_id if page is not None else None
                self._send(agent, table, column.name, before, replaces=replaces)

        self._undoing.done(lambda: _corrected_word(column.name), back, here=True)

    def _send(
        self,
        agent: str,
        table: str,
        name: str,
        changes: Mapping[str, JsonValue],
        *,
        replaces: str | None,
    ) -> None:
        data: JsonValue = {"table": table, "columns": [{"name": name, **changes}]}
        part = DataPart(data=data, media_type=MODEL_MEDIA_TYPE)
        said = _said(name, changes)
        self._sending.send(self._sending.meant_for(agent, said, part, replaces=replaces))


def _said(name: str, changes: Mapping[str, JsonValue]) -> str:
    """Return a correction in words."""
    translate = QCoreApplication.translate
    told = []
    if "label" in changes:
        words = translate("Columns", "called “{name}”")
        told.append(words.replace("{name}", str(changes["label"]) or name))
    synonyms = changes.get("synonyms")
    if isinstance(synonyms, list):
        listed = ", ".join(f"“{word}”" for word in synonyms) or "–"
        told.append(translate("Columns", "also {words}").replace("{words}", listed))
    for key, word in (("kind", kind_word), ("adds", adds_word), ("part", part_word)):
        if key in changes:
            told.append(word(str(changes[key])))
    head = translate("Columns", "Column “{name}”: {what}")
    return head.replace("{what}", ", ".join(told)).replace("{name}", name)


def _corrected_word(name: str) -> str:
    words = QCoreApplication.translate("Notices", "The column “{name}” was corrected.")
    return words.replace("{name}", name)
