"""The conversations of the conversation service: who asks, what is said, and how pages are cut.

Field names are those of the service's documents. `seq` counts the messages of a conversation from
0 without gaps, in the order in which they were stored; `timestamp` is when it was said, by the
clock of whoever said it.
"""

from typing import Final, Generic, Literal, NamedTuple, TypeVar

from pydantic import Field, JsonValue

from app.domain.base import Moment, Value

READ: Final = "read"
"""Scope: conversations, messages, contexts, tasks, memories, changes."""
WRITE: Final = "write"
"""Scope: to create, add, change, cancel, remember, delete."""
ADMIN: Final = "admin"
"""Scope: to erase for good, import, manage tokens and tenants."""
ALL_USERS: Final = "all_users"
"""Scope: what belongs to any user of the tenant; without it, only what is the caller's own."""
SCOPES: Final = frozenset({READ, WRITE, ADMIN, ALL_USERS})

LOCAL_TENANT: Final = "local"

MAX_CONTENT = 1_000_000
MAX_PAGE = 1_000
MAX_COUNT = 2**31 - 1
"""No number of a message, revision or token goes beyond this: databases keep them in 32 bits."""

T = TypeVar("T")


class Caller(Value):
    """Who asks; taken from a token or from the program itself, never from what was sent.

    `origin` names the running client (a desk, a service instance), `session` the session it acts
    for. Both are told to those who follow changes, and only the origin of a message may replace it.
    """

    tenant: str
    user: str = ""
    scopes: frozenset[str] = frozenset({READ, WRITE})
    session: str = ""
    origin: str = ""


LOCAL_CALLER: Final = Caller(tenant=LOCAL_TENANT, scopes=SCOPES)
"""The desk and its agents on their own database."""

SERVICE_ORIGIN: Final = "service"
"""The origin, in a desk's own log, of what came from its conversation service."""


MessageRole = Literal["user", "assistant", "system", "tool"]


class NewConversation(Value):
    """A conversation to be made; `user_id` other than the caller's needs `ALL_USERS`."""

    id: str = Field(default="", max_length=200)
    agent_id: str = Field(default="", max_length=500)
    user_id: str | None = Field(default=None, max_length=200)
    title: str = Field(default="", max_length=1000)
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


class BookConversation(Value):
    """A conversation with its totals; `revision` counts changes of its own fields."""

    id: str
    tenant_id: str
    agent_id: str = ""
    user_id: str = ""
    title: str = ""
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    revision: int = Field(default=1, ge=0, le=MAX_COUNT)
    message_count: int = Field(default=0, ge=0, le=2**53)
    token_total: int = Field(default=0, ge=0, le=2**53)
    created_at: Moment
    updated_at: Moment
    deleted_at: Moment | None = None


class ConversationUpdate(Value):
    """Fields to be changed; None leaves one as it is. `deleted` false brings a deleted one back."""

    title: str | None = Field(default=None, max_length=1000)
    agent_id: str | None = Field(default=None, max_length=500)
    metadata: dict[str, JsonValue] | None = None
    deleted: bool | None = None


class ConversationsWanted(Value):
    """Which conversations are listed; an empty one means all that the caller may see."""

    user_id: str | None = None
    agent_id: str | None = None
    updated_since: Moment | None = None
    deleted: bool = False


class NewMessage(Value):
    """A message to be added; without `id` one is made, without `tokens` they are estimated.

    `body` is the client's own form of the message; the service keeps it and does not look into it.
    """

    id: str = Field(default="", max_length=200)
    role: MessageRole
    content: str = Field(default="", max_length=MAX_CONTENT)
    content_type: str = Field(default="text/plain", max_length=200)
    timestamp: Moment | None = None
    tokens: int | None = Field(default=None, ge=0, le=MAX_CONTENT)
    tags: tuple[str, ...] = Field(default=(), max_length=100)
    important: bool = False
    task_id: str | None = Field(default=None, max_length=200)
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    body: JsonValue = None


class MessageGrowth(Value):
    """What an answer that still grows has become; an older or equal `revision` changes nothing."""

    revision: int = Field(ge=1, le=MAX_COUNT)
    content: str = Field(default="", max_length=MAX_CONTENT)
    tokens: int | None = Field(default=None, ge=0, le=MAX_CONTENT)
    task_id: str | None = Field(default=None, max_length=200)
    body: JsonValue = None


class BookMessage(Value):
    """A stored message. An assistant's message with empty `content` is still being written."""

    id: str
    conversation_id: str
    seq: int = Field(ge=0, le=MAX_COUNT)
    role: MessageRole
    content: str = ""
    content_type: str = "text/plain"
    timestamp: Moment
    tokens: int = Field(default=0, ge=0, le=MAX_COUNT)
    tags: tuple[str, ...] = ()
    important: bool = False
    task_id: str | None = None
    metadata: dict[str, JsonValue] = Field(default_factory=dict)
    body: JsonValue = None
    origin: str = ""
    revision: int = Field(default=0, ge=0, le=MAX_COUNT)


class Added(NamedTuple):
    """The stored message, and whether this call stored it (false: it was there already)."""

    message: BookMessage
    created: bool


class Page(NamedTuple, Generic[T]):
    """Some of a longer row. `next` and `previous` lead on from it; None at an end."""

    items: tuple[T, ...]
    next: str | None = None
    previous: str | None = None


class BookHit(Value):
    """Where a search found its words; without `message_id` in the title."""

    conversation_id: str
    title: str
    message_id: str | None = None
    seq: int | None = None
    excerpt: str
    at: Moment


def answer_id(turn_id: str) -> str:
    """Return the message id of the answer to the desk's message `turn_id` (which has that id)."""
    return f"{turn_id}.answer"
