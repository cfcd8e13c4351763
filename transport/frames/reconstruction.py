"""Frames made anew from what the store has, for answers whose own frames are gone.

What a person said and the events that were kept become the ProtoJSON that a link would have
recorded: they can be read, copied and replayed like it. What the desk did not keep (heartbeats,
unknown kinds of events) is not there.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from a2a.types import Artifact as WireArtifact
from a2a.types import (
    SendMessageRequest,
    StreamResponse,
    TaskArtifactUpdateEvent,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.types import Task as WireTask

from app.domain.events import (
    ArtifactEvent,
    MessageEvent,
    StatusEvent,
    StreamLost,
    TaskEvent,
    TurnClosed,
    TurnEvent,
)
from app.domain.frames import KEPT, Frame
from app.domain.messages import Message
from app.domain.tasks import OF, Artifact, Task, TaskState
from app.ports import Recorded
from transport.protocol.codec import message_to_wire
from transport.protocol.json_text import to_json
from transport.protocol.operations import SEND_STREAMING_MESSAGE
from transport.protocol.parts import part_to_wire


def kept_frames(message: Message, events: Iterable[Recorded], *, url: str = "") -> Sequence[Frame]:
    """Return the frames of one turn: its message, what came back, and the end of the stream."""

    def frame(at: datetime, direction: str, body: object) -> Frame:
        return Frame.model_validate(
            {
                "at": at,
                "exchange": message.message_id,
                "direction": direction,
                "method": SEND_STREAMING_MESSAGE,
                "url": url,
                "binding": KEPT,
                "body": body,
            }
        )

    request = SendMessageRequest(message=message_to_wire(message))
    found = [frame(message.created_at, "sent", to_json(request))]
    last = message.created_at
    for event, at in events:
        last = at
        body = _wire(event)
        if body is not None:
            found.append(frame(at, "received", to_json(body)))
        elif isinstance(event, StreamLost):
            found.append(frame(at, "failed", event.reason))
        elif isinstance(event, TurnClosed):
            found.append(frame(at, "failed", event.text or event.reason))
    return [*found, frame(last, "ended", None)]


def _wire(event: TurnEvent) -> StreamResponse | None:
    match event:
        case TaskEvent(task=task):
            return StreamResponse(task=_task(task))
        case StatusEvent():
            status = _status(event.state, event.message, event.at)
            return StreamResponse(
                status_update=TaskStatusUpdateEvent(
                    task_id=event.task_id, context_id=event.context_id, status=status
                )
            )
        case ArtifactEvent():
            return StreamResponse(
                artifact_update=TaskArtifactUpdateEvent(
                    task_id=event.task_id,
                    context_id=event.context_id,
                    artifact=_artifact(event.artifact),
                    append=event.append,
                    last_chunk=event.last_chunk,
                )
            )
        case MessageEvent(message=message):
            return StreamResponse(message=message_to_wire(message))
        case _:
            return None


def _task(task: Task) -> WireTask:
    return WireTask(
        id=task.task_id,
        context_id=task.context_id,
        status=_status(task.state, task.status, task.updated_at),
        artifacts=[_artifact(artifact) for artifact in task.artifacts],
        history=[message_to_wire(message) for message in task.history],
    )


def _status(state: TaskState, message: Message | None, at: datetime | None) -> TaskStatus:
    name = "UNSPECIFIED" if state is TaskState.UNKNOWN else state.name
    status = TaskStatus(state=f"TASK_STATE_{name}")
    if message is not None:
        status.message.CopyFrom(message_to_wire(message))
    if at is not None:
        status.timestamp.FromDatetime(at)
    return status


def _artifact(artifact: Artifact) -> WireArtifact:
    wire = WireArtifact(
        artifact_id=artifact.artifact_id,
        name=artifact.name,
        parts=[part_to_wire(part) for part in artifact.parts],
    )
    if artifact.of:
        wire.metadata.update({OF: artifact.of})
    return wire
