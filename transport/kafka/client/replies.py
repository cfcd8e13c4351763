"""The replies to one request: in order, what was shown of them, and read back after a restart."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

from a2a.types import StreamResponse, Task, TaskArtifactUpdateEvent
from google.protobuf.json_format import ParseDict, ParseError  # type: ignore[import-untyped]

from transport.kafka.records import ACCEPTED, Reply


class Verdict(Enum):
    """What a reply is to its reader."""

    NEXT = "next"
    RESTART = "restart"  # the first of a new attempt; the partial answer of the old one is void
    GAP = "gap"  # what came before it was lost
    REPEATED = "repeated"
    SUPERSEDED = "superseded"


class ReplySequence:
    """Owns which attempt is being followed and which number comes next.

    The order of attempts is that of their first records in the log; no clock is asked.
    """

    def __init__(self) -> None:
        self.attempt = ""
        self._next = 0
        self._old: set[str] = set()

    def take(self, attempt: str, seq: int) -> Verdict:
        """Return what a numbered reply is, and go on to the next."""
        if attempt in self._old:
            return Verdict.SUPERSEDED
        verdict = Verdict.NEXT
        if attempt != self.attempt:
            if self.attempt:
                self._old.add(self.attempt)
                verdict = Verdict.RESTART
            self.attempt, self._next = attempt, 0
        if seq < self._next:
            return Verdict.REPEATED
        if seq > self._next:
            verdict = Verdict.GAP
        self._next = seq + 1
        return verdict


class Shown:
    """Owns which artifacts of a streamed answer the reader has seen in part."""

    def __init__(self, *, streaming: bool) -> None:
        self._streaming = streaming
        self._artifacts: dict[str, dict[str, Any]] = {}

    def take(self, response: dict[str, Any]) -> None:
        """Note what a response shows."""
        result = response.get("result") if self._streaming else None
        update = result.get("artifactUpdate") if isinstance(result, dict) else None
        if not isinstance(update, dict) or update.get("append"):
            return
        artifact = update.get("artifact")
        if isinstance(artifact, dict):
            self._artifacts[str(artifact.get("artifactId"))] = update

    def cleared(self) -> list[dict[str, Any]]:
        """Return responses that void what was shown: the answer begins anew."""
        found = []
        for update in self._artifacts.values():
            artifact = {**update["artifact"], "parts": []}
            found.append({"result": {"artifactUpdate": {**update, "artifact": artifact}}})
        self._artifacts.clear()
        return found


class ReadBack:
    """Owns the tasks that answers to earlier turns tell of, and which answers are whole."""

    def __init__(self) -> None:
        self._numbers: dict[str, ReplySequence] = {}
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
        verdict = self._numbers.setdefault(name, ReplySequence()).take(reply.attempt, reply.seq)
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
