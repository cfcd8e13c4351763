"""Webhooks of tasks, and the calls to them that are still to be made, outlive the process."""

import time
from collections import OrderedDict
from collections.abc import Sequence

from a2a.server.context import ServerCallContext
from a2a.server.tasks import PushNotificationConfigStore
from a2a.server.tasks.push_notification_config_store import normalize_push_notification_config
from a2a.types import TaskPushNotificationConfig
from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, select, update

from agents.hosting.database import replica_rows
from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.tables import calls, webhooks
from agents.hosting.owners import owner_of

LOST_SECONDS = 10.0
_REMEMBERED = 10_000
_OF_TASKS = select(webhooks.c.task_id, webhooks.c.payload).where(
    webhooks.c.task_id.in_(bindparam("task_ids", expanding=True))
)


class KeptWebhooks(PushNotificationConfigStore):
    """Keeps webhooks in the database; owns what it remembers of them for a moment.

    Whether a task has any is asked with every event: the answer is remembered for
    `remember_seconds`, in which a webhook that was registered on another replica is not heard of.
    """

    def __init__(self, database: KeptDatabase, *, remember_seconds: float) -> None:
        self._database = database
        self._remember_seconds = remember_seconds
        self._remembered: OrderedDict[str, tuple[float, list[TaskPushNotificationConfig]]] = (
            OrderedDict()
        )

    async def set_info(
        self,
        task_id: str,
        notification_config: TaskPushNotificationConfig,
        context: ServerCallContext,
    ) -> TaskPushNotificationConfig:
        """Keep a webhook of a task, in the place of the one with its id."""
        config = normalize_push_notification_config(task_id, notification_config)
        key = {"task_id": task_id, "owner": owner_of(context), "config_id": config.id}
        payload = config.SerializeToString()

        def job(connection: Connection) -> None:
            connection.execute(delete(webhooks).where(_is(**key)))
            connection.execute(webhooks.insert().values(**key, payload=payload))

        await self._database.run(task_id, job)
        self._remembered.pop(task_id, None)
        return config

    async def get_info(
        self, task_id: str, context: ServerCallContext
    ) -> list[TaskPushNotificationConfig]:
        """Return the caller's webhooks of a task."""
        term = and_(webhooks.c.task_id == task_id, webhooks.c.owner == owner_of(context))
        chosen = select(webhooks.c.payload).where(term).order_by(webhooks.c.config_id)
        found = await self._database.read(task_id, lambda c: list(c.execute(chosen).scalars()))
        return [TaskPushNotificationConfig.FromString(bytes(one)) for one in found]

    async def get_info_for_dispatch(self, task_id: str) -> list[TaskPushNotificationConfig]:
        """Return all webhooks of a task."""
        at, known = self._remembered.get(task_id, (0.0, []))
        if at and time.monotonic() - at < self._remember_seconds:
            return known
        found = await self._database.read_shared(task_id, _of_each, task_id)
        known = [TaskPushNotificationConfig.FromString(one) for one in found]
        self._remembered[task_id] = (time.monotonic(), known)
        if len(self._remembered) > _REMEMBERED:
            self._remembered.popitem(last=False)
        return known

    async def delete_info(
        self, task_id: str, context: ServerCallContext, config_id: str | None = None
    ) -> None:
        """Forget a webhook of the caller's; without an id, that which has the task's."""
        gone = delete(webhooks).where(
            _is(task_id=task_id, owner=owner_of(context), config_id=config_id or task_id)
        )
        await self._database.run(task_id, lambda c: c.execute(gone).rowcount)
        self._remembered.pop(task_id, None)


class KeptCalls:
    """Implements `transport.server.push.WaitingCalls` over the database, for one replica."""

    def __init__(self, database: KeptDatabase, *, replica: str) -> None:
        self._database = database
        self._replica = replica

    async def add(self, config: bytes, body: bytes) -> int:
        """Keep a call until it is done; return its number."""
        row = {"config": config, "body": body, "replica": self._replica, "at": time.time()}
        made = calls.insert().values(row).returning(calls.c.seq)
        return int(await self._database.run("calls", lambda c: c.execute(made).scalar_one()))

    async def done(self, number: int) -> None:
        """Forget a call."""
        gone = delete(calls).where(calls.c.seq == number)
        await self._database.run("calls", lambda c: c.execute(gone).rowcount)

    async def left_behind(self) -> Sequence[tuple[int, bytes, bytes]]:
        """Take over the calls of processes that are gone: number, webhook and body, in order."""

        def job(connection: Connection) -> list[tuple[int, bytes, bytes]]:
            alive = replica_rows.alive(connection, replica_rows.now(connection) - LOST_SECONDS)
            chosen = select(calls).where(calls.c.replica.not_in([*alive, self._replica]))
            found = connection.execute(chosen.order_by(calls.c.seq).with_for_update()).all()
            numbers = [row.seq for row in found]
            taken = update(calls).where(calls.c.seq.in_(numbers)).values(replica=self._replica)
            connection.execute(taken)
            return [(row.seq, bytes(row.config), bytes(row.body)) for row in found]

        return await self._database.run("calls", job)


def _of_each(connection: Connection, task_ids: Sequence[str]) -> list[list[bytes]]:
    found: dict[str, list[bytes]] = {task_id: [] for task_id in task_ids}
    for task_id, payload in connection.execute(_OF_TASKS, {"task_ids": [*found]}):
        found[task_id].append(bytes(payload))
    return [found[task_id] for task_id in task_ids]


def _is(*, task_id: str, owner: str, config_id: str) -> ColumnElement[bool]:
    return and_(
        webhooks.c.task_id == task_id,
        webhooks.c.owner == owner,
        webhooks.c.config_id == config_id,
    )
