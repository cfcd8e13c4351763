"""Where a server of agents keeps its tasks: a SQLite file of its own, or a shared PostgreSQL."""

import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from app.errors import BadInput
from app.profile.folder import Profile

if TYPE_CHECKING:
    from agents.hosting.database.database import KeptDatabase
    from agents.hosting.database.replica import ReplicaLease
    from agents.hosting.database.webhooks import KeptCalls, KeptWebhooks
    from agents.hosting.host_store import HostStore
    from agents.hosting.messages_taken import MessagesTaken
    from app.conversations.database.job_thread import Lane

_POSTGRES = ("postgres", "postgresql")
_SAVING = 2
_READING = 2
_PATIENCE_SECONDS = 30.0  # a server that restarts ends no turn: its tasks are saved a while later
_COMMITS_TOGETHER = 64
_WEBHOOKS_SECONDS = 1.0
_TOGETHER_SECONDS = 0.05  # each saved change is a transaction of the server's


class TaskDatabase(NamedTuple):
    """An open database: the store and the messages of an agent, the webhooks of all.

    `replica` is there when other processes may share it. Pieces of an answer wait for each other
    for `together_seconds`. `lanes` are the connections of `database`.
    """

    store: "Callable[[str], HostStore]"
    taken: "Callable[[str], MessagesTaken]"
    webhooks: "KeptWebhooks"
    calls: "KeptCalls"
    replica: "ReplicaLease | None"
    together_seconds: float
    lanes: "Sequence[Lane]"
    database: "KeptDatabase"


@asynccontextmanager
async def open_kept(profile: Path, database: str | None) -> AsyncIterator[TaskDatabase]:
    """Open the database of a server; raises `BadInput`, `BadProfile`, `StoreError`.

    `database` is `postgresql://…` or `sqlite:///FILE`; without one it is a file in the profile. A
    file belongs to one process at a time.
    """
    scheme = (database or "").partition(":")[0].partition("+")[0]
    if database is not None and scheme in _POSTGRES:
        async with _open_postgres(database) as kept:
            yield kept
        return
    folder, file = _place(profile, database)
    folder.prepare()
    if not folder.try_lock():
        raise BadInput(
            f"Another `balance-desk serve` keeps its tasks in {folder.folder}: stop it, or choose"
            " another --profile. Several processes can share a PostgreSQL: --database.",
            key="serve_runs",
        )
    try:
        async with _open_file(file) as kept:
            yield kept
    finally:
        folder.unlock()


@asynccontextmanager
async def _open_file(file: Path) -> AsyncIterator[TaskDatabase]:
    from agents.hosting.database.database import KeptDatabase
    from agents.hosting.database.messages import KeptMessages
    from agents.hosting.database.records import KeptRecords
    from agents.hosting.database.webhooks import KeptCalls, KeptWebhooks
    from agents.hosting.task_store import RecordTaskStore
    from app.conversations.database.job_thread import Lane
    from app.conversations.database.sqlite import engine_report, writing_engine

    engine = writing_engine(file, engine_report().journal)
    lanes = [Lane(engine, name="served-tasks", batch=_COMMITS_TOGETHER)]
    database = KeptDatabase(lanes)
    try:
        await database.prepare()
        records = KeptRecords(database)
        yield TaskDatabase(
            store=lambda agent: RecordTaskStore(records, agent=agent),
            taken=lambda agent: KeptMessages(database, agent=agent),
            webhooks=KeptWebhooks(database, remember_seconds=float("inf")),
            calls=KeptCalls(database, replica=uuid.uuid4().hex),
            replica=None,
            together_seconds=0.0,
            lanes=lanes,
            database=database,
        )
    finally:
        await database.aclose()


@asynccontextmanager
async def _open_postgres(address: str) -> AsyncIterator[TaskDatabase]:
    from agents.hosting.database.cluster_store import ClusterTaskStore
    from agents.hosting.database.database import KeptDatabase
    from agents.hosting.database.messages import KeptMessages
    from agents.hosting.database.replica import ReplicaLease
    from agents.hosting.database.webhooks import KeptCalls, KeptWebhooks
    from app.conversations.database.job_thread import Lane
    from app.conversations.database.postgres import owning_engine

    def lane(name: str) -> Lane:
        # What waits together shares a commit: few of them, for a commit is what costs.
        return Lane(
            owning_engine(address), name=name, batch=_COMMITS_TOGETHER, patience=_PATIENCE_SECONDS
        )

    saving = [lane(f"served-tasks-{number}") for number in range(_SAVING)]
    reading = [lane(f"served-reads-{number}") for number in range(_READING)]
    claiming = lane("served-messages")
    database, claims = KeptDatabase(saving, reading), KeptDatabase([claiming])
    replica = ReplicaLease(database, Lane(owning_engine(address), name="served-beats"))
    try:
        await database.prepare()
        await replica.join()
        yield TaskDatabase(
            store=lambda agent: ClusterTaskStore(database, agent=agent, replica=replica),
            taken=lambda agent: KeptMessages(claims, agent=agent),
            webhooks=KeptWebhooks(database, remember_seconds=_WEBHOOKS_SECONDS),
            calls=KeptCalls(database, replica=replica.name),
            replica=replica,
            together_seconds=_TOGETHER_SECONDS,
            lanes=[*saving, *reading, claiming],
            database=database,
        )
    finally:
        await replica.aclose()
        await claims.aclose()
        await database.aclose()


def _place(profile: Path, database: str | None) -> tuple[Profile, Path]:
    if database is None:
        folder = Profile(profile / "serve")
        return folder, folder.folder / "tasks.db"
    from app.conversations.database.sqlite import file_of

    file = file_of(database)
    if file is None:
        raise BadInput(
            f"Tasks cannot be kept in {database.partition('://')[0]}: postgresql://… and"
            " sqlite:///FILE are taken.",
            key="bad_database",
        )
    return Profile(file.parent), file
