"""What a context window is made from: read newest first, and no further than it takes.

Totals stand in the conversation's own row: to count a long conversation takes longer than all else.
"""

from sqlalchemy import Connection, bindparam

from app.conversations import book_rows, memory_rows, summary_rows
from app.conversations.book_rows import aware
from app.conversations.message_values import COLUMNS, ROWS, M, without_body
from app.conversations.prepared import Prepared
from app.conversations.windows.window import make_window, to_read
from app.domain.book import BookConversation, BookMessage, Caller
from app.domain.contexts import Candidates, ContextRequest, ContextWindow
from app.domain.ids import utc_now
from app.domain.memories import MemoriesWanted, Memory

# An answer that is still being written says nothing yet.
_SAID = ROWS.where(
    M.tenant == bindparam("tenant"),
    M.context_id == bindparam("context_id"),
    M.position < bindparam("before"),
    M.content != "",
)
_BACKWARDS = (M.position.desc(),)
_NEWEST = Prepared(_SAID.order_by(*_BACKWARDS).limit(bindparam("limit")))
_SYSTEM = Prepared(_SAID.where(M.role == "system").order_by(*_BACKWARDS).limit(bindparam("limit")))
_POSITION = COLUMNS.index(M.position)
_SAID_AT = COLUMNS.index(M.created_at)

_AT_ONCE = 500
_MEMORIES = 200


def window(
    connection: Connection, caller: Caller, conversation_id: str, request: ContextRequest
) -> ContextWindow:
    """Return the window; raises `ConversationNotFound`, `ContextProcessingError`."""
    conversation = book_rows.one(connection, caller, conversation_id)
    wanted = to_read(request)
    read = _Reading(connection, conversation, request)
    messages, all_read = read.back(_NEWEST, conversation.message_count, wanted)
    if request.include_system_messages and not all_read and messages:
        system, _ = read.back(_SYSTEM, messages[0].seq, request.message_count)
        messages = system + messages
    # Read from our own rows just now: nothing in it needs to be looked at again.
    found = Candidates.model_construct(
        messages=tuple(messages),
        all_read=all_read,
        total_messages=conversation.message_count,
        token_total=conversation.token_total,
        summary=summary_rows.newest(connection, caller.tenant, conversation_id),
        memories=_memories(connection, caller, conversation, request),
        now=utc_now(),
    )
    return make_window(found, request)


class _Reading:
    """Reads messages of one conversation backwards, those only that the request's filter wants."""

    def __init__(
        self, connection: Connection, conversation: BookConversation, request: ContextRequest
    ) -> None:
        self._connection = connection
        self._conversation = conversation
        since = request.filter.from_timestamp
        self._since = None if since is None else aware(since)
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
                    "tenant": self._conversation.tenant_id,
                    "context_id": self._conversation.id,
                    "before": before,
                    "limit": at_once,
                },
            )
            recent = rows
            if self._since is not None:
                recent = [row for row in rows if row[_SAID_AT] >= self._since]
            found += [
                message
                for message in map(without_body, recent)
                if not self._excluded or self._excluded.isdisjoint(message.tags)
            ]
            before = rows[-1][_POSITION] if rows else 0
            all_read = before == 0 or len(rows) < at_once
            all_read = all_read or (at_once == _AT_ONCE and not recent)
            at_once = _AT_ONCE
        all_read = all_read and len(found) <= wanted
        return found[wanted - 1 :: -1] if len(found) > wanted else found[::-1], all_read


def _memories(
    connection: Connection,
    caller: Caller,
    conversation: BookConversation,
    request: ContextRequest,
) -> tuple[Memory, ...]:
    if request.context_type not in ("memory", "full"):
        return ()
    wanted = MemoriesWanted(
        user_id=conversation.user_id,
        agent_id=conversation.agent_id,
        conversation_id=conversation.id,
        at=utc_now(),
        limit=_MEMORIES,
    )
    return tuple(memory_rows.listed(connection, caller, wanted))
