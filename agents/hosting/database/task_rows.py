"""Jobs on the rows of tasks: each a function of a connection.

What every request runs is written once, here: to build a statement takes longer than to run it.
"""

import time
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, or_, select, update

from agents.hosting.database.tables import events, tasks, webhooks
from agents.hosting.statuses import PARKED, TERMINAL
from agents.hosting.task_store import state_name
from app.system.row_limits import KeptRows, RowLimits, beyond

_IDLE_ROWS = KeptRows(
    tasks,
    tasks.c.updated_at,
    apart=(tasks.c.agent,),
    # People leave questions that they were asked back: these tasks would wait for ever.
    may_go=tasks.c.state.in_(sorted(state_name(state) for state in TERMINAL | PARKED)),
)
_THIS = and_(
    tasks.c.agent == bindparam("of_agent"),
    tasks.c.task_id == bindparam("of_task"),
)
_ONE = select(tasks).where(_THIS)
_SOME = select(tasks).where(
    tasks.c.agent == bindparam("of_agent"),
    tasks.c.task_id.in_(bindparam("of_tasks", expanding=True)),
)
# In one order, or two who take the same tasks wait for each other.
_LOCKED = _SOME.order_by(tasks.c.task_id).with_for_update()
_INSERT = tasks.insert()
_UPDATE = update(tasks).where(_THIS)
_ADD_EVENT = events.insert()


class TaskRow(NamedTuple):
    """A task as it is kept; `version` counts its writes from 1, `payload` is the task itself."""

    agent: str
    task_id: str
    owner: str
    context_id: str
    state: str
    updated_at: float
    version: int
    replica: str
    payload: bytes


class TaskFilter(NamedTuple):
    """Which tasks: those of an agent, of one person, of a context, in states, changed since.

    `not_of` leaves out those of some replicas; `task_ids` chooses by id.
    """

    agent: str
    owner: str | None = None
    context_id: str = ""
    states: Sequence[str] = ()
    since: float | None = None
    not_of: Sequence[str] = ()
    task_ids: Sequence[str] = ()


def load(connection: Connection, agent: str, task_id: str) -> TaskRow | None:
    """Return a task or None."""
    row = connection.execute(_ONE, {"of_agent": agent, "of_task": task_id}).one_or_none()
    return None if row is None else _task(row)


def some(connection: Connection, agent: str, task_ids: Collection[str]) -> dict[str, TaskRow]:
    """Return tasks by their ids; those that are not there are left out."""
    return _by_id(connection, _SOME, agent, task_ids)


def locked(connection: Connection, agent: str, task_ids: Collection[str]) -> dict[str, TaskRow]:
    """Return tasks as `some` does; nobody else changes them until the transaction ends."""
    return _by_id(connection, _LOCKED, agent, task_ids)


def put(connection: Connection, row: TaskRow) -> None:
    """Insert or replace a task, whatever its version was."""
    if connection.execute(_UPDATE, _changed(row)).rowcount == 0:
        connection.execute(_INSERT, row._asdict())


def put_each(connection: Connection, rows: Sequence[TaskRow], known: Collection[str]) -> None:
    """Store tasks, no two of which are one; those of the `known` ids are replaced."""
    if new := [row._asdict() for row in rows if row.task_id not in known]:
        connection.execute(_INSERT, new)
    if changed := [_changed(row) for row in rows if row.task_id in known]:
        connection.execute(_UPDATE, changed)


def remove(connection: Connection, agent: str, task_id: str) -> None:
    """Forget a task, its events and its webhooks."""
    connection.execute(delete(tasks).where(_is(agent, task_id)))
    connection.execute(delete(webhooks).where(webhooks.c.task_id == task_id))
    connection.execute(
        delete(events).where(and_(events.c.agent == agent, events.c.task_id == task_id))
    )


def count(connection: Connection, wanted: TaskFilter) -> int:
    """Return how many there are."""
    chosen = select(func.count()).select_from(tasks).where(_matches(wanted))
    return int(connection.execute(chosen).scalar_one())


def page(
    connection: Connection,
    wanted: TaskFilter,
    *,
    after: tuple[float, str] | None = None,
    limit: int | None = None,
) -> Sequence[TaskRow]:
    """Return tasks, newest change first, from after a place in that order."""
    chosen = select(tasks).where(_matches(wanted))
    if after is not None:
        moment, task_id = after
        chosen = chosen.where(
            or_(
                tasks.c.updated_at < moment,
                and_(tasks.c.updated_at == moment, tasks.c.task_id < task_id),
            )
        )
    chosen = chosen.order_by(tasks.c.updated_at.desc(), tasks.c.task_id.desc()).limit(limit)
    return [_task(row) for row in connection.execute(chosen)]


def add_events(connection: Connection, made: Sequence[tuple[TaskRow, bytes]]) -> None:
    """Keep what made the versions of tasks, for those who follow them elsewhere."""
    now = time.time()
    rows = [
        {
            "agent": row.agent,
            "task_id": row.task_id,
            "version": row.version,
            "at": now,
            "event": event,
        }
        for row, event in made
    ]
    if rows:
        connection.execute(_ADD_EVENT, rows)


def events_after(
    connection: Connection, agent: str, task_id: str, version: int
) -> Sequence[tuple[int, bytes]]:
    """Return version and event of what happened to a task after a version, in order."""
    chosen = (
        select(events.c.version, events.c.event)
        .where(
            and_(events.c.agent == agent, events.c.task_id == task_id, events.c.version > version)
        )
        .order_by(events.c.version, events.c.seq)
    )
    return [(int(row[0]), bytes(row[1])) for row in connection.execute(chosen)]


def forget_events(connection: Connection, before: float) -> None:
    """Forget events from before a moment: nobody follows a stream from so long ago."""
    connection.execute(delete(events).where(events.c.at < before))


def owners(connection: Connection) -> Sequence[str]:
    """Return whose tasks there are."""
    return sorted(connection.execute(select(tasks.c.owner).distinct()).scalars())


def forget_idle(connection: Connection, owner: str, limits: RowLimits, *, really: bool) -> int:
    """Forget tasks of a person that nobody works on, beyond the limits; return how many.

    They have ended, or wait for their person. The limits hold for each agent. Without `really` they
    are counted only.
    """
    chosen = beyond(connection, _IDLE_ROWS, tasks.c.owner == owner, limits)
    gone = [] if chosen is None else connection.execute(chosen).all()
    if really:
        for agent, task_id in gone:
            remove(connection, agent, task_id)
    return len(gone)


def changed_since(connection: Connection, moment: float) -> tuple[int, int]:
    """Return how many tasks there are, and how many of them changed since a moment."""
    everyone = select(func.count()).select_from(tasks)
    late = everyone.where(tasks.c.updated_at >= moment)
    return (
        int(connection.execute(everyone).scalar_one()),
        int(connection.execute(late).scalar_one()),
    )


def _is(agent: str, task_id: str) -> Any:
    return and_(tasks.c.agent == agent, tasks.c.task_id == task_id)


def _matches(wanted: TaskFilter) -> Any:
    terms = [tasks.c.agent == wanted.agent]
    if wanted.owner is not None:
        terms.append(tasks.c.owner == wanted.owner)
    if wanted.context_id:
        terms.append(tasks.c.context_id == wanted.context_id)
    if wanted.states:
        terms.append(tasks.c.state.in_(wanted.states))
    if wanted.since is not None:
        terms.append(tasks.c.updated_at >= wanted.since)
    if wanted.not_of:
        terms.append(tasks.c.replica.not_in(wanted.not_of))
    if wanted.task_ids:
        terms.append(tasks.c.task_id.in_(wanted.task_ids))
    return and_(*terms)


def _by_id(
    connection: Connection, chosen: Any, agent: str, task_ids: Collection[str]
) -> dict[str, TaskRow]:
    wanted = {"of_agent": agent, "of_tasks": [*task_ids]}
    return {row.task_id: _task(row) for row in connection.execute(chosen, wanted)}


def _changed(row: TaskRow) -> dict[str, Any]:
    return {**row._asdict(), "of_agent": row.agent, "of_task": row.task_id}


def _task(row: Row[Any]) -> TaskRow:
    found = TaskRow._make(row)
    return found._replace(payload=bytes(found.payload))
