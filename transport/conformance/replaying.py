"""A recorded conversation said anew to an agent, and how its answers differ by what they mean.

Ids, times and the cutting of answers into pieces are left aside: what counts is how each task ended
or what it waits for, its artifacts, and what was said.
"""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple, Protocol

from app.domain.frames import Frame
from app.domain.ids import new_message_id
from transport.protocol.operations import SEND_MESSAGE, SEND_STREAMING_MESSAGE

_SENT = (SEND_MESSAGE, SEND_STREAMING_MESSAGE)
_LONGEST = 300


class Calling(Protocol):
    """What is asked: a link, by any operation."""

    def call(self, method: str, params: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
        """Yield the results of an operation."""
        ...


class TurnDifference(NamedTuple):
    """What one turn answers otherwise: its number, what it is about, before and now."""

    turn: int
    about: str
    before: str
    now: str


class Meaning:
    """What the answers to one message come to; owns the artifacts by their names."""

    def __init__(self) -> None:
        self.task_id = ""
        self.context_id = ""
        self._state = ""
        self._said = ""
        self._artifacts: dict[str, list[Any]] = {}
        self._names: dict[str, str] = {}

    def take(self, event: Any) -> None:
        """Take in a response of a stream, or the answer to a message."""
        if not isinstance(event, dict):
            return
        task, message = event.get("task"), event.get("message")
        status, piece = event.get("statusUpdate"), event.get("artifactUpdate")
        if isinstance(task, dict):
            self._ids(task.get("id"), task)
            self._status(task.get("status"))
            for artifact in task.get("artifacts") or []:
                self._artifact(artifact, append=False)
        elif isinstance(status, dict):
            self._ids(status.get("taskId"), status)
            self._status(status.get("status"))
        elif isinstance(piece, dict):
            self._ids(piece.get("taskId"), piece)
            self._artifact(piece.get("artifact") or {}, append=piece.get("append") is True)
        elif isinstance(message, dict):
            self._ids(None, message)
            self._state, self._said = "a message", _written(_merged(message.get("parts") or []))

    def differences(self, other: "Meaning", turn: int) -> Sequence[TurnDifference]:
        """Return what the other one, later, says otherwise."""
        pairs = [("state", self._state, other._state), ("words", self._said, other._said)]
        mine, theirs = self._by_name(), other._by_name()
        for name in [*mine, *(one for one in theirs if one not in mine)]:
            pairs.append((f"artifact {name}", mine.get(name, "–"), theirs.get(name, "–")))
        return [TurnDifference(turn, about, a, b) for about, a, b in pairs if a != b]

    def _ids(self, task_id: Any, told: Mapping[str, Any]) -> None:
        self.task_id = self.task_id or str(task_id or "")
        self.context_id = self.context_id or str(told.get("contextId") or "")

    def _status(self, status: Any) -> None:
        if not isinstance(status, dict):
            return
        self._state = str(status.get("state") or "")
        message = status.get("message")
        parts = message.get("parts") if isinstance(message, dict) else None
        # What is said while it works on is no result.
        working = self._state in ("TASK_STATE_WORKING", "TASK_STATE_SUBMITTED")
        self._said = "" if working or not parts else _written(_merged(parts))

    def _artifact(self, artifact: Mapping[str, Any], *, append: bool) -> None:
        artifact_id = str(artifact.get("artifactId"))
        if artifact.get("name"):
            self._names[artifact_id] = str(artifact["name"])
        held = self._artifacts.setdefault(artifact_id, [])
        if not append:
            held.clear()
        held.extend(artifact.get("parts") or [])

    def _by_name(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for number, (artifact_id, parts) in enumerate(self._artifacts.items(), start=1):
            name = self._names.get(artifact_id) or f"#{number}"
            while name in found:
                name += "'"
            found[name] = _written(_merged(parts))
        return found


async def replayed(frames: Sequence[Frame], link: Calling) -> tuple[int, Sequence[TurnDifference]]:
    """Say what was said in a recording; return how many messages that were, and what differs.

    Ids of tasks and contexts that the recorded agent made become those that this one makes. Raises
    what the link raises.
    """
    asked = [frame for frame in frames if frame.direction == "sent" and frame.method in _SENT]
    ids: dict[str, str] = {}
    differences: list[TurnDifference] = []
    for turn, request in enumerate(asked, start=1):
        before = Meaning()
        for frame in frames:
            if frame.exchange == request.exchange and frame.direction == "received":
                before.take(frame.body)
        now = Meaning()
        body: Any = request.body
        async with aclosing(link.call(request.method, _anew(body, ids))) as results:
            async for result in results:
                now.take(result)
        ids |= {
            old: new
            for old, new in (
                (before.task_id, now.task_id),
                (before.context_id, now.context_id),
            )
            if old
        }
        differences += before.differences(now, turn)
    return len(asked), differences


def _anew(params: Any, ids: Mapping[str, str]) -> dict[str, Any]:
    """Return what was asked, as a new message, in the tasks and contexts of this playing."""
    asked: dict[str, Any] = {name: value for name, value in params.items() if name != "tenant"}
    message = dict(asked.get("message") or {})
    message["messageId"] = new_message_id()
    for name in ("taskId", "contextId"):
        if name in message:
            message[name] = ids.get(message[name], message[name])
    if "referenceTaskIds" in message:
        message["referenceTaskIds"] = [ids.get(one, one) for one in message["referenceTaskIds"]]
    return {**asked, "message": message}


def _merged(parts: Sequence[Any]) -> list[Any]:
    """Return parts with texts that follow each other joined: how they were cut means nothing."""
    merged: list[Any] = []
    for part in parts:
        last = merged[-1] if merged else None
        if isinstance(part, dict) and "text" in part and isinstance(last, dict) and "text" in last:
            merged[-1] = {**last, "text": last["text"] + part["text"]}
        else:
            merged.append(part)
    return merged


def _written(parts: Sequence[Any]) -> str:
    texts = [one.get("text") for one in parts if isinstance(one, dict)]
    if len(texts) == 1 and isinstance(texts[0], str):
        return texts[0]
    return json.dumps(list(parts), ensure_ascii=False, sort_keys=True)


def shortened(text: str) -> str:
    """Return a text short enough for a line."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
