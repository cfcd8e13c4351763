"""What a service keeps for itself is held to age, number and size, for each tenant, everywhere."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, func, insert, select

from app.conversations.book.upkeep_rows import KEPT
from app.conversations.database.database import Database
from app.conversations.database.tables import AUDIT, CHANGES, INBOX, SERVICE_TASKS
from app.conversations.service.tokens import AuditWanted, TokenBook
from app.conversations.store import change_rows
from app.domain.ids import utc_now
from app.serving import retention
from app.serving.retention import Retention, Retentions

pytestmark = pytest.mark.anyio

TENANTS = ("acme", "other")
KINDS = tuple(KEPT)
DATABASES = ["file", pytest.param("postgresql", marks=pytest.mark.live)]
SIZE = 300_000


@pytest.fixture(params=DATABASES)
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database in which each tenant has ten rows of each kind, a day apart, of 0.3 MB each."""
    of_file = request.param == "file"
    where = tmp_path / "desk.db" if of_file else request.getfixturevalue("new_database")()
    opened = await Database.open(where)
    for tenant in TENANTS:
        await opened.write(tenant, lambda c, t=tenant: fill(c, t))
    try:
        yield opened
    finally:
        await opened.aclose()


def fill(connection: Connection, tenant: str) -> None:
    large = "\\é" * (SIZE // 3)
    for number in range(10):
        at = utc_now() - timedelta(days=9.5 - number)
        row: dict[str, Any] = {"tenant": tenant}
        answer = {"message_id": f"{number}", "received_at": at, "reply": large}
        act = {"number": number, "at": at, "actor": "a", "action": "x", "detail": large}
        connection.execute(insert(INBOX).values(row | answer))
        connection.execute(insert(AUDIT).values(row | act))
        connection.execute(insert(SERVICE_TASKS).values(row | task(number, at, result=large)))
        change = change_rows.entry("task.update", "task", at=at, user_id=large)
        change_rows.append(connection, tenant, [change])
    old = utc_now() - timedelta(days=900)
    for number, state in enumerate(("pending", "processing"), start=20):
        open_one = {"tenant": tenant, **task(number, old, state=state)}
        connection.execute(insert(SERVICE_TASKS).values(open_one))
    revived = {"tenant": tenant, "message_id": "revived", "received_at": old}
    connection.execute(insert(INBOX).values(revived))


def task(number: int, at: object, *, state: str = "completed", result: str = "") -> dict[str, Any]:
    return {
        "task_id": f"{number}",
        "task_type": "x",
        "state": state,
        "priority": 1,
        "created_at": at,
        "updated_at": at,
        "result": result,
    }


async def left(database: Database, tenant: str, table: Table) -> Sequence[Any]:
    key = next(column for column in table.primary_key if column.name != "tenant")
    wanted = select(key).where(table.c.tenant == tenant).order_by(key)
    return await database.read(tenant, lambda c: c.execute(wanted).scalars().all())


async def count(database: Database) -> dict[tuple[str, str], int]:
    return {
        (tenant, kind): len(await left(database, tenant, KEPT[kind].table))
        for tenant in TENANTS
        for kind in KINDS
    }


NONE = dict.fromkeys(Retention.__dataclass_fields__, 0)
OPEN = {"inbox": 1, "service_tasks": 2}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("limit", "stay"), [("days=5", 5), ("most=3", 3), ("megabytes=2", 6), ("days=100", 10)]
)
async def test_the_oldest_go_of_one_kind_and_of_the_tenants_that_are_limited(
    database: Database, kind: str, limit: str, stay: int
) -> None:
    measure, _, value = limit.partition("=")
    usual = Retention(**NONE)
    said = Retentions(usual, {"acme": Retention(**NONE | {f"{kind}_{measure}": int(value)})})
    before = await count(database)
    dry = await retention.purge_book(database, said, really=False)
    assert await count(database) == before
    gone = await retention.purge_book(database, said)
    words = kind.replace("_", " ")
    assert dry == gone
    assert retention.not_none(gone) == ({words: {"acme": 10 - stay}} if stay < 10 else {})
    assert await count(database) == before | {("acme", kind): stay + OPEN.get(kind, 0)}
    # The oldest went, and nothing that is still to be done.
    ids = set(map(str, await left(database, "acme", KEPT[kind].table)))
    newest = range(11 - stay, 11) if kind == "changes" else range(10 - stay, 10)
    extra = {"inbox": {"revived"}, "service_tasks": {"20", "21"}}.get(kind, set())
    assert ids == {str(number) for number in newest} | extra
    assert not retention.not_none(await retention.purge_book(database, said))


async def test_the_audit_tells_who_removed_what_and_of_no_server_that_did_so_by_itself(
    database: Database,
) -> None:
    tokens = TokenBook(database)
    wanted = AuditWanted(action="database")
    said = Retentions(Retention(**NONE | {"changes_most": 4}), {"other": Retention(**NONE)})
    await retention.purge_book(database, said, really=False, actor="operator:eve")
    await retention.purge_book(database, Retentions(Retention(**NONE | {"changes_most": 7}), {}))
    assert not await tokens.audit("acme", wanted)
    for _ in range(2):  # there is nothing to remove the second time
        await retention.purge_book(database, said, actor="operator:eve")
    [act] = await tokens.audit("acme", wanted)
    assert (act.actor, act.action, act.detail) == ("operator:eve", "database.purge", {"changes": 3})
    assert not await tokens.audit("other", wanted)


async def test_a_cursor_before_what_was_purged_is_told_so(database: Database) -> None:
    for limits, cut in (({"changes_most": 4}, 6), ({"changes_days": 1, "changes_most": 4}, 9)):
        said = Retentions(Retention(**NONE | limits), {})
        await retention.purge_book(database, said)
        held = await database.read("acme", lambda c: change_rows.stream(c, "acme"))
        assert held[1:] == (10, cut)
    # Where a clock was behind once, nothing is missing in the middle.
    behind = change_rows.entry("task.update", "task", at=utc_now() - timedelta(days=30))
    await database.write("acme", lambda c: change_rows.append(c, "acme", [behind]))
    await retention.purge_book(database, Retentions(Retention(**NONE | {"changes_days": 1}), {}))
    assert await left(database, "acme", CHANGES) == [10, 11]


async def test_without_limits_everything_stays_and_a_tenant_of_answers_alone_is_seen(
    database: Database,
) -> None:
    before = await count(database)
    assert not retention.not_none(
        await retention.purge_book(database, Retentions(Retention(**NONE), {}))
    )
    assert await count(database) == before
    row = {"tenant": "third", "message_id": "1", "reply": "x"}
    old = insert(INBOX).values(row | {"received_at": utc_now() - timedelta(days=8)})
    await database.write("third", lambda c: c.execute(old) and None)
    gone = await retention.purge_book(database, Retentions(Retention(), {}))
    assert gone["inbox"] == {"acme": 3, "other": 3, "third": 1}
    everything = select(func.count()).select_from(INBOX).where(INBOX.c.tenant == "third")
    assert await database.read("third", lambda c: c.execute(everything).scalar_one()) == 0
