"""Changes as the envelopes that are pushed: document 3, §5.1.

What is made, deleted or said in a conversation is told as `conversation.update`, with what happened
in `update_type`. `metadata.cursor` is ours: whoever lost the connection resumes after it.
"""

import uuid
from typing import Any, Final

from pydantic import JsonValue

from app.conversations.protocol.envelope import VERSION, Envelope, EnvelopeType
from app.conversations.protocol.payloads import memory_fields, update_payload
from app.conversations.protocol.queue_names import ORCHESTRATOR, SERVICE
from app.domain.changes import Change
from app.domain.ids import utc_now
from app.domain.service_tasks import ServiceTaskState

STATUS: Final = "system.status"
TOPICS: Final = {
    "conversation.create": frozenset({"conversation.create"}),
    "conversation.update": frozenset(
        {"conversation.create", "conversation.update", "conversation.delete"}
    ),
    "conversation.delete": frozenset({"conversation.delete"}),
    "task.completed": frozenset({"task.completed"}),
    "task.failed": frozenset({"task.failed"}),
    "task.update": frozenset({"task.update"}),
    "memory.update": frozenset({"memory.update"}),
    STATUS: frozenset({STATUS}),
}
"""What can be subscribed to, and which topics of the change log it stands for."""

ALL: Final = frozenset().union(
    *(TOPICS[name] for name in ("conversation.update", "task.completed", "task.failed")),
    TOPICS["memory.update"],
)
"""What is told to whoever names no topics."""

_PRIORITY: Final = 4
"""That of an update in document 3, §4.5."""

_IDS: Final = uuid.UUID("0f1a6a2e-6f0a-4c39-9a4b-0a8f6f9b7c11")


def event(tenant: str, change: Change) -> str:
    """Return the envelope of a change as JSON; the same change always has the same `message_id`.

    What no task correlates with something is correlated with itself.
    """
    domain, _, action = change.topic.partition(".")
    if domain == "conversation":
        action = "update"
    message_id = uuid.uuid5(_IDS, f"{tenant} {change.cursor}")
    correlation_id = change.task.correlation_id if change.task is not None else None
    return envelope(
        tenant,
        domain,
        action,
        _payload(change),
        message_id=message_id,
        metadata=_metadata(change),
        correlation_id=correlation_id or str(message_id),
        task_id=change.task_id,
        status=str(change.task.state) if change.task is not None else None,
        priority=change.task.priority if change.task is not None else _PRIORITY,
    )


def envelope(
    tenant: str,
    domain: str,
    action: str,
    payload: dict[str, JsonValue],
    *,
    message_id: uuid.UUID | None = None,
    metadata: dict[str, JsonValue] | None = None,
    correlation_id: str | None = None,
    task_id: str | None = None,
    status: str | None = None,
    priority: int | None = None,
    target: str = ORCHESTRATOR,
) -> str:
    """Return an envelope of the service as JSON."""
    return (
        Envelope(
            message_id=message_id or uuid.uuid4(),
            task_id=task_id,
            tenant_id=tenant,
            correlation_id=correlation_id,
            created_at=utc_now(),
            schema_version=VERSION,
            status=status,
            type=EnvelopeType(domain=domain, action=action),
            priority=priority,
            source_service=SERVICE,
            target_service=target,
            metadata=metadata or {},
            payload=payload,
        )
        .encode()
        .decode()
    )


def _payload(change: Change) -> dict[str, Any]:
    match change.topic:
        case "memory.update":
            said = memory_fields(change.memory) if change.memory is not None else {}
            return {"update_type": change.update_type, "memory_id": change.memory_id} | said
        case "task.update" | "task.completed" | "task.failed":
            return _task_payload(change)
        case _:
            payload = update_payload(change.update_type, change.conversation, change.message)
            return {"conversation_id": change.conversation_id} | payload


def _task_payload(change: Change) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "task_id": change.task_id,
        "conversation_id": change.conversation_id,
    }
    if (task := change.task) is not None:
        payload |= {"status": str(task.state), "task_type": task.task_type, "result": task.result}
        if task.error or task.state is ServiceTaskState.FAILED:
            # Document 3, §5.3: who hears of a failure reads it.
            payload["error"] = task.error or "unknown"
    return payload


def _metadata(change: Change) -> dict[str, JsonValue]:
    said = {
        "cursor": str(change.cursor),
        "session_id": change.session_id,
        "user_id": change.user_id,
        "agent_id": change.conversation.agent_id if change.conversation is not None else "",
        "conversation_id": change.conversation_id or "",
        "origin": change.origin,
    }
    return {name: value for name, value in said.items() if value}
