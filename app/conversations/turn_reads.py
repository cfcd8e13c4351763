"""Turns are read here: answers brought up to their last event, and the events themselves."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, select

from app.conversations.phases import OPEN_PHASES
from app.conversations.prepared import Prepared
from app.conversations.tables import CONVERSATIONS, EVENTS, TURNS
from app.domain.answers import Answer, fold
from app.domain.conversations import AnswerEntry
from app.domain.events import TURN_EVENT
from app.ports import Recorded

T = TURNS.c
E = EVENTS.c

_ROWS = select(T.turn_id, T.position, T.body, T.events, T.folded)
_BETWEEN = Prepared(
    _ROWS.where(
        T.tenant == bindparam("tenant"),
        T.context_id == bindparam("context_id"),
        T.position >= bindparam("start"),
        T.position < bindparam("stop"),
    ).order_by(T.position)
)


def events_of(connection: Connection, tenant: str, turn_id: str) -> Sequence[Recorded]:
    """Return the events of a turn, oldest first."""
    rows = connection.execute(
        select(E.body, E.at).where(E.tenant == tenant, E.turn_id == turn_id).order_by(E.number)
    )
    return [_recorded(row.body, row.at) for row in rows]


def one(connection: Connection, tenant: str, turn_id: str) -> AnswerEntry | None:
    """Return the answer of a turn with its position, or None."""
    chosen = _turns(tenant).where(T.turn_id == turn_id)
    found = _entries(connection, tenant, connection.execute(chosen).all())
    return found[0] if found else None


def still_open(
    connection: Connection, tenant: str, context_id: str | None
) -> Sequence[AnswerEntry]:
    """Return the answers that are running or waiting, oldest first."""
    chosen = _turns(tenant).where(T.phase.in_(OPEN_PHASES)).order_by(T.started_at, T.turn_id)
    if context_id is not None:
        chosen = chosen.where(T.context_id == context_id)
    else:
        chosen = chosen.join(
            CONVERSATIONS,
            and_(CONVERSATIONS.c.tenant == T.tenant, CONVERSATIONS.c.context_id == T.context_id),
        ).where(CONVERSATIONS.c.deleted_at.is_(None))
    return _entries(connection, tenant, connection.execute(chosen).all())


def newest(
    connection: Connection, tenant: str, context_id: str, limit: int
) -> Sequence[AnswerEntry]:
    """Return the newest answers of a conversation, newest first."""
    chosen = (
        _turns(tenant).where(T.context_id == context_id).order_by(T.position.desc()).limit(limit)
    )
    return _entries(connection, tenant, connection.execute(chosen).all())


def between(
    connection: Connection, tenant: str, context_id: str, start: int, stop: int
) -> Sequence[AnswerEntry]:
    """Return the answers at positions start … stop-1, in order."""
    wanted = {"tenant": tenant, "context_id": context_id, "start": start, "stop": stop}
    return _entries(connection, tenant, _BETWEEN.named(connection, wanted))


def of(
    connection: Connection, tenant: str, turn_ids: Sequence[str]
) -> Mapping[str, tuple[Answer, int]]:
    """Return answers by their turn, each with the number of its events so far."""
    rows = connection.execute(_turns(tenant).where(T.turn_id.in_(turn_ids))).all()
    counts = {row.turn_id: row.events for row in rows}
    found = _entries(connection, tenant, rows)
    return {e.answer.turn_id: (e.answer, counts[e.answer.turn_id]) for e in found}


def _turns(tenant: str) -> Select[Any]:
    return _ROWS.where(T.tenant == tenant)


def _entries(connection: Connection, tenant: str, rows: Sequence[Any]) -> Sequence[AnswerEntry]:
    behind = [row.turn_id for row in rows if row.folded < row.events]
    since = _events_since(connection, tenant, behind) if behind else {}
    return [
        AnswerEntry(
            position=row.position,
            answer=_folded(Answer.model_validate_json(row.body), since.get(row.turn_id, ())),
        )
        for row in rows
    ]


def _events_since(
    connection: Connection, tenant: str, turn_ids: Sequence[str]
) -> Mapping[str, Sequence[Recorded]]:
    rows = connection.execute(
        select(E.turn_id, E.body, E.at)
        .join(TURNS, and_(T.tenant == E.tenant, T.turn_id == E.turn_id))
        .where(E.tenant == tenant, E.turn_id.in_(turn_ids), E.number >= T.folded)
        .order_by(E.turn_id, E.number)
    )
    found: defaultdict[str, list[Recorded]] = defaultdict(list)
    for row in rows:
        found[row.turn_id].append(_recorded(row.body, row.at))
    return found


def _folded(answer: Answer, events: Iterable[Recorded]) -> Answer:
    return reduce(lambda held, recorded: fold(held, recorded.event, recorded.at), events, answer)


def _recorded(body: str, at: datetime) -> Recorded:
    return Recorded(TURN_EVENT.validate_json(body), at)
