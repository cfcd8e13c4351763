"""What a context window is made from: read newest first, and no further than it takes.

Totals stand in the conversation's own row: to count a long conversation takes longer than all else.
"""

from typing import Any

from sqlalchemy import Connection, and_, bindparam, exists, func, literal_column, select

from app.conversations.book import memory_rows
from app.conversations.book.book_rows import aware, sees, unknown_conversation
from app.conversations.book.message_values import NAMES_IN, ROWS_IN, KeptValues, M
from app.conversations.database.columns import micros_of
from app.conversations.database.statements import Prepared
from app.conversations.database.tables import CONVERSATIONS, SUMMARIES
from app.conversations.windows.window import make_window, to_read
from app.domain.book import BookMessage, Caller
from app.domain.contexts import Candidates, ContextRequest, ContextWindow, Summary
from app.domain.ids import utc_now
from app.domain.memories import MemoriesWanted, Memory

C = CONVERSATIONS.c
U = SUMMARIES.c

# Its index has this condition word for word, or it would not be used.
_IS_SYSTEM = M.role == literal_column("'system'")
# An answer that is still being written says nothing yet.
_SAID = ROWS_IN.where(
    M.tenant == bindparam("tenant"),
    M.context_id == bindparam("context_id"),
    M.position < bindparam("before"),
    M.content != "",
)
_BACKWARDS = (M.position.desc(),)
_NEWEST = Prepared(_SAID.order_by(*_BACKWARDS).limit(bindparam("limit")))
_SYSTEM = Prepared(_SAID.where(_IS_SYSTEM).order_by(*_BACKWARDS).limit(bindparam("limit")))
_POSITION = NAMES_IN.index("position")
_SAID_AT = NAMES_IN.index("created_at")

_COVERS_MOST = (
    select(func.max(U.covers_seq))
    .where(U.tenant == C.tenant, U.context_id == C.context_id)
    .correlate(CONVERSATIONS)
    .scalar_subquery()
)
_HAS_SYSTEM = exists().where(M.tenant == C.tenant, M.context_id == C.context_id, _IS_SYSTEM)
# One statement: beside the messages, each costs as much as ten of them.
_ABOUT = Prepared(
    select(
        C.user_id,
        C.agent,
        C.entries,
        C.token_total,
        _HAS_SYSTEM.label("has_system"),
        U.covers_seq,
        U.text,
        U.tokens,
        U.made_by,
        U.created_at,
    )
    .select_from(CONVERSATIONS)
    .outerjoin(
        SUMMARIES,
        and_(U.tenant == C.tenant, U.context_id == C.context_id, U.covers_seq == _COVERS_MOST),
    )
    .where(C.tenant == bindparam("tenant"), C.context_id == bindparam("context_id"))
)

_KEPT = KeptValues()
_AT_ONCE = 500
_MEMORIES = 200


def window(
    connection: Connection, caller: Caller, conversation_id: str, request: ContextRequest
) -> ContextWindow:
    """Return the window; raises `ConversationNotFound`, `ContextProcessingError`."""
    about = _ABOUT.one(connection, {"tenant": caller.tenant, "context_id": conversation_id})
    if about is None or not sees(caller, about.user_id):
        raise unknown_conversation(conversation_id)
    read = _Reading(connection, caller.tenant, conversation_id, request)
    messages, all_read = read.back(_NEWEST, about.entries, to_read(request))
    if about.has_system and request.include_system_messages and not all_read and messages:
        system, _ = read.back(_SYSTEM, messages[0].seq, request.message_count)
        messages = system + messages
    # Read from our own rows just now: nothing in it needs to be looked at again.
    found = Candidates.model_construct(
        messages=tuple(messages),
        all_read=all_read,
        total_messages=about.entries,
        token_total=about.token_total,
        summary=None if about.covers_seq is None else _summary(conversation_id, about),
        memories=_memories(connection, caller, conversation_id, about, request),
        now=utc_now(),
    )
    return make_window(found, request)


class _Reading:
    """Reads messages of one conversation backwards, those only that the request's filter wants."""

    def __init__(
        self, connection: Connection, tenant: str, conversation_id: str, request: ContextRequest
    ) -> None:
        self._connection = connection
        self._tenant = tenant
        self._conversation_id = conversation_id
        since = request.filter.from_timestamp
        self._since = None if since is None else micros_of(aware(since))
        self._excluded = frozenset(request.filter.exclude_tags)

    def back(self, statement: Prepared, before: int, wanted: int) -> tuple[list[BookMessage], bool]:
        """Return the last messages before a position, in order, and whether there are no older.

        Five hundred in a row that were all said before the filter's moment end the search for more:
        clocks differ a little, but not by that much.
        """
        found: list[BookMessage] = []
        at_once = wanted
        all_read = False
        while not all_read and len(found) < wanted:
            rows = statement.rows(
                self._connection,
                {
                    "tenant": self._tenant,
                    "context_id": self._conversation_id,
                    "before": before,
                    "limit": at_once,
                },
            )
            recent = rows
            if self._since is not None:
                recent = [row for row in rows if row[_SAID_AT] >= self._since]
            values = _KEPT.values_in(self._conversation_id, recent)
            if self._excluded:
                values = [one for one in values if self._excluded.isdisjoint(one.tags)]
            found += values
            before = rows[-1][_POSITION] if rows else 0
            all_read = before == 0 or len(rows) < at_once
            all_read = all_read or (at_once == _AT_ONCE and not recent)
            at_once = _AT_ONCE
        all_read = all_read and len(found) <= wanted
        return found[wanted - 1 :: -1] if len(found) > wanted else found[::-1], all_read


def _summary(conversation_id: str, about: Any) -> Summary:
    return Summary(
        conversation_id=conversation_id,
        covers_seq=about.covers_seq,
        text=about.text,
        tokens=about.tokens,
        made_by=about.made_by,
        created_at=about.created_at,
    )


def _memories(
    connection: Connection,
    caller: Caller,
    conversation_id: str,
    about: Any,
    request: ContextRequest,
) -> tuple[Memory, ...]:
    if request.context_type not in ("memory", "full"):
        return ()
    wanted = MemoriesWanted(
        user_id=about.user_id,
        agent_id=about.agent,
        conversation_id=conversation_id,
        at=utc_now(),
        limit=_MEMORIES,
    )
    return memory_rows.listed(connection, caller, wanted).items
