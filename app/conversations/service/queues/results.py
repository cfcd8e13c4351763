"""What a request comes to: its answer, what of that is kept, and which errors are answers."""

from typing import Any, Final

from app.conversations.protocol.envelope import Envelope
from app.conversations.protocol.payloads import error_payload
from app.conversations.protocol.queue_names import HISTORY, RETRIEVE, STORE, EnvelopeKind
from app.errors import (
    BadInput,
    Conflict,
    ContextProcessingError,
    DeskError,
    NotAllowed,
    NotFound,
    RateLimitExceeded,
)

Result = tuple[str, dict[str, Any]]
"""The status and the payload of an answer."""

REFUSALS: Final = (BadInput, NotFound, NotAllowed, Conflict, ContextProcessingError)
"""Errors that the next delivery would meet as well: they are the answer."""


class UnderWay(Exception):
    """Another request with this one's task is worked on; `result` says how the task stands."""

    def __init__(self, result: Result) -> None:
        super().__init__("another request is worked on")
        self.result = result


_UNEXPECTED: Final[dict[EnvelopeKind, str]] = {
    STORE: "MessageStorageError",
    RETRIEVE: "ContextProcessingError",
    HISTORY: "ContextProcessingError",
}


def refused(error: DeskError) -> Result:
    """Return the answer that says why a request was not done."""
    return "failed", error_payload(error)


def not_done(kind: EnvelopeKind, error: Exception) -> Result:
    """Return the answer to a request that was tried as often as it may be.

    Of a mistake of ours nothing is shown but the document's name for it.
    """
    if isinstance(error, DeskError):
        return refused(error)
    name = _UNEXPECTED.get(kind, "InternalError")
    return "failed", {"error": name, "message": "It failed each time that it was tried."}


def may_pass(error: Exception) -> bool:
    """Whether another delivery may succeed where this one failed."""
    return isinstance(error, RateLimitExceeded) or not isinstance(error, REFUSALS)


def told_of(envelope: Envelope, result: Result) -> str:
    """Return the conversation, or the fact, that an answer tells of: with it the answer goes."""
    facts = result[1].get("memories", ())
    if facts and (len(facts) == 1 or envelope.said("conversation_id") is None):
        return str(facts[0]["id"])
    return envelope.said("conversation_id") or ""


def repeatable(result: Result) -> Result:
    """Return what is kept of an answer: of several facts their ids, for each may be forgotten."""
    status, payload = result
    if "result" in payload:
        payload = payload | {"result": without_facts(payload["result"])}
    facts = payload.get("memories", ())
    if len(facts) < 2:
        return status, payload
    ids = [{"operation": one["operation"], "id": one["id"]} for one in facts]
    return status, payload | {"memories": ids}


def without_facts(result: Any) -> Any:
    """Return a task's result as it is kept: of the facts of a context window only their ids.

    What a task holds is there after a fact was forgotten.
    """
    if not isinstance(result, dict) or not isinstance(facts := result.get("memories"), list):
        return result
    ids = [{"id": one["id"]} for one in facts if isinstance(one, dict) and "id" in one]
    return result | {"memories": ids}
