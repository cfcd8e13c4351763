"""What is wrong with the frames of a link, by the same rules by which an agent is checked.

What a link has recorded was read leniently: the form of its JSON is judged where it is known.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from a2a.types import ListTasksResponse, SendMessageResponse, StreamResponse, Task

from app.domain.conformance import Finding
from app.domain.frames import Frame
from transport.conformance.json_form import departures, writable
from transport.conformance.rules import finding
from transport.conformance.stream_rules import StreamRules
from transport.protocol.operations import (
    CANCEL_TASK,
    GET_TASK,
    LIST_TASKS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)

_STREAMS = (SEND_STREAMING_MESSAGE, SUBSCRIBE_TO_TASK)
_ANSWERS: Mapping[str, type[Any]] = {
    **dict.fromkeys(_STREAMS, StreamResponse),
    SEND_MESSAGE: SendMessageResponse,
    GET_TASK: Task,
    CANCEL_TASK: Task,
    LIST_TASKS: ListTasksResponse,
}


def marks_of(frames: Sequence[Frame]) -> Mapping[int, Sequence[Finding]]:
    """Return what is wrong with each frame, by its place among the frames; sound ones are left out.

    A stream that ended before its task did is marked at its end.
    """
    rules: dict[str, StreamRules] = {}
    marks: dict[int, list[Finding]] = {}
    for at, frame in enumerate(frames):
        found: list[Finding] = []
        body: Any = frame.body
        if frame.direction == "sent" and isinstance(body, dict):
            message = body.get("message")
            given = message.get("contextId") if isinstance(message, dict) else ""
            rules[frame.exchange] = StreamRules(
                frame.method, context_id=str(given or ""), form=False
            )
        told = rules.get(frame.exchange)
        if frame.direction == "received" and told is not None:
            if frame.method in _STREAMS:
                found += told.take(body)
            elif frame.method == SEND_MESSAGE:
                found += told.take_answer(body)
            if "encoding" in frame.details:
                found.append(finding("json.utf8", frame.method))
        if frame.direction in ("received", "failed") and frame.method in _ANSWERS:
            found += _form(frame)
        if frame.direction == "ended" and told is not None and frame.method in _STREAMS:
            found += told.closed()
        if found:
            marks[at] = found
    return marks


def _form(frame: Frame) -> Sequence[Finding]:
    """Return how what was sent departs from the definitions; nothing where it is not known."""
    sent: Any = frame.details.get("as_sent", frame.body if frame.exact else None)
    if sent is None or (frame.direction == "failed" and isinstance(sent, dict) and "error" in sent):
        return ()
    value, found = writable(sent, frame.method)
    return [*found, *departures(value, _ANSWERS[frame.method], frame.method)]
