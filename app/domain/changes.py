"""What changed in the conversations of a tenant, in the order of the commits.

A cursor stands after a change. Whoever reads from a cursor learns one of three things: nothing was
missed, these changes were missed, or it cannot be told (the log was cut, or is another one) and all
must be read anew.
"""

from datetime import datetime
from typing import Final, Literal, NamedTuple

from app.domain.base import Value
from app.domain.book import BookConversation, BookMessage
from app.domain.memories import Memory
from app.domain.service_tasks import ServiceTask

Topic = Literal[
    "conversation.create",
    "conversation.update",
    "conversation.delete",
    "task.update",
    "task.completed",
    "task.failed",
    "memory.update",
]
TOPICS: Final[frozenset[str]] = frozenset(
    {
        "conversation.create",
        "conversation.update",
        "conversation.delete",
        "task.update",
        "task.completed",
        "task.failed",
        "memory.update",
    }
)

UpdateType = Literal[
    "created",
    "new_message",
    "message_updated",
    "conversation_updated",
    "restored",
    "deleted",
    "erased",
    "task",
    "remembered",
    "edited",
    "forgotten",
]


class Cursor(NamedTuple):
    """A place in a tenant's change log; `epoch` says of which log."""

    epoch: str
    seq: int

    def __str__(self) -> str:
        return f"{self.epoch}:{self.seq}"

    @classmethod
    def parse(cls, text: str) -> "Cursor | None":
        """Return the cursor that was written with `str`, or None for anything else."""
        epoch, _, seq = text.rpartition(":")
        if not epoch or not seq.isascii() or not seq.isdigit() or len(seq) > 18:
            return None
        return cls(epoch, int(seq))


class Change(Value):
    """One change, with what it concerns as that stands when the change is read (None: gone).

    A message that grows has at most one `message_updated` in the log, the newest. A `created`
    message of the desk may be found already grown.
    """

    cursor: Cursor
    topic: Topic
    update_type: UpdateType
    at: datetime
    conversation_id: str | None = None
    message_id: str | None = None
    task_id: str | None = None
    memory_id: str | None = None
    user_id: str = ""
    session_id: str = ""
    origin: str = ""
    conversation: BookConversation | None = None
    message: BookMessage | None = None
    task: ServiceTask | None = None
    memory: Memory | None = None


class ChangeFilters(Value):
    """Which changes of the topics; None means all."""

    session_id: str | None = None
    conversation_id: str | None = None
    user_id: str | None = None
    not_origin: str | None = None


class Replayed(NamedTuple):
    """What came after the cursor, oldest first; read on from `cursor` when there is `more`.

    `changes` may be empty where the filters let nothing through.
    """

    changes: tuple[Change, ...]
    cursor: Cursor
    more: bool


class UpToDate(NamedTuple):
    """Nothing was missed."""

    cursor: Cursor


class CannotReplay(NamedTuple):
    """What was missed cannot be told: read all anew, then go on from `cursor`.

    `reason` is "other_log" or "log_cut".
    """

    cursor: Cursor
    reason: Literal["other_log", "log_cut"]
