"""A2A protobuf becomes domain values and back; nothing else on the desk's side reads a2a types.

Every function is total: a message of a newer agent loses what this version does not know, and
nothing else. Wire form: the types of A2A 1.0, section 4 of its specification.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice

from a2a.types import AgentCard as WireCard
from a2a.types import AgentSkill as WireSkill
from a2a.types import Artifact as WireArtifact
from a2a.types import Message as WireMessage
from a2a.types import Role as WireRole
from a2a.types import StreamResponse, TaskArtifactUpdateEvent, TaskStatus
from a2a.types import Task as WireTask
from a2a.types import TaskState as WireState
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    ParseDict,
    ParseError,
)

from app.domain.cards import AgentCard, Interface, Skill
from app.domain.events import AgentEvent, ArtifactEvent, MessageEvent, StatusEvent, TaskEvent
from app.domain.messages import PIECES, Message, Part, Role, counts_in
from app.domain.tasks import OF, Artifact, Task, TaskState
from transport.protocol.card_security import security_from_wire
from transport.protocol.parts import (
    clean_text,
    metadata_from_wire,
    metadata_to_wire,
    part_to_wire,
    parts_from_wire,
)

_STATES: dict[int, TaskState] = {
    WireState.TASK_STATE_SUBMITTED: TaskState.SUBMITTED,
    WireState.TASK_STATE_WORKING: TaskState.WORKING,
    WireState.TASK_STATE_INPUT_REQUIRED: TaskState.INPUT_REQUIRED,
    WireState.TASK_STATE_AUTH_REQUIRED: TaskState.AUTH_REQUIRED,
    WireState.TASK_STATE_COMPLETED: TaskState.COMPLETED,
    WireState.TASK_STATE_FAILED: TaskState.FAILED,
    WireState.TASK_STATE_CANCELED: TaskState.CANCELED,
    WireState.TASK_STATE_REJECTED: TaskState.REJECTED,
}


def message_to_wire(message: Message) -> WireMessage:
    """Return the A2A message; a message that names a task names its context too.

    A2A 1.0, section 3.4.3; the SDK fails a task whose second follow-up comes without the context.
    """
    wire = WireMessage(
        message_id=clean_text(message.message_id),
        context_id=clean_text(message.context_id),
        task_id=clean_text(message.task_id or ""),
        role=WireRole.ROLE_USER if message.role is Role.USER else WireRole.ROLE_AGENT,
        parts=[part_to_wire(part) for part in message.parts],
        reference_task_ids=[clean_text(task_id) for task_id in message.reference_task_ids],
    )
    metadata_to_wire(message.metadata, wire.metadata)
    return wire


def message_from_wire(wire: WireMessage, *, at: datetime) -> Message:
    """Return the message; A2A messages carry no time, so `at` is when it was said or taken in."""
    return Message(
        message_id=wire.message_id,
        context_id=wire.context_id,
        role=Role.USER if wire.role == WireRole.ROLE_USER else Role.AGENT,
        parts=parts_from_wire(wire.parts),
        task_id=wire.task_id or None,
        reference_task_ids=tuple(wire.reference_task_ids),
        metadata=metadata_from_wire(wire.metadata),
        created_at=at,
    )


def task_from_wire(wire: WireTask, *, at: datetime) -> Task:
    """Return the task; `at` stands in where the agent gives no time."""
    changed = _moment(wire.status)
    return Task(
        task_id=wire.id,
        context_id=wire.context_id,
        state=state_from_wire(wire.status.state),
        status=_said(wire.status, at=changed or at),
        artifacts=tuple(_artifact(artifact) for artifact in wire.artifacts),
        history=tuple(message_from_wire(message, at=changed or at) for message in wire.history),
        updated_at=changed,
    )


def event_from_wire(wire: StreamResponse, *, at: datetime) -> AgentEvent | None:
    """Return what the agent sent, or None for a kind of event that this version does not know."""
    match wire.WhichOneof("payload"):
        case "task":
            return TaskEvent(task=task_from_wire(wire.task, at=at))
        case "message":
            return MessageEvent(message=message_from_wire(wire.message, at=at))
        case "status_update":
            update = wire.status_update
            changed = _moment(update.status)
            return StatusEvent(
                task_id=update.task_id,
                context_id=update.context_id,
                state=state_from_wire(update.status.state),
                message=_said(update.status, at=changed or at),
                at=changed,
            )
        case "artifact_update":
            update = wire.artifact_update
            return _artifact_event(update, parts_from_wire(update.artifact.parts))
        case _:
            return None


def events_from_wire(wire: StreamResponse, *, at: datetime) -> Iterator[AgentEvent]:
    """Yield what the agent sent, with pieces that travelled together one by one."""
    update = wire.artifact_update
    noted = update.HasField("metadata") and PIECES in update.metadata.fields
    if noted and update.append and not update.last_chunk:  # only such are joined
        parts = iter(update.artifact.parts)
        note = update.metadata.fields[PIECES].string_value
        for count in counts_in(note, len(update.artifact.parts)):
            yield _artifact_event(update, parts_from_wire(islice(parts, count)))
    elif (event := event_from_wire(wire, at=at)) is not None:
        yield event


def _artifact_event(update: TaskArtifactUpdateEvent, parts: tuple[Part, ...]) -> ArtifactEvent:
    artifact = update.artifact
    # Event and artifact are validated in one go: most of what a stream brings is such.
    return ArtifactEvent.model_validate(
        {
            "task_id": update.task_id,
            "context_id": update.context_id,
            "artifact": {
                "artifact_id": artifact.artifact_id,
                "name": artifact.name,
                "parts": parts,
                "of": _of(artifact),
            },
            "append": update.append,
            "last_chunk": update.last_chunk,
        }
    )


def card_to_wire(card: AgentCard) -> WireCard:
    """Return a card on the wire for an agent that is known by the desk's card only."""
    wire = WireCard(
        name=card.name,
        description=card.description or card.name,
        version=card.version or "1",
        default_input_modes=card.input_modes or ("text/plain",),
        default_output_modes=card.output_modes or ("text/plain",),
        skills=[
            WireSkill(
                id=one.skill_id,
                name=one.name,
                description=one.description or one.name,
                tags=one.tags or ("talk",),
            )
            for one in card.skills or (Skill(skill_id="talk", name=card.name, tags=("talk",)),)
        ],
    )
    wire.capabilities.streaming = card.streaming
    for uri in card.extensions:
        wire.capabilities.extensions.add(uri=uri)
    return wire


def lenient_card(card: object) -> WireCard:
    """Return as much of a card as can be read of its JSON: what it asks of callers, for one."""
    try:
        read: WireCard = ParseDict(card, WireCard(), ignore_unknown_fields=True)
    except (ParseError, AttributeError, TypeError, ValueError, RecursionError):
        return WireCard()
    return read


def card_from_wire(wire: WireCard) -> AgentCard:
    """Return the card as far as the desk uses it; the address is that of the first interface."""
    return AgentCard(
        name=wire.name,
        title=wire.name,
        description=wire.description,
        version=wire.version,
        skills=tuple(_skill(skill) for skill in wire.skills),
        extensions=tuple(extension.uri for extension in wire.capabilities.extensions),
        streaming=wire.capabilities.streaming,
        url=wire.supported_interfaces[0].url if wire.supported_interfaces else "",
        provider=wire.provider.organization,
        documentation_url=wire.documentation_url,
        input_modes=tuple(wire.default_input_modes),
        output_modes=tuple(wire.default_output_modes),
        interfaces=tuple(
            Interface(
                url=one.url,
                binding=one.protocol_binding,
                version=one.protocol_version,
                tenant=one.tenant,
            )
            for one in wire.supported_interfaces
        ),
        security=security_from_wire(wire),
        signed=bool(wire.signatures),
    )


def state_from_wire(wire: int) -> TaskState:
    """Return the state; one that this version does not know is unknown."""
    return _STATES.get(wire, TaskState.UNKNOWN)


def _said(status: TaskStatus, *, at: datetime) -> Message | None:
    return message_from_wire(status.message, at=at) if status.HasField("message") else None


def _moment(status: TaskStatus) -> datetime | None:
    if not status.HasField("timestamp"):
        return None
    try:
        moment: datetime = status.timestamp.ToDatetime(UTC)
    except (ValueError, OverflowError):
        return None
    return moment


def _artifact(wire: WireArtifact) -> Artifact:
    return Artifact(
        artifact_id=wire.artifact_id,
        name=wire.name,
        parts=parts_from_wire(wire.parts),
        of=_of(wire),
    )


def _of(wire: WireArtifact) -> str:
    if not wire.HasField("metadata") or OF not in wire.metadata.fields:
        return ""
    return str(wire.metadata.fields[OF].string_value)


def _skill(wire: WireSkill) -> Skill:
    return Skill(
        skill_id=wire.id,
        name=wire.name,
        description=wire.description,
        examples=tuple(wire.examples),
        tags=tuple(wire.tags),
    )
