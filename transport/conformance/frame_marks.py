"""What is wrong with the frames of a link, by the same rules by which an agent is checked.

What a link has recorded was read leniently: the form of its JSON is judged where it is known.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from a2a.types import ListTasksResponse, SendMessageResponse, StreamResponse, Task
from a2a.utils.constants import TransportProtocol

from app.domain.conformance import Finding
from app.domain.frames import Frame
from transport.conformance.envelopes import (
    envelope_departures,
    http_departures,
    rest_failure,
    rpc_failure,
)
from transport.conformance.failures import check_failure
from transport.conformance.json_form import as_dict, departures, writable
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
_OF_ONE = (GET_TASK, CANCEL_TASK)
_STATUS = re.compile(r"^HTTP/[\d.]+ (\d{3})\b")
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
    asked: dict[str, Any] = {}
    marks: dict[int, list[Finding]] = {}
    for at, frame in enumerate(frames):
        found: list[Finding] = []
        body: Any = frame.body
        if frame.direction == "sent" and isinstance(body, dict):
            asked[frame.exchange] = body.get("id")
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
            elif frame.method in _OF_ONE and as_dict(body).get("id") != asked[frame.exchange]:
                found.append(finding("task.same", frame.method, as_dict(body).get("id")))
            if "encoding" in frame.details:
                found.append(finding("json.utf8", frame.method))
        if frame.direction in ("received", "failed") and frame.method in _ANSWERS:
            found += _form(frame)
        found += _around(frame)
        if frame.direction == "ended" and told is not None and frame.method in _STREAMS:
            found += told.closed()
        if found:
            marks[at] = found
    return marks


def _around(frame: Frame) -> list[Finding]:
    """Return what is wrong with what surrounds an answer, and with an error."""
    method, rpc = frame.method, frame.binding == TransportProtocol.JSONRPC
    http = as_dict(frame.details.get("http"))
    if str(as_dict(http.get("request_headers")).get("a2a-version")).startswith("0."):
        return []
    found = []
    if envelope := as_dict(frame.details.get("envelope")):
        found += envelope_departures(envelope.get("told"), envelope.get("asked"), method)
    if frame.direction not in ("received", "failed"):
        return found
    line = _STATUS.search(str(http.get("response")))
    status = int(line[1]) if line else 0
    sent = as_dict(frame.details.get("as_sent"))
    error = sent.get("error") if frame.direction == "failed" else None
    if isinstance(error, dict):
        failure = rpc_failure(error) if rpc else rest_failure(status, sent)
        if failure.bars:
            return found
        # An error that comes in a stream has no status of HTTP but its own code.
        found += check_failure(failure, method, http=not rpc and status > 0, rpc=rpc)
    if line and status not in (401, 403):
        kind = as_dict(http.get("response_headers")).get("content-type")
        told = None if kind is None else str(kind)
        refused = error is not None or status >= 300
        found += http_departures(method, status, told, rpc=rpc, refused=refused)
    return found


def _form(frame: Frame) -> Sequence[Finding]:
    """Return how what was sent departs from the definitions; nothing where it is not known."""
    sent: Any = frame.details.get("as_sent", frame.body if frame.exact else None)
    if sent is None or (frame.direction == "failed" and isinstance(sent, dict) and "error" in sent):
        return ()
    value, found = writable(sent, frame.method)
    return [*found, *departures(value, _ANSWERS[frame.method], frame.method)]
