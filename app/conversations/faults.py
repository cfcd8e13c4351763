"""What the database says in codes, a person reads in words: the one place that translates."""

from typing import Final

from pydantic_core import PydanticSerializationError
from sqlalchemy.exc import DBAPIError

from app.errors import DatabaseUnreachable, StoreError

# Primary result codes of https://www.sqlite.org/rescode.html, by what `sqlite3_errmsg` says: the
# bundled and the standard driver do not both give the code. PostgreSQL's by what libpq says.
_SERVER_AWAY: Final = (
    "connection failed",
    "failed to resolve host",
    "connection to server",
    "connection timeout",
    "terminating connection",
    "server closed the connection",
    "the connection is closed",
    "the connection is lost",
    "the database system is",
)

_WORDS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("disk is full", "no space left"),
        "store_full",
        "The disk is full: free some space and try again. Nothing that was saved is lost.",
    ),
    (
        ("readonly", "read-only"),
        "store_read_only",
        "The database cannot be written: make its folder writable and try again.",
    ),
    (
        ("malformed", "not a database", "corrupt"),
        "store_damaged",
        "The database is damaged: restart to have it set aside and repaired.",
    ),
    (
        ("locked", "lock timeout", "deadlock detected"),
        "store_busy",
        "The database is held by another program: close it and try again.",
    ),
    (
        ("unable to open",),
        "store_unreachable",
        "The database cannot be opened: check that its folder exists and can be written.",
    ),
    (
        ("disk i/o error",),
        "store_io",
        "The disk does not answer as it should: check it, then try again.",
    ),
)


def store_error(error: Exception) -> StoreError:
    """Return the error that the ports promise for what the database or the encoding raised."""
    if isinstance(error, UnicodeError | PydanticSerializationError):
        return StoreError(
            "This text has characters that cannot be stored: remove them and try again.",
            key="store_unfit",
            cause=str(error),
        )
    said = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    if any(sign in said.lower() for sign in _SERVER_AWAY):
        return DatabaseUnreachable(
            "The database server does not answer: check that it runs, then try again.", cause=said
        )
    for signs, key, words in _WORDS:
        if any(sign in said.lower() for sign in signs):
            return StoreError(words, key=key, cause=said)
    return StoreError(f"The database could not do this: {said}", cause=said)


def is_damage(error: StoreError) -> bool:
    """Whether the error says that the file itself is broken."""
    return error.reason == "store_damaged"
