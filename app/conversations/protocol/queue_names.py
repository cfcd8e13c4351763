"""The queues by their documented names, `service.priority.domain.action`, and who answers where."""

import re
from enum import StrEnum
from typing import Final, NamedTuple

SERVICE: Final = "conversation_service"
ORCHESTRATOR: Final = "agent_orchestrator"

_INSTANCE = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Priority(StrEnum):
    """What a queue's name says of its urgency."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


WEIGHTS: Final = {Priority.HIGH: 8, Priority.MEDIUM: 3, Priority.LOW: 1}
"""How many of each twelve turns a priority gets while all of them have work."""


class EnvelopeKind(NamedTuple):
    """The type of an envelope: what it is about, and what happens there."""

    domain: str
    action: str

    def __str__(self) -> str:
        return f"{self.domain}.{self.action}"


class QueueName(NamedTuple):
    """A queue; `str` of it is its documented name."""

    service: str
    priority: Priority
    kind: EnvelopeKind

    def __str__(self) -> str:
        return f"{self.service}.{self.priority}.{self.kind}"


TASK: Final = EnvelopeKind("conversation", "task")
STORE: Final = EnvelopeKind("message", "store")
RETRIEVE: Final = EnvelopeKind("context", "retrieve")
HISTORY: Final = EnvelopeKind("conversation", "history")
MEMORY: Final = EnvelopeKind("memory", "update")
CONTEXT_RESULT: Final = EnvelopeKind("context", "result")
UPDATE: Final = EnvelopeKind("conversation", "update")
MEMORY_RESULT: Final = EnvelopeKind("memory", "result")

REQUESTS: Final = {
    kind: QueueName(SERVICE, priority, kind)
    for kind, priority in (
        (TASK, Priority.HIGH),
        (RETRIEVE, Priority.HIGH),
        (MEMORY, Priority.HIGH),
        (STORE, Priority.MEDIUM),
        (HISTORY, Priority.LOW),
    )
}
"""The queues that the service reads, by the type of what stands in them."""

REPLIES: Final = {
    kind: QueueName(ORCHESTRATOR, priority, kind)
    for kind, priority in (
        (CONTEXT_RESULT, Priority.HIGH),
        (UPDATE, Priority.MEDIUM),
        (MEMORY_RESULT, Priority.HIGH),
    )
}
"""The queues that the service writes, by the type of what stands in them."""

ANSWERED_BY: Final = {
    TASK: UPDATE,
    STORE: UPDATE,
    RETRIEVE: CONTEXT_RESULT,
    HISTORY: CONTEXT_RESULT,
    MEMORY: MEMORY_RESULT,
}
"""The type that answers each request."""

CHANGING: Final = frozenset({TASK, STORE, MEMORY})
"""Requests that change something: done once, however often they are delivered."""


def dead_letters(queue: QueueName) -> str:
    """Return the name of the queue where those that could not be handled are kept."""
    return f"{queue}.dead"


def shares_of(queue: str, tenant: str) -> str:
    """Return the key under which it stands what of a queue is a tenant's."""
    return f"{queue}.of:{tenant}"


def instance_of(reply_to: str) -> str | None:
    """Return the instance that a `reply_to` names, `<a reply queue>:<instance>`; None if none.

    The reply goes to the queue of its own type with the same instance, so whoever asks cannot
    have it written anywhere else.
    """
    queue, _, instance = reply_to.partition(":")
    if queue not in {str(name) for name in REPLIES.values()}:
        return None
    return instance if _INSTANCE.fullmatch(instance) else None


def reply_address(kind: EnvelopeKind, instance: str | None) -> str:
    """Return where a reply of that type is read: by one instance, or by all that share the name."""
    return f"{REPLIES[kind]}:{instance}" if instance else str(REPLIES[kind])
