"""What stands in the payloads of requests and answers: document 3, §4.1 to §4.5.

The document leaves the payloads of `conversation.history`, `memory.update` and `memory.result`
open, and what an error looks like; what we chose is said at each.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    JsonValue,
    Tag,
    ValidationError,
)

from app.conversations.protocol.envelope import BadEnvelope, Envelope, faults, printable
from app.domain.book import BookConversation, BookMessage, MessageRole, NewMessage
from app.domain.contexts import ContextRequest, ContextWindow
from app.domain.memories import Memory, MemoryEdit, NewMemory
from app.errors import (
    ContextProcessingError,
    ConversationNotFound,
    DeskError,
    MessageStorageError,
    RateLimitExceeded,
    ServiceTimeout,
)

PREVIEW: Final = 200

_NAMED_BY_THE_DOCUMENT = (
    ConversationNotFound,
    ContextProcessingError,
    MessageStorageError,
    RateLimitExceeded,
    ServiceTimeout,
)

P = TypeVar("P", bound=BaseModel)


class _Payload(BaseModel):
    # Fields that a later minor version adds are let through.
    model_config = ConfigDict(frozen=True, extra="ignore")


class TaskPayload(_Payload):
    """§4.1: a task that the service works on in its own time."""

    task_type: str = Field(min_length=1, max_length=200)
    task_parameters: dict[str, JsonValue] = Field(default_factory=dict)


class StoredMessage(_Payload):
    """§4.2: the message to be stored; tags and task are ours."""

    id: str = Field(min_length=1, max_length=200)
    role: MessageRole
    content: str = Field(max_length=1_000_000)
    timestamp: datetime | None = None
    content_type: str = Field(default="text/plain", max_length=200)
    tokens: int | None = Field(default=None, ge=0, le=1_000_000)
    tags: tuple[str, ...] = Field(default=(), max_length=100)


class StorePayload(_Payload):
    """§4.2. `update_context` asks that summary and facts be brought up to date as well."""

    message: StoredMessage
    update_context: bool = True
    important: bool = False

    def as_new(self, envelope: Envelope) -> NewMessage:
        """Return the message for the book."""
        said = self.message
        return NewMessage(
            id=said.id,
            role=said.role,
            content=said.content,
            content_type=said.content_type,
            timestamp=said.timestamp or envelope.created_at,
            tokens=said.tokens,
            tags=said.tags,
            important=self.important,
            task_id=envelope.task_id,
        )


class HistoryPayload(_Payload):
    """Ours: a page of the whole history, answered by `context.result` of type `history`.

    `after` and `before` are the `seq` of a message, as in the REST interface.
    """

    limit: int = Field(default=100, ge=1, le=1000)
    after: int | None = Field(default=None, ge=0)
    before: int | None = Field(default=None, ge=0)


class RememberOperation(NewMemory):
    """A fact to be remembered."""

    model_config = ConfigDict(extra="ignore")

    operation: Literal["remember"] = "remember"


class EditOperation(MemoryEdit):
    """A fact to be changed."""

    model_config = ConfigDict(extra="ignore")

    operation: Literal["edit"]
    id: str = Field(min_length=1, max_length=200)
    if_revision: int | None = None


class ForgetOperation(_Payload):
    """A fact to be removed for good."""

    operation: Literal["forget"]
    id: str = Field(min_length=1, max_length=200)


def _operation(value: Any) -> str | None:
    said = value.get("operation", "remember") if isinstance(value, dict) else None
    return said if isinstance(said, str) else None


MemoryOperation = Annotated[
    Annotated[RememberOperation, Tag("remember")]
    | Annotated[EditOperation, Tag("edit")]
    | Annotated[ForgetOperation, Tag("forget")],
    Discriminator(
        _operation,
        custom_error_type="operation",
        custom_error_message="operation must be remember, edit or forget",
    ),
]


class MemoryPayload(_Payload):
    """Ours: facts to be remembered, changed and forgotten, in this order."""

    operations: tuple[MemoryOperation, ...] = Field(min_length=1, max_length=100)


def read_payload(envelope: Envelope, model: type[P]) -> P:
    """Return an envelope's payload as what it must be; raises `BadEnvelope`."""
    try:
        return model.model_validate(envelope.payload)
    except ValidationError as error:
        raise BadEnvelope(f"The payload has {faults(error)}.", key="payload") from error


def read_context_request(parameters: dict[str, JsonValue]) -> ContextRequest:
    """Return the request of §4.3; fields that are not known are left out; raises `BadEnvelope`."""
    known = {name: parameters[name] for name in ContextRequest.model_fields if name in parameters}
    if isinstance(chosen := known.get("filter"), dict):
        names = ("from_timestamp", "exclude_tags")
        known["filter"] = {name: chosen[name] for name in names if chosen.get(name) is not None}
    try:
        return ContextRequest.model_validate(known)
    except ValidationError as error:
        raise BadEnvelope(f"The payload has {faults(error)}.", key="payload") from error


def message_fields(message: BookMessage) -> dict[str, Any]:
    """Return a message as §4.4 shows it, with `seq`, which leads on in the history."""
    return {
        "id": message.id,
        "role": message.role,
        "content": message.content,
        "timestamp": moment(message.timestamp),
        "content_type": message.content_type,
        "tokens": message.tokens,
        "seq": message.seq,
    }


def window_payload(window: ContextWindow) -> dict[str, Any]:
    """Return the payload of `context.result`, §4.4; memories are ours."""
    payload = window.model_dump(mode="json", exclude={"messages", "memories", "explanation"})
    payload["messages"] = [message_fields(message) for message in window.messages]
    if window.memories:
        payload["memories"] = [memory_fields(memory) for memory in window.memories]
    if window.explanation is not None:
        payload["explanation"] = window.explanation
    return payload


def history_payload(
    conversation: BookConversation, messages: Sequence[BookMessage], has_more: bool
) -> dict[str, Any]:
    """Return a page of the history in the fields of §4.4."""
    return {
        "messages": [message_fields(message) for message in messages],
        "context_summary": "",
        "total_messages": conversation.message_count,
        "included_messages": len(messages),
        "total_tokens": sum(message.tokens for message in messages),
        "has_more": has_more,
        "relevance_score": 1.0,
        "context_type": "history",
    }


def memory_fields(memory: Memory) -> dict[str, Any]:
    """Return a fact as JSON."""
    return memory.model_dump(mode="json", exclude={"tenant_id"})


def update_payload(
    update_type: str,
    conversation: BookConversation | None,
    message: BookMessage | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return the payload of `conversation.update`, §4.5."""
    important = message is not None and message.important
    payload: dict[str, Any] = {"update_type": update_type}
    if conversation is not None:
        payload["conversation_id"] = conversation.id
        payload["agent_id"] = conversation.agent_id
        payload["messages_count"] = conversation.message_count
    if message is not None:
        preview = message.content[:PREVIEW]
        payload["last_message"] = {
            "id": message.id,
            "role": message.role,
            "content_preview": preview + ("…" if len(message.content) > PREVIEW else ""),
            "timestamp": moment(message.timestamp),
            "content_type": message.content_type,
            "tokens": message.tokens,
        }
    payload["requires_attention"] = important
    payload["update_channels"] = ["websocket", "notification"]
    payload["importance"] = "high" if important else "normal"
    return payload | more


def error_payload(error: DeskError) -> dict[str, Any]:
    """Ours: `error` is the document's name of it (§7.1), `message` says it in words."""
    name = type(error).__name__
    for kind in _NAMED_BY_THE_DOCUMENT:
        if isinstance(error, kind):
            name = kind.__name__
    payload: dict[str, Any] = {"error": name, "message": printable(error, 500)}
    if isinstance(wait := error.details.get("retry_after"), int | float):
        payload["retry_after"] = wait
    return payload


# The windows of a conversation have most of their messages in common.
@lru_cache(maxsize=4096)
def moment(at: datetime) -> str:
    """Return a moment as the document writes it: UTC, milliseconds, Z."""
    utc = at if at.tzinfo is UTC else at.astimezone(UTC)
    return utc.isoformat("T", "milliseconds")[: -len("+00:00")] + "Z"
