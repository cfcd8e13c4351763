"""What of a conversation goes into the log: a request, each new state, decisions, and the end."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from app.domain.answers import Answer
from app.domain.events import (
    MessageEvent,
    StatusEvent,
    StreamLost,
    TaskEvent,
    TurnClosed,
    TurnEvent,
)
from app.domain.messages import DataPart, FilePart, Message, TextPart
from app.domain.tasks import DECISIONS, TaskState

PERSON: Final = "user"

_ERRORS = (TaskState.FAILED, TaskState.REJECTED)


class Entry(NamedTuple):
    """A record to be; its parent is found from the ids in its metadata when it is written."""

    from_agent: str
    to_agent: str | None
    msg_type: str
    content: Any
    metadata: dict[str, Any]
    ends_turn: bool = False


def request_entry(message: Message, agent: str) -> Entry:
    """Return the record of a person's message; of files their names, types and sizes are kept."""
    metadata: dict[str, Any] = {
        "agent": agent,
        "context_id": message.context_id,
        "message_id": message.message_id,
    }
    if message.task_id:
        metadata["task_id"] = message.task_id
    if message.reference_task_ids:
        metadata["reference_task_ids"] = list(message.reference_task_ids)
    if attached := [_attached(part) for part in message.parts if not isinstance(part, TextPart)]:
        metadata["attached"] = attached
    return Entry(PERSON, agent, "request", message.text, metadata)


def answer_entries(
    answer: Answer, *, since: int, lost: Sequence[StreamLost], answered: frozenset[str]
) -> Iterator[Entry]:
    """Yield the records of what is new in an answer: its states from number `since` on, each loss
    of the stream, and, unless that state is in `answered`, what was decided and its end.
    """
    metadata: dict[str, Any] = {
        "agent": answer.agent,
        "context_id": answer.context_id,
        "message_id": answer.turn_id,
    }
    if answer.task_id:
        metadata["task_id"] = answer.task_id
    if answer.correlation_id:
        metadata["correlation_id"] = answer.correlation_id
    for change in answer.changes[since:]:
        told = {**metadata, "state": change.state.value}
        if change.text:
            told["text"] = change.text
        yield Entry(answer.agent, PERSON, "state", change.state.value, told)
    for event in lost:
        told = {**metadata, "state": "lost", "text": event.reason}
        yield Entry(answer.agent, PERSON, "state", "lost", told)
    # A question that was answered elsewhere, or dropped, has had its response: the question itself.
    dropped = bool(answered) and answer.state is TaskState.CANCELED
    put_away = answer.answered_by is not None or dropped
    if answer.settled and answer.state.value not in answered and not put_away:
        yield from _decisions(answer, metadata)
        yield _end(answer, metadata)


def states_told(events: Sequence[TurnEvent]) -> int:
    """Return how many states a batch of events may have added to an answer."""
    telling = (TaskEvent, StatusEvent, MessageEvent, TurnClosed)
    return sum(isinstance(event, telling) for event in events)


def _decisions(answer: Answer, metadata: dict[str, Any]) -> Iterator[Entry]:
    for name in DECISIONS:
        artifact = answer.artifact(name)
        if artifact is None:
            continue
        values = [part.data for part in artifact.parts if isinstance(part, DataPart)]
        content: Any = values[0] if len(values) == 1 else values or artifact.text
        if content:
            yield Entry(answer.agent, None, "decision", content, {**metadata, "artifact": name})


def _end(answer: Answer, metadata: dict[str, Any]) -> Entry:
    told = {**metadata, "state": answer.state.value}
    if answer.artifacts:
        told["artifacts"] = [artifact.name or artifact.artifact_id for artifact in answer.artifacts]
    if answer.state in _ERRORS:
        if answer.reason:
            told["reason"] = answer.reason
        words = answer.status_text or answer.reason or answer.state.value
        return Entry(answer.agent, PERSON, "error", words, told, ends_turn=True)
    return Entry(answer.agent, PERSON, "response", answer.text, told, ends_turn=True)


def _attached(part: DataPart | FilePart) -> dict[str, Any]:
    if isinstance(part, FilePart):
        size = None if part.content is None else len(part.content)
        return {"name": part.name, "media_type": part.media_type, "bytes": size}
    return {"media_type": part.media_type}
