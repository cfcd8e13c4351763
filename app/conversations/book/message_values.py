"""Rows of messages become values quickly, and the same ones once: a window is made of many.

A kept value is given again only where the row that was read just now equals, cell for cell, the one
that it was made of. Nothing has to be told of a change, and what was erased is given to nobody.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pydantic import BaseModel
from sqlalchemy import BigInteger, Integer, select, type_coerce

from app.conversations.database import columns
from app.conversations.database.columns import EPOCH, MICROSECOND
from app.conversations.database.tables import MESSAGES
from app.domain.book import BookMessage

M = MESSAGES.c

COLUMNS_IN: Final = (
    M.message_id,
    M.position,
    M.role,
    M.content,
    M.content_type,
    type_coerce(M.created_at, BigInteger).label("created_at"),
    M.tokens,
    M.tags,
    type_coerce(M.important, Integer).label("important"),
    M.task_id,
    M.metadata,
    M.origin,
    M.revision,
)
"""What a message of a known conversation is made of: every column costs something.

Moments and flags as the database has them: each is converted where its value is made."""
NAMES_IN: Final = tuple(column.key for column in COLUMNS_IN)
ROWS_IN: Final = select(*COLUMNS_IN)
ROWS_WITH_BODY: Final = select(M.context_id, *COLUMNS_IN, M.turn_id, M.body)

# One for all values: they are frozen, and copies get their own.
_FIELDS: Final = set(BookMessage.model_fields)
_new = object.__new__
# What pydantic keeps of a value, set directly: by their names it takes a quarter longer.
_set_fields, _set_named, _set_extra, _set_private = [
    vars(BaseModel)[name].__set__
    for name in (
        "__dict__",
        "__pydantic_fields_set__",
        "__pydantic_extra__",
        "__pydantic_private__",
    )
]


def without_body(row: Any) -> BookMessage:
    """Return the value of a row of `ROWS_WITH_BODY`, without the body."""
    return values_in(row[0], [row[1:14]])[0]


def values_in(conversation_id: str, rows: Iterable[Sequence[Any]]) -> list[BookMessage]:
    """Return the values of rows of `ROWS_IN`, all of one conversation.

    Our own rows hold values of the right types, which need not be looked at again; this takes a
    fifth of the time of the constructor, and gives the same.
    """
    values: list[BookMessage] = []
    for (
        message_id,
        position,
        role,
        content,
        content_type,
        micros,
        tokens,
        tags,
        important,
        task_id,
        metadata,
        origin,
        revision,
    ) in rows:
        # As `value_of` does; to call it for each takes longer.
        value = _new(BookMessage)
        _set_fields(
            value,
            {
                "id": message_id,
                "conversation_id": conversation_id,
                "seq": position,
                "role": "assistant" if role == "agent" else role,
                "content": content,
                "content_type": content_type,
                "timestamp": EPOCH + micros * MICROSECOND,
                "tokens": tokens,
                "tags": () if tags == "[]" else columns.tags(tags),
                "important": important != 0,
                "task_id": task_id,
                "metadata": {} if metadata == "{}" else columns.load(metadata),
                "body": None,
                "origin": origin,
                "revision": revision,
            },
        )
        _set_named(value, _FIELDS)
        _set_extra(value, None)
        _set_private(value, None)
        values.append(value)
    return values


def value_of(fields: dict[str, Any]) -> BookMessage:
    """Return the value of all its fields, which are of the right types already."""
    value = _new(BookMessage)
    _set_fields(value, fields)
    _set_named(value, _FIELDS)
    _set_extra(value, None)
    _set_private(value, None)
    return value


MOST_KEPT: Final = 2000
"""Messages that are kept at a time; then all are let go and it begins anew."""
MOST_CHARACTERS: Final = 4000
"""A longer text is not kept: to make its value costs little beside reading it."""

_NONE: Final = ((), "", None)


class KeptValues:
    """The values of rows of `ROWS_IN`; for any number of threads."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Sequence[Any], str, BookMessage]] = {}

    def values_in(self, conversation_id: str, rows: Sequence[Sequence[Any]]) -> list[BookMessage]:
        """Return the values of the rows, all of one conversation, as `message_values` makes them.

        What their `metadata` holds is shared with whoever reads them later, and only read.
        """
        kept = self._kept
        found: list[Any] = []
        missing: list[int] = []
        for row in rows:
            made_of, conversation, value = kept.get(row[0], _NONE)
            if made_of != row or conversation != conversation_id:
                missing.append(len(found))
            found.append(value)
        if missing:
            new = [rows[at] for at in missing]
            for at, row, value in zip(missing, new, values_in(conversation_id, new), strict=True):
                found[at] = value
                self._keep(conversation_id, row, value)
        return found

    def _keep(self, conversation_id: str, row: Sequence[Any], value: BookMessage) -> None:
        if len(value.content) > MOST_CHARACTERS:
            return
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[row[0]] = (row, conversation_id, value)
