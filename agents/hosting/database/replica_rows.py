"""Jobs on the rows of replicas: which server processes share a database, and who is alive."""

import time
from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, select, text, update

from agents.hosting.database.tables import replicas, tasks


def now(connection: Connection) -> float:
    """Return the time by the one clock that all replicas share: the database server's."""
    if connection.dialect.name == "postgresql":
        return float(
            connection.execute(
                text("SELECT extract(epoch FROM clock_timestamp())::double precision")
            ).scalar_one()
        )
    return time.time()


def beat(connection: Connection, replica: str) -> None:
    """Say that a replica is alive."""
    moment = now(connection)
    changed = update(replicas).where(replicas.c.replica == replica).values(seen_at=moment)
    if connection.execute(changed).rowcount == 0:
        connection.execute(replicas.insert().values(replica=replica, seen_at=moment))


def leave(connection: Connection, replica: str) -> None:
    """Say that a replica has ended."""
    connection.execute(delete(replicas).where(replicas.c.replica == replica))


def forget(connection: Connection, seen_before: float) -> None:
    """Forget replicas that were not seen for long."""
    connection.execute(delete(replicas).where(replicas.c.seen_at < seen_before))


def alive(connection: Connection, lost_seconds: float) -> frozenset[str]:
    """Return the replicas that were seen within that time."""
    chosen = select(replicas.c.replica).where(replicas.c.seen_at > now(connection) - lost_seconds)
    return frozenset(connection.execute(chosen).scalars())


def in_states(
    connection: Connection, agent: str, task_ids: Sequence[str], states: Sequence[str]
) -> list[str]:
    """Return which of the tasks are in one of the states."""
    chosen = select(tasks.c.task_id).where(
        and_(tasks.c.agent == agent, tasks.c.task_id.in_(task_ids), tasks.c.state.in_(states))
    )
    return list(connection.execute(chosen).scalars())
