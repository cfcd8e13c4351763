"""Envelopes as document 3 shows them, for the tests of queues, the worker and the WebSocket."""

import json
import uuid
from datetime import UTC, datetime
from typing import Any

from app.conversations.protocol.queue_names import REQUESTS, EnvelopeKind


def said(
    kind: EnvelopeKind, payload: dict[str, Any] | None = None, **fields: Any
) -> dict[str, Any]:
    """An envelope of a request, whole and right unless `fields` say otherwise."""
    queue = REQUESTS[kind]
    envelope: dict[str, Any] = {
        "message_id": str(uuid.uuid4()),
        "task_id": str(uuid.uuid4()),
        "tenant_id": "acme",
        "correlation_id": str(uuid.uuid4()),
        "created_at": datetime.now(UTC).isoformat().replace("+00:00", "Z"),
        "schema_version": "1.1",
        "status": "pending",
        "type": {"domain": kind.domain, "action": kind.action},
        "priority": 5,
        "source_service": "agent_orchestrator",
        "target_service": queue.service,
        "metadata": {
            "trace_id": "trace-abc123",
            "session_id": "session-1",
            "user_id": "ana",
            "agent_id": "data",
            "conversation_id": "talk",
        },
        "payload": payload or {},
    }
    metadata = fields.pop("metadata", {})
    envelope |= fields
    envelope["metadata"] |= metadata
    return envelope


def raw(envelope: dict[str, Any]) -> bytes:
    """The bytes that stand in a queue."""
    return json.dumps(envelope, ensure_ascii=False).encode()


def store(text: str = "hola", **fields: Any) -> dict[str, Any]:
    """A `message.store` envelope, as in §4.2."""
    from app.conversations.protocol.queue_names import STORE

    message_id = fields.pop("id", None) or f"msg-{uuid.uuid4().hex}"
    message = {
        "id": message_id,
        "role": "user",
        "content": text,
        "timestamp": "2025-06-03T16:32:05.789Z",
        "content_type": "text/plain",
        "tokens": 15,
    }
    payload = {"message": message, "update_context": True, "important": False}
    return said(STORE, payload, **fields)
