"""How a departure from A2A's specification reads in the window: its clause and its sentence."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from app.domain.conformance import Finding
from gui.texts.plain import plain_signs


def rule_sentences() -> Mapping[str, str]:
    """Return what the rules say to which frames are held while somebody chats."""
    translate = QCoreApplication.translate
    begins = translate("Rules", "A stream begins with a task or a message.")
    error_info = translate(
        "Rules", "An error of A2A has an ErrorInfo with its reason and A2A's domain."
    )
    return {
        "json.base64": translate("Rules", "Bytes are written in base64."),
        "json.enum": translate("Rules", "Enum values are the names of the protocol's definition."),
        "json.final": translate("Rules", "`final` was removed: the state tells the end."),
        "json.kind": translate(
            "Rules", "`kind` was removed: the name of the field tells the kind."
        ),
        "json.name": translate("Rules", "Names of fields are written in camelCase."),
        "json.oneof": translate("Rules", "Exactly one of these fields must be there."),
        "json.required": translate("Rules", "A required field is missing or empty."),
        "json.timestamp": translate("Rules", "Timestamps are ISO 8601 in UTC and end with Z."),
        "json.type": translate(
            "Rules", "The value has another type than the protocol's definition."
        ),
        "json.text": translate("Rules", "What was sent is no JSON."),
        "json.utf8": translate("Rules", "JSON is written in UTF-8 (RFC 8259)."),
        "stream.empty": begins,
        "stream.first": begins,
        "stream.subscribed": translate("Rules", "A subscription begins with the whole task."),
        "stream.message": translate("Rules", "A message is alone in its stream."),
        "stream.task_id": translate("Rules", "All events of a stream are of one task."),
        "stream.context_id": translate("Rules", "All events of a stream are of one context."),
        "stream.after_end": translate("Rules", "Nothing comes after the end of a task."),
        "stream.unsettled": translate(
            "Rules", "A stream goes on until its task has ended or waits for somebody."
        ),
        "artifact.append": translate(
            "Rules", "Only what was sent before with this artifact id can be appended to."
        ),
        "artifact.last_chunk": translate("Rules", "Nothing is appended after the last chunk."),
        "status.order": translate("Rules", "Events come in the order in which they were made."),
        "status.back": translate("Rules", "A task that was begun is not submitted again."),
        "status.sign_in": translate(
            "Rules", "A task that waits for an authorization says in its status for which."
        ),
        "status.question": translate(
            "Rules", "A task that waits for input says in its status for which."
        ),
        "message.role": translate("Rules", "What an agent says has the role ROLE_AGENT."),
        "message.ids": translate("Rules", "A message of a task names that task and its context."),
        "context.given": translate(
            "Rules", "The client's context is kept, or the message refused."
        ),
        "artifact.unique": translate("Rules", "An artifact's id is unique within its task."),
        "part.media_type": translate("Rules", "The media type of a part is type/subtype."),
        "task.same": translate("Rules", "The task that was asked for is the one that is told."),
        "rpc.envelope": translate(
            "Rules", 'An answer has `jsonrpc` "2.0" and a result or an error.'
        ),
        "rpc.id": translate("Rules", "An answer has the id of its request."),
        "stream.media_type": translate("Rules", "A stream is sent as text/event-stream."),
        "http.media_type": translate("Rules", "An answer is sent as JSON."),
        "http.status": translate("Rules", "The status of HTTP is that of the error."),
        "http.rpc_status": translate("Rules", "A JSON-RPC answer has HTTP's status 200."),
        "http.error_code": translate("Rules", "`error.code` is the status of HTTP."),
        "http.error_status": translate("Rules", "`error.status` names the error's status of gRPC."),
        "error.shape": translate("Rules", "An error has a number as its code, and a message."),
        "error.info": error_info,
        "error.rpc_info": error_info,
        "error.details": translate("Rules", "Each detail of an error has an `@type`."),
    }


def mark_words(found: Finding) -> str:
    """Return the clause and the sentence of a rule, on one line."""
    words = rule_sentences().get(found.rule, found.text)
    return f"A2A {found.clause} {found.level.upper()}: {words}"


def mark_text(found: Finding) -> str:
    """Return the same with where it was seen; untrusted text is made plain."""
    where = " · ".join(one for one in (found.where, found.seen) if one)
    return f"{mark_words(found)}\n{plain_signs(where)}" if where else mark_words(found)
