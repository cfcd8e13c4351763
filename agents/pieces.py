"""Pieces of one answer travel together through the host, and are told one by one to who listens.

Whatever is said of a task costs the SDK the same: it writes, copies and queues the whole task each
time. Pieces that follow each other closely are therefore joined before it takes them; how many
parts each of them had is noted in the event, and it is taken apart again at the other end.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from a2a.server.events.event_queue import Event
from a2a.types import TaskArtifactUpdateEvent

_NOTE = "https://balance-desk.org/a2a/pieces"  # in an event's metadata, inside the host only


def joins(event: Event, waiting: Sequence[TaskArtifactUpdateEvent]) -> bool:
    """Return whether an event only continues the artifact that those waiting continue."""
    if not isinstance(event, TaskArtifactUpdateEvent) or not event.append or event.last_chunk:
        return False
    artifact = event.artifact
    if event.HasField("metadata") or artifact.HasField("metadata") or artifact.extensions:
        return False
    if not waiting:
        return True
    first = waiting[0].artifact
    return (artifact.artifact_id, artifact.name, artifact.description) == (
        first.artifact_id,
        first.name,
        first.description,
    )


def joined(pieces: Sequence[TaskArtifactUpdateEvent]) -> TaskArtifactUpdateEvent:
    """Return one event for pieces that `joins` has let wait together."""
    if len(pieces) == 1:
        return pieces[0]
    whole = TaskArtifactUpdateEvent()
    whole.CopyFrom(pieces[0])
    for piece in pieces[1:]:
        whole.artifact.parts.extend(piece.artifact.parts)
    counts = ",".join(str(len(piece.artifact.parts)) for piece in pieces)
    whole.metadata.fields[_NOTE].string_value = counts
    return whole


def taken_apart(event: Any) -> Iterable[Any]:
    """Return the pieces that an event was joined from, or the event itself."""
    if not isinstance(event, TaskArtifactUpdateEvent) or _NOTE not in event.metadata.fields:
        return (event,)
    return _pieces(event)


def without_note(event: Event) -> Event:
    """Return an event as those outside may see it who take joined pieces as one."""
    if not isinstance(event, TaskArtifactUpdateEvent) or _NOTE not in event.metadata.fields:
        return event
    whole = TaskArtifactUpdateEvent()
    whole.CopyFrom(event)
    whole.ClearField("metadata")
    return whole


def _pieces(whole: TaskArtifactUpdateEvent) -> Iterator[TaskArtifactUpdateEvent]:
    parts = whole.artifact.parts
    start = 0
    for count in map(int, whole.metadata.fields[_NOTE].string_value.split(",")):
        piece = TaskArtifactUpdateEvent(
            task_id=whole.task_id, context_id=whole.context_id, append=True
        )
        piece.artifact.artifact_id = whole.artifact.artifact_id
        piece.artifact.name = whole.artifact.name
        piece.artifact.description = whole.artifact.description
        piece.artifact.parts.extend(parts[start : start + count])
        start += count
        yield piece
