"""Rows of messages become values quickly: a window of an agent is made of many."""

from typing import Any, Final

from sqlalchemy import select

from app.conversations import json_text
from app.conversations.tables import MESSAGES
from app.domain.book import BookMessage

M = MESSAGES.c

COLUMNS: Final = (
    M.message_id,
    M.context_id,
    M.position,
    M.role,
    M.content,
    M.content_type,
    M.created_at,
    M.tokens,
    M.tags,
    M.important,
    M.task_id,
    M.metadata,
    M.origin,
    M.revision,
    M.turn_id,
)
ROWS: Final = select(*COLUMNS)
ROWS_WITH_BODY: Final = select(*COLUMNS, M.body)

_FIELDS: Final = frozenset(BookMessage.model_fields)
_set = object.__setattr__


def without_body(row: Any) -> BookMessage:
    """Return the value of a row of `ROWS`.

    Our own rows hold values of the right types, which need not be looked at again; this takes a
    quarter of the time of the constructor, and gives the same.
    """
    (
        message_id,
        context_id,
        position,
        role,
        content,
        content_type,
        created_at,
        tokens,
        tags,
        important,
        task_id,
        metadata,
        origin,
        revision,
        _turn_id,
        *_body,
    ) = row
    fields = {
        "id": message_id,
        "conversation_id": context_id,
        "seq": position,
        "role": "assistant" if role == "agent" else role,
        "content": content,
        "content_type": content_type,
        "timestamp": created_at,
        "tokens": tokens,
        "tags": json_text.tags(tags),
        "important": important,
        "task_id": task_id,
        "metadata": json_text.load(metadata),
        "body": None,
        "origin": origin,
        "revision": revision,
    }
    return value_of(fields)


def value_of(fields: dict[str, Any]) -> BookMessage:
    """Return the value of all its fields, which are of the right types already."""
    value = BookMessage.__new__(BookMessage)
    _set(value, "__dict__", fields)
    _set(value, "__pydantic_fields_set__", set(_FIELDS))
    _set(value, "__pydantic_extra__", None)
    _set(value, "__pydantic_private__", None)
    return value
