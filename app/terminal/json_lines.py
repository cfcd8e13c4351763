"""Events as the JSON lines of `ask` and `chat`: one object per event, as other programs read them.

Every line has `event`, `context_id`, `task_id` (null before there is one) and `at`, when the desk
took it in (ISO 8601, UTC).
"""

import base64
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, assert_never

from app.domain.events import (
    Answered,
    ArtifactEvent,
    MessageEvent,
    Pinned,
    ProtocolFault,
    Replaced,
    SessionEvent,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
    TurnClosed,
    TurnEnded,
    TurnStarted,
)
from app.domain.ids import utc_now
from app.domain.messages import DataPart, FilePart, Message, Part, TextPart
from app.domain.tasks import Artifact, Task, TaskState, question_of


class LineWriter:
    """Turns the events of one turn after another into lines; owns what the turn has shown so far.

    A whole task (at the start of a stream, or after a lost one) becomes its state, if that is new,
    and those of its artifacts that were not shown as they are now.
    """

    def __init__(self, context_id: str, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._context_id = context_id
        self._clock = clock
        self._task_id: str | None = None
        self._state: TaskState | None = None
        self._shown: dict[str, Artifact] = {}

    def lines(self, event: SessionEvent) -> Iterator[dict[str, Any]]:
        """Yield the lines of an event: none, one, or several for a whole task."""
        match event:
            case TurnStarted():
                self._task_id, self._state, self._shown = None, None, {}
            case TaskEvent(task=task):
                self._task_id = task.task_id
                yield from self._whole(task)
            case StatusEvent():
                self._task_id = event.task_id
                yield self._status(event.state, event.message)
            case ArtifactEvent(artifact=artifact):
                self._task_id = event.task_id
                self._shown[artifact.artifact_id] = artifact
                yield self._artifact(artifact, append=event.append, last_chunk=event.last_chunk)
            case MessageEvent(message=message):
                yield self._line("message", role=message.role.value, parts=_parts(message.parts))
            case StreamLost():
                yield self._line("lost", reason=event.reason)
            case StreamRecovered():
                yield self._line("recovered", state=event.state.value)
            case ProtocolFault():
                yield self._line("fault", rule=event.rule, detail=event.detail)
            case TurnClosed():
                yield self._line("status", state=event.state.value, text=event.text or event.reason)
            case Answered() | Replaced() | Pinned():
                pass
            case TurnEnded():
                self._task_id = event.task_id or self._task_id
                yield self._line(
                    "turn_end",
                    state=event.state.value,
                    seconds=event.seconds,
                    correlation_id=event.correlation_id,
                )
            case _:
                assert_never(event)

    def _whole(self, task: Task) -> Iterator[dict[str, Any]]:
        """Yield what is new in a task, in the order of a stream: what settles it comes last."""
        changed = task.state is not self._state
        if changed and not task.state.settled:
            yield self._status(task.state, task.status)
        for artifact in task.artifacts:
            if self._shown.get(artifact.artifact_id) != artifact:
                self._shown[artifact.artifact_id] = artifact
                yield self._artifact(artifact, append=False, last_chunk=True)
        if changed and task.state.settled:
            yield self._status(task.state, task.status)

    def _status(self, state: TaskState, message: Message | None) -> dict[str, Any]:
        self._state = state
        text = message.text if message is not None else ""
        more: dict[str, Any] = {}
        question = question_of(message) if state.interrupted else None
        if state is TaskState.INPUT_REQUIRED:
            more["choices"] = (
                [choice.model_dump() for choice in question.choices] if question else []
            )
            more["slot"] = question.slot if question else ""
        return self._line("status", state=state.value, text=text, **more)

    def _artifact(self, artifact: Artifact, *, append: bool, last_chunk: bool) -> dict[str, Any]:
        return self._line(
            "artifact",
            artifact_id=artifact.artifact_id,
            name=artifact.name,
            append=append,
            last_chunk=last_chunk,
            parts=_parts(artifact.parts),
        )

    def _line(self, event: str, **more: Any) -> dict[str, Any]:
        moment = self._clock().astimezone(UTC).isoformat(timespec="milliseconds")
        return {
            "event": event,
            "context_id": self._context_id,
            "task_id": self._task_id,
            "at": moment.replace("+00:00", "Z"),
            **more,
        }


def _parts(parts: tuple[Part, ...]) -> list[dict[str, Any]]:
    return [_part(part) for part in parts]


def _part(part: Part) -> dict[str, Any]:
    match part:
        case TextPart():
            return {"kind": "text", "text": part.text}
        case DataPart():
            return {"kind": "data", "media_type": part.media_type, "data": part.data}
        case FilePart(content=None):
            return {
                "kind": "file",
                "name": part.name,
                "media_type": part.media_type,
                "url": part.url,
            }
        case FilePart(content=content):
            return {
                "kind": "file",
                "name": part.name,
                "media_type": part.media_type,
                "bytes": base64.b64encode(content or b"").decode("ascii"),
            }
        case _:
            assert_never(part)
