"""Pieces of one answer travel together through the host, and are told one by one to who listens.

Whatever is said of a task costs the SDK the same: it writes, copies and queues the whole task each
time. Pieces that follow each other closely are therefore joined before it takes them; how many
parts each of them had is noted in the event, and it is taken apart again at the other end: by the
host for whoever listens from outside, by the link for the desk of the same program.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from a2a.server.events.event_queue import Event
from a2a.types import TaskArtifactUpdateEvent

from app.domain.messages import PIECES, counts_in, note_of


def joins(event: TaskArtifactUpdateEvent, waiting: Sequence[TaskArtifactUpdateEvent]) -> bool:
    """Return whether an event only continues the artifact that those waiting continue."""
    if not event.append or event.last_chunk or event.HasField("metadata"):
        return False
    artifact = event.artifact
    if artifact.HasField("metadata") or artifact.extensions or not artifact.parts:
        return False
    if not waiting:
        return True
    first = waiting[0].artifact
    return bool(
        artifact.artifact_id == first.artifact_id
        and artifact.name == first.name
        and artifact.description == first.description
    )


def joined(pieces: Sequence[TaskArtifactUpdateEvent]) -> TaskArtifactUpdateEvent:
    """Return one event for pieces that `joins` has let wait together."""
    if len(pieces) == 1:
        return pieces[0]
    whole = TaskArtifactUpdateEvent()
    whole.CopyFrom(pieces[0])
    each = [piece.artifact.parts for piece in pieces]
    whole.artifact.parts.extend([part for parts in each[1:] for part in parts])
    whole.metadata.fields[PIECES].string_value = note_of([len(parts) for parts in each])
    return whole


def taken_apart(event: Any) -> Iterable[Any]:
    """Return the pieces that an event was joined from, or the event itself."""
    if not isinstance(event, TaskArtifactUpdateEvent) or PIECES not in event.metadata.fields:
        return (event,)
    return _pieces(event)


def without_note(event: Event) -> Event:
    """Return an event as those outside may see it who take joined pieces as one."""
    if not isinstance(event, TaskArtifactUpdateEvent) or PIECES not in event.metadata.fields:
        return event
    whole = TaskArtifactUpdateEvent()
    whole.CopyFrom(event)
    whole.ClearField("metadata")
    return whole


def _pieces(whole: TaskArtifactUpdateEvent) -> Iterator[TaskArtifactUpdateEvent]:
    # What the pieces have in common is copied, which is faster than to set it field by field.
    common = TaskArtifactUpdateEvent(task_id=whole.task_id, context_id=whole.context_id)
    common.append = True
    common.artifact.artifact_id = whole.artifact.artifact_id
    common.artifact.name = whole.artifact.name
    common.artifact.description = whole.artifact.description
    parts = iter(whole.artifact.parts)
    note = whole.metadata.fields[PIECES].string_value
    for count in counts_in(note, len(whole.artifact.parts)):
        piece = TaskArtifactUpdateEvent()
        piece.CopyFrom(common)
        piece.artifact.parts.extend(islice(parts, count))
        yield piece
