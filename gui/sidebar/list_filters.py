"""Which conversations the list shows: all that are not put away, those with a tag, the archive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from app.domain.conversations import Conversation


class Shelf(NamedTuple):
    """What the list is narrowed to; the plain one shows all that is not in the archive."""

    archived: bool = False
    tag: str = ""

    def holds(self, conversation: Conversation) -> bool:
        """Return whether a conversation stands here."""
        if self.archived or conversation.archived:
            return self.archived and conversation.archived
        folded = self.tag.casefold()
        return not folded or any(tag.casefold() == folded for tag in conversation.tags)


ALL = Shelf()
ARCHIVE = Shelf(archived=True)


class Shelves(NamedTuple):
    """The tags in use, each with its number of conversations, and how many are put away."""

    tags: tuple[tuple[str, int], ...] = ()
    archived: int = 0

    def has(self, shelf: Shelf) -> bool:
        """Return whether there is anything on a shelf; the plain one is always there."""
        if shelf.archived:
            return self.archived > 0
        wanted = shelf.tag.casefold()
        return not wanted or any(tag.casefold() == wanted for tag, _ in self.tags)


def shelves_of(conversations: Iterable[Conversation]) -> Shelves:
    """Return what conversations are filed under; tags in the order of their letters."""
    counted: Counter[str] = Counter()
    spelled: dict[str, str] = {}
    archived = 0
    for conversation in conversations:
        if conversation.archived:
            archived += 1
            continue
        for tag in conversation.tags:
            counted[tag.casefold()] += 1
            spelled.setdefault(tag.casefold(), tag)
    return Shelves(tuple((spelled[key], counted[key]) for key in sorted(counted)), archived)
