"""A conversation leaves as one value and comes back from one."""

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError
from sqlalchemy import Connection, update

from app.conversations.book import (
    book_rows,
    memory_rows,
    message_rows,
    service_task_rows,
    summary_rows,
)
from app.conversations.book import message_rows as message_adds
from app.conversations.book.book_rows import sees
from app.conversations.database.tables import CONVERSATIONS
from app.domain.book import (
    BookConversation,
    BookMessage,
    Caller,
    NewConversation,
    NewMessage,
)
from app.domain.exports import ConversationExport
from app.domain.memories import Memory, NewMemory
from app.errors import BadInput, Conflict, DeskError

_AT_ONCE = 1_000


def export(connection: Connection, caller: Caller, conversation_id: str) -> ConversationExport:
    """Return all that is kept of a conversation."""
    conversation = book_rows.one(connection, caller, conversation_id)
    messages: list[BookMessage] = []
    while len(messages) < conversation.message_count:
        page = message_rows.page(
            connection,
            caller,
            conversation_id,
            after=len(messages) - 1,
            before=None,
            offset=None,
            limit=_AT_ONCE,
        )
        messages += page.items
    return ConversationExport(
        conversation=conversation,
        messages=tuple(messages),
        summaries=tuple(summary_rows.every(connection, caller.tenant, conversation_id)),
        memories=tuple(memory_rows.of_conversation(connection, caller, conversation_id)),
        tasks=tuple(service_task_rows.of_conversation(connection, caller, conversation_id)),
    )


def bring_in(
    connection: Connection, caller: Caller, export: ConversationExport
) -> BookConversation:
    """Store what is not there yet; what is there stays as it is.

    Raises `BadInput` for what could not have been made here, such as an id that is too long.
    """
    given = export.conversation
    there = book_rows.row_of(connection, caller.tenant, given.id) is not None
    with _told_as("conversation"):
        new = NewConversation(
            id=given.id,
            agent_id=given.agent_id,
            user_id=given.user_id,
            title=given.title,
            metadata=given.metadata,
        )
    made = book_rows.create(connection, caller, new)
    _add_messages(connection, caller, made.id, export)
    with _told_as("memory"):
        memories = [_new_memory(memory, made.id) for memory in export.memories]
    for memory in memories:
        memory_rows.remember(connection, caller, memory)
    _add_tasks(connection, caller, made.id, export)
    _add_summaries(connection, caller, made.id, export)
    if not there:
        connection.execute(
            update(CONVERSATIONS)
            .where(CONVERSATIONS.c.tenant == caller.tenant, CONVERSATIONS.c.context_id == made.id)
            .values(
                created_at=given.created_at,
                updated_at=given.updated_at,
                deleted_at=given.deleted_at,
            )
        )
    return book_rows.one(connection, caller, made.id)


def _add_messages(
    connection: Connection, caller: Caller, conversation_id: str, export: ConversationExport
) -> None:
    with _told_as("message"):
        adding = [
            message_adds.Adding(caller, conversation_id, _new_message(message))
            for message in sorted(export.messages, key=lambda one: one.seq)
        ]
    # Together: one by one a long conversation takes longer than its sender waits.
    for start in range(0, len(adding), _AT_ONCE):
        for outcome in message_adds.add_each(connection, adding[start : start + _AT_ONCE]):
            if isinstance(outcome, DeskError):
                raise outcome


def _add_tasks(
    connection: Connection, caller: Caller, conversation_id: str, export: ConversationExport
) -> None:
    for start in range(0, len(export.tasks), _AT_ONCE):
        some = export.tasks[start : start + _AT_ONCE]
        there = service_task_rows.some(connection, caller.tenant, [task.id for task in some])
        for task in some:
            if task.id not in there:
                new = task.model_copy(update={"conversation_id": conversation_id})
                owner = task.user_id if sees(caller, task.user_id) else caller.user
                service_task_rows.put(connection, caller, new, owner=owner)
            elif there[task.id].conversation_id != conversation_id:
                raise Conflict("This id belongs to another task.", task_id=task.id)


def _add_summaries(
    connection: Connection, caller: Caller, conversation_id: str, export: ConversationExport
) -> None:
    held = summary_rows.every(connection, caller.tenant, conversation_id)
    there = {summary.covers_seq for summary in held}
    count = book_rows.one(connection, caller, conversation_id).message_count
    for summary in export.summaries:
        if summary.covers_seq not in there and summary.covers_seq < count:
            new = summary.model_copy(update={"conversation_id": conversation_id})
            summary_rows.put(connection, caller, new)


@contextmanager
def _told_as(part: str) -> Iterator[None]:
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(place) for place in first["loc"])
        raise BadInput(
            f"The export cannot be taken: {field} of a {part} does not fit ({first['msg']})."
        ) from error


def _new_message(message: BookMessage) -> NewMessage:
    return NewMessage(
        id=message.id,
        role=message.role,
        content=message.content,
        content_type=message.content_type,
        timestamp=message.timestamp,
        tokens=message.tokens,
        tags=message.tags,
        important=message.important,
        task_id=message.task_id,
        metadata=message.metadata,
        body=message.body,
    )


def _new_memory(memory: Memory, conversation_id: str) -> NewMemory:
    return NewMemory(
        id=memory.id,
        text=memory.text,
        key=memory.key,
        user_id=memory.user_id,
        agent_id=memory.agent_id,
        conversation_id=conversation_id,
        source_message_id=memory.source_message_id,
        importance=memory.importance,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        metadata=memory.metadata,
    )
