"""Context windows: what is asked for and what is given, under the names of the service's documents.

How messages are chosen and scored is described in `app.conversations.windows`.
"""

from pydantic import Field, JsonValue

from app.domain.base import Moment, Value
from app.domain.book import MAX_COUNT, BookMessage
from app.domain.memories import Memory


class ContextFilter(Value):
    """Which messages may be in a window at all."""

    from_timestamp: Moment | None = None
    exclude_tags: tuple[str, ...] = Field(default=(), max_length=100)


class ContextRequest(Value):
    """A window's limits (both hold) and how its messages are chosen.

    `recency_bias` is from 0 (what is relevant) to 1 (what is newest). `query` is what relevance is
    measured against; without it, the newest message of the user.
    """

    message_count: int = Field(default=10, ge=1, le=1000)
    max_tokens: int = Field(default=4000, ge=0, le=2_000_000)
    include_system_messages: bool = True
    recency_bias: float = Field(default=1.0, ge=0.0, le=1.0)
    context_type: str = Field(default="chat_history", max_length=100)
    filter: ContextFilter = ContextFilter()
    query: str | None = Field(default=None, max_length=100_000)
    explain: bool = False


class ContextWindow(Value):
    """Messages in the order in which they were stored, never more than was asked for.

    `total_messages` are all of the conversation, `total_tokens` those of the messages and memories
    given here; the summary fits into what they leave of the budget. `has_more` says that messages
    were left out. `explanation` is there when it was asked for.
    """

    messages: tuple[BookMessage, ...] = ()
    context_summary: str = ""
    total_messages: int = 0
    included_messages: int = 0
    total_tokens: int = 0
    has_more: bool = False
    relevance_score: float = Field(default=0.0, ge=0.0, le=1.0)
    context_type: str = "chat_history"
    memories: tuple[Memory, ...] = ()
    explanation: dict[str, JsonValue] | None = None


class Summary(Value):
    """What a conversation said up to and including message `covers_seq`."""

    conversation_id: str
    covers_seq: int = Field(ge=0, le=MAX_COUNT)
    text: str = Field(max_length=100_000)
    tokens: int = Field(default=0, ge=0, le=MAX_COUNT)
    made_by: str = Field(default="extraction", max_length=200)
    created_at: Moment


class Candidates(Value):
    """All that a window is made from: the store reads it, `app.conversations.windows` chooses.

    `messages` are the newest that the filter lets through, in order; `all_read` says that there
    are no older ones. `now` is when the window is asked for.
    """

    messages: tuple[BookMessage, ...]
    all_read: bool
    total_messages: int
    token_total: int
    summary: Summary | None = None
    memories: tuple[Memory, ...] = ()
    now: Moment
