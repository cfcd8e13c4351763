"""Identifiers and the clock: who makes which, and in what form.

The desk makes context ids and message ids; task ids come from agents; correlation ids belong to a
transport and live as long as one request. Time stamps are UTC.
"""

import os
import uuid
from datetime import UTC, datetime

# Under this key of a call's state a wire names the task that a message is to begin: one that may
# deliver a message twice names the same task each time.
FRESH_TASK_ID = "balance_desk.fresh_task_id"


def new_context_id() -> str:
    """Return a fresh conversation id (UUID 4 in its hyphenated form)."""
    return str(uuid.uuid4())


def new_message_id() -> str:
    """Return a fresh message id (32 hexadecimal digits)."""
    return uuid.uuid4().hex


def new_message_ids(count: int) -> list[str]:
    """Return so many of them, for which the system is asked once: other threads go on meanwhile."""
    drawn = os.urandom(16 * count)
    return [uuid.UUID(bytes=drawn[at : at + 16], version=4).hex for at in range(0, len(drawn), 16)]


def utc_now() -> datetime:
    """Return the present moment with its UTC zone."""
    return datetime.now(UTC)
