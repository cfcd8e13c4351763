"""Answers read back from the log after a restart, as the tasks that they tell of."""

from collections.abc import Sequence
from typing import Any

from a2a.types import StreamResponse, Task, TaskArtifactUpdateEvent
from google.protobuf.json_format import ParseDict, ParseError  # type: ignore[import-untyped]

from transport.kafka.records import ACCEPTED, Reply
from transport.kafka.sequence import Sequence as Numbers
from transport.kafka.sequence import Verdict


class ReadBack:
    """Owns the tasks that answers to earlier turns tell of, and which answers are whole."""

    def __init__(self) -> None:
        self._numbers: dict[str, Numbers] = {}
        self._tasks: dict[str, Task] = {}  # by correlation id
        self._whole: dict[str, Task] = {}  # by task id

    def task(self, task_id: str) -> Task | None:
        """Return a task whose answer was read to its end, or None."""
        return self._whole.get(task_id)

    def tasks(self, context_id: str) -> Sequence[Task]:
        """Return the tasks of a conversation that were read to their ends, newest first."""
        return [one for one in reversed(self._whole.values()) if one.context_id == context_id]

    def take(self, reply: Reply) -> bool:
        """Take in a reply in the order of the log; return whether it was the final one."""
        if reply.seq < 0:
            return False
        name = reply.correlation_id
        verdict = self._numbers.setdefault(name, Numbers()).take(reply.attempt, reply.seq)
        if verdict in (Verdict.REPEATED, Verdict.SUPERSEDED):
            return False
        if verdict is Verdict.RESTART:
            self._tasks.pop(name, None)
        if reply.state != ACCEPTED:
            self._fold(name, reply)
        if not reply.final:
            return False
        if (task := self._tasks.pop(name, None)) is not None:
            self._whole[task.id] = task
        return True

    def _fold(self, name: str, reply: Reply) -> None:
        try:
            result = reply.response().get("result")
            event = ParseDict(result or {}, StreamResponse(), ignore_unknown_fields=True)
        except (ValueError, ParseError):
            return
        task = self._tasks.get(name)
        match event.WhichOneof("payload"):
            case "task":
                self._tasks[name] = event.task
            case "status_update" if task is not None:
                task.status.CopyFrom(event.status_update.status)
            case "artifact_update" if task is not None:
                _add_piece(task, event.artifact_update)


def _add_piece(task: Task, piece: TaskArtifactUpdateEvent) -> None:
    known: Any = next(
        (one for one in task.artifacts if one.artifact_id == piece.artifact.artifact_id), None
    )
    if known is None:
        task.artifacts.append(piece.artifact)
    elif piece.append:
        known.parts.extend(piece.artifact.parts)
    else:
        known.CopyFrom(piece.artifact)
