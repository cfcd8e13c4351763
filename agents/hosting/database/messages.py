"""Which messages were taken already, so that one that is sent twice is not worked on twice."""

import time
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, select, tuple_, update

from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.tables import messages
from agents.hosting.messages_taken import AGAIN_SECONDS, TakenMessage

_SOME = select(messages).where(
    messages.c.agent == bindparam("agent"),
    tuple_(messages.c.owner, messages.c.digest).in_(bindparam("keys", expanding=True)),
)


class _Claim(NamedTuple):
    owner: str
    digest: str
    task_id: str


class KeptMessages:
    """Implements `agents.hosting.messages_taken.MessagesTaken` over the database, for one agent."""

    def __init__(self, database: KeptDatabase, *, agent: str) -> None:
        self._database = database
        self._agent = agent

    async def claim(self, owner: str, digest: str, task_id: str) -> TakenMessage | None:
        """See `MessagesTaken`."""
        claim = _Claim(owner, digest, task_id)
        return await self._database.run_shared(digest, self._claim_each, claim)

    def _claim_each(
        self, connection: Connection, claims: Sequence[_Claim]
    ) -> list[TakenMessage | None]:
        now = time.time()
        shared = {"agent": self._agent, "at": now, "reply": None, "old": now - AGAIN_SECONDS}
        taking = connection.execute(
            _take(connection.dialect.name), [{**claim._asdict(), **shared} for claim in claims]
        )
        if taking.rowcount == len(claims):
            return [None] * len(claims)
        keys = [(claim.owner, claim.digest) for claim in claims]
        found = connection.execute(_SOME, {"agent": self._agent, "keys": keys})
        stands = {(row.owner, row.digest): row for row in found}
        return [_before(claim, stands[claim.owner, claim.digest], now) for claim in claims]

    async def replied(self, owner: str, digest: str, reply: bytes) -> None:
        """See `MessagesTaken`."""
        term = _is(self._agent, owner, digest)
        changed = update(messages).where(term).values(reply=reply)
        await self._database.run(digest, lambda c: c.execute(changed).rowcount)

    async def release(self, owner: str, digest: str) -> None:
        """See `MessagesTaken`."""
        term = _is(self._agent, owner, digest)
        gone = delete(messages).where(term)
        await self._database.run(digest, lambda c: c.execute(gone).rowcount)


def forget_old(connection: Connection) -> None:
    """Forget what was taken so long ago that nobody sends it a second time."""
    connection.execute(delete(messages).where(messages.c.at < time.time() - AGAIN_SECONDS))


@cache
def _take(dialect: str) -> Any:
    """Return the statement that takes a message, unless it was taken lately."""
    # Imported where it is used: nobody needs both.
    taking: Any = import_module(f"sqlalchemy.dialects.{dialect}").insert(messages)
    return taking.on_conflict_do_update(
        index_elements=[messages.c.agent, messages.c.owner, messages.c.digest],
        set_={name: taking.excluded[name] for name in ("task_id", "at", "reply")},
        where=messages.c.at < bindparam("old"),
    )


def _before(claim: _Claim, stands: Any, now: float) -> TakenMessage | None:
    """Return what became of a message, or None if this claim is the one that stands."""
    if (stands.task_id, stands.at) == (claim.task_id, now):
        return None
    return TakenMessage(stands.task_id, None if stands.reply is None else bytes(stands.reply))


def _is(agent: str, owner: str, digest: str) -> ColumnElement[bool]:
    return and_(messages.c.agent == agent, messages.c.owner == owner, messages.c.digest == digest)
