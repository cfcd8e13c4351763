"""The store of a profile: conversations and agents' tasks in one SQLite file, written durably."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from app.conversations import (
    clean_stamp,
    conversation_rows,
    entry_rows,
    schema,
    task_rows,
    turn_reads,
    turn_writes,
)
from app.conversations.engine import EngineReport, engine_report, reading_engine, writing_engine
from app.conversations.lane import Lane
from app.conversations.tables import LOCAL
from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Conversation, Entry, Hit
from app.domain.messages import Message
from app.ports import Recorded, TaskRecord

P = ParamSpec("P")
T = TypeVar("T")

_COMMITS_TOGETHER = 64


class SqlStore:
    """Owns the database file while it is open: one thread writes it, another reads it.

    Implements `ConversationStore` and `TaskRecords`; their docstrings say what each method does.
    Everything belongs to one tenant. Where SQLite's WAL cannot be trusted (`engine_report`), one
    thread does both.
    """

    def __init__(
        self, path: Path, *, tenant: str = LOCAL, using: EngineReport | None = None
    ) -> None:
        report = using or engine_report()
        self._path = path
        self._ready = False
        self._tenant = tenant
        self._writer = Lane(
            writing_engine(path, report.journal), name="store-writer", batch=_COMMITS_TOGETHER
        )
        self._reader = (
            self._writer
            if report.connections == 1
            else Lane(reading_engine(path), name="store-reader")
        )

    @classmethod
    async def open(
        cls, path: Path, *, tenant: str = LOCAL, using: EngineReport | None = None
    ) -> "SqlStore":
        """Open the database, making it when there is none; raises `StoreError`.

        `using` says how (this machine's own way, unless it is given).
        A database of a newer version or of another program is refused and left as it is.
        """
        # On its own: the writer's first act would already turn the file to WAL.
        look = Lane(reading_engine(path), name="store-look")
        try:
            await look.run(schema.recognise)
        finally:
            await look.aclose()
        store = cls(path, tenant=tenant, using=using)
        try:
            clean_stamp.remove(path)
            await store._writer.run(schema.prepare)
            store._ready = True
        except BaseException:
            await store.aclose()
            raise
        return store

    async def save_conversation(self, conversation: Conversation) -> None:
        """Insert or replace the listed fields of a conversation."""
        await self._write(conversation_rows.save, conversation)

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

    async def begin_turn(self, message: Message, answer: Answer) -> tuple[int, int]:
        """Store a message with its empty answer; return their positions."""
        return await self._write(turn_writes.begin, message, answer)

    async def record(self, answer: Answer, events: Sequence[Recorded]) -> None:
        """Append events to a turn and keep the answer folded from them."""
        await self._write(turn_writes.record, answer, tuple(events))

    async def events(self, turn_id: str) -> Sequence[Recorded]:
        """Return the events of a turn, oldest first."""
        return await self._read(turn_reads.events_of, turn_id)

    async def answer(self, turn_id: str) -> AnswerEntry | None:
        """Return the answer of a turn with its position, or None."""
        return await self._read(turn_reads.one, turn_id)

    async def open_answers(self, context_id: str | None = None) -> Sequence[AnswerEntry]:
        """Return the answers that run or wait, oldest first."""
        return await self._read(turn_reads.still_open, context_id)

    async def answers(self, context_id: str, *, limit: int = 50) -> Sequence[AnswerEntry]:
        """Return the newest answers of a conversation, newest first."""
        return await self._read(turn_reads.newest, context_id, limit)

    async def entry_count(self, context_id: str) -> int:
        """Return how many entries the conversation has."""
        return await self._read(entry_rows.count, context_id)

    async def entries(self, context_id: str, start: int, stop: int) -> Sequence[Entry]:
        """Return the entries at positions start … stop-1 that exist, in order."""
        return await self._read(entry_rows.page, context_id, start, stop)

    async def find(self, query: str, *, limit: int = 50) -> Sequence[Hit]:
        """Return where titles and texts contain the query, newest first."""
        return await self._read(entry_rows.find, query, limit)

    async def save(self, record: TaskRecord) -> None:
        """Insert or replace a task."""
        await self._write(task_rows.save, record)

    async def load(self, agent: str, task_id: str) -> TaskRecord | None:
        """Return a task or None."""
        return await self._read(task_rows.load, agent, task_id)

    async def select(
        self, agent: str, *, context_id: str | None = None, states: Sequence[str] = ()
    ) -> Sequence[TaskRecord]:
        """Return the tasks of an agent, newest update first."""
        return await self._read(task_rows.chosen, agent, context_id, tuple(states))

    async def remove(self, agent: str, task_id: str) -> None:
        """Forget a task."""
        await self._write(task_rows.remove, agent, task_id)

    async def aclose(self) -> None:
        """Write what is under way and close; idempotent."""
        # The writer last: the last connection writes the WAL back into the file.
        await self._reader.aclose()
        await self._writer.aclose()
        if self._ready and not (self._reader.met_damage or self._writer.met_damage):
            clean_stamp.write(self._path)

    async def _write(
        self,
        statement: Callable[Concatenate[Connection, str, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        return await self._writer.run(lambda c: statement(c, self._tenant, *args, **kwargs))

    async def _read(
        self,
        statement: Callable[Concatenate[Connection, str, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        return await self._reader.run(lambda c: statement(c, self._tenant, *args, **kwargs))
