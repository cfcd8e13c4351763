"""Values of messages that were read before, for those who read the same ones for every turn.

A kept value is given again only where the row that was read just now equals, cell for cell, the one
that it was made of. Nothing has to be told of a change, and what was erased is given to nobody.
"""

from collections.abc import Sequence
from typing import Any, Final

from app.conversations.message_values import values_in
from app.domain.book import BookMessage

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
