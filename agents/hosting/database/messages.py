"""Which messages were taken already, so that one that is sent twice is not worked on twice."""

import time

from sqlalchemy import ColumnElement, Connection, and_, delete, select, update
from sqlalchemy.exc import IntegrityError

from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.tables import messages
from agents.hosting.messages_taken import AGAIN_SECONDS, TakenMessage


class KeptMessages:
    """Implements `agents.hosting.messages_taken.MessagesTaken` over the database, for one agent."""

    def __init__(self, database: KeptDatabase, *, agent: str) -> None:
        self._database = database
        self._agent = agent

    async def claim(self, owner: str, digest: str, task_id: str) -> TakenMessage | None:
        """See `MessagesTaken`."""
        agent = self._agent

        def job(connection: Connection) -> TakenMessage | None:
            old = messages.c.at < time.time() - AGAIN_SECONDS
            connection.execute(delete(messages).where(_is(agent, owner, digest), old))
            if (found := _find(connection, agent, owner, digest)) is not None:
                return found
            values = {"agent": agent, "owner": owner, "digest": digest}
            row = {**values, "task_id": task_id, "at": time.time()}
            try:
                with connection.begin_nested():
                    connection.execute(messages.insert().values(row))
            except IntegrityError:
                return _find(connection, agent, owner, digest)
            return None

        return await self._database.run(digest, job)

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


def _find(connection: Connection, agent: str, owner: str, digest: str) -> TakenMessage | None:
    chosen = select(messages.c.task_id, messages.c.reply).where(_is(agent, owner, digest))
    row = connection.execute(chosen).one_or_none()
    return None if row is None else TakenMessage(row[0], None if row[1] is None else bytes(row[1]))


def _is(agent: str, owner: str, digest: str) -> ColumnElement[bool]:
    return and_(messages.c.agent == agent, messages.c.owner == owner, messages.c.digest == digest)
