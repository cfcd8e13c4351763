"""The rules an agent is held to: each with its clause of A2A 1.0 and what it says, once.

Clauses are sections of the specification (https://a2a-protocol.org/v1.0.0/specification).
"""

import json
from typing import Any, NamedTuple

from app.domain.conformance import Finding, Level

_SEEN = 200


class Rule(NamedTuple):
    """One rule: its clause, how binding it is, and what it says."""

    clause: str
    level: Level
    text: str


RULES: dict[str, Rule] = {
    # The form of JSON
    "json.type": Rule("5.5", "must", "The value has another type than the protocol's definition."),
    "json.required": Rule("5.7", "must", "A required field is missing or empty."),
    "json.enum": Rule("5.5", "must", "Enum values are the names of the protocol's definition."),
    "json.name": Rule("5.5", "must", "Names of fields are written in camelCase."),
    "json.kind": Rule("A.2.1", "must", "`kind` was removed: the name of the field tells the kind."),
    "json.final": Rule("3.1.2", "must", "`final` was removed: the state tells the end."),
    "json.oneof": Rule("4.1.6", "must", "Exactly one of these fields must be there."),
    "json.timestamp": Rule("5.6.1", "must", "Timestamps are ISO 8601 in UTC and end with Z."),
    "json.base64": Rule("4.1.6", "must", "Bytes are written in base64."),
    "json.utf8": Rule("9.1", "must", "JSON is written in UTF-8 (RFC 8259)."),
    "json.text": Rule("9.1", "must", "What was sent is no JSON."),
    # The card
    "card.found": Rule("8.2", "must", "The agent's card is found at its well-known address."),
    "card.media_type": Rule("8.2", "should", "The card is sent as application/json."),
    "card.url": Rule("4.4.6", "must", "An interface has an absolute address."),
    "card.binding": Rule(
        "5.8", "should", "A binding is JSONRPC, GRPC, HTTP+JSON, or a URI of its own."
    ),
    "card.version": Rule("3.6", "must", "A protocol version is Major.Minor, like 1.0."),
    "card.modes": Rule("4.4.1", "must", "Input and output modes are media types."),
    "card.skill_ids": Rule("4.4.5", "must", "Each skill has an id of its own."),
    "card.security": Rule(
        "4.4.1", "must", "A security requirement names a scheme that the card defines."
    ),
    "card.key_place": Rule(
        "4.5.2", "must", "An API key is sent in a header, the query or a cookie."
    ),
    "card.extension": Rule("4.6.1", "must", "A declared extension has a URI."),
    "card.signature": Rule(
        "8.4.2", "must", "The protected header of a signature is JSON with `alg` and `kid`."
    ),
    "card.interface": Rule(
        "8.3.1", "must", "An interface is reached at its address, in its binding."
    ),
    # Streams
    "stream.media_type": Rule("9.1", "must", "A stream is sent as text/event-stream."),
    "stream.empty": Rule("3.1.2", "must", "A stream begins with a task or a message."),
    "stream.first": Rule("3.1.2", "must", "A stream begins with a task or a message."),
    "stream.subscribed": Rule("3.1.6", "must", "A subscription begins with the whole task."),
    "stream.message": Rule("3.1.2", "must", "A message is alone in its stream."),
    "stream.task_id": Rule("4.2.1", "must", "All events of a stream are of one task."),
    "stream.context_id": Rule("4.2.1", "must", "All events of a stream are of one context."),
    "stream.after_end": Rule("3.1.2", "must", "Nothing comes after the end of a task."),
    "stream.unclosed": Rule("3.1.2", "must", "A stream closes when its task has ended."),
    "stream.unsettled": Rule(
        "11.7", "must", "A stream goes on until its task has ended or waits for somebody."
    ),
    "stream.silent": Rule("3.1.2", "should", "A stream comes to an end."),
    "artifact.unique": Rule("4.1.7", "must", "An artifact's id is unique within its task."),
    "part.media_type": Rule("4.1.6", "should", "The media type of a part is type/subtype."),
    "artifact.append": Rule(
        "4.2.2", "must", "Only what was sent before with this artifact id can be appended to."
    ),
    "artifact.last_chunk": Rule("4.2.2", "must", "Nothing is appended after the last chunk."),
    "status.order": Rule("3.5.2", "must", "Events come in the order in which they were made."),
    "status.back": Rule("4.1.3", "should", "A task that was begun is not submitted again."),
    "status.sign_in": Rule(
        "7.6.1", "must", "A task that waits for an authorization says in its status for which."
    ),
    "status.question": Rule(
        "3.4.3", "should", "A task that waits for input says in its status for which."
    ),
    "message.role": Rule("4.1.5", "must", "What an agent says has the role ROLE_AGENT."),
    "message.ids": Rule("4.1.4", "must", "A message of a task names that task and its context."),
    # Answers
    "rpc.envelope": Rule("9.3", "must", 'An answer has `jsonrpc` "2.0" and a result or an error.'),
    "rpc.id": Rule("9.3", "must", "An answer has the id of its request."),
    "http.media_type": Rule("11.1", "must", "An answer is sent as JSON."),
    "http.status": Rule("5.4", "must", "The status of HTTP is that of the error."),
    "http.error_code": Rule("11.6", "should", "`error.code` is the status of HTTP."),
    "http.error_status": Rule("11.6", "should", "`error.status` names the error's status of gRPC."),
    "http.rpc_status": Rule("9.5", "should", "A JSON-RPC answer has HTTP's status 200."),
    "answer.expected": Rule("3.1", "must", "The operation answers."),
    "answer.time": Rule("3.1", "should", "The operation answers in time."),
    "context.given": Rule("3.4.1", "must", "The client's context is kept, or the message refused."),
    "context.made": Rule("3.4.1", "should", "A context that the agent made is told."),
    "context.inferred": Rule("3.4.3", "must", "The context of a task is inferred from it."),
    "task.ids": Rule("3.4.2", "must", "Each task has an id of its own."),
    "task.same": Rule("3.1.3", "must", "The task that was asked for is the one that is told."),
    "task.state": Rule("3.1.3", "must", "A task is told in the state it is in."),
    "task.artifacts": Rule("3.1.3", "must", "A task holds the artifacts as they were sent."),
    "send.waits": Rule(
        "3.2.2", "must", "Sending waits until the task has ended or waits for somebody."
    ),
    "send.at_once": Rule("3.2.2", "must", "With `returnImmediately` the task is told at once."),
    "history.none": Rule("3.2.4", "should", "`historyLength` 0 asks for no history."),
    "history.limit": Rule("3.2.4", "must", "No more history is told than `historyLength`."),
    "list.token": Rule("3.1.4", "must", "`nextPageToken` is always there, empty on the last page."),
    "list.total": Rule("3.1.4", "must", "`totalSize` counts all tasks that match the filter."),
    "list.page_size": Rule("3.1.4", "should", "`pageSize` is the size of page that was used."),
    "list.artifacts": Rule("3.1.4", "must", "Artifacts are left out unless they are asked for."),
    "list.with_artifacts": Rule("3.1.4", "must", "Artifacts are told when they are asked for."),
    "list.filter": Rule("3.1.4", "must", "Only tasks that match the filter are told."),
    "list.found": Rule("3.1.4", "must", "All tasks that match the filter are told."),
    "list.order": Rule("3.1.4", "must", "The task that changed last comes first."),
    "list.size": Rule("3.1.4", "must", "A page holds no more tasks than were asked for."),
    "list.pages": Rule("3.1.4", "must", "Each task stands on one page."),
    "list.limits": Rule("3.1.4", "must", "A page has from 1 to 100 tasks; else it is refused."),
    "cancel.state": Rule("3.1.5", "must", "A cancellation tells the task as it is by then."),
    "push.kept": Rule("3.1.7", "must", "A webhook that was made is found again."),
    "push.media_type": Rule("4.3.3", "must", "A webhook is called with JSON."),
    "push.token": Rule("4.3.3", "must", "A webhook is called with the token of its configuration."),
    "push.credentials": Rule(
        "4.3.3", "must", "A webhook is called with the credentials of its configuration."
    ),
    "push.deleted": Rule("3.1.10", "must", "A webhook that was deleted is gone."),
    # Errors
    "error.missing": Rule("3.3.2", "must", "A request that cannot be carried out is refused."),
    "error.kind": Rule("3.3.2", "must", "The error is the one that the specification names."),
    "error.standard": Rule("9.5", "should", "A standard error is the one that JSON-RPC names."),
    "error.shape": Rule("9.5", "must", "An error has a number as its code, and a message."),
    "error.status": Rule("5.4", "must", "The status of gRPC is that of the error."),
    "error.info": Rule(
        "11.6", "must", "An error of A2A has an ErrorInfo with its reason and A2A's domain."
    ),
    # As 1.0.0 has it; 1.0.1 asks no more than that such details should be used.
    "error.rpc_info": Rule(
        "9.5", "should", "An error of A2A has an ErrorInfo with its reason and A2A's domain."
    ),
    "error.details": Rule("9.5", "must", "Each detail of an error has an `@type`."),
    "version.unknown": Rule("3.6.2", "must", "A version that is not spoken is refused."),
    "version.metadata": Rule(
        "10.2",
        "should",
        "A server of gRPC refuses a version in the metadata that it does not speak.",
    ),
    "extension.required": Rule("3.3.4", "must", "A required extension is insisted on."),
    "capability.push": Rule("3.3.4", "must", "Webhooks that the card does not offer are refused."),
    "capability.streaming": Rule(
        "3.3.4", "must", "Streams that the card does not offer are refused."
    ),
    "capability.card": Rule(
        "3.3.4", "must", "An extended card that the card does not offer is refused."
    ),
}


def finding(rule: str, where: str = "", seen: Any = None) -> Finding:
    """Return a departure from a rule; of what was `seen` a short piece is kept."""
    clause, level, text = RULES[rule]
    if seen is not None and not isinstance(seen, str):
        try:
            seen = json.dumps(seen, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            seen = repr(seen)
    shown = "" if seen is None else seen[:_SEEN] + ("…" if len(seen) > _SEEN else "")
    return Finding(rule=rule, clause=clause, level=level, text=text, where=where, seen=shown)
