"""The store of a profile: conversations and agents' tasks in one database, written durably."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from app.conversations.database.database import Database
from app.conversations.database.sqlite import EngineReport
from app.conversations.database.tables import LOCAL
from app.conversations.store import conversation_rows, entry_rows, served_task_rows, turn_rows
from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Conversation, Entry, FoundWords
from app.domain.messages import Message, Unsent
from app.ports import Recorded, TaskRecord

P = ParamSpec("P")
T = TypeVar("T")


class SqlStore:
    """Owns its database while it is open; a book of the same process may work on it too.

    Implements `ConversationStore` and `TaskRecords`; their docstrings say what each method does.
    Everything belongs to one tenant.
    """

    def __init__(self, database: Database, *, tenant: str = LOCAL) -> None:
        self.database = database
        self._tenant = tenant

    @classmethod
    async def open(
        cls,
        where: Path | str,
        *,
        tenant: str = LOCAL,
        using: EngineReport | None = None,
        may_migrate: bool = True,
    ) -> "SqlStore":
        """Open a store on a database of its own, as `Database.open` does; raises `StoreError`."""
        return cls(await Database.open(where, using=using, may_migrate=may_migrate), tenant=tenant)

    async def save_conversation(
        self, conversation: Conversation, *, only: Collection[str] | None = None
    ) -> None:
        """Insert or replace the listed fields of a conversation, or `only` these."""
        await self._write(conversation_rows.save, conversation, only)

    async def conversation(self, context_id: str) -> Conversation | None:
        """Return a conversation with its counts, or None."""
        return await self._read(conversation_rows.one, context_id)

    async def conversations(self, *, limit: int = 1000) -> Sequence[Conversation]:
        """Return those not deleted: pinned first, then newest first."""
        return await self._read(conversation_rows.listed, limit)

    async def purge_deleted(self, before: datetime) -> int:
        """Remove for good those deleted before that moment; return how many."""
        return await self._write(conversation_rows.purge_deleted, before)

    async def purge(self, context_id: str) -> None:
        """Remove a conversation and all it holds, its agents' tasks too."""
        await self._write(conversation_rows.purge, context_id)

    async def keep_unsent(self, context_id: str, held: Sequence[Unsent]) -> None:
        """Keep exactly these messages that wait to be sent in a conversation."""
        await self._write(turn_rows.keep, context_id, tuple(held))

    async def unsent(self) -> Sequence[Unsent]:
        """Return the messages that wait, of all conversations that are not deleted."""
        return await self._read(turn_rows.kept)

    async def begin_turn(self, message: Message, answer: Answer) -> tuple[int, int]:
        """Store a message with its empty answer; return their positions."""
        return await self._write(turn_rows.begin, message, answer)

    async def record(self, answer: Answer, events: Sequence[Recorded]) -> None:
        """Append events to a turn and keep the answer folded from them."""
        await self._write(turn_rows.record, answer, tuple(events))

    async def events(self, turn_id: str) -> Sequence[Recorded]:
        """Return the events of a turn, oldest first."""
        return await self._read(turn_rows.events_of, turn_id)

    async def answer(self, turn_id: str) -> AnswerEntry | None:
        """Return the answer of a turn with its position, or None."""
        return await self._read(turn_rows.one, turn_id)

    async def open_answers(self, context_id: str | None = None) -> Sequence[AnswerEntry]:
        """Return the answers that run or wait, oldest first."""
        return await self._read(turn_rows.still_open, context_id)

    async def answers(self, context_id: str, *, limit: int = 50) -> Sequence[AnswerEntry]:
        """Return the newest answers of a conversation, newest first."""
        return await self._read(turn_rows.newest, context_id, limit)

    async def pinned_for_all(self) -> Sequence[AnswerEntry]:
        """Return the answers on the profile's board, in the order in which they came there."""
        return await self._read(turn_rows.pinned_for_all)

    async def entry_count(self, context_id: str) -> int:
        """Return how many entries the conversation has."""
        return await self._read(entry_rows.count, context_id)

    async def entries(self, context_id: str, start: int, stop: int) -> Sequence[Entry]:
        """Return the entries at positions start … stop-1 that exist, in order."""
        return await self._read(entry_rows.page, context_id, start, stop)

    async def find(self, query: str, *, limit: int = 50) -> Sequence[FoundWords]:
        """Return where titles and texts contain the query, newest first."""
        return await self._read(entry_rows.find, query, limit)

    async def save(self, record: TaskRecord) -> None:
        """Insert or replace a task."""
        await self._write(served_task_rows.save, record)

    async def load(self, agent: str, task_id: str) -> TaskRecord | None:
        """Return a task or None."""
        return await self._read(served_task_rows.load, agent, task_id)

    async def select(
        self, agent: str, *, context_id: str | None = None, states: Sequence[str] = ()
    ) -> Sequence[TaskRecord]:
        """Return the tasks of an agent, newest update first."""
        return await self._read(served_task_rows.chosen, agent, context_id, tuple(states))

    async def remove(self, agent: str, task_id: str) -> None:
        """Forget a task."""
        await self._write(served_task_rows.remove, agent, task_id)

    async def aclose(self) -> None:
        """Write what is under way and close the database; idempotent."""
        await self.database.aclose()

    async def _write(
        self,
        statement: Callable[Concatenate[Connection, str, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        return await self.database.write(
            self._tenant, lambda c: statement(c, self._tenant, *args, **kwargs)
        )

    async def _read(
        self,
        statement: Callable[Concatenate[Connection, str, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        return await self.database.read(
            self._tenant, lambda c: statement(c, self._tenant, *args, **kwargs)
        )
