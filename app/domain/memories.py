"""Facts that are remembered of a user, an agent or a conversation, and from which message."""

from datetime import datetime
from typing import Final

from pydantic import Field, JsonValue

from app.domain.base import Value
from app.domain.book import MAX_COUNT
from app.domain.moments import Moment

ASKED_FOR: Final = 0.8
"""The importance of a fact that somebody asked to be remembered."""
EVERYBODYS: Final = "everybodys"
"""In the metadata of a desk's fact: at the service it holds for every user of the tenant."""


class NewMemory(Value):
    """A fact to be remembered; empty ids mean that it holds for every user, agent or conversation.

    `source_message_id` is where it was said. `key` names what it is about ("language"): rules use
    it to find the fact that a newer one replaces.
    """

    id: str = Field(default="", max_length=200)
    text: str = Field(min_length=1, max_length=20_000)
    key: str = Field(default="", max_length=200)
    user_id: str | None = Field(default=None, max_length=200)
    agent_id: str = Field(default="", max_length=500)
    conversation_id: str = Field(default="", max_length=200)
    source_message_id: str | None = Field(default=None, max_length=200)
    importance: float = Field(default=0.5, ge=0.0, le=1.0)
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


class Memory(Value):
    """A remembered fact; it holds from `valid_from` until `valid_to` (None: still)."""

    id: str
    tenant_id: str
    user_id: str = ""
    agent_id: str = ""
    conversation_id: str = ""
    key: str = ""
    text: str
    source_message_id: str | None = None
    importance: float = Field(default=0.5, ge=0.0, le=1.0)
    tokens: int = Field(default=0, ge=0, le=MAX_COUNT)
    valid_from: Moment
    valid_to: Moment | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    revision: int = Field(default=1, ge=0, le=MAX_COUNT)
    created_at: Moment
    updated_at: Moment

    def holds(self, at: datetime) -> bool:
        """Whether the fact holds at a moment."""
        return self.valid_from <= at and (self.valid_to is None or at < self.valid_to)

    @property
    def everybodys(self) -> bool:
        """Whether it is not this desk's to change (see `EVERYBODYS`)."""
        return self.metadata.get(EVERYBODYS) is True


class MemoryEdit(Value):
    """Fields to be changed; None leaves one as it is. `valid_to` ends a fact without losing it.

    `endless` takes an end away. Empty ids let the fact hold for every agent or conversation.
    """

    text: str | None = Field(default=None, min_length=1, max_length=20_000)
    key: str | None = Field(default=None, max_length=200)
    agent_id: str | None = Field(default=None, max_length=500)
    conversation_id: str | None = Field(default=None, max_length=200)
    importance: float | None = Field(default=None, ge=0.0, le=1.0)
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    endless: bool = False
    metadata: dict[str, JsonValue] | None = None


class MemoriesWanted(Value):
    """Which facts; each id given also lets facts through that hold for all of its kind.

    `at` chooses those that hold at that moment; None gives past ones too.
    """

    user_id: str | None = None
    agent_id: str | None = None
    conversation_id: str | None = None
    key: str | None = None
    at: Moment | None = None
    limit: int = Field(default=200, ge=1, le=1000)
