"""A store that forgets at the end of the program: for `--ephemeral` and for tests."""

from bisect import insort
from collections.abc import Collection, Sequence
from copy import deepcopy
from datetime import datetime
from itertools import islice

from app.conversations.store.search_text import HEADLINE, excerpt, fold_query, fold_text, hit_order
from app.domain.answers import OPEN_PHASES, Answer, Phase, phase_of
from app.domain.conversations import (
    AnswerEntry,
    Conversation,
    Entry,
    FoundWords,
    RequestEntry,
    title_from,
)
from app.domain.messages import Message, Unsent
from app.errors import StoreError
from app.ports import Recorded, TaskRecord


class MemoryStore:
    """Owns the conversations and tasks of one run.

    Implements `ConversationStore` and `TaskRecords`. What comes in and goes out is copied: the
    values are frozen, but the JSON inside data parts is not.
    """

    def __init__(self) -> None:
        self._conversations: dict[str, Conversation] = {}
        self._entries: dict[str, list[Entry]] = {}
        self._texts: dict[tuple[str, int], tuple[datetime, str, str]] = {}
        self._turns: dict[str, tuple[str, int]] = {}
        self._events: dict[str, list[Recorded]] = {}
        self._unsent: dict[str, list[Unsent]] = {}
        self._tasks: dict[tuple[str, str], TaskRecord] = {}
        self._closed = False

    async def save_conversation(
        self, conversation: Conversation, *, only: Collection[str] | None = None
    ) -> None:
        """Insert or replace the listed fields of a conversation, or `only` these."""
        self._check_open()
        held = self._conversations.get(conversation.context_id)
        if held is not None and only is not None:
            conversation = held.with_those_of(conversation, only)
        self._conversations[conversation.context_id] = deepcopy(conversation)
        self._entries.setdefault(conversation.context_id, [])

    async def conversation(self, context_id: str) -> Conversation | None:
        """Return a conversation with its counts, or None."""
        self._check_open()
        held = self._conversations.get(context_id)
        return None if held is None else self._counted(held)

    async def conversations(self, *, limit: int = 1000) -> Sequence[Conversation]:
        """Return those not deleted: pinned first, then newest first."""
        self._check_open()
        listed = sorted(
            (held for held in self._conversations.values() if held.deleted_at is None),
            key=lambda held: (not held.pinned, -held.updated_at.timestamp(), held.context_id),
        )
        return [self._counted(held) for held in listed[:limit]]

    async def purge_deleted(self, before: datetime) -> int:
        """Remove for good those deleted before that moment; return how many."""
        self._check_open()
        gone = [
            context_id
            for context_id, held in self._conversations.items()
            if held.deleted_at is not None and held.deleted_at < before
        ]
        for context_id in gone:
            await self.purge(context_id)
        return len(gone)

    async def purge(self, context_id: str) -> None:
        """Remove a conversation and all it holds, its agents' tasks too."""
        self._check_open()
        self._conversations.pop(context_id, None)
        self._unsent.pop(context_id, None)
        for entry in self._entries.pop(context_id, []):
            self._texts.pop((context_id, entry.position), None)
            if isinstance(entry, AnswerEntry):
                del self._turns[entry.answer.turn_id]
                del self._events[entry.answer.turn_id]
        for key, record in list(self._tasks.items()):
            if record.context_id == context_id:
                del self._tasks[key]

    async def keep_unsent(self, context_id: str, held: Sequence[Unsent]) -> None:
        """Keep exactly these messages that wait to be sent in a conversation."""
        self._check_open()
        if context_id in self._conversations:
            self._unsent[context_id] = deepcopy(list(held))

    async def unsent(self) -> Sequence[Unsent]:
        """Return the messages that wait, of all conversations that are not deleted."""
        self._check_open()
        return [
            one
            for context_id, held in sorted(self._unsent.items())
            if self._conversations[context_id].deleted_at is None
            for one in deepcopy(held)
        ]

    async def begin_turn(self, message: Message, answer: Answer) -> tuple[int, int]:
        """Store a message with its empty answer; return their positions."""
        self._check_open()
        if message.message_id in self._turns:
            position = self._turns[message.message_id][1]
            return position - 1, position
        context_id = message.context_id
        held = self._unsent.get(context_id, [])
        self._unsent[context_id] = [o for o in held if o.message_id != message.message_id]
        listed = self._conversations.get(context_id) or Conversation(
            context_id=context_id,
            title=title_from(message),
            agent=answer.agent,
            created_at=message.created_at,
            updated_at=message.created_at,
        )
        self._conversations[context_id] = listed.model_copy(
            update={"updated_at": max(listed.updated_at, message.created_at)}
        )
        entries = self._entries.setdefault(context_id, [])
        position = len(entries)
        entries.append(RequestEntry(position=position, message=deepcopy(message)))
        entries.append(AnswerEntry(position=position + 1, answer=deepcopy(answer)))
        self._turns[message.message_id] = (context_id, position + 1)
        self._events[message.message_id] = []
        self._keep_text(context_id, position, message.created_at, message.text)
        return position, position + 1

    async def record(self, answer: Answer, events: Sequence[Recorded]) -> None:
        """Append events to a turn and keep the answer folded from them."""
        self._check_open()
        if answer.turn_id not in self._turns:
            raise StoreError(
                "This answer belongs to no stored message: the conversation was removed meanwhile.",
                key="unknown_turn",
                turn_id=answer.turn_id,
            )
        context_id, position = self._turns[answer.turn_id]
        self._entries[context_id][position] = AnswerEntry(
            position=position, answer=deepcopy(answer)
        )
        self._events[answer.turn_id].extend(deepcopy(list(events)))
        if answer.settled:
            at = answer.ended_at or answer.started_at
            self._keep_text(context_id, position, at, answer.text)

    async def events(self, turn_id: str) -> Sequence[Recorded]:
        """Return the events of a turn, oldest first."""
        self._check_open()
        return deepcopy(self._events.get(turn_id, []))

    async def answer(self, turn_id: str) -> AnswerEntry | None:
        """Return the answer of a turn with its position, or None."""
        self._check_open()
        if turn_id not in self._turns:
            return None
        context_id, position = self._turns[turn_id]
        entry = self._entries[context_id][position]
        return deepcopy(entry) if isinstance(entry, AnswerEntry) else None

    async def open_answers(self, context_id: str | None = None) -> Sequence[AnswerEntry]:
        """Return the answers that run or wait, oldest first."""
        self._check_open()
        if context_id is not None:
            chosen = [context_id]
        else:
            chosen = [key for key, held in self._conversations.items() if held.deleted_at is None]
        found: list[AnswerEntry] = []
        for key in chosen:
            for entry in self._answers(key):
                if phase_of(entry.answer) in OPEN_PHASES:
                    insort(found, entry, key=lambda e: (e.answer.started_at, e.answer.turn_id))
        return deepcopy(found)

    async def answers(self, context_id: str, *, limit: int = 50) -> Sequence[AnswerEntry]:
        """Return the newest answers of a conversation, newest first."""
        self._check_open()
        return deepcopy(list(islice(reversed(self._answers(context_id)), limit)))

    async def pinned_for_all(self) -> Sequence[AnswerEntry]:
        """Return the answers on the profile's board, in the order in which they came there."""
        self._check_open()
        found = [
            (entry.answer.pinned_for_all, entry.answer.turn_id, entry)
            for key, held in self._conversations.items()
            if held.deleted_at is None
            for entry in self._answers(key)
            if entry.answer.pinned_for_all is not None
        ]
        return deepcopy([entry for _, _, entry in sorted(found, key=lambda one: one[:2])])

    async def entry_count(self, context_id: str) -> int:
        """Return how many entries the conversation has."""
        self._check_open()
        return len(self._entries.get(context_id, []))

    async def entries(self, context_id: str, start: int, stop: int) -> Sequence[Entry]:
        """Return the entries at positions start … stop-1 that exist, in order."""
        self._check_open()
        return deepcopy(self._entries.get(context_id, [])[max(start, 0) : max(stop, 0)])

    async def find(self, query: str, *, limit: int = 50) -> Sequence[FoundWords]:
        """Return where titles and texts contain the query, newest first."""
        self._check_open()
        folded = fold_query(query)
        if not folded:
            return []
        alive = {key: c for key, c in self._conversations.items() if c.deleted_at is None}
        hits = [
            FoundWords(
                context_id=key,
                title=held.title,
                position=None,
                excerpt=excerpt(held.title, folded),
                at=held.updated_at,
            )
            for key, held in alive.items()
            if folded in fold_text(held.title)
        ]
        hits += [
            FoundWords(
                context_id=key,
                title=alive[key].title,
                position=position,
                excerpt=excerpt(text, folded),
                at=at,
            )
            for (key, position), (at, text, searched) in self._texts.items()
            if key in alive and folded in searched
        ]
        return sorted(hits, key=hit_order)[:limit]

    async def save(self, record: TaskRecord) -> None:
        """Insert or replace a task."""
        self._check_open()
        self._tasks[record.agent, record.task_id] = record

    async def load(self, agent: str, task_id: str) -> TaskRecord | None:
        """Return a task or None."""
        self._check_open()
        return self._tasks.get((agent, task_id))

    async def select(
        self, agent: str, *, context_id: str | None = None, states: Sequence[str] = ()
    ) -> Sequence[TaskRecord]:
        """Return the tasks of an agent, newest update first."""
        self._check_open()
        chosen = [
            record
            for record in self._tasks.values()
            if record.agent == agent
            and (context_id is None or record.context_id == context_id)
            and (not states or record.state in states)
        ]
        return sorted(chosen, key=lambda record: (-record.updated_at.timestamp(), record.task_id))

    async def remove(self, agent: str, task_id: str) -> None:
        """Forget a task."""
        self._check_open()
        self._tasks.pop((agent, task_id), None)

    async def aclose(self) -> None:
        """Forget everything; idempotent."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("The conversations are closed.", key="store_closed")

    def _answers(self, context_id: str) -> list[AnswerEntry]:
        held = self._entries.get(context_id, [])
        return [entry for entry in held if isinstance(entry, AnswerEntry)]

    def _counted(self, held: Conversation) -> Conversation:
        phases = [phase_of(entry.answer) for entry in self._answers(held.context_id)]
        entries = len(self._entries[held.context_id])
        newest = self._texts.get((held.context_id, entries - 1))
        return held.model_copy(
            update={
                "entries": entries,
                "running": phases.count(Phase.RUNNING),
                "waiting": phases.count(Phase.WAITING),
                # As SQL tells it, whose texts end where a null character is.
                "headline": newest[1][:HEADLINE].partition("\0")[0] if newest is not None else "",
            }
        )

    def _keep_text(self, context_id: str, position: int, at: datetime, text: str) -> None:
        if text:
            self._texts[context_id, position] = (at, text, fold_text(text))
        else:
            self._texts.pop((context_id, position), None)
