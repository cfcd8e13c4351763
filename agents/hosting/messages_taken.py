"""A message that is sent twice, as after a lost answer, is worked on once (A2A 1.0, 3.3.1)."""

import hashlib
import time
from collections import OrderedDict
from typing import NamedTuple, Protocol

from a2a.types import Message

AGAIN_SECONDS = 600.0  # what comes later is no second try
_REMEMBERED = 10_000


class TakenMessage(NamedTuple):
    """What became of a message: its task, or the direct reply as it was encoded."""

    task_id: str
    reply: bytes | None = None


class MessagesTaken(Protocol):
    """Which messages an agent has taken, by whom and by `digest_of`."""

    async def claim(self, owner: str, digest: str, task_id: str) -> TakenMessage | None:
        """Take a message for a task; return what became of it if it was taken before.

        What is longer ago than `AGAIN_SECONDS` is not remembered.
        """
        ...

    async def replied(self, owner: str, digest: str, reply: bytes) -> None:
        """Keep the direct reply to a message."""
        ...

    async def release(self, owner: str, digest: str) -> None:
        """Let a message be taken anew: it was refused after all."""
        ...


def digest_of(message: Message) -> str:
    """Return what two sendings of one message share: its id and all it says."""
    return hashlib.sha256(message.SerializeToString(deterministic=True)).hexdigest()


class RememberedMessages:
    """Implements `MessagesTaken` in memory; owns the newest of them."""

    def __init__(self) -> None:
        self._taken: OrderedDict[tuple[str, str], tuple[float, TakenMessage]] = OrderedDict()

    async def claim(self, owner: str, digest: str, task_id: str) -> TakenMessage | None:
        """See `MessagesTaken`."""
        now = time.monotonic()
        at, found = self._taken.get((owner, digest), (now, None))
        if found is not None and now - at < AGAIN_SECONDS:
            return found
        self._taken[owner, digest] = (now, TakenMessage(task_id))
        if len(self._taken) > _REMEMBERED:
            self._taken.popitem(last=False)
        return None

    async def replied(self, owner: str, digest: str, reply: bytes) -> None:
        """See `MessagesTaken`."""
        if (owner, digest) in self._taken:
            at, taken = self._taken[owner, digest]
            self._taken[owner, digest] = (at, taken._replace(reply=reply))

    async def release(self, owner: str, digest: str) -> None:
        """See `MessagesTaken`."""
        self._taken.pop((owner, digest), None)
