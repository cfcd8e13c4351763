"""The envelope of everything that passes over queues and WebSockets: document 3, §3.3 and §4.

Version 1.1. An unknown minor version is read as this one, fields it adds are ignored; another major
version is refused. What is refused says why by a stable `reason`.
"""

import re
import uuid
from datetime import datetime
from typing import Annotated, Any, Final

from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
)

from app.conversations.protocol.queue_names import ANSWERED_BY, REQUESTS, EnvelopeKind
from app.domain.ids import utc_now
from app.errors import BadInput
from app.system.json_log import trace_given
from app.system.strict_json import NotJson, read_json

VERSION: Final = "1.1"

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})")


def _moment(value: object) -> object:
    # A number would be taken for seconds since 1970, or milliseconds, by its size.
    return datetime.fromisoformat(value) if isinstance(value, str) else value


Name = Annotated[str, Field(min_length=1, max_length=255)]
Moment = Annotated[AwareDatetime, Field(strict=True), BeforeValidator(_moment)]


class BadEnvelope(BadInput):
    """An envelope cannot be used; `reason` is one of too_large_or_no_json, shape, version, type,
    tenant, proof, payload."""

    key = "bad_envelope"


class EnvelopeType(BaseModel):
    """What an envelope is about."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    domain: Name
    action: Name


class Envelope(BaseModel):
    """One message between services; `expires_at` is ours, the other fields are the document's."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    message_id: uuid.UUID
    task_id: Name | None = None
    original_task_id: Name | None = None
    tenant_id: Name
    correlation_id: Name | None = None
    created_at: Moment
    expires_at: Moment | None = None
    schema_version: str = Field(max_length=16)
    status: Name | None = None
    type: EnvelopeType
    priority: int | None = Field(default=None, ge=1, le=10, strict=True)
    source_service: Name
    target_service: Name
    # What they hold was read as JSON, or is ours: to look at each value again takes longer than all
    # else that is done with a reply.
    metadata: dict[str, Any] = Field(default_factory=dict)
    payload: dict[str, Any] = Field(default_factory=dict)

    @property
    def kind(self) -> EnvelopeKind:
        """The type as queues are named by it."""
        return EnvelopeKind(self.type.domain, self.type.action)

    def said(self, name: str) -> str | None:
        """Return a metadata field that is a text that is not empty and not overlong, or None."""
        value = self.metadata.get(name)
        return value if isinstance(value, str) and 0 < len(value) <= 255 else None

    def expired(self, now: datetime) -> bool:
        """Whether nobody waits for the answer any more."""
        return self.expires_at is not None and self.expires_at <= now

    def encode(self) -> bytes:
        """Return the envelope as JSON without the fields that it does not have."""
        return self.model_dump_json(exclude_none=True).encode()


def read_envelope(raw: bytes) -> Envelope:
    """Read one envelope; raises `BadEnvelope`."""
    try:
        value = read_json(raw)
    except NotJson as error:
        raise BadEnvelope(f"This is no JSON: {error}.", key="too_large_or_no_json") from error
    return envelope_of(value)


def envelope_of(value: Any) -> Envelope:
    """Return the envelope that a JSON value is; raises `BadEnvelope`."""
    if not isinstance(value, dict):
        raise BadEnvelope("An envelope is a JSON object.", key="shape")
    # First, for the other fields of a version that nobody knows mean nothing.
    said = value.get("schema_version")
    version = _VERSION.fullmatch(said) if isinstance(said, str) else None
    if version is None or version[1] != VERSION.partition(".")[0]:
        raise BadEnvelope(
            f"The schema version {printable(said)} is not known; this service reads 1.x.",
            key="version",
        )
    try:
        return Envelope.model_validate(value)
    except ValidationError as error:
        raise BadEnvelope(f"The envelope has {faults(error)}.", key="shape") from error


def check_request(envelope: Envelope, kind: EnvelopeKind) -> None:
    """Refuse what may not stand in the queue of that type; raises `BadEnvelope`.

    Document 3, §3.3: on queues these fields are always there.
    """
    if envelope.kind != kind or kind not in REQUESTS:
        raise BadEnvelope(
            f"An envelope of type {printable(str(envelope.kind))} has no place in {kind}.",
            key="type",
        )
    for name in ("correlation_id", "task_id", "priority"):
        if getattr(envelope, name) is None:
            raise BadEnvelope(f"The envelope has no {name}.", key="shape")
    if envelope.target_service != REQUESTS[kind].service:
        raise BadEnvelope("The envelope is for another service.", key="type")


def reply(
    request: Envelope,
    payload: dict[str, JsonValue],
    *,
    status: str = "completed",
    milliseconds: int = 0,
    trace_id: str = "",
) -> Envelope:
    """Return the answer to a request, by document 3 §4.4: same correlation, a task id of its own.

    `trace_id` is the request's, also where it brought none. It is the same answer each time: its
    ids are made from the request's.
    """
    kind = ANSWERED_BY[request.kind]
    return Envelope(
        message_id=uuid.uuid5(request.message_id, "reply"),
        task_id=str(uuid.uuid5(request.message_id, "task")),
        original_task_id=request.task_id,
        tenant_id=request.tenant_id,
        correlation_id=request.correlation_id,
        created_at=utc_now(),
        schema_version=VERSION,
        status=status,
        type=EnvelopeType(domain=kind.domain, action=kind.action),
        priority=request.priority,
        source_service=request.target_service,
        target_service=request.source_service,
        metadata={
            **_carried(request),
            **({"trace_id": trace_id} if trace_id else {}),
            "processing_time_ms": milliseconds,
        },
        payload=payload,
    )


def trace_of(envelope: Envelope) -> str:
    """Return the trace id that an envelope's metadata bring, or a new one.

    Read from `traceparent`, else from `trace_id`.
    """
    return trace_given(
        envelope.said("trace_id") or "", traceparent=envelope.said("traceparent") or ""
    )


def faults(error: ValidationError) -> str:
    """Return which fields are wrong, in one line, without repeating what was in them."""
    found = [
        f"{'.'.join(map(str, fault['loc'])) or 'value'}: {fault['msg']}"
        for fault in error.errors(include_url=False, include_input=False, include_context=False)
    ]
    more = f" and {len(found) - 3} more" if len(found) > 3 else ""
    return printable("; ".join(found[:3])) + more


def printable(said: object, limit: int = 200) -> str:
    """Return a stranger's text for a message or a log line: one line, cut, nothing to act on."""
    text = "".join(sign if sign.isprintable() else "�" for sign in str(said)[: limit + 1])
    return text if len(text) <= limit else text[:limit] + "…"


def _carried(request: Envelope) -> dict[str, JsonValue]:
    names = ("trace_id", "session_id", "user_id", "agent_id", "conversation_id")
    return {name: said for name in names if (said := request.said(name)) is not None}
