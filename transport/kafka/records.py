"""Requests and replies as Kafka records: key, headers, value (docs/kafka-binding.md).

{"method": "send_message_streaming", "params": {"message": {"text": "…"}, "context_id": "…"}}

It is what people write by hand and in first programs; it becomes A2A's own operation and ProtoJSON.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from a2a.utils.constants import PROTOCOL_VERSION_CURRENT

from app.system.strict_json import NotJson, read_json
from transport.kafka.names import identity_of
from transport.protocol.operations import OPERATIONS, SEND_STREAMING_MESSAGE, SUBSCRIBE_TO_TASK


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


_ALIASES = {_snake(name): name for name in OPERATIONS} | {
    "send_message_streaming": SEND_STREAMING_MESSAGE,
    "message/send": "SendMessage",
    "message/stream": SEND_STREAMING_MESSAGE,
    "subscribe": SUBSCRIBE_TO_TASK,
}
_ROLES = {"user": "ROLE_USER", "agent": "ROLE_AGENT"}


def as_operation(
    method: str, params: Mapping[str, Any], *, message_id: str
) -> tuple[str, Mapping[str, Any]]:
    """Return A2A's name of the operation and its params in ProtoJSON.

    Methods that are nobody's are given back as they are. A message without an id gets `message_id`.
    """
    method = _ALIASES.get(method, method)
    message = params.get("message")
    if not isinstance(message, Mapping):
        return method, params
    said = dict(message)
    if isinstance(text := said.pop("text", None), str) and not said.get("parts"):
        said["parts"] = [{"text": text}]
    role = said.get("role")
    said["role"] = _ROLES.get(role, role) if isinstance(role, str) else "ROLE_USER"
    if not (said.get("messageId") or said.get("message_id")):
        said["messageId"] = message_id
    rest = {name: value for name, value in params.items() if name != "message"}
    for name in ("context_id", "contextId", "task_id", "taskId"):
        # Beside the message in the simple form, inside it in A2A.
        if isinstance(value := rest.pop(name, None), str) and name not in said:
            said[name] = value
    return method, {**rest, "message": said}


Headers = Sequence[tuple[str, bytes]]

_decode = json.JSONDecoder().decode
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

ACCEPTED, QUEUED, WORKING, LOST = "accepted", "queued", "working", "lost"
FAILED, REJECTED, DONE = "failed", "rejected", "done"
HEARTBEAT_SEQ = -1
CONTENT_TYPE = "application/a2a+json"

# The service parameters of A2A 1.0, section 3.2.6, and who calls: headers under their own names.
SERVICE_PARAMETERS = ("a2a-version", "a2a-extensions", "authorization")


# What may stand on a record once only; who reads the last of two reads what somebody else did not.
_OF_REQUESTS = frozenset(
    {
        "correlation-id",
        "context-id",
        "client-id",
        "reply-topic",
        "reply-partition",
        "partition",
        "ttl-ms",
        "content-type",
        *SERVICE_PARAMETERS,
    }
)
_OF_REPLIES = frozenset({"correlation-id", "attempt", "seq", "state", "final", "client-id"})


class Unreadable(ValueError):
    """A record that is no request; `headers` and `key` are what could be read of it."""

    def __init__(self, reason: str, key: str, headers: Mapping[str, str]) -> None:
        super().__init__(reason)
        self.key = key
        self.headers = headers


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request; `partition` names the replica that answers what every replica reads.

    `ttl_ms` counts from the time that stands on the record; 0 is for ever.
    """

    correlation_id: str
    method: str
    params: Mapping[str, Any]
    reply_topic: str
    reply_partition: int = 0
    client_id: str = ""
    context_id: str = ""
    partition: int | None = None
    ttl_ms: int = 0
    service_parameters: Mapping[str, str] = field(default_factory=dict)
    traceparent: str = ""

    @property
    def identity(self) -> str:
        """What tells it from all others, also from those of other clients."""
        return identity_of(self.reply_topic, self.correlation_id)

    def value(self) -> bytes:
        """Return the value of its record."""
        return dumped(
            {
                "jsonrpc": "2.0",
                "id": self.correlation_id,
                "method": self.method,
                "params": self.params,
            }
        )

    def headers(self) -> Headers:
        """Return the headers of its record."""
        named = {
            "correlation-id": self.correlation_id,
            "context-id": self.context_id,
            "client-id": self.client_id,
            "reply-topic": self.reply_topic,
            "reply-partition": str(self.reply_partition),
            "partition": "" if self.partition is None else str(self.partition),
            "ttl-ms": str(self.ttl_ms) if self.ttl_ms else "",
            "content-type": CONTENT_TYPE,
            "traceparent": self.traceparent,
        }
        said = {name.lower(): value for name, value in self.service_parameters.items()}
        named |= {name: said[name] for name in SERVICE_PARAMETERS if said.get(name)}
        return encoded(named)


class Reply(NamedTuple):
    """One reply as its headers tell; `body` is the JSON of the response, not yet read.

    `state` is `accepted`, `queued`, `working` or `lost` without a result, or the state that it
    reports.
    """

    correlation_id: str
    attempt: str
    seq: int
    state: str
    final: bool
    client_id: str
    body: bytes
    partition: int = 0
    offset: int = -1

    def response(self) -> dict[str, Any]:
        """Return the JSON-RPC response; raises `ValueError` for a value that is none."""
        try:
            value = _decode(self.body.decode())
        except RecursionError as error:
            raise ValueError("The reply is nested too deeply.") from error
        if not isinstance(value, dict):
            raise ValueError("The reply is no object.")
        value["final"] = self.final
        return value


def read_request(
    key: bytes | None, value: bytes | None, headers: Iterable[Any], *, reply_topic: str = ""
) -> Request:
    """Return the request of a record, in the binding's form or the simple one.

    What names no reply topic is answered to `reply_topic`. Raises `Unreadable`.
    """
    said, twice = decoded(headers)
    name = said.get("correlation-id") or (key or b"").decode("utf-8", "replace")

    def bad(reason: str) -> Unreadable:
        return Unreadable(reason, name, said)

    if doubled := sorted(_OF_REQUESTS & twice):
        raise bad(f"The header {doubled[0]} stands there twice.")
    if not name:
        raise bad("It has no correlation id: neither a key nor a header.")
    try:
        body = read_json(value or b"", max_bytes=None, nul=True)
    except NotJson as error:
        raise bad(f"Its value is no JSON: {error}.") from error
    if not isinstance(body, dict) or not isinstance(body.get("method"), str):
        raise bad("Its value names no method.")
    params = body.get("params") or {}
    if not isinstance(params, dict):
        raise bad("Its params are no object.")
    method, params = as_operation(body["method"], params, message_id=name)
    reply_topic = said.get("reply-topic") or str(body.get("reply_topic") or "") or reply_topic
    if not reply_topic:
        raise bad("It names no reply topic.")
    try:
        ttl, reply_partition = int(said.get("ttl-ms") or 0), int(said.get("reply-partition") or 0)
        partition = int(said["partition"]) if said.get("partition") else None
    except ValueError as error:
        raise bad("A header that should be a number is none.") from error
    return Request(
        correlation_id=name,
        method=method,
        params=params,
        reply_topic=reply_topic,
        reply_partition=reply_partition,
        client_id=said.get("client-id", ""),
        context_id=said.get("context-id") or context_of(params),
        partition=partition,
        ttl_ms=ttl,
        service_parameters={
            "a2a-version": PROTOCOL_VERSION_CURRENT,  # that of this version of the binding
            **{one: said[one] for one in SERVICE_PARAMETERS if one in said},
        },
        traceparent=said.get("traceparent", ""),
    )


def answer_headers(request: Request, attempt: str) -> list[tuple[str, bytes]]:
    """Return the headers that all replies of one attempt have."""
    return encoded(
        {
            "correlation-id": request.correlation_id,
            "client-id": request.client_id,
            "attempt": attempt,
            "content-type": CONTENT_TYPE,
            "traceparent": request.traceparent,
        }
    )


def event_headers(seq: int, state: str, *, final: bool) -> list[tuple[str, bytes]]:
    """Return the headers that each reply has of its own."""
    return [
        ("seq", b"%d" % seq),
        ("state", state.encode()),
        ("final", b"1" if final else b"0"),
    ]


def read_reply(record: Any) -> Reply | None:
    """Return the reply of a record, or None for what is none, or says one thing twice."""
    said = dict(record.headers)
    if len(said) < len(record.headers):
        counted = Counter(name for name, _ in record.headers)
        if any(counted[name] > 1 for name in _OF_REPLIES):
            return None
    try:
        return Reply(
            said["correlation-id"].decode(),
            said.get("attempt", b"").decode(),
            int(said["seq"]),
            said.get("state", b"").decode(),
            said.get("final") == b"1",
            said.get("client-id", b"").decode(),
            record.value or b"",
            record.partition,
            record.offset,
        )
    except (KeyError, ValueError, AttributeError):  # one without a value has no `decode`
        return None


def context_of(params: Mapping[str, Any]) -> str:
    """Return the context id that the params of an operation name, or nothing."""
    message = params.get("message")
    if isinstance(message, Mapping):
        return str(message.get("contextId") or message.get("context_id") or "")
    return str(params.get("contextId") or params.get("context_id") or "")


def task_of(params: Mapping[str, Any]) -> str:
    """Return the task id that the params of an operation on a task name, or nothing."""
    for name in ("taskId", "task_id", "id"):
        if isinstance(params.get(name), str):
            return str(params[name])
    return ""


def decoded(headers: Iterable[Any]) -> tuple[dict[str, str], Set[str]]:
    """Return headers as text, under small letters, and the names that stand there several times.

    Of those none is among the texts: which is meant cannot be said.
    """
    found: dict[str, str] = {}
    twice = set()
    for name, value in headers or ():
        if value is None:
            continue
        if name.lower() in found:
            twice.add(name.lower())
        found[name.lower()] = value.decode("utf-8", "replace")
    for name in twice:
        del found[name]
    return found, twice


def encoded(named: Mapping[str, str]) -> list[tuple[str, bytes]]:
    """Return the headers that say something."""
    return [(name, value.encode()) for name, value in named.items() if value]


def dumped(value: Any) -> bytes:
    """Return compact JSON."""
    return _encode(value).encode()
