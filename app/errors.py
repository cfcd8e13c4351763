"""The errors that are expected: each is shown to a person in plain words, without a traceback.

    DeskError
    ├── BadInput             what was given cannot be used (exit code 2)
    │   ├── BadFile          a file is missing, unreadable, empty or of the wrong shape
    │   ├── BadProfile       the profile folder cannot be used
    │   └── MessageTooLarge  a message over the limit
    ├── StoreError           the database cannot be read or written
    │   ├── DatabaseUnreachable  its server does not answer (exit code 3)
    │   └── MessageStorageError  a message could not be stored
    ├── ConversationError    the conversation service did not do what was asked
    │   ├── NotFound         it knows no such thing, or not for this caller
    │   │   └── ConversationNotFound
    │   ├── NotAllowed       the token does not allow it
    │   ├── Conflict         it was changed meanwhile, or the id is taken
    │   ├── ContextProcessingError  no context window could be made
    │   ├── RateLimitExceeded  too many requests; `details["retry_after"]` in seconds
    │   └── ServiceTimeout   the service did not answer in time (exit code 3)
    ├── DataUnreachable      the server of a table does not answer (exit code 3)
    └── AgentError           the agent did not do what was asked
        ├── AgentUnreachable nobody answers there (exit code 3)
        ├── AgentRefused     the agent answered with an error
        └── TaskUnknown      the agent knows no such task

Every error has a `key`, by which the window and the command line find the words in the person's
language, and `details`, the names and figures that go into them. `str(error)` is English.
Anything else that is raised is a mistake of ours and is shown as such.
"""

from typing import ClassVar, Final


class DeskError(Exception):
    """An expected failure: what happened and what to do, in words."""

    key: ClassVar[str] = "error"

    def __init__(self, text: str, *, key: str | None = None, **details: object) -> None:
        super().__init__(text)
        self.reason = key or self.key
        self.details = details


def in_full(error: BaseException) -> str:
    """Return an error in one line, with what the system or a server said, as the log tells it.

    Of each its first line: PostgreSQL tells on further ones what a row holds.
    """
    told = error.details.get("cause") if isinstance(error, DeskError) else None
    words = [str(one).strip().partition("\n")[0] for one in (error, told or error.__cause__) if one]
    words = [one for one in words if one] or [type(error).__name__]
    return words[0] if words[-1] in words[0] else f"{words[0]} ({words[-1]})"


def as_fields(error: BaseException) -> dict[str, str]:
    """Return the reason and the cause of an expected failure, for a log; of any other nothing."""
    if not isinstance(error, DeskError):
        return {}
    return {"reason": error.reason, "cause": in_full(error)}


class BadInput(DeskError):
    """What was given cannot be used."""

    key = "bad_input"


class BadFile(BadInput):
    """A file is missing, unreadable, empty or of the wrong shape."""

    key = "bad_file"


class BadProfile(BadInput):
    """The profile folder cannot be used."""

    key = "bad_profile"


class MessageTooLarge(BadInput):
    """A message over the limit."""

    key = "message_too_large"


class StoreError(DeskError):
    """The database cannot be read or written."""

    key = "store"


class DatabaseUnreachable(StoreError):
    """The server of the database does not answer, does not let us in, or went away."""

    key = "store_unreachable"


class MessageStorageError(StoreError):
    """A message could not be stored; it may be sent again with the same id."""

    key = "message_storage"


class ConversationError(DeskError):
    """The conversation service did not do what was asked."""

    key = "conversation_error"


class NotFound(ConversationError):
    """There is no such thing, or not for this caller."""

    key = "not_found"


class ConversationNotFound(NotFound):
    """There is no such conversation, or not for this caller."""

    key = "conversation_not_found"


class NotAllowed(ConversationError):
    """The caller's token does not allow it."""

    key = "not_allowed"


class Conflict(ConversationError):
    """It was changed by somebody else meanwhile, or its id is taken."""

    key = "conflict"


class ContextProcessingError(ConversationError):
    """No context window could be made."""

    key = "context_processing"


class RateLimitExceeded(ConversationError):
    """Too many requests; `details["retry_after"]` is in seconds."""

    key = "rate_limit"


class ServiceTimeout(ConversationError):
    """The conversation service did not answer in time."""

    key = "service_timeout"


class DataUnreachable(DeskError):
    """The server of a table does not answer, or went away while it worked."""

    key = "data_unreachable"


class AgentError(DeskError):
    """The agent did not do what was asked."""

    key = "agent"


class AgentUnreachable(AgentError):
    """Nobody answers there."""

    key = "agent_unreachable"


class AgentRefused(AgentError):
    """The agent answered with an error."""

    key = "agent_refused"


class TaskUnknown(AgentError):
    """The agent knows no such task."""

    key = "task_unknown"


UNREACHABLE: Final = (AgentUnreachable, DatabaseUnreachable, DataUnreachable, ServiceTimeout)
"""Those that a command ends with exit code 3 for."""


def cause_of(error: Exception) -> str:
    """Return why it failed, without the number and the path that the system says with it."""
    return getattr(error, "strerror", None) or str(error)
