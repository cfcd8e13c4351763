"""What is remembered is the same on all desks of a person, field by field, nothing changed unseen.

As with `listing`, three states are compared: what the service has, what it had when this desk last
knew, and what this desk has; of a field that was changed in both places the service's change stays,
which is told. What is forgotten anywhere is forgotten everywhere; a fact that was
brought back comes back.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection

from app.conversations.book import memory_rows
from app.conversations.book.port import ConversationBook
from app.conversations.database.database import Database
from app.conversations.store import conversation_rows
from app.conversations.store.pages import every
from app.domain.base import Moment, Value
from app.domain.book import LOCAL_CALLER, LOCAL_TENANT, SERVICE_ORIGIN, Caller, Page
from app.domain.memories import EVERYBODYS, MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.errors import Conflict, NotFound
from app.ports import SyncEvent
from app.sync.cursors import SyncState

_PAGE: Final = 500
_TRIES: Final = 10
_FIELDS: Final = (
    "text",
    "key",
    "agent_id",
    "conversation_id",
    "importance",
    "valid_from",
    "valid_to",
)
_WRITER: Final = LOCAL_CALLER.model_copy(update={"origin": SERVICE_ORIGIN})

log = logging.getLogger(__name__)


class KnownFact(Value):
    """What the service had of a fact, as this desk last knew; one that came back is a later one."""

    created_at: Moment
    revision: int
    fields: dict[str, Any]

    @property
    def age(self) -> tuple[datetime, int]:
        """What orders the states of a fact at the service."""
        return self.created_at, self.revision


class FactSync:
    """Brings facts in step, each in one transaction. Database, book and state are the caller's.

    `user` is whose the token is; its facts are this desk's own. Facts that hold for every user of
    the tenant are shown here and changed elsewhere (`EVERYBODYS`). `told` hears of changes of this
    desk that are not kept.
    """

    def __init__(
        self,
        database: Database,
        remote: ConversationBook,
        state: SyncState,
        caller: Caller,
        user: str,
        *,
        told: Callable[[SyncEvent], None] = lambda event: None,
    ) -> None:
        self._told = told
        self._database = database
        self._remote = remote
        self._state = state
        self._caller = caller
        self._user = user

    async def send(self, memory_id: str) -> None:
        """Send what was changed here; raises what the service raises, `NotFound` apart."""
        for left in reversed(range(_TRIES)):
            try:
                await self._send(memory_id)
                return
            except Conflict:
                # Somebody else changed it since it was known here, which is taken first.
                theirs = await self._theirs(memory_id)
                if not left or theirs is None:
                    raise
                await self.take(memory_id, theirs)

    async def _send(self, memory_id: str) -> None:
        mine, known = await self._read(memory_id)
        if mine is None:
            await self._remote.forget(self._caller, memory_id)
            await self._forget_known(memory_id)
            return
        if mine.everybodys:
            return
        theirs = None
        if known is None:
            theirs = await self._remote.remember(self._caller, _new(mine))
            known = _known(theirs)
        edit = _edit(fields_of(mine), known.fields)
        if edit != MemoryEdit():
            try:
                theirs = await self._remote.edit(
                    self._caller, memory_id, edit, if_revision=known.revision
                )
            except NotFound:
                log.info("a fact was forgotten on another desk, and so here")
                await self.take(memory_id, None)
                return
        if theirs is not None:
            await self.take(memory_id, theirs, sent=fields_of(mine))

    async def ids(self) -> Sequence[str]:
        """Return every fact of this desk."""
        return await self._database.read(
            LOCAL_TENANT, lambda connection: memory_rows.ids(connection, LOCAL_CALLER)
        )

    async def take(
        self, memory_id: str, theirs: Memory | None, *, sent: dict[str, Any] | None = None
    ) -> None:
        """Take in what the service has of a fact, None when it was forgotten there.

        `sent` are its fields as this desk has just sent them.
        """
        if theirs is not None and theirs.user_id not in ("", self._user):
            return

        def job(connection: Connection) -> list[SyncEvent]:
            if theirs is None:
                memory_rows.forget(connection, _WRITER, memory_id)
                self._state.drop(connection, _name(memory_id))
                return []
            kept = self._state.read(connection, _name(memory_id))
            known = None if kept is None else KnownFact.model_validate_json(kept)
            if known is not None and _known(theirs).age < known.age:
                return []
            mine = memory_rows.some(connection, LOCAL_TENANT, [memory_id]).get(memory_id)
            if mine is None and known is not None:
                return []  # forgotten here, which is still to be sent
            before = sent if sent is not None or known is None else known.fields
            return self._write(connection, mine, before, theirs)

        for event in await self._database.write(LOCAL_TENANT, job):
            self._told(event)

    async def take_all(self) -> None:
        """Take in every fact of the service, and forget what was forgotten there meanwhile."""
        there: set[str] = set()
        async for theirs in every(self._page):
            there.add(theirs.id)
            await self.take(theirs.id, theirs)
        for name in await self._state.names(_name("")):
            memory_id = name.removeprefix(_name(""))
            if memory_id not in there:
                # One that was changed between two pages is in neither of them.
                await self.take(memory_id, await self._theirs(memory_id))

    async def _page(self, cursor: str | None) -> Page[Memory]:
        wanted = MemoriesWanted(limit=_PAGE)
        return await self._remote.memories(self._caller, wanted, cursor=cursor)

    async def _theirs(self, memory_id: str) -> Memory | None:
        try:
            return await self._remote.memory(self._caller, memory_id)
        except NotFound:
            return None

    def _write(
        self,
        connection: Connection,
        mine: Memory | None,
        known: Mapping[str, Any] | None,
        theirs: Memory,
    ) -> list[SyncEvent]:
        conversation_id = theirs.conversation_id
        if conversation_id and not conversation_rows.one(connection, LOCAL_TENANT, conversation_id):
            log.info("a fact belongs to a conversation that is not here")
            return []
        self._state.write(connection, _name(theirs.id), _known(theirs).model_dump_json())
        if mine is None:
            everybodys = bool(self._user) and not theirs.user_id
            metadata = {**theirs.metadata, **({EVERYBODYS: True} if everybodys else {})}
            new = _new(theirs).model_copy(update={"metadata": metadata, "user_id": ""})
            memory_rows.remember(connection, _WRITER, new)
            return []
        held, now = fields_of(mine), fields_of(theirs)
        # What only this desk changed since the service's state was known is still to be sent.
        before = known if known is not None else held if mine.revision == 1 else now
        merged = {name: now[name] if now[name] != before[name] else held[name] for name in _FIELDS}
        edit = _edit(merged, held)
        if edit != MemoryEdit():
            memory_rows.edit(connection, _WRITER, mine.id, edit)
        return [
            SyncEvent(
                "overruled",
                title=theirs.text,
                about="fact",
                field=name,
                mine=_said(held[name]),
                theirs=_said(now[name]),
            )
            for name in _FIELDS
            if held[name] != before[name] != now[name] and held[name] != now[name]
        ]

    async def _read(self, memory_id: str) -> tuple[Memory | None, KnownFact | None]:
        def job(connection: Connection) -> tuple[Memory | None, KnownFact | None]:
            kept = self._state.read(connection, _name(memory_id))
            known = None if kept is None else KnownFact.model_validate_json(kept)
            return memory_rows.some(connection, LOCAL_TENANT, [memory_id]).get(memory_id), known

        return await self._database.read(LOCAL_TENANT, job)

    async def _forget_known(self, memory_id: str) -> None:
        await self._database.write(
            LOCAL_TENANT, lambda connection: self._state.drop(connection, _name(memory_id))
        )


def fields_of(memory: Memory) -> dict[str, Any]:
    """Return what desks share of a fact, as JSON has it."""
    return memory.model_dump(include=set(_FIELDS), mode="json")


def _said(value: Any) -> str:
    """Return a field's value as a text, empty for none (which a nought is not)."""
    return "" if value is None else str(value)


def _known(theirs: Memory) -> KnownFact:
    return KnownFact(
        created_at=theirs.created_at, revision=theirs.revision, fields=fields_of(theirs)
    )


def _edit(wanted: Mapping[str, Any], held: Mapping[str, Any]) -> MemoryEdit:
    """Return what makes one of the other; an end that is taken away is said as such."""
    changed = {name: wanted[name] for name in _FIELDS if wanted[name] != held[name]}
    if "valid_to" in changed and changed["valid_to"] is None:
        changed["endless"] = True
    return MemoryEdit.model_validate(changed)


def _new(memory: Memory) -> NewMemory:
    said = memory.model_dump(include=set(NewMemory.model_fields) - {"user_id", "metadata"})
    metadata = {name: value for name, value in memory.metadata.items() if name != EVERYBODYS}
    return NewMemory.model_validate({**said, "metadata": metadata})


def _name(memory_id: str) -> str:
    return f"fact:{memory_id}"
