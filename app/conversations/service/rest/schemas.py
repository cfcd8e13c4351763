"""The shapes of requests and answers: the documented fields, wrapped in `{"data": …}`; numbers.

Left to pydantic, 1_0 is ten, and blanks around a number or `.0` behind it go unnoticed; others who
read the same document take none of these for a number.
"""

import re
from datetime import datetime
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, JsonValue

from app.domain.base import Moment, Value
from app.domain.book import (
    MAX_PAGE,
    BookMessage,
    ConversationUpdate,
    MessageGrowth,
    NewConversation,
    NewMessage,
)
from app.domain.exports import ConversationExport
from app.domain.memories import Memory, MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask

_WHOLE: Final = re.compile("[+-]?[0-9]+")
_DECIMAL: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")


def _whole(value: Any) -> Any:
    if isinstance(value, str) and not _WHOLE.fullmatch(value):
        raise ValueError("a whole number is written with digits only")
    return value


def _decimal(value: Any) -> Any:
    if isinstance(value, str) and not _DECIMAL.fullmatch(value):
        raise ValueError("a number is written as 0.5")
    return value


WHOLE: Final = BeforeValidator(_whole)
"""Beside `int`, behind its limits: pydantic tells of those that stand before it only."""
DECIMAL: Final = BeforeValidator(_decimal)
"""Beside `float`, likewise."""


T = TypeVar("T")
Place = Annotated[int, Field(ge=0, le=2**31 - 1), WHOLE]
Budget = Annotated[int, Field(ge=0, le=2_000_000), WHOLE]


class Data(BaseModel, Generic[T]):
    """One thing."""

    data: T


class Listed(BaseModel, Generic[T]):
    """Some of a longer row; `next` and `previous` lead on from it where there is more."""

    data: list[T]
    next: str | None = None
    previous: str | None = None


class ConversationBody(NewConversation):
    """A conversation to be made. The tenant is the token's: another `tenant_id` is refused."""

    tenant_id: str | None = Field(default=None, max_length=200)


class MessageBody(Value):
    """A message to be added, under the name that the documents give it.

    `important` marks it as its own field does. `update_context` asks that the conversation's
    summary be brought up to date.
    """

    message: NewMessage
    tenant_id: str | None = Field(default=None, max_length=200)
    conversation_id: str | None = Field(default=None, max_length=200)
    update_context: bool = True
    important: bool = False


AnyMessageBody = Annotated[MessageBody | NewMessage, Field(union_mode="left_to_right")]
"""A message on its own is taken too; none is both, so that the first that fits is it."""


class MessagesQuery(BaseModel):
    """Which messages of a conversation: at most one of `offset`, `after`, `before`."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE), WHOLE] = 50
    offset: Place | None = None
    after: Place | None = None
    before: Place | None = None


class ContextQuery(BaseModel):
    """What is asked of a context window; `token_limit` and `max_tokens` are the same limit."""

    token_limit: Budget | None = None
    max_tokens: Budget | None = None
    message_count: Annotated[int, Field(ge=1, le=1000), WHOLE] = 10
    include_system_messages: bool = True
    recency_bias: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False), DECIMAL] = 1.0
    context_type: str = Field(default="chat_history", max_length=100)
    from_timestamp: Moment | None = None
    exclude_tags: tuple[str, ...] = Field(default=(), max_length=100)
    query: str | None = Field(default=None, max_length=10_000)
    explain: bool = False


class ContextData(BaseModel):
    """A context window: the documented fields; `memories` only where they were asked for."""

    messages: list[BookMessage]
    context_summary: str
    total_messages: int
    included_messages: int
    total_tokens: int
    has_more: bool
    relevance_score: float
    context_type: str
    memories: list[Memory] | None = None
    explanation: dict[str, JsonValue] | None = None


class Count(BaseModel):
    """How many there are."""

    count: int


class SummaryBody(Value):
    """A summary that a client made; without `tokens` they are estimated."""

    covers_seq: int = Field(ge=0, le=2**31 - 1)
    text: str = Field(max_length=100_000)
    tokens: int | None = Field(default=None, ge=0, le=100_000)
    made_by: str = Field(default="client", max_length=200)
    created_at: Moment | None = None


class ChangesData(BaseModel):
    """What came after a cursor.

    `outcome`: `up_to_date` (nothing was missed), `replayed` (`changes`, and `more` if there are),
    `cannot_replay` (read everything anew; `reason` says why). Go on from `cursor`.
    """

    outcome: Literal["up_to_date", "replayed", "cannot_replay"]
    cursor: str
    changes: list[dict[str, JsonValue]] = []
    more: bool = False
    reason: str | None = None


class Standing(BaseModel):
    """Whether the service is there; `checks` says what of it, `parts` what of each of those.

    A part is "ok", or a word says why it cannot be used.
    """

    status: Literal["ok", "stopping", "unavailable"]
    checks: dict[str, str] = {}
    parts: dict[str, dict[str, str]] = {}


class CallerData(BaseModel):
    """Whom the token stands for."""

    tenant_id: str
    user_id: str
    scopes: list[str]
    now: datetime


BODIES = (
    ConversationBody,
    ConversationUpdate,
    MessageBody,
    NewMessage,
    MessageGrowth,
    ConversationExport,
    SummaryBody,
    NewMemory,
    MemoryEdit,
    ServiceTask,
)
"""The models of request bodies, for the OpenAPI document."""
