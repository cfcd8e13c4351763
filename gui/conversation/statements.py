"""Queries are changed and run by hand: sent to the agent that ran them, as they are written."""

import re

from pydantic import JsonValue
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QDialog

from app.desk.outgoing import ABOUT, addressee
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.messages import SQL_MEDIA_TYPE, DataPart, Message
from gui.composer.attachments import About
from gui.conversation.sending import Sending
from gui.dialogs.statement_dialog import StatementDialog
from gui.platform.tasks import ask_dialog
from gui.workspace.workspace import Workspace

_ORIGIN = re.compile(r"\A(?:--[^\n]*\n)+")
"""The line that says which file a statement ran on: it is not the person's."""
_MOST = 1_000


class Statements:
    """Owns the statement that is being written; its result is an answer of its own.

    One that was sent is written anew in the same place, and then replaces the earlier one.
    """

    def __init__(self, space: Workspace, *, sending: Sending) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._view = space.panes.view
        self._sending = sending
        self._tasks = space.tasks
        self._window = space.window
        self._view.actionRequested.connect(self._act)

    def _act(self, position: int, action: str) -> None:
        entry, action, _ = self._view.model().acted_on(position, action)
        if action == "edit_sql" and isinstance(entry, AnswerEntry):
            query = _query_of(entry)
            if query:
                about = About(entry.answer.task_id, "") if entry.answer.task_id else None
                asked = self._ask(query, None, agent=entry.answer.agent, about=about)
            else:
                asked = self._mend(entry)
            self._tasks.start(asked)
        elif action == "edit" and isinstance(entry, RequestEntry):
            self._tasks.start(self._edit(entry))

    async def _mend(self, refused: AnswerEntry) -> None:
        """Lead back to a statement that was not run, with the reason why."""
        at, context = refused.position - 1, refused.answer.context_id
        for entry in await self._desk.entries(context, at, at + 1):
            if isinstance(entry, RequestEntry):
                await self._edit(entry, refused=refused.answer.status_text)

    async def _edit(self, entry: RequestEntry, *, refused: str = "") -> None:
        """Write a statement that was sent anew, in its place."""
        message = entry.message
        statement = statement_of(message)
        if statement is None:
            return
        agent = addressee(message) or self._conversation.agent
        said = message.metadata.get(ABOUT)
        about = About(said, "") if isinstance(said, str) and said else None
        found = (
            _query_of(one)
            for answered in await self._desk.answers(message.context_id, limit=_MOST)
            for one in answered.parts
            if about is not None and one.answer.task_id == about.task_id
        )
        first = next(filter(None, found), "")
        await self._ask(
            statement, message.message_id, agent=agent, about=about, first=first, refused=refused
        )

    async def _ask(
        self,
        written: str,
        replaces: str | None,
        *,
        agent: str,
        about: About | None,
        first: str = "",
        refused: str = "",
    ) -> None:
        dialog = StatementDialog(written, self._window, first=first or written, refused=refused)
        if await ask_dialog(dialog) != QDialog.DialogCode.Accepted:
            return
        sql = dialog.statement
        language = QLocale().name().partition("_")[0]
        data: JsonValue = {"sql": sql, "language": language}
        part = DataPart(data=data, media_type=SQL_MEDIA_TYPE)
        sent = self._sending.meant_for(agent, sql, part, replaces=replaces)
        self._sending.send(sent._replace(about=about))


def _query_of(entry: AnswerEntry) -> str:
    """Return the query that an answer ran, without the line of its origin; "" without one."""
    query = entry.answer.artifact("query")
    return _ORIGIN.sub("", query.text) if query is not None else ""


def statement_part(message: Message) -> DataPart | None:
    """Return the part of a message that asks to run a statement, or None."""
    for part in message.parts:
        if isinstance(part, DataPart) and part.media_type == SQL_MEDIA_TYPE:
            return part
    return None


def statement_of(message: Message) -> str | None:
    """Return the statement that a message asks to run, or None."""
    part = statement_part(message)
    sql = part.data.get("sql") if part is not None and isinstance(part.data, dict) else None
    return sql if isinstance(sql, str) else None
